import { type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { billLine } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { done, made, warehouse } from "../support/receiving.ts";

Deno.test("the register of a product and the list of large papers name papers and parties", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { owner } = w;
  const settings = { books_start: "2025-01-01", vat_bin: "004712345-0101" };
  assertEquals((await owner.put("/settings", settings)).status, 200);
  const { as } = testApp(db.database);
  const product = made(
    await owner.post("/products", { name: "Ink", opening_stock: 10, purchase_price: 5 }),
  );
  const shipment = await w.ship([
    { product_id: product.id, product_name: "Ink", ordered_qty: 20, purchase_value: 300_000 },
  ]);
  const [item] = shipment.items;
  const bill = made(
    await owner.post("/import-logistics/bills-of-entry", {
      shipment_id: shipment.id,
      office: "301",
      number: "C5",
      entry_date: "2026-01-05",
      lines: [{ ...billLine(item.id), assessable_value: 320_000, vat: 48_000, cd: 1000 }],
    }),
  );
  done(await owner.post(`/import-logistics/bills-of-entry/${bill.id}/post`, {}));
  await w.take(shipment.id, [{ shipment_item_id: item.id, received_qty: 20 }]);
  const customer = made(
    await owner.post("/customers", {
      name: "Rahim",
      bin: "001234567-0203",
      address: "12 Station Road",
    }),
  );
  const sell = async (quantity: number) =>
    made(
      await owner.post("/invoices", {
        customer_id: customer.id,
        items: [{ product_id: product.id, quantity, unit_price: 50_000, vat_percent: 15 }],
      }),
    );
  const large = await sell(5);
  const paper = made(await owner.post(`/invoices/${large.id}/vat-challan`, {}));
  const small = await sell(1);
  made(await owner.post(`/invoices/${small.id}/vat-challan`, {}));
  const back = { reason: "x", items: [{ line: large.items[0].id, quantity: 2 }] };
  const note = made(await owner.post(`/invoices/${large.id}/returns`, back));
  await owner.post(`/invoices/${small.id}/void`, { reason: "typed wrong" });
  await owner.post("/products/stock-movement", {
    product_id: product.id,
    type: "out",
    quantity: 1,
    reason: "broken",
  });
  const rowsOf = async (path: string) => (await owner.get(path)).body;

  await t.step("what lay there, came, went and is left, in the order of days", async () => {
    const { data, meta } = await rowsOf(`/reports/vat-register?product_id=${product.id}`);
    assertEquals(
      data.map((row: Json) => [row.opening_qty, row.purchase_qty, row.sold_qty, row.closing_qty]),
      [[0, 10, 0, 10], [10, 20, 0, 30], [30, 0, 5, 25], [25, 0, 1, 24], [24, 0, -2, 26], [
        26,
        0,
        -1,
        27,
      ], [27, 0, 1, 26]],
    );
    assertEquals(
      data.map((row: Json) => [row.taxable_value, row.vat, row.sale_document, row.remarks]),
      [
        [0, 0, null, "opening: Opening stock"],
        [0, 0, null, null],
        [250_000, 37_500, paper.reference_no, null],
        [50_000, 7_500, "VCH-" + paper.reference_no.slice(4, 9) + "000002", null],
        [-100_000, -15_000, note.reference_no, null],
        [-50_000, -7_500, "VCH-" + paper.reference_no.slice(4, 9) + "000002", null],
        [0, 0, null, "out: broken"],
      ],
    );
    // what a customer brings back lies there again, and was not bought
    assertEquals(data.map((row: Json) => [row.purchase_value, row.closing_value]), [
      [50, 50],
      [301_001, 301_051],
      [0, 250_875.83],
      [0, 240_840.8],
      [0, 260_910.87],
      [0, 270_945.9],
      [0, 260_910.87],
    ]);
    const received = data[1];
    assertEquals([received.seller_name, received.purchase_document, received.purchase_date], [
      "Supplier One",
      "C5 (301)",
      "2026-01-05",
    ]);
    assertEquals(data[2].buyer_bin, "001234567-0203");
    const last = data.at(-1);
    const { stock_qty, stock_value } = done(await owner.get(`/products/${product.id}`));
    assertEquals([last.closing_qty, last.closing_value], [stock_qty, stock_value]);
    assertEquals([meta.totals.taxable_value, meta.totals.vat], [150_000, 22_500]);
  });
  await t.step("papers above two lakh, both sides", async () => {
    const { data } = await rowsOf("/reports/vat-large");
    assertEquals(
      data.map((row: Json) => [row.side, row.reference_no, row.party_name, row.value, row.vat])
        .sort(),
      [
        ["purchase", "C5 (301)", "Supplier One", 320_000, 48_000],
        ["sale", paper.reference_no, "Rahim", 250_000, 37_500],
      ],
    );
    const { data: lower } = await rowsOf("/reports/vat-large?side=sale&above=50000");
    assertEquals(lower.length, 2);
    const sales = await as("sales");
    assertEquals((await sales.get("/reports/vat-large")).status, 403);
  });
});
