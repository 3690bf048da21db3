import sql from "sql-template-tag";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { journal, wrongControls } from "./entries.ts";
import { daysAgo, made, openShop, refused, today } from "./shop.ts";

Deno.test("every deed of sales posts an entry that balances, and the control accounts are their ledgers", async (t) => {
  await using shop = await openShop();
  const { owner, database } = shop;
  await t.step("openings of stock and customers, against 3100", async () => {
    made(await owner.post("/customers", { name: "Old", opening_balance: -12.5 }));
    assertEquals(await journal(database), [
      "2020-01-01 opening 1100 Dr 33.33, 3100 Cr 33.33",
      `${today} opening 1200 Cr 12.50, 3100 Dr 12.50`,
    ]);
  });
  await t.step(
    "an invoice of goods and services with a discount and VAT, paid in part",
    async () => {
      made(
        await owner.post("/invoices", {
          customer_id: 1,
          items: [
            { product_id: 1, quantity: 3, unit_price: 20 },
            { description: "Fitting", quantity: 1, unit_price: 40 },
          ],
          discount: 10,
          vat_percent: 15,
          payment: { amount: 50, method: "bkash", reference: "TX1" },
        }),
      );
      assertEquals(await journal(database, "invoice"), [
        `${today} invoice 1200 Dr 103.50, 4100 Cr 54.00, 4200 Cr 36.00, 2300 Cr 13.50, ` +
        "5100 Dr 10.00, 1100 Cr 10.00",
      ]);
      assertEquals(await journal(database, "payment"), [
        `${today} customer_payment 1320 Dr 50.00, 1200 Cr 50.00`,
      ]);
    },
  );
  await t.step("stock by hand, against 5400", async () => {
    const move = (type: string, quantity: number) =>
      owner.post("/products/stock-movement", { product_id: 1, type, quantity, reason: "Counted" });
    made(await move("in", 1));
    made(await move("adjustment", -2));
    assertEquals(await journal(database, "stock_movement"), [
      "2020-01-01 opening 1100 Dr 33.33, 3100 Cr 33.33",
      `${today} stock_by_hand 5400 Cr 3.33, 1100 Dr 3.33`,
      `${today} stock_by_hand 5400 Dr 6.66, 1100 Cr 6.66`,
    ]);
  });
  await t.step("parts of a ticket, under warranty or to be billed, and its invoice", async () => {
    const ticket = made(
      await owner.post("/service-tickets", {
        customer_id: 1,
        problem_description: "x",
        service_cost: 100,
      }),
    );
    const path = `/service-tickets/${ticket.id}`;
    made(
      await owner.post(`${path}/parts`, {
        parts: [
          { product_id: 1, quantity: 1, unit_price: 9 },
          { product_id: 1, quantity: 1, is_warranty: true },
        ],
      }),
    );
    const { id } = made(await owner.post(`${path}/invoice`, {}));
    assertEquals(await journal(database, "ticket"), [
      `${today} warranty_part 5300 Dr 3.33, 1100 Cr 3.33`,
      `${today} billed_part 5100 Dr 3.33, 1100 Cr 3.33`,
    ]);
    assertEquals(
      (await journal(database, "invoice")).at(-1),
      [
        `${today} invoice 1200 Dr 109.00, 4100 Cr 9.00, 4200 Cr 100.00`,
      ][0],
    );
    await owner.post(`/invoices/${id}/void`, { reason: "x" });
    assertEquals(
      (await journal(database, "invoice")).at(-1),
      `${today} invoice.reversal 1200 Cr 109.00, 4100 Dr 9.00, 4200 Dr 100.00`,
    );
  });
  await t.step("the control accounts are their ledgers", async () => {
    assertEquals(await wrongControls(database), []);
  });
});

Deno.test("found 7: a void is dated the day it is made, and leaves the month of the invoice as it was", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const then = daysAgo(40);
  const invoice = made(await shop.sell(3, { invoice_date: then }));
  const of = (to: string) =>
    database.query(sql`
      select a.number, sum(l.debit - l.credit)::text as balance from journal_lines l
        join accounts a on a.id = l.account_id where l.entry_date <= ${to}
      group by a.number order by a.number`);
  const before = await of(daysAgo(1));
  await owner.post(`/invoices/${invoice.id}/void`, { reason: "Wrong customer" });
  assertEquals(await of(daysAgo(1)), before);
  assertEquals(await journal(database, "invoice"), [
    `${then} invoice 1200 Dr 30.00, 4100 Cr 30.00, 5100 Dr 10.00, 1100 Cr 10.00`,
    `${today} invoice.reversal 1200 Cr 30.00, 4100 Dr 30.00, 5100 Cr 10.00, 1100 Dr 10.00`,
  ]);
  assertEquals(await wrongControls(database), []);
});

Deno.test("found 6: nothing is sold before it came, whoever asks, and dates of 1900 and 2199 are refused", async () => {
  await using shop = await openShop();
  const { owner, app } = shop;
  const came = daysAgo(10);
  made(
    await owner.post("/products/stock-movement", {
      product_id: 1,
      type: "in",
      quantity: 5,
      reason: "Bought",
      movement_date: came,
    }),
  );
  const sell = (by: typeof owner, quantity: number, invoice_date: string) =>
    by.post("/invoices", {
      customer_id: 1,
      invoice_date,
      items: [{ product_id: 1, quantity, unit_price: 10 }],
    });
  const early = await sell(owner, 12, daysAgo(11));
  assertEquals(refused(early), [409, "insufficient_stock"]);
  const { day, wanted, available } = early.body;
  assertEquals([day, wanted, available], [daysAgo(11), 12, 10]);
  made(await sell(owner, 12, came));
  // ten were there on the evening before, but twelve went later: on that day there would be less than none
  const later = await sell(owner, 4, daysAgo(20));
  assertEquals([...refused(later), later.body.day], [409, "insufficient_stock", came]);
  made(await sell(owner, 3, daysAgo(20)));
  assertEquals(refused(await sell(owner, 1, "2199-01-01")), [422, "date_in_future"]);
  assertEquals(refused(await sell(owner, 1, "1900-01-01")), [422, "before_books_start"]);
  const sales = await app.as("sales");
  assertEquals(refused(await sell(sales, 1, daysAgo(8))), [422, "backdated_too_far"]);
  assertEquals(await wrongControls(shop.database), []);
});

Deno.test("found 10: 70,000.00 with VAT inside is billed to the poisha, and VAT may differ per line", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const bill = (fields: Json) => owner.post("/invoices", { customer_id: 1, ...fields });
  const items = [{ description: "Machine", quantity: 1, unit_price: 70000 }];
  const inside = made(await bill({ items, vat_percent: 15, vat_included: true }));
  assertEquals([inside.subtotal, inside.vat, inside.total], [60869.57, 9130.43, 70000]);
  const three = made(
    await bill({
      items: [1, 2, 3].map(() => ({ description: "Part", quantity: 1, unit_price: 33.33 })),
      discount: 0.02,
      vat_percent: 7.5,
      vat_included: true,
    }),
  );
  assertEquals([three.total, three.subtotal - three.discount], [99.97, 93]);
  await owner.put("/products/1", { vat_percent: 5 });
  await owner.put("/settings", { vat_percent: 15 });
  const mixed = made(
    await bill({
      items: [
        { product_id: 1, quantity: 1, unit_price: 100 },
        { product_id: 1, quantity: 1, unit_price: 100, vat_percent: 0 },
        { description: "Fitting", quantity: 1, unit_price: 100 },
      ],
    }),
  );
  assertEquals(mixed.items.map((line: Json) => [line.vat_percent, line.net, line.vat]), [
    [5, 100, 5],
    [0, 100, 0],
    [15, 100, 15],
  ]);
  assertEquals([mixed.vat_percent, mixed.vat, mixed.total], [15, 20, 320]);
});
