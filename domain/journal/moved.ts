import sql, { type Sql } from "sql-template-tag";

/**
 * SQL: `account_id, debit, credit` of what moved on some accounts until the evening of a day, in parts to be
 * added up: the months before that day's as they are kept (migrations/0042_account_months.sql), and the
 * lines of its own.
 *
 * @param accounts what `account_id` is compared with, as in `= 7`
 * @param day an expression of a date, also infinity
 */
export function movedUntil(accounts: Sql, day: Sql): Sql {
  const month = sql`date_trunc('month', (${day})::timestamp)::date`;
  return sql`
    select m.account_id, m.debit, m.credit from account_months m
    where m.account_id ${accounts} and m.month < ${month}
    union all
    select l.account_id, l.debit, l.credit from journal_lines l
    where l.account_id ${accounts} and l.entry_date >= ${month} and l.entry_date <= ${day}`;
}
