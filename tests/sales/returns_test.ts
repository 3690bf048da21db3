import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { journal, wrongControls } from "./entries.ts";
import { daysAgo, made, openShop, refused, today } from "./shop.ts";

const back = (quantity: number, more: Json = {}) => ({
  items: [{ line: 1, quantity, ...more }],
  reason: "Wrong size",
});

Deno.test("found 11: part returns of a line add up to it exactly, discount, VAT and issue value", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const { id } = made(
    await owner.post("/invoices", {
      customer_id: 1,
      items: [
        { product_id: 1, quantity: 3, unit_price: 33.33 },
        { description: "Fitting", quantity: 1, unit_price: 10 },
      ],
      discount: 1,
      vat_percent: 7.5,
    }),
  );
  const path = `/invoices/${id}/returns`;
  const notes = [made(await owner.post(path, back(1))), made(await owner.post(path, back(2)))];
  assertMatch(notes[0].reference_no, /^CRN-\d{4}-000001$/);
  const { items, returned, due, returns } = (await owner.get(`/invoices/${id}`)).body.data;
  const total = (name: string) =>
    Math.round(notes.reduce((all, note) => all + note.items[0][name], 0) * 100) / 100;
  assertEquals([total("net"), total("vat"), total("cost")], [items[0].net, items[0].vat, 10]);
  assertEquals([returned, returns.length, due], [
    Math.round((items[0].net + items[0].vat) * 100) / 100,
    2,
    Math.round((items[1].net + items[1].vat) * 100) / 100,
  ]);
  assertEquals(refused(await owner.post(path, back(1))), [409, "return_exceeds_sold"]);
  assertEquals(await shop.stock(), [10, 33.33]);
  assertEquals((await journal(database, "credit_note")).length, 2);
  assertEquals(await wrongControls(database), []);
  const reversed = await owner.post(`/credit-notes/${notes[1].id}/reverse`, { reason: "x" });
  assertEquals([reversed.status, reversed.body.data.reversal_reason], [200, "x"]);
  assertEquals((await shop.stock())[0], 8);
  assertEquals(
    refused(await owner.post(`/invoices/${id}/void`, { reason: "x" })),
    [409, "record_in_use"],
  );
  made(await owner.post(path, back(2)));
  assertEquals(await wrongControls(database), []);
});

Deno.test("a return of a paid invoice is refunded or stays on account; faulty pieces are an expense", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const { id } = made(
    await shop.sell(4, { vat_percent: 10, payment: { amount: 30 } }),
  );
  const path = `/invoices/${id}/returns`;
  const refund = (amount: number) => ({ refund: { amount } });
  // 11.00 of 44.00 come back, 14.00 are due: nothing was paid too much
  assertEquals(
    refused(await owner.post(path, { ...back(1), ...refund(1) })),
    [409, "refund_exceeds_payment"],
  );
  const faulty = made(
    await owner.post(path, { ...back(3, { condition: "faulty" }), ...refund(15) }),
  );
  assertEquals([faulty.total, faulty.refunded], [33, 15]);
  assertEquals(await journal(database, "credit_note"), [
    `${today} sales_return 4110 Dr 30.00, 2300 Dr 3.00, 1200 Cr 18.00, 1300 Cr 15.00, ` +
    "5400 Dr 10.00, 5100 Cr 10.00",
  ]);
  const invoice = (await owner.get(`/invoices/${id}`)).body.data;
  assertEquals([invoice.paid, invoice.due, invoice.returned], [11, 0, 33]);
  const payment = (await owner.get("/payments/1")).body.data;
  assertEquals([payment.refunded, payment.on_account, payment.allocated], [15, 4, 11]);
  assertEquals([await shop.balance(), (await shop.stock())[0]], [-4, 6]);
  assertEquals(await wrongControls(database), []);

  assertEquals(
    refused(await owner.post("/payments/1/refund", { amount: 5, reason: "x" })),
    [409, "refund_exceeds_payment"],
  );
  const rest = await owner.post("/payments/1/refund", { reason: "Wants it back" });
  assertEquals([rest.status, rest.body.data.refunded, rest.body.data.on_account], [200, 19, 0]);
  assertEquals(
    (await journal(database, "payment")).at(-1),
    `${today} customer_refund 1200 Dr 4.00, 1300 Cr 4.00`,
  );
  assertEquals(
    refused(await owner.post("/payments/1/reverse", { reason: "x" })),
    [409, "record_in_use"],
  );
  await owner.post(`/credit-notes/${faulty.id}/reverse`, { reason: "x" });
  assertEquals(await shop.balance(), 18); // 44 less 30, and 4 were given back
  assertEquals(await wrongControls(database), []);
});

Deno.test("goods do not come back a second time before the first time was taken back", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id } = made(await shop.sell(2, { invoice_date: daysAgo(6) }));
  const path = `/invoices/${id}/returns`;
  const note = made(await owner.post(path, { ...back(2), date: daysAgo(5) }));
  const undone = { reason: "kept them", date: daysAgo(3) };
  assertEquals((await owner.post(`/credit-notes/${note.id}/reverse`, undone)).status, 200);
  for (
    const [way, body] of [
      [path, back(1)],
      [`/invoices/${id}/void`, { reason: "wrong" }],
    ] as const
  ) {
    const early = await owner.post(way, { ...body, date: daysAgo(4) });
    assertEquals([early.status, Object.keys(early.body.errors ?? {})], [422, ["date"]], way);
  }
  const voided = await owner.post(`/invoices/${id}/void`, { reason: "wrong", date: daysAgo(3) });
  assertEquals(voided.status, 200);
});

Deno.test("pieces with serials come back by their numbers, and can be sold again", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await owner.post("/products", { name: "Head", is_serialized: true }));
  const move = { product_id: 2, type: "in", quantity: 2, reason: "Bought", unit_cost: 5 };
  made(await owner.post("/products/stock-movement", { ...move, serial_numbers: ["H-1", "H-2"] }));
  const sale = (serial_numbers: string[]) =>
    owner.post("/invoices", {
      customer_id: 1,
      items: [{ product_id: 2, quantity: serial_numbers.length, unit_price: 9, serial_numbers }],
    });
  const { id } = made(await sale(["H-1", "H-2"]));
  const path = `/invoices/${id}/returns`;
  assertEquals(refused(await owner.post(path, back(1))), [422, "invalid_fields"]);
  assertEquals(
    refused(await owner.post(path, back(1, { serial_numbers: ["H-9"] }))),
    [422, "invalid_fields"],
  );
  made(await owner.post(path, back(1, { serial_numbers: ["H-2"] })));
  assertEquals((await owner.get("/serials/H-2")).body.data.status, "in_stock");
  made(await sale(["H-2"]));
});

Deno.test("two returns of one line at once: one of them finds that too much comes back", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id } = made(await shop.sell(3));
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => owner.post(`/invoices/${id}/returns`, back(2))),
  );
  assertEquals(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  assertEquals(await wrongControls(shop.database), []);
});

Deno.test("a piece under two spellings does not come back as two", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const serials = ["SN-1", "SN-2", "SN-3"];
  const printer = made(
    await owner.post("/products", {
      name: "Printer",
      purchase_price: 100,
      opening_stock: 3,
      opening_stock_date: "2020-01-01",
      opening_serial_numbers: serials,
    }),
  );
  const item = { product_id: printer.id, unit_price: 200 };
  const { id } = made(
    await owner.post("/invoices", {
      customer_id: 1,
      items: [{ ...item, quantity: 3, serial_numbers: serials }],
    }),
  );
  const path = `/invoices/${id}/returns`;
  const refusal = await owner.post(path, back(2, { serial_numbers: ["SN-1", "sn 1"] }));
  assertEquals([refusal.status, Object.keys(refusal.body.errors)], [
    422,
    ["items.0.serial_numbers"],
  ]);
  made(await owner.post(path, back(2, { serial_numbers: ["sn 1", "SN-3"] })));
  const rest = made(await owner.post(path, back(1)));
  assertEquals(rest.items[0].serial_numbers, ["SN-2"]);
  assertEquals(await wrongControls(database), []);
});
