import sql from "sql-template-tag";
import { notesOf } from "../../domain/accountant/file_return.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { actorWith, insertUser } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsReadFor } from "../support/rows_read.ts";

const ENTRIES = 500;

/** So many entries in two months: with VAT in the first, without in the second, but for one. */
const posted = sql`
  with entry as (
    insert into journal_entries (reference_no, entry_date, kind, source_type, narration)
    select 'JRN-' || n, case when n <= ${ENTRIES}::integer then date '2026-01-05' else '2026-02-05' end,
      'manual', 'manual', case when n <= 1 + ${ENTRIES}::integer then 'vat_output' else 'owner' end
    from generate_series(1, 2 * ${ENTRIES}::integer) n
    returning id, entry_date, narration as role)
  insert into journal_lines (entry_id, entry_date, account_id, debit, credit)
  select entry.id, entry_date, a.id, case a.role when 'cash' then 10 else 0 end,
    case a.role when 'cash' then 0 else 10 end
  from entry join accounts a on a.role in ('cash', entry.role)`;

Deno.test("the figures of a month read the lines of its days, however many the accounts have", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const actor = actorWith("owner", await insertUser(database, "owner"));
  await inTransaction(database, (tx) => tx.query(posted));
  const client = await database.checkOut();
  await client.query("vacuum analyze").finally(() => client.release());
  await inTransaction(database, async (tx) => {
    const month = { from: "2026-02-01", to: "2026-02-28" };
    const { answer: { notes }, rows } = await rowsReadFor(tx, () => notesOf(tx, actor, month));
    assertEquals(notes.map(({ note, vat }) => [note, String(vat)]), [[26, "10"], [34, "10"]]);
    assert(rows < ENTRIES, `${rows} rows`);
  });
});
