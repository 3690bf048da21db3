import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import type { Reader } from "../records/kinds.ts";
import { readOne } from "../records/read_one.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { ledgerBalances } from "./balances.ts";
import { balance, type Entry, entryTables, entryTypes, supplierEntry } from "./ledger_entry.ts";

const sorts: Sorts = {
  entry_date: { by: sql`e.entry_date`, type: "date" },
  date: { by: sql`e.entry_date`, type: "date" },
  created_at: { by: sql`e.created_at`, type: "timestamptz" },
  amount_local: { by: sql`e.amount_local`, type: "numeric" },
};

export const supplierLedgerQuery = withAliases(
  queryOf(recordQuery, { sorts, day: "entry_date" }).extend({
    currency: field.currency().optional().describe("Only entries in this currency."),
    entry_type: wordList(entryTypes, "Only entries of these types."),
    as_of: field.date().optional()
      .describe("Only entries up to this date, and the balances of its evening."),
  }),
  { type: "entry_type" },
);
export const ledgerQuery = supplierLedgerQuery.extend({
  supplier_id: field.id().optional().describe("Only this supplier's."),
});

/** What `meta` says of a supplier ledger. */
export const ledgerMeta = {
  balances: z.array(balance.schema)
    .describe("What we owe by currency as of as_of, else to, else by every entry."),
  realised_exchange_difference: answer.number
    .describe("What settling at other rates than booked has cost, local currency."),
};

/**
 * The supplier ledger, latest entry date first, each row with its running balances. `meta.balances`
 * is what we owe per currency as of `as_of`, else `to`, else by every entry; of the filters only
 * supplier and currency narrow it, and likewise `meta.realised_exchange_difference`, what settling at
 * other rates than booked has cost in local currency.
 */
export async function listEntries(
  db: Db,
  reader: Reader,
  query: z.output<typeof ledgerQuery>,
): Promise<Page<Entry>> {
  return (await entriesOf(db, reader, query)).page;
}

/** The ledger of one supplier. @throws Refusal `not_found` */
export async function listSupplierEntries(
  db: Db,
  reader: Reader,
  id: number,
  query: z.output<typeof supplierLedgerQuery>,
): Promise<Page<Entry>> {
  const { known, page } = await entriesOf(db, reader, { ...query, supplier_id: id });
  if (known === false) throw notFound("Supplier", id);
  return page;
}

async function entriesOf(db: Db, reader: Reader, query: z.output<typeof ledgerQuery>) {
  const { supplier_id, limit: _, include_total: __, ...narrowed } = query;
  const { data, meta: { known, ...meta } } = await recordPage<Entry>(db, query, {
    ...supplierEntry.listed(reader),
    from: entryTables,
    id: sql`e.id`,
    changedAt: sql`e.created_at`,
    sorts,
    defaultSort: "-entry_date",
    where: [
      query.supplier_id !== undefined && sql`e.supplier_id = ${query.supplier_id}`,
      query.currency !== undefined && sql`e.currency = ${query.currency}`,
      query.entry_type !== undefined && sql`e.entry_type = any(${query.entry_type})`,
      query.from !== undefined && sql`e.entry_date >= ${query.from}`,
      query.to !== undefined && sql`e.entry_date <= ${query.to}`,
      query.as_of !== undefined && sql`e.entry_date <= ${query.as_of}`,
      lookUp(query.search, [
        sql`e.reference_no`,
        sql`e.particulars`,
        sql`e.reference`,
      ], [linkedTo(sql`e.supplier_id`, "suppliers", ["name"])]),
    ],
    around: (page) =>
      supplier_id !== undefined && Object.values(narrowed).every((value) => value === undefined)
        ? downFromNow(page, supplier_id)
        : withRunningBalances(page),
    beside: ledgerBalances({ ...query, as_of: query.as_of ?? query.to }),
  });
  return { known, page: { data, meta } };
}

/** @throws Refusal `not_found` */
export async function findEntry(db: Db, reader: Reader, id: number): Promise<Entry> {
  const one = sql`select ${supplierEntry.columns(reader)} from ${entryTables} where e.id = ${id}`;
  return await readOne<Entry>(db, withRunningBalances(one), "Supplier ledger entry", id);
}

/** A supplier's latest entries by entry date, at most `count`. */
export function latestEntries(
  db: Db,
  reader: Reader,
  supplierId: number,
  count: number,
): Promise<Entry[]> {
  return db.query<Entry[]>(sql`${
    downFromNow(
      sql`
      select ${
        supplierEntry.columns(reader)
      } from ${entryTables} where e.supplier_id = ${supplierId}
      order by e.entry_date desc, e.id desc limit ${count}`,
      supplierId,
    )
  } order by page.entry_date desc, page.id desc`);
}

/** A balance stands after an entry: what is owed at last, without all that came later. */
const later = sql`order by entry_date desc nulls first, id desc nulls first
  rows between unbounded preceding and 1 preceding`;

/** Puts the running balances beside `page`, a supplier's entries from his latest on without a gap. */
function downFromNow(page: Sql, supplierId: number): Sql {
  const his = sql`supplier_id = ${supplierId}`;
  return sql`
    select page.*,
      owed.balance - coalesce(sum(credit - debit) over (partition by currency ${later}), 0)
        as running_balance,
      (select sum(balance_local) from supplier_balances where ${his})
        - coalesce(sum(amount_local) over (${later}), 0) as running_balance_local
    from (${page}) page
      join (select currency, balance from supplier_balances where ${his}) owed using (currency)`;
}

/**
 * Puts the running balances beside the entries of `page`. What came after the page's last day is added up once
 * per supplier and currency; only the days of the page are walked row by row, and once: not `materialized`, a
 * plan without statistics walks them for each row of the page.
 */
export function withRunningBalances(page: Sql): Sql {
  return sql`
    with page as (${page}),
    span as (
      select supplier_id, min(entry_date) as first, max(entry_date) as last
      from page group by supplier_id),
    moved as (
      select span.supplier_id, stood.currency, null::date as entry_date, null::bigint as id,
        stood.amount, stood.amount_local
      from span, lateral (
        select b.currency, b.balance - coalesce(sum(e.credit - e.debit), 0) as amount,
          b.balance_local - coalesce(sum(e.amount_local), 0) as amount_local
        from supplier_balances b left join supplier_ledger e on e.supplier_id = b.supplier_id
          and e.currency = b.currency and e.entry_date > span.last
        where b.supplier_id = span.supplier_id group by b.supplier_id, b.currency) stood
      union all
      select e.supplier_id, e.currency, e.entry_date, e.id, e.debit - e.credit, -e.amount_local
      from span join supplier_ledger e on e.supplier_id = span.supplier_id
      where e.entry_date between span.first and span.last),
    running as materialized (
      select id, sum(amount) over (partition by supplier_id, currency ${later}) as running_balance,
        sum(amount_local) over (partition by supplier_id ${later}) as running_balance_local
      from moved)
    select page.*, running.running_balance, running.running_balance_local
    from page join running on running.id = page.id`;
}
