import sql from "sql-template-tag";
import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { listAccountEntries } from "../../domain/journal/account_book.ts";
import { findAccount } from "../../domain/journal/find_accounts.ts";
import { bookQuery } from "../../domain/journal/find_entries.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const ENTRIES = 4000; // one taka each from cash to the bank, twenty a day from January 2025

async function post(tx: Tx) {
  await tx.query(sql`
    insert into journal_entries (id, reference_no, entry_date, kind, source_type, narration, created_at)
    overriding system value
    select n, 'JRN-' || n, date '2025-01-01' + n / 20, 'transfer', 'transfer', 'moved', now()
    from generate_series(1, ${ENTRIES}::integer) n`);
  await tx.query(sql`
    insert into journal_lines (entry_id, entry_date, account_id, debit, credit)
    select e.id, e.entry_date, a.id, (a.role = 'bank')::integer, (a.role = 'cash')::integer
    from journal_entries e, accounts a where a.role in ('cash', 'bank')`);
}

Deno.test("what stands on an account is read from its months, to the day that is asked for", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  await inTransaction(database, post);
  const client = await database.checkOut();
  await client.query("vacuum analyze").finally(() => client.release());
  const [{ id }] = await database.query<[{ id: number }]>(
    sql`select id from accounts where role = 'bank'`,
  );
  const read = async <T>(what: (tx: Tx) => Promise<T>) =>
    await inTransaction(database, async (tx) => {
      const count = () =>
        tx.query<[{ n: number }]>(sql`
          select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as n
          from pg_stat_xact_user_tables`);
      const [before] = await count();
      const answer = await what(tx);
      const [after] = await count();
      return { answer, rows: after.n - before.n };
    }, { snapshot: true });

  const now = await read((tx) => findAccount(tx, id));
  assertEquals(String(now.answer.balance), String(ENTRIES));
  assert(now.rows < 100, `${now.rows} rows for the balance`);
  // 19 entries on the first day, 20 on each later one
  for (
    const [day, balance] of [["2024-12-31", "0"], ["2025-01-31", "619"], [
      "2025-02-01",
      "639",
    ]]
  ) {
    assertEquals(String((await findAccount(database, id, day)).balance), balance, day);
  }
  const page = await read((tx) =>
    listAccountEntries(
      tx,
      id,
      bookQuery.parse({ limit: "10", from: "2025-02-01", to: "2025-02-02" }),
    )
  );
  assertEquals(String(page.answer.meta.opening_balance), "619");
  assertEquals(String(page.answer.meta.balance), "659");
  assertEquals(String(page.answer.data[0].running_balance), "659");
});
