import sql, { empty, type Sql } from "sql-template-tag";
import type { Db } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { customerLedgerQuery, listCustomerEntries } from "../../domain/customers/find_entries.ts";
import { listAccountEntries } from "../../domain/journal/account_book.ts";
import { bookQuery } from "../../domain/journal/find_entries.ts";
import { readReport } from "../../domain/reports/report.ts";
import { allReports } from "../../domain/reports/reports.ts";
import { listSupplierEntries, supplierLedgerQuery } from "../../domain/suppliers/find_entries.ts";
import { made, openShop } from "../sales/shop.ts";
import { actorWith } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";

const ENTRIES = 60;
const actor = actorWith("owner");

interface Step {
  "Node Type": string;
  "Actual Loops": number;
  Plans?: Step[];
}
const walksOf = (step: Step): number[] => [
  ...step["Node Type"] === "WindowAgg" ? [step["Actual Loops"]] : [],
  ...(step.Plans ?? []).flatMap(walksOf),
];

Deno.test("running balances are added up once for a page, however PostgreSQL joins them", async (t) => {
  await using shop = await openShop();
  const { owner, database } = shop;
  made(await owner.post("/suppliers", { name: "Bolt works", currency: "BDT" }));
  const [rent] = await database.query<[{ id: number }]>(
    sql`select id from accounts where role = 'rent'`,
  );
  for (let n = 1; n <= ENTRIES; n++) {
    const entry = { supplier_id: 1, particulars: "Goods", credit: n, account_id: rent.id };
    made(await owner.post("/import-logistics/supplier-ledger", entry));
    made(await shop.sell(0.01));
  }
  const stockCard = allReports.find(({ name }) => name === "stock-card")!;
  const query = stockCard.query.parse({ product_id: "1" }) as never;
  const reads: Record<string, (db: Db) => Promise<{ data: unknown[] }>> = {
    "supplier ledger": (db) => listSupplierEntries(db, actor, 1, supplierLedgerQuery.parse({})),
    "customer ledger": (db) => listCustomerEntries(db, actor, 1, customerLedgerQuery.parse({})),
    "account book": (db) => listAccountEntries(db, rent.id, bookQuery.parse({})),
    "stock card": (db) => readReport(db, actor, stockCard, query),
  };
  for (const [name, read] of Object.entries(reads)) {
    await t.step(name, async () => {
      const [walks, rows] = await inTransaction(database, async (tx) => {
        // the join that a planner without statistics may choose: one side anew for each row of the other
        for (const other of ["hashjoin", "mergejoin"]) {
          await tx.query(sql`select set_config(${`enable_${other}`}, 'off', true)`);
        }
        let sent: Sql = empty;
        const { data } = await read({ ...tx, query: (statement) => tx.query(sent = statement) });
        const [{ "QUERY PLAN": [{ Plan }] }] = await tx.query<[{ "QUERY PLAN": [{ Plan: Step }] }]>(
          sql`explain (analyze, format json) ${sent}`,
        );
        return [walksOf(Plan), data.length] as const;
      });
      assertEquals([walks.length > 0, Math.max(...walks), rows], [true, 1, 50]);
    });
  }
});
