import sql, { raw } from "sql-template-tag";
import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { findDashboard } from "../../domain/overview/dashboard.ts";
import { type Balances, ledgerBalances } from "../../domain/suppliers/balances.ts";
import { ledgerQuery, listEntries } from "../../domain/suppliers/find_entries.ts";
import { findCarried } from "../../domain/suppliers/find_carried.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { made } from "../support/receiving.ts";
import { rowsReadFor } from "../support/rows_read.ts";

const ENTRIES = 4000; // of a tenth of a cent each, which moves no local money and so no journal

const many = sql`
  insert into supplier_ledger (reference_no, supplier_id, entry_date, entry_type, particulars,
    credit, currency, exchange_rate, amount_local)
  select 'SLE-' || n, 1, '2026-04-01'::date + n / 40, 'purchase', 'Screws', 0.001, 'EUR', 1, 0
  from generate_series(1, ${ENTRIES}::integer) n`;

Deno.test("what we owe is kept beside the ledger, which is not added up to tell it or its last page", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const owner = await testApp(database).as("owner");
  for (const name of ["Machine Works", "Boards"]) {
    made(await owner.post("/suppliers", { name, currency: "USD" }));
  }
  const enter = async (entry: Json) =>
    made(await owner.post("/import-logistics/supplier-ledger", { particulars: "PI 7", ...entry }));
  const day = { entry_date: "2026-02-10" };
  await enter({ supplier_id: 1, credit: 100, exchange_rate: 110, entry_date: "2026-01-10" });
  await enter({ supplier_id: 1, debit: 40, exchange_rate: 120, ...day }); // 400 lost by the rate
  await enter({ supplier_id: 1, credit: 70, currency: "BDT", ...day });
  await enter({ supplier_id: 2, debit: 5, exchange_rate: 100, ...day });
  const mistaken = await enter({ supplier_id: 2, credit: 9, exchange_rate: 100, ...day });
  made(await owner.post(`/import-logistics/supplier-ledger/${mistaken.id}/reverse`));
  await inTransaction(database, (tx) => tx.query(many));

  const told = async (as_of?: string) => {
    const { balances, ...rest } = (await database.query<[Balances]>(ledgerBalances({ as_of })))[0];
    return [balances.map((one) => Object.values(one).map(String)), ...Object.values(rest)].map(
      String,
    );
  };
  assertEquals(await told(), await told("2099-12-31"), "as kept, and added up from the ledger");
  assertEquals(await told(), ["BDT,70,70,EUR,4,0,USD,55,6100", "true", "400"]);

  const again = Deno.readTextFileSync("migrations/0082_supplier_balances_again.sql");
  await inTransaction(database, async (tx) => {
    await tx.query(sql`update supplier_balances set balance = balance + 1 where currency = 'USD'`);
    await tx.query(sql`delete from supplier_balances where currency = 'EUR'`);
    await tx.query(raw(again));
  });
  assertEquals(await told(), await told("2099-12-31"), "mended as 0072 had left it");

  await database.query(sql`analyze`); // as PostgreSQL does by itself after so many
  const reader = actorWith("owner");
  const first = { supplier_id: "1" };
  const recent = { ...first, from: "2026-07-01" };
  const rows = async (ask: (tx: Tx) => Promise<unknown>) =>
    await inTransaction(database, async (tx) => (await rowsReadFor(tx, () => ask(tx))).rows);
  for (
    const read of [
      await rows((tx) => tx.query(ledgerBalances({}))),
      await rows((tx) => findCarried(tx, { supplier_id: 1, currency: "EUR" })),
      await rows((tx) => findDashboard(tx, reader)),
      await rows((tx) => listEntries(tx, reader, ledgerQuery.parse({ limit: "10" }))),
      await rows((tx) => listEntries(tx, reader, ledgerQuery.parse({ limit: "10", ...first }))),
      await rows((tx) => listEntries(tx, reader, ledgerQuery.parse({ limit: "10", ...recent }))),
    ]
  ) assert(read < 200, `${read} rows`);
});
