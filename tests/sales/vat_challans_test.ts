import sql from "sql-template-tag";
import type { Json } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { assertRefused } from "../support/receiving.ts";
import { daysAgo, made, openShop, today } from "./shop.ts";

const firm = {
  vat_bin: "0047123450101",
  vat_name: "Example Machinery Ltd.",
  vat_address: "12 Nawabpur Road, Dhaka",
  vat_officer: "Farzana Yasmin",
  vat_officer_title: "Accounts officer",
};

async function registered() {
  const shop = await openShop();
  assertEquals((await shop.owner.put("/settings", firm)).status, 200);
  const buyer = made(
    await shop.owner.post("/customers", {
      name: "Rahim Uddin",
      company_name: "Krishna Textiles Ltd",
      bin: "001234567-0203",
      address: "12 Station Road",
      city: "Bogura",
    }),
  );
  const printed = async (id: number, query = "") => {
    const answer = await shop.app.app.request(
      `http://localhost/api/v1/vat-challans/${id}/pdf${query}`,
      { headers: { authorization: `Bearer ${shop.owner.token}` } },
    );
    assertEquals(answer.status, 200);
    const pages = readPdf(new Uint8Array(await answer.arrayBuffer()));
    return { pages, text: pages.flatMap(linesOf).join("\n") };
  };
  return { ...shop, buyer, printed };
}

Deno.test("a 6.3 is issued once, in the fiscal year's own series, and stays as it was", async (t) => {
  await using shop = await registered();
  const { owner, buyer, printed } = shop;
  const ink = made(
    await owner.post("/products", {
      name: "Cyan ink",
      brand: "Konica",
      unit: "liter",
      opening_stock: 50,
    }),
  );
  const invoice = made(
    await owner.post("/invoices", {
      customer_id: buyer.id,
      items: [
        { product_id: ink.id, quantity: 3, unit_price: 1000, discount: 100 },
        { description: "Installation", quantity: 1, unit_price: 500, vat_percent: 7.5 },
      ],
      vat_percent: 15,
    }),
  );
  const issue = (body: Json = {}) => owner.post(`/invoices/${invoice.id}/vat-challan`, body);
  const first = made(await issue({ vehicle: "Truck DM-TA-11-2233" }));

  await t.step("with the figures of the invoice, tax by line", async () => {
    assertMatch(first.reference_no, /^VCH-\d{4}-000001$/);
    assertEquals([first.net, first.vat, first.total], [3400, 472.5, 3872.5]);
    assertEquals([first.net, first.vat, first.total], [
      invoice.subtotal,
      invoice.vat,
      invoice.total,
    ]);
    assertEquals(
      first.lines.map((line: Json) => [line.description, line.unit_price, line.value, line.vat]),
      [["Cyan ink (Konica)", 966.6667, 2900, 435], ["Installation", 500, 500, 37.5]],
    );
    assertEquals(first.seller.bin, "004712345-0101");
    assertEquals(first.buyer, {
      name: "Krishna Textiles Ltd",
      bin: "001234567-0203",
      address: "12 Station Road, Bogura",
    });
    assertEquals(first.destination, "12 Station Road, Bogura");
    const [{ year }] = await shop.database.query<[{ year: number }]>(sql`
      select extract(year from issued_on - interval '6 months')::integer as year from vat_challans`);
    assertEquals(first.reference_no.slice(4, 8), String(year));
  });

  await t.step("again is the same one; what changes later does not change it", async () => {
    assertEquals(made(await issue()).id, first.id);
    await owner.put(`/customers/${buyer.id}`, { company_name: "Other Name", bin: null });
    await owner.post(`/invoices/${invoice.id}/void`, { reason: "typed wrong" });
    const kept = (await owner.get(`/vat-challans/${first.id}`)).body.data;
    assertEquals([kept.buyer.name, kept.total, kept.copies], ["Krishna Textiles Ltd", 3872.5, 0]);
    const change = sql`update vat_challans set vat = 0 where id = ${first.id}`;
    assertMatch((await thrownBy(() => shop.database.query(change))).message, /never changed/);
    const remove = sql`delete from vat_challans where id = ${first.id}`;
    assertMatch((await thrownBy(() => shop.database.query(remove))).message, /never changed/);
  });

  await t.step("it is printed in the order of the form, and every copy is counted", async () => {
    const { text, pages: [page] } = await printed(first.id, "?lang=en");
    for (const line of ["National Board of Revenue", "Tax invoice"]) {
      const { x, right } = page.find(({ text }) => text === line)!;
      assertEquals(Math.round((x + right) / 2), 421); // the middle of the page
    }
    const order = [
      ...["Mushak-6.3", "Tax invoice", "Name of the registered person", "Example Machinery Ltd."],
      ...["004712345-0101", "Nawabpur", "Krishna Textiles Ltd", "001234567-0203", "Station Road"],
      ...["DM-TA-11-2233", first.reference_no, "Time of issue", "Serial", "Cyan ink (Konica)"],
      ...["Total", "Farzana Yasmin", "Designation", "Signature", "Seal"],
    ];
    let at = -1;
    for (const part of order.slice(4)) {
      const next = text.indexOf(part, at + 1);
      assert(next > at, `${part} does not follow in\n${text}`);
      at = next;
    }
    assert(
      text.includes("Original") && text.includes("2,900.00") && text.includes("3,872.50"),
      text,
    );
    const again = await printed(first.id, "?lang=bn&digits=latn");
    for (const part of ["কর চালানপত্র", "ক্রেতার বিআইএন", "অনুলিপি 1", "3,872.50"]) {
      assert(again.text.includes(part), `${part} not in\n${again.text}`);
    }
    assertEquals((await owner.get(`/vat-challans/${first.id}`)).body.data.copies, 2);
    const { body } = await owner.get("/audit?action=vat_challan.print");
    assertEquals(body.data.length, 2);
  });

  await t.step("of a void invoice none is issued, and none by who does not sell", async () => {
    const other = made(await shop.bill(10));
    await owner.post(`/invoices/${other.id}/void`, { reason: "x" });
    assertRefused(await owner.post(`/invoices/${other.id}/vat-challan`, {}), 409, "already_void");
    const store = await shop.app.as("store");
    assertRefused(await store.post(`/invoices/${other.id}/vat-challan`, {}), 403, "forbidden");
    assertEquals((await store.get("/vat-challans")).status, 403);
  });
});

Deno.test("a 6.7 is issued of a return whose invoice has its 6.3", async () => {
  await using shop = await registered();
  const { owner, buyer, printed } = shop;
  const invoice = made(
    await owner.post("/invoices", {
      customer_id: buyer.id,
      items: [{ product_id: 1, quantity: 4, unit_price: 115 }],
      vat_percent: 15,
      vat_included: true,
    }),
  );
  const back = { reason: "Wrong colour", items: [{ line: 1, quantity: 1 }] };
  const note = made(await owner.post(`/invoices/${invoice.id}/returns`, back));
  const issue = () => owner.post(`/credit-notes/${note.id}/vat-challan`, {});
  assertRefused(await issue(), 409, "record_in_use");
  const original = made(await owner.post(`/invoices/${invoice.id}/vat-challan`, {}));
  assertEquals([original.net, original.vat, original.total], [400, 60, 460]);
  const paper = made(await issue());
  assertMatch(paper.reference_no, /^VCN-\d{4}-000001$/);
  assertEquals([paper.kind, paper.net, paper.vat, paper.total], ["6.7", 100, 15, 115]);
  assertEquals([paper.original_reference_no, paper.reason], [
    original.reference_no,
    "Wrong colour",
  ]);
  assertEquals(made(await issue()).id, paper.id);
  const { text } = await printed(paper.id);
  assertEquals(paper.original_issued_on, original.issued_on);
  const said = ["Mushak-6.7", "Credit note", original.reference_no, "Wrong colour"];
  for (const part of [...said, "Date of the original challan", "Unit price (with all"]) {
    assert(text.includes(part), `${part} not in\n${text}`);
  }
  const { body } = await owner.get(`/vat-challans?invoice_id=${invoice.id}&kind=6.7`);
  assertEquals(body.data.map(({ id }: Json) => id), [paper.id]);
  const between = async (from: string, to: string) =>
    (await owner.get(`/vat-challans?from=${from}&to=${to}`)).body.data.length;
  assertEquals(await between(today, today), 2, "both days are meant");
  assertEquals(await between(daysAgo(9), daysAgo(1)), 0);
  assertEquals(await between(daysAgo(-1), daysAgo(-9)), 0);
});

Deno.test("what a paper of VAT needs is asked for", async () => {
  const shop = await openShop();
  await using _ = shop;
  const { owner } = shop;
  const small = made(await shop.bill(100));
  const issue = (id: number) => owner.post(`/invoices/${id}/vat-challan`, {});
  const fieldsOf = async (id: number) => {
    const answer = await issue(id);
    assertEquals(answer.status, 422);
    return Object.keys(answer.body.errors);
  };
  assertEquals(await fieldsOf(small.id), ["vat_bin"]);
  const wrong = await owner.put("/settings", { vat_bin: "123" });
  assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["vat_bin"]]);
  assertEquals((await owner.put("/settings", firm)).status, 200);
  made(await issue(small.id));
  assertEquals(await fieldsOf(made(await shop.bill(25_000.01)).id), ["customer_id"]);
  made(await issue(made(await shop.bill(25_000)).id));
  assertEquals((await issue(999)).status, 404);
});

Deno.test("a long paper goes over pages with its heading, nothing beyond the edges", async () => {
  await using shop = await registered();
  const { owner, buyer, printed } = shop;
  const name = "A very long name of a print head with all of its numbers ".repeat(4).slice(0, 200);
  for (const lines of [1, 12, 60]) {
    const items = Array.from({ length: lines }, (_, i) => ({
      description: i === 0 ? name : `Part ${i + 1}`,
      quantity: 1.5,
      unit_price: 99_999_999.99,
    }));
    const invoice = made(
      await owner.post("/invoices", { customer_id: buyer.id, items, vat_percent: 15 }),
    );
    const { id } = made(await owner.post(`/invoices/${invoice.id}/vat-challan`, {}));
    for (const query of ["?lang=bn", "?lang=en"]) {
      const { pages, text } = await printed(id, query);
      assertEquals(pages.length, { 1: 1, 12: 2, 60: 4 }[lines]);
      if (query === "?lang=en") {
        assertEquals(text.split("Value with all").length - 1, pages.length);
        assert(lines === 1 || text.includes(`Part ${lines}`));
      }
    }
  }
});
