import sql, { raw } from "sql-template-tag";
import { fileReturn } from "../../domain/accountant/file_return.ts";
import { newReturn } from "../../domain/accountant/filed_return.ts";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { expense } from "../../domain/treasury/expense.ts";
import { spendMoney } from "../../domain/treasury/spend_money.ts";
import { actorWith, type Caller, type Json, testApp } from "../support/app.ts";
import { assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { done, made } from "../support/receiving.ts";
import { customerWith, monthsAgo } from "./months.ts";

const month = monthsAgo(3);
const day = (nth: number) => `${month}-${nth}`;

/** What a return says that the books say otherwise, and what it would say by the report of its month. */
async function differencesOf(owner: Caller, id: number) {
  const { period, notes, differences } = done(await owner.get(`/vat-returns/${id}`));
  const to = Temporal.PlainYearMonth.from(period).toPlainDate({ day: 31 });
  const rows = done(
    await owner.get(`/reports/vat-return?limit=200&from=${period}-01&to=${to}`),
  ).filter(({ note }: Json) => note !== 52 && note !== 65);
  const told = (lines: Json[]) => new Map(lines.map(({ note, vat }) => [note, vat]));
  const [then, now] = [told(notes), told(rows)];
  const expected = [...new Set([...then.keys(), ...now.keys()])].sort((a, b) => a - b)
    .map((note) => ({ note, filed: then.get(note) ?? null, now: now.get(note) ?? null }))
    .filter(({ filed, now }) => filed !== now);
  return { differences, expected };
}

/** What is told of a return, which is what its whole month says. */
async function lateIn(owner: Caller, id: number): Promise<Json[]> {
  const { differences, expected } = await differencesOf(owner, id);
  assertEquals(differences, expected);
  return differences.map(({ note, filed, now }: Json) => [note, filed, now]);
}

async function lateEntries(database: Database): Promise<Json[]> {
  return await database.query(sql`
    select l.return_id, e.kind from late_entries l join journal_entries e on e.id = l.entry_id
    order by 1, e.id`);
}

Deno.test("a filed return is compared with what came since as with its whole month", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const customer = await customerWith(owner);
  const sell = async (on: string, unit_price: number, vat_percent = 15) =>
    made(
      await owner.post("/invoices", {
        customer_id: customer.id,
        invoice_date: on,
        items: [{ description: "Service", quantity: 2, unit_price, vat_percent }],
      }),
    );
  const spend = async (amount: number, more: Json = {}) =>
    made(
      await owner.post("/expenses", {
        category: "rent",
        amount,
        date: day(12),
        vat_amount: 150,
        ...more,
      }),
    );
  const file = async (more: Json = {}) =>
    made(await owner.post("/vat-returns", { period: month, ...more })).id;
  const [kept, voided] = [await sell(day(10), 1000), await sell(day(10), 500)];
  const paid = await spend(1150);
  const first = await file();
  await sell(`${monthsAgo(2)}-10`, 4000);
  assertEquals([await lateIn(owner, first), await lateEntries(db.database)], [[], []]);

  await sell(day(14), 300);
  await sell(day(14), 200, 7.5);
  assertEquals(await lateIn(owner, first), [[4, 450, 540], [8, null, 30], [34, 300, 420]]);
  done(await owner.post(`/invoices/${voided.id}/void`, { reason: "Twice", date: day(20) }));
  made(
    await owner.post(`/invoices/${kept.id}/returns`, {
      date: day(21),
      reason: "Not wanted",
      items: [{ line: kept.items[0].id, quantity: 1 }],
    }),
  );
  done(await owner.post(`/expenses/${paid.id}/reverse`, { reason: "Twice", date: day(22) }));
  await spend(1150, { vat_creditable: false });
  await spend(2000);
  made(await owner.post("/accounts/transfers", { from: "bank", to: "vat_output", amount: 9 }));
  const before = await lateIn(owner, first);
  assertEquals(before, [
    [4, 450, 540],
    [8, null, 30],
    [14, 150, 0],
    [16, null, 150],
    [21, null, 150],
    [31, null, 300],
    [34, 300, 120],
  ]);
  const second = await file({ reason: "Papers came late" });
  assertEquals(await lateIn(owner, second), []);
  await sell(day(15), 100);
  assertEquals(await lateIn(owner, second), [[4, 540, 570], [34, 120, 150]]);
  assertEquals((await lateIn(owner, first))[0], [4, 450, 570]);
  assertEquals((await lateEntries(db.database)).filter(({ return_id }) => return_id === second), [
    { return_id: second, kind: "invoice" },
  ]);

  // other rates sort the month anew, and so does a return of before late entries were kept
  const rates = (standard_percent: number) =>
    owner.post("/vat-rates", { valid_from: `${month}-01`, standard_percent, trade_percent: 5 });
  done(await rates(10));
  assertEquals((await lateIn(owner, second)).map(([note]) => note), [4, 7, 8, 14, 34]);
  const third = await file({ reason: "Other rates" });
  assertEquals(await lateIn(owner, third), []);
  await inTransaction(db.database, async (tx) => {
    await tx.query(raw("alter table vat_returns disable trigger vat_returns_kept"));
    await tx.query(sql`update vat_returns set rates = null`);
    await tx.query(raw("alter table vat_returns enable trigger vat_returns_kept"));
  });
  await sell(day(16), 100);
  assertEquals(await lateIn(owner, third), [[7, 600, 630], [34, 150, 180]]);
  await thrownBy(() => inTransaction(db.database, (tx) => tx.query(sql`delete from late_entries`)));
});

Deno.test("what is being posted while a return is filed is in it, or late", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const system = actorWith("system");
  const spend = { category: "rent", date: day(12), amount: "1150", vat_amount: "150" };
  const { promise: filing, resolve: begin } = Promise.withResolvers<Promise<Json>>();
  await inTransaction(db.database, async (tx) => {
    await spendMoney(tx, system, parse(expense.entry, spend));
    begin(owner.post("/vat-returns", { period: month }).then(made));
    await untilBlocked(db.database);
  });
  const filed = await filing;
  assertEquals([filed.payable, await lateIn(owner, filed.id)], [-150, []]);
  made(await owner.post("/expenses", { ...spend, amount: 1150, vat_amount: 150 }));
  const { promise: posting, resolve: post } = Promise.withResolvers<Promise<Json>>();
  const again = parse(newReturn, { period: month, reason: "A bill came late" });
  const { id } = await inTransaction(db.database, async (tx) => {
    const filed = await fileReturn(tx, system, again);
    post(owner.post("/expenses", { ...spend, amount: 1150, vat_amount: 150 }).then(made));
    await untilBlocked(db.database);
    return filed;
  });
  await posting;
  assertEquals(await lateIn(owner, id), [[14, 300, 450], [34, -300, -450]]);
});
