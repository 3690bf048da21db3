import { openApiDocument } from "../../api/http/openapi.ts";
import { invoices } from "../../api/routes/invoices.ts";
import { payments } from "../../api/routes/payments.ts";
import { business, readBusiness } from "../../domain/business/business.ts";
import { type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { made, openShop, refused, today } from "./shop.ts";

type App = ReturnType<typeof testApp>["app"];

async function fetchPdf(app: App, token: string, path: string, headers = {}) {
  const answer = await app.request(`http://localhost/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { answer, bytes, lines: () => readPdf(bytes).flatMap(linesOf) };
}

/** A dealer in Bogura with an invoice of goods and service, partly paid by cheque. */
async function openDealer() {
  const shop = await openShop();
  const customer_id = made(
    await shop.owner.post("/customers", {
      name: "মোঃ কৃষ্ণ",
      company_name: "Krishna Textiles Ltd",
      phone: "01712-345678",
      address: "12 Station Road",
      city: "Bogura",
    }),
  ).id;
  const invoice = made(
    await shop.owner.post("/invoices", {
      customer_id,
      items: [
        { product_id: 1, quantity: 2, unit_price: 62500.25, serial_numbers: ["B-1", "B-2"] },
        { description: "Installation", quantity: 1, unit_price: 1500, discount: 100 },
      ],
      vat_percent: 15,
      notes: "Handle with care",
    }),
  );
  const payment = made(
    await shop.owner.post("/invoices/receive-payment", {
      customer_id,
      amount: 200000,
      method: "cheque",
      cheque_number: "0045127",
      cheque_date: today,
    }),
  );
  return { ...shop, invoice, payment };
}

function assertShown(lines: string[], parts: string[]) {
  for (const part of parts) {
    assert(lines.some((line) => line.includes(part)), `${part} not in\n${lines.join("\n")}`);
  }
}

Deno.test("GET invoices/:id/pdf prints the invoice as it stands, in both languages", async () => {
  await using shop = await openDealer();
  const { app, owner, invoice } = shop;
  const path = `/invoices/${invoice.id}/pdf`;
  const { answer, bytes, lines } = await fetchPdf(app.app, owner.token, path);
  assertEquals(answer.status, 200);
  assertEquals(answer.headers.get("content-type"), "application/pdf");
  assertEquals(answer.headers.get("x-content-type-options"), "nosniff");
  assertEquals(answer.headers.get("content-length"), String(bytes.length));
  assert(
    answer.headers.get("content-disposition")!
      .startsWith(`inline; filename="${invoice.reference_no}.pdf"`),
  );
  assertShown(lines(), [
    business.name,
    invoice.reference_no,
    "মোঃ কৃষ্ণ",
    "Krishna Textiles Ltd",
    "12 Station Road",
    "Bogura",
    "01712-345678",
    "Bolt 2 pcs 62,500.25 0.00 1,25,000.50",
    "Serial no.: B-1, B-2",
    "Installation 1 1,500.00 100.00 1,400.00",
    "VAT (15%) ৳18,960.08",
    "Total ৳1,45,360.58",
    "Due ৳0.00",
    "Cheque, ৳1,45,360.58",
    "Handle with care",
  ]);
  assertEquals(lines().some((line) => /cost|margin/i.test(line)), false);

  const bangla = await fetchPdf(app.app, owner.token, `${path}?lang=bn`);
  assertShown(bangla.lines(), ["বিক্রয় চালান", "৳১,৪৫,৩৬০.৫৮", "এক লক্ষ"]);
  const mixed = await fetchPdf(app.app, owner.token, `${path}?lang=bn&digits=latn`);
  assertShown(mixed.lines(), ["বিক্রয় চালান", "৳1,45,360.58"]);
});

Deno.test("GET payments/:id/pdf prints the money receipt with what it pays", async () => {
  await using shop = await openDealer();
  const { app, owner, invoice, payment } = shop;
  const path = `/payments/${payment.id}/pdf`;
  const { answer, lines } = await fetchPdf(app.app, owner.token, path);
  assertEquals(answer.headers.get("content-type"), "application/pdf");
  assert(
    answer.headers.get("content-disposition")!
      .startsWith(`inline; filename="${payment.reference_no}.pdf"`),
  );
  assertShown(lines(), [
    "Money receipt",
    payment.reference_no,
    "৳2,00,000.00",
    "Two lakh taka",
    "0045127",
    `${invoice.reference_no} 1,45,360.58`,
    "On account (advance) 54,639.42",
  ]);
  const bangla = await fetchPdf(app.app, owner.token, `${path}?lang=bn`);
  assertShown(bangla.lines(), ["টাকা প্রাপ্তির রশিদ", "৳২,০০,০০০.০০", "৫৪,৬৩৯.৪২"]);
});

Deno.test("a void invoice and the receipt of a reversed payment say so", async () => {
  await using shop = await openDealer();
  const { app, owner, invoice, payment } = shop;
  made(await owner.post(`/payments/${payment.id}/reverse`, { reason: "bounced" }));
  await owner.post(`/invoices/${invoice.id}/void`, { reason: "returned" });
  for (const path of [`/invoices/${invoice.id}/pdf`, `/payments/${payment.id}/pdf`]) {
    assertShown((await fetchPdf(app.app, owner.token, path)).lines(), ["VOID"]);
  }
});

Deno.test("a printed document is 304 while it is the same, and another one when it changed", async () => {
  await using shop = await openShop();
  const { app, owner } = shop;
  const invoice = made(await shop.bill(100));
  const path = `/invoices/${invoice.id}/pdf`;
  const etag = (await fetchPdf(app.app, owner.token, path)).answer.headers.get("etag")!;
  const known = { "if-none-match": etag };
  assertEquals((await fetchPdf(app.app, owner.token, path, known)).answer.status, 304);
  made(await shop.pay({ amount: 40 }));
  assertEquals((await fetchPdf(app.app, owner.token, path, known)).answer.status, 200);
});

Deno.test("documents print for who may read the record, of records there are", async () => {
  await using shop = await openShop();
  const { app, owner } = shop;
  made(await shop.bill(100, { payment: { amount: 100 } }));
  const [sales, store] = [await app.as("sales"), await app.as("store")];
  for (const kind of ["invoices", "payments"]) {
    assertEquals((await sales.get(`/${kind}/1/pdf`)).status, 200);
    assertEquals(refused(await store.get(`/${kind}/1/pdf`)), [403, "forbidden"]);
    assertEquals((await owner.get(`/${kind}/99/pdf`)).status, 404);
    const { status, body } = await owner.get(`/${kind}/1/pdf?lang=fr`);
    assertEquals([status, Object.keys(body.errors)], [422, ["lang"]]);
  }
});

Deno.test("the OpenAPI document names the media type of printed documents", async () => {
  const { paths } = await openApiDocument([invoices, payments]) as Json;
  for (const path of ["/invoices/{id}/pdf", "/payments/{id}/pdf"]) {
    const operation = paths[path].get;
    assertEquals(Object.keys(operation.responses["200"].content), ["application/pdf"]);
    const named = operation.parameters.flatMap(({ name }: Json) => name ?? []);
    assertEquals(named.sort(), [
      "digits",
      "id",
      "lang",
    ]);
  }
});

Deno.test("readBusiness() takes the letterhead from the environment, lines of the address too", () => {
  const given: Record<string, string> = {
    BUSINESS_NAME: "Padma Machinery",
    BUSINESS_ADDRESS: "214 Strand Road\\nChattogram",
    BUSINESS_PHONE: "+880 31 555",
  };
  const { name, address, phone } = readBusiness((name) => given[name]);
  assertEquals([name, address, phone], [
    "Padma Machinery",
    "214 Strand Road\nChattogram",
    "+880 31 555",
  ]);
  const none = readBusiness(() => undefined);
  assertEquals([none.name, none.address, none.phone], ["Back office", null, null]);
});

Deno.test("readBusiness() names the setting that cannot be", async () => {
  for (
    const [name, value] of [
      ["LOCAL_CURRENCY", "TAKA"],
      ["BUSINESS_TIMEZONE", "Asia/Chattogram"],
      ["FISCAL_YEAR_START_MONTH", "13"],
    ]
  ) {
    const thrown = await thrownBy(() =>
      readBusiness((asked) => asked === name ? value : undefined)
    );
    assertMatch(thrown.message, new RegExp(`^${name} must be`));
  }
});

Deno.test("goods leave with a challan without prices, and come back with a credit note, in both languages", async () => {
  await using shop = await openDealer();
  const { app: { app, as }, owner, invoice } = shop;
  const note = made(
    await owner.post(`/invoices/${invoice.id}/returns`, {
      reason: "Wrong colour",
      items: [{ line: invoice.items[0].id, quantity: 1, serial_numbers: ["B-2"] }],
    }),
  );
  const path = `/invoices/${invoice.id}/delivery-challan`;
  for (const [lang, title] of [["en", "Delivery challan"], ["bn", "ডেলিভারি চালান"]]) {
    const { answer, lines } = await fetchPdf(app, owner.token, `${path}?lang=${lang}`);
    assertEquals(answer.headers.get("content-type"), "application/pdf");
    const printed = lines();
    assertShown(printed, [title, "Krishna Textiles Ltd", "B-1, B-2", invoice.reference_no]);
    assert(!/62,500|৬২,৫০০|Installation/.test(printed.join("\n")), "no price, no service");
  }
  for (const [lang, title] of [["en", "Credit note"], ["bn", "ক্রেডিট নোট"]]) {
    const { lines } = await fetchPdf(app, owner.token, `/credit-notes/${note.id}/pdf?lang=${lang}`);
    assertShown(lines(), [title, note.reference_no, invoice.reference_no, "B-2", "Wrong colour"]);
  }
  const keeper = await as("store");
  assertEquals(refused(await keeper.get(path))[0], 403);
  assertEquals(refused(await owner.get("/invoices/999/delivery-challan"))[0], 404);
});
