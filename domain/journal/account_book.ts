import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import { type Page, recordPage } from "../records/paging.ts";
import { type AccountEntry, accountEntry } from "./entry.ts";
import { type BookQuery, bookSorts, entryFilters, lineFilters } from "./find_entries.ts";
import { movedUntil } from "./moved.ts";

/** What `meta` says of the book of an account. */
export const bookMeta = {
  opening_balance: answer.number.describe("What stood there before from."),
  balance: answer.number.describe("What stands there as of to, else by every line."),
};

/**
 * The book of one account, latest date first, each line with what stood on the account after it.
 * `meta.opening_balance` is what stood there before `from`, `meta.balance` what does as of `to`, else by
 * every line; both, like the running balance, as the account's own balance is counted.
 *
 * @throws Refusal `not_found`
 */
export async function listAccountEntries(
  db: Db,
  id: number,
  query: BookQuery,
): Promise<Page<AccountEntry>> {
  const { data, meta: { known, ...meta } } = await recordPage<AccountEntry>(db, query, {
    ...accountEntry.listed(anybody),
    from: sql`journal_lines l join journal_entries e on e.id = l.entry_id`,
    id: sql`l.id`,
    changedAt: sql`e.created_at`,
    sorts: bookSorts,
    defaultSort: "-entry_date",
    where: [sql`l.account_id = ${id}`, ...entryFilters(query), ...lineFilters(query)],
    around: (rows) => withRunningBalance(rows, id),
    beside: sql`select exists (select from accounts where id = ${id}) as known,
      (${stoodOn(id, sql`${query.from ?? "-infinity"}::date - 1`)}) as opening_balance,
      (${stoodOn(id, sql`${query.to ?? "infinity"}::date`)}) as balance`,
  });
  if (known === false) throw notFound("Account", id);
  return { data, meta };
}

/** As the account's balance is counted: debits of assets and expenses, credits of the others. */
const signed = sql`case when a.type in ('asset', 'expense') then l.debit - l.credit
  else l.credit - l.debit end`;

/** What stood on an account on the evening of a day. */
function stoodOn(id: number, day: Sql): Sql {
  return sql`select coalesce(sum(${signed}), 0)
    from (${movedUntil(sql`= ${id}`, day)}) l join accounts a on a.id = l.account_id`;
}

/**
 * Puts the running balance beside the lines of `page`. What lies before the page's first day is added up at
 * once; only the days of the page are walked row by row.
 */
export function withRunningBalance(page: Sql, id: number): Sql {
  return sql`
    with page as (${page}),
    span as (select min(entry_date) as first, max(entry_date) as last from page),
    moved as (
      select null::date as entry_date, null::bigint as id, balance as amount
      from span, lateral (${stoodOn(id, sql`span.first - 1`)}) as before (balance)
      union all
      select l.entry_date, l.id, ${signed}
      from span, journal_lines l join accounts a on a.id = l.account_id
      where a.id = ${id} and l.entry_date between span.first and span.last),
    running as (
      select id, sum(amount) over (order by entry_date nulls first, id nulls first) as running_balance
      from moved)
    select page.*, running.running_balance from page join running on running.id = page.id`;
}
