import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";

/** Every entry as "date kind account debit credit …", by id; `of` only those of one kind of document. */
export async function journal(db: Database, of?: string): Promise<string[]> {
  const entries = await db.query<{ entry: string }[]>(sql`
    select concat_ws(' ', e.entry_date, e.kind, string_agg(concat(a.number, ' ', case when l.debit > 0
      then concat('Dr ', l.debit) else concat('Cr ', l.credit) end), ', ' order by l.id)) as entry
    from journal_entries e join journal_lines l on l.entry_id = e.id join accounts a on a.id = l.account_id
    where ${of ?? null}::text is null or e.source_type = ${
    of ?? null
  } group by e.id order by e.id`);
  return entries.map(({ entry }) => entry);
}

/** What is wrong with the control accounts on any day, or with a ledger's row that names no entry. */
export async function wrongControls(db: Database): Promise<unknown[]> {
  return await db.query<unknown[]>(sql`
    with detail as (
      select entry_id, movement_date as day, 'stock' as role, value as amount from stock_movements
      where value <> 0
      union all
      select entry_id, date, 'customers', debit - credit from customer_ledger),
    line as (
      select l.entry_id, l.entry_date as day, a.role, l.debit - l.credit as amount
      from journal_lines l join accounts a on a.id = l.account_id where a.role in ('stock', 'customers'))
    select entry_id, day, role, sum(amount) as off from (
      select * from detail union all select entry_id, day, role, -amount from line) each
    group by entry_id, day, role having sum(amount) <> 0 or entry_id is null`);
}
