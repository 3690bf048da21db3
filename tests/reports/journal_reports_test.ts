import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { cr, dr, type Line } from "../../domain/journal/line.ts";
import { openEntries, postEntries } from "../../domain/journal/post_entry.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const m = decimal;

/** A sale in January, its late cost and a loss in February, paid in part. */
const entries: [string, Line[]][] = [
  ["2026-01-05", [dr("stock", m("600.00")), cr("opening", m("600.00"))]],
  ["2026-01-31", [
    dr("customers", m("1150.00")),
    cr("sales", m("1000.00")),
    cr("vat_output", m("150.00")),
    dr("cost_of_goods", m("400.00")),
    cr("stock", m("400.00")),
  ]],
  ["2026-02-01", [dr("cash", m("650.00")), cr("customers", m("650.00"))]],
  ["2026-02-10", [dr("late_costs", m("20.05")), dr("stock", m("9.95")), cr("bank", m("30.00"))]],
  ["2026-02-10", [dr("exchange_difference", m("11.11")), cr("suppliers", m("11.11"))]],
];

async function post(tx: Tx): Promise<void> {
  const ids = await openEntries(tx, entries.length);
  await postEntries(
    tx,
    actorWith("system"),
    entries.map(([entry_date, lines], i) => ({
      id: ids[i],
      entry_date,
      kind: "expense",
      source: { type: "test", id: i, reference_no: `T-${i}` },
      narration: `Deed ${i}`,
      lines,
    })),
  );
}

Deno.test("reports of the journal add up to each other, and tell who may read the books", async () => {
  await using db = await freshDatabase();
  await inTransaction(db.database, post);
  const app = testApp(db.database);
  const manager = await app.as("manager");
  const read = async (path: string): Promise<Json> => {
    const { status, body } = await manager.get(`/reports/${path}`);
    assertEquals(status, 200, JSON.stringify(body));
    return body;
  };

  const trial = await read("trial-balance");
  assertEquals(trial.meta.totals, { debit: 1791.11, credit: 1791.11 });
  assertEquals(trial.data[0], {
    id: 1,
    reference_no: "1100",
    title: "Stock",
    type: "asset",
    debit: 209.95,
    credit: 0,
  });
  assertEquals((await read("trial-balance?as_of=2026-01-05")).meta.totals.debit, 600);

  const profit = await read("profit-and-loss");
  assertEquals(profit.meta.totals, {
    income: 1000,
    cost_of_goods: 420.05,
    gross_profit: 579.95,
    expenses: 11.11,
    exchange_difference: 11.11,
    profit: 568.84,
  });
  assertEquals(
    profit.data.map((row: Json) => [row.month, row.reference_no, row.section, row.amount]),
    [
      ["2026-01", "4100", "income", 1000],
      ["2026-01", "5100", "cost_of_goods", 400],
      ["2026-02", "5120", "cost_of_goods", 20.05],
      ["2026-02", "5500", "expenses", 11.11],
    ],
  );
  assertEquals((await read("profit-and-loss?to=2026-01-31")).meta.totals.profit, 600);
  const byAccount = await read("profit-and-loss?group_by=account&to=2026-02-28&sort=number");
  assertEquals(
    byAccount.data.map((row: Json) => [row.id === row.account_id, row.month, row.reference_no]),
    ["4100", "5100", "5120", "5500"].map((number) => [true, null, number]),
  );
  assertEquals([byAccount.data[0].name_bn, byAccount.meta.year_start], ["বিক্রয়", "2026-01-01"]);

  const sheet = await read("balance-sheet");
  assertEquals(sheet.meta.totals, { assets: 1329.95, liabilities: 161.11, equity: 1168.84 });
  assertEquals(sheet.data.at(-1).title, "Profit");
  assertEquals(sheet.data.at(-1).amount, 568.84);

  const stock = (await read("journal?search=Deed&limit=1")).data[0];
  assertEquals([stock.account_number, stock.debit, stock.source_reference_no], [
    "1100",
    600,
    "T-0",
  ]);
  const book = await read(`account-book?account_id=${stock.account_id}&from=2026-01-31`);
  assertEquals(book.data.map((row: Json) => row.running_balance), [200, 209.95]);
  assertEquals([book.meta.opening_balance, book.meta.closing_balance], [600, 209.95]);
  const whole = await read(`account-book?account_id=${stock.account_id}&from=2000-01-01`);
  assertEquals([whole.meta.opening_balance, whole.meta.closing_balance], [0, 209.95]);
  assertEquals((await manager.get("/reports/account-book?account_id=999")).status, 404);

  const cash = await read("cash-book");
  assertEquals(
    cash.data.map((row: Json) => [row.account_name, row.received, row.paid, row.balance]),
    [
      ["Cash", 650, 0, 650],
      ["Bank", 0, 30, -30],
    ],
  );
  assertEquals([cash.meta.totals.received, cash.meta.closing_balance], [650, 620]);
  const vat = await read("vat-output");
  assertEquals(vat.meta.totals, { net: 1000, vat: 150 });
  const csv = await manager.get("/reports/trial-balance?format=csv");
  assertEquals(csv.body.trim().split("\n").length, 12);

  const salesman = await app.as("sales");
  assertEquals((await salesman.get("/reports/profit-and-loss")).status, 403);
});
