import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { journal } from "./entries.ts";
import { daysAgo, made, openShop, refused } from "./shop.ts";

Deno.test("goods that come back are not refunded before the money had paid them", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const { id } = made(await shop.sell(2, { invoice_date: daysAgo(20) }));
  made(await shop.pay({ amount: 20, invoice_id: id, payment_date: daysAgo(2) }));
  const back = (date: string) =>
    owner.post(`/invoices/${id}/returns`, {
      items: [{ line: 1, quantity: 2 }],
      reason: "broken",
      date,
      refund: { amount: 20 },
    });
  const early = await back(daysAgo(15));
  assertEquals([early.status, Object.keys(early.body.errors)], [422, ["date"]]);
  assertEquals(await journal(database, "credit_note"), []);
  assertEquals((await back(daysAgo(2))).status, 201);
});

Deno.test("what a return freed is neither allocated nor refunded before that", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id } = made(await shop.sell(2, { invoice_date: daysAgo(20) }));
  const other = made(await shop.bill(20, { invoice_date: daysAgo(20) }));
  made(await shop.pay({ amount: 20, invoice_id: id, payment_date: daysAgo(18) }));
  const items = [{ line: 1, quantity: 2 }];
  made(await owner.post(`/invoices/${id}/returns`, { items, reason: "x", date: daysAgo(2) }));
  const early = daysAgo(17);
  const used = await owner.post(`/invoices/${other.id}/allocate`, { payment_id: 1, date: early });
  assertEquals([used.status, Object.keys(used.body.errors)], [422, ["date"]]);
  const given = await owner.post("/payments/1/refund", { reason: "x", date: early });
  assertEquals([given.status, Object.keys(given.body.errors)], [422, ["date"]]);
  const allowed = await owner.post(`/invoices/${other.id}/allocate`, {
    payment_id: 1,
    date: daysAgo(2),
  });
  assertEquals(allowed.status, 200);
  const ageing = await owner.get(`/reports/customer-ageing?as_of=${daysAgo(10)}`);
  assertEquals(ageing.body.data.map(({ balance }: { balance: number }) => balance), [20]);
});

Deno.test("a refund that was taken back is not used before that", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id } = made(
    await shop.sell(2, { invoice_date: daysAgo(20), payment: { amount: 20 } }),
  );
  const items = [{ line: 1, quantity: 2 }];
  const note = made(
    await owner.post(`/invoices/${id}/returns`, { items, reason: "x", refund: { amount: 20 } }),
  );
  const undone = await owner.post(`/credit-notes/${note.id}/reverse`, { reason: "x" });
  assertEquals(undone.status, 200);
  const early = await owner.post("/payments/1/refund", { reason: "x", date: daysAgo(1) });
  assertEquals(early.status, 422);
});

Deno.test("ageing shows what was used before it was there as a debt of that day", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  const { id } = made(await shop.sell(2, { invoice_date: daysAgo(20) }));
  const other = made(await shop.bill(20, { invoice_date: daysAgo(20) }));
  made(await shop.pay({ amount: 20, invoice_id: id, payment_date: daysAgo(18) }));
  const items = [{ line: 1, quantity: 2 }];
  made(await owner.post(`/invoices/${id}/returns`, { items, reason: "x", date: daysAgo(2) }));
  const used = await owner.post(`/invoices/${other.id}/allocate`, { payment_id: 1 });
  assertEquals(used.status, 200);
  // as version 0.1.0 let it be
  await inTransaction(database, async (tx) => {
    await tx.query(sql`alter table payment_allocations disable trigger user`);
    await tx.query(sql`
      update payment_allocations set allocated_on = ${daysAgo(17)} where invoice_id = ${other.id}`);
    await tx.query(sql`alter table payment_allocations enable trigger user`);
  });
  const { data } = (await owner.get(`/reports/customer-ageing?as_of=${daysAgo(10)}`)).body;
  const [{ debt }] = await database.query<[{ debt: unknown }]>(sql`
    select sum(debit - credit)::text as debt from customer_ledger
    where customer_id = 1 and date <= ${daysAgo(10)}`);
  assertEquals([debt, data.map((row: Json) => [row.d0_30, row.balance])], ["20.00", [[20, 20]]]);
});

Deno.test("sales take no return back whose refund was paid out", async () => {
  await using shop = await openShop();
  const { owner, app, database } = shop;
  const { id } = made(await shop.sell(2, { payment: { amount: 20 } }));
  const items = [{ line: 1, quantity: 1 }];
  const bodies = [{ items, reason: "x", refund: { amount: 10 } }, { items, reason: "x" }];
  const notes: Json[] = [];
  for (const body of bodies) notes.push(made(await owner.post(`/invoices/${id}/returns`, body)));
  const sales = await app.as("sales");
  const undo = (i: number) => sales.post(`/credit-notes/${notes[i].id}/reverse`, { reason: "x" });
  const before = await journal(database, "credit_note");
  assertEquals(refused(await undo(0)), [403, "forbidden"]);
  assertEquals(await journal(database, "credit_note"), before);
  assertEquals((await undo(1)).status, 200);
});

Deno.test("a cheque that names an invoice twice is cleared when part of it was paid meanwhile", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id } = made(await shop.bill(100, { invoice_date: daysAgo(20) }));
  const share = { invoice_id: id, amount: 50 };
  const cheque = made(
    await shop.pay({
      amount: 100,
      method: "cheque",
      cheque_number: "C-1",
      payment_date: daysAgo(10),
      cheque_date: daysAgo(2),
      allocations: [share, share],
      cleared: false,
    }),
  );
  assertEquals(cheque.cheque_state, "in_hand");
  made(await shop.pay({ amount: 40, invoice_id: id }));
  const cleared = await owner.patch(`/payments/${cheque.id}/cheque`, { state: "cleared" });
  assertEquals([cleared.status, cleared.body.data?.on_account], [200, 40]);
});

Deno.test("a closed day takes neither an allocation nor a cheque in hand", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const { id: paid } = made(await shop.pay({ amount: 10 }));
  const { id } = made(await shop.bill(100));
  assertEquals((await owner.patch("/settings", { closed_through: daysAgo(0) })).status, 200);
  const use = await owner.post(`/invoices/${id}/allocate`, { payment_id: paid });
  assertEquals(refused(use), [409, "period_closed"]);
  const later = { amount: 10, method: "cheque", cheque_number: "C-1", cheque_date: "2199-01-01" };
  const cheque = await shop.pay(later);
  assertEquals(refused(cheque), [409, "period_closed"]);
});
