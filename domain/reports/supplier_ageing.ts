import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { ageBuckets, sumByAge } from "../records/age_buckets.ts";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { matches } from "../records/paging.ts";
import { report, stateQuery, total } from "./report.ts";

export const supplierAgeingRecord = z.object({
  /** of the supplier's account in this currency: its first ledger entry */
  id: answer.id,
  /** the supplier's */
  reference_no: answer.text,
  title: answer.text,
  supplier_id: answer.id,
  supplier_name: answer.text,
  currency: answer.text,
  ...ageBuckets,
  /** paid beyond all credits */
  on_account: answer.number,
  /** the buckets less `on_account` */
  balance: answer.number,
  d0_30_local: answer.number,
  d31_60_local: answer.number,
  d61_90_local: answer.number,
  d90_plus_local: answer.number,
  on_account_local: answer.number,
  balance_local: answer.number,
}).meta({ id: "SupplierAgeingRow" });

/**
 * How old what we owe suppliers is on the evening of `as_of` (default today): one row per supplier and
 * currency, in that currency and in local. Each credit is aged by the days since its entry date, debits
 * are taken off the oldest credits first, and an entry and its reversal count as never made. The local
 * side goes by the same rule over the amounts as booked, exchange differences included, so it is the
 * ledger's local balance to the last paisa.
 * Source: docs/overview.md, "Ageing".
 */
export const supplierAgeing = report({
  name: "supplier-ageing",
  summary: "What we owe suppliers by age, per currency and in local currency",
  may: "costs.read",
  query: stateQuery.extend({
    as_of: field.date().optional(),
    supplier_id: field.id().optional(),
    currency: field.currency().optional(),
  }),
  record: supplierAgeingRecord,
  source: (query, actor) => ({
    columns: sql`a.id, s.reference_no, concat(s.name, ' – ', a.currency) as title, a.supplier_id,
      s.name as supplier_name, a.currency, a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account,
      a.balance, a.d0_30_local, a.d31_60_local, a.d61_90_local, a.d90_plus_local,
      a.on_account_local, a.balance_local`,
    from: sql`(${aged(query.as_of ?? actor.today, query.supplier_id)}) a
      join suppliers s on s.id = a.supplier_id`,
    id: sql`a.id`,
    sorts: {
      balance_local: { by: sql`a.balance_local`, type: "numeric" },
      d90_plus_local: { by: sql`a.d90_plus_local`, type: "numeric" },
      name: { by: sql`lower(s.name)`, type: "text" },
    },
    defaultSort: "-balance_local",
    where: [
      sql`(a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account, a.balance_local)
        <> (0, 0, 0, 0, 0, 0)`,
      query.currency !== undefined && sql`a.currency = ${query.currency}`,
      matches(query.search, [sql`s.name`, sql`s.reference_no`]),
    ],
    totals: {
      d0_30_local: total(sql`a.d0_30_local`),
      d31_60_local: total(sql`a.d31_60_local`),
      d61_90_local: total(sql`a.d61_90_local`),
      d90_plus_local: total(sql`a.d90_plus_local`),
      on_account_local: total(sql`a.on_account_local`),
      balance_local: total(sql`a.balance_local`),
    },
  }),
});

function aged(day: string, supplierId: number | undefined): Sql {
  return sql`
    with standing as (
      select e.supplier_id, e.currency, e.entry_date, e.id, e.credit, e.debit,
        greatest(0, e.amount_local) as credit_local, greatest(0, -e.amount_local) as debit_local
      from supplier_ledger e
      where e.entry_date <= ${day}::date and e.reverses_id is null
        and ${supplierId === undefined ? sql`true` : sql`e.supplier_id = ${supplierId}`}
        and not exists (select from supplier_ledger r
          where r.reverses_id = e.id and r.entry_date <= ${day}::date)),
    unpaid as (
      select supplier_id, currency, id, credit, debit, credit_local, debit_local,
        ${day}::date - entry_date as days,
        least(credit, greatest(0, sum(credit) over oldest_first - sum(debit) over all_of_it)) as owed,
        least(credit_local, greatest(0, sum(credit_local) over oldest_first
          - sum(debit_local) over all_of_it)) as owed_local
      from standing
      window all_of_it as (partition by supplier_id, currency),
        oldest_first as (partition by supplier_id, currency order by entry_date, id))
    select supplier_id, currency, min(id) as id, ${sumByAge(sql`owed`)},
      greatest(0, sum(debit) - sum(credit)) as on_account, sum(credit) - sum(debit) as balance,
      ${sumByAge(sql`owed_local`, "_local")},
      greatest(0, sum(debit_local) - sum(credit_local)) as on_account_local,
      sum(credit_local) - sum(debit_local) as balance_local
    from unpaid group by supplier_id, currency`;
}
