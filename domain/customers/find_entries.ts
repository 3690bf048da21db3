import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { withAliases } from "../records/input.ts";
import type { Reader } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { customerEntry, type Entry, entryTypes } from "./ledger_entry.ts";
import { customerBalance } from "./lock_customer.ts";

const sorts: Sorts = {
  entry_date: { by: sql`e.date`, type: "date" },
  date: { by: sql`e.date`, type: "date" },
};

export const customerLedgerQuery = withAliases(
  queryOf(recordQuery, { sorts, day: "entry_date" }).extend({
    type: wordList(entryTypes, "Only entries of these types."),
  }),
  { entry_type: "type", date_from: "from", date_to: "to" },
);

/** What `meta` says of a customer's ledger. */
export const customerLedgerMeta = {
  balance: answer.number.describe("What he owes as of to, else by every entry."),
};

/**
 * The ledger of one customer, latest date first, each row with its running balance. `meta.balance` is
 * what he owes as of `to`, else by every entry.
 *
 * @throws Refusal `not_found`
 */
export async function listCustomerEntries(
  db: Db,
  reader: Reader,
  id: number,
  query: z.output<typeof customerLedgerQuery>,
): Promise<Page<Entry>> {
  const { data, meta: { known, ...meta } } = await recordPage<Entry>(db, query, {
    ...customerEntry.listed(reader),
    from: sql`customer_ledger e`,
    id: sql`e.id`,
    changedAt: sql`e.created_at`,
    sorts,
    defaultSort: "-date",
    where: [
      sql`e.customer_id = ${id}`,
      query.type !== undefined && sql`e.type = any(${query.type}::text[])`,
      query.from !== undefined && sql`e.date >= ${query.from}::date`,
      query.to !== undefined && sql`e.date <= ${query.to}::date`,
      matches(query.search, [sql`e.reference_no`, sql`e.description`]),
    ],
    around: (rows) => withRunningBalance(rows, id),
    beside: sql`select exists (select from customers where id = ${id}) as known,
      (${customerBalance(id, query.to)}) as balance`,
  });
  if (known === false) throw notFound("Customer", id);
  return { data, meta };
}

/** A customer's latest entries by date, at most `count`. */
export function latestEntries(
  db: Db,
  reader: Reader,
  customerId: number,
  count: number,
): Promise<Entry[]> {
  const rows = sql`
    select ${
    customerEntry.columns(reader)
  } from customer_ledger e where e.customer_id = ${customerId}
    order by e.date desc, e.id desc limit ${count}`;
  return db.query<Entry[]>(sql`${withRunningBalance(rows, customerId)}
    order by page.date desc, page.id desc`);
}

/**
 * Puts the running balance beside the entries of `page`, counted back from what he owes now: what came after the
 * page's last day is added up at once, only the days of the page are walked row by row.
 */
export function withRunningBalance(page: Sql, customerId: number): Sql {
  return sql`
    with page as (${page}),
    span as (select min(date) as first, max(date) as last from page),
    moved as (
      select null::date as date, null::bigint as id, b.balance - coalesce((
        select sum(e.debit - e.credit) from customer_ledger e
        where e.customer_id = ${customerId} and e.date > span.last), 0) as amount
      from span, customer_balances b where b.customer_id = ${customerId}
      union all
      select e.date, e.id, e.credit - e.debit
      from span, customer_ledger e
      where e.customer_id = ${customerId} and e.date between span.first and span.last),
    running as (
      select id, sum(amount) over (order by date desc nulls first, id desc nulls first
        rows between unbounded preceding and 1 preceding) as running_balance
      from moved)
    select page.*, running.running_balance from page join running on running.id = page.id`;
}
