import sql from "sql-template-tag";
import { openArchive } from "../../domain/backup/open_archive.ts";
import { restoreBackup } from "../../domain/backup/restore_backup.ts";
import { verifyBooks } from "../../domain/books/verify_books.ts";
import type { Decimal } from "../../domain/money/decimal.ts";
import { actorWith, type Json, testAuditKeys } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { emptyDatabase } from "../support/db.ts";
import { anEmptyStorage } from "../uploads/storage.ts";
import { disagreements } from "./agreement.ts";

/** How it was made, tests/data/README.md says. */
const saved = "tests/data/books-0.1.0.zip";

Deno.test("a database of version 0.1.0 upgrades: its journal balances, and what was right is the same", async (t) => {
  await using db = await emptyDatabase();
  await using storage = await anEmptyStorage();
  const { uploads } = storage;
  await using archive = await openArchive(saved);
  const options = { uploads, keys: testAuditKeys };
  const { migrated } = await restoreBackup(db.database, actorWith("system"), archive, options);
  assert(migrated.includes("0030_journal_of_before.sql"));

  await t.step("every figure that was right before is the same", async () => {
    const before = JSON.parse(await Deno.readTextFile("tests/data/books-0.1.0.json"));
    const [after] = await db.database.query<[Json]>(figures);
    for (const [name, rows] of Object.entries(before)) {
      assertEquals(JSON.parse(JSON.stringify(after))[name], rows, name);
    }
  });

  await t.step(
    "debits are credits, and every control account its ledger on every day",
    async () => {
      const report = await verifyBooks(db.database, actorWith("owner"), options);
      assertEquals(report.checks.filter(({ ok }) => !ok), []);
      const [{ debit, lines }] = await db.database.query<[{ debit: Decimal; lines: number }]>(
        sql`select sum(debit) as debit, count(*) as lines from journal_lines`,
      );
      assert(debit.gt("1000000") && lines > 1000);
    },
  );

  await t.step("no two reports disagree on a figure, on any evening", async () => {
    const days = await db.database.query<{ day: string }[]>(sql`
      select distinct entry_date as day from journal_entries order by 1`);
    for (const { day } of days.filter((_, at) => at % 7 === 0 || at === days.length - 1)) {
      assertEquals(await disagreements(db.database, day), []);
    }
  });

  await t.step("the books begin with the first opening balance", async () => {
    const [{ books_start, first }] = await db.database.query<[Json]>(sql`
      select books_start, (select min(entry_date) from journal_entries where kind = 'opening') as first
      from settings`);
    assertEquals(books_start, first);
  });
});

const figures = sql`select
  (select json_agg(x order by id) from (
    select id, stock_qty, stock_value from products) x) as products,
  (select json_agg(x order by supplier_id, currency) from (
    select supplier_id, currency, sum(credit - debit) as balance, sum(amount_local) as local
    from supplier_ledger group by 1, 2) x) as suppliers,
  (select json_agg(x order by customer_id) from (
    select customer_id, sum(debit - credit) as balance from customer_ledger group by 1) x) as customers,
  (select json_agg(x order by id) from (
    select id, total, paid, due, voided_at is not null as void from invoices) x) as invoices,
  (select json_agg(x order by id) from (
    select id, landed_value, remaining_value from shipment_items) x) as items`;
