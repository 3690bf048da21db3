import sql, { type Sql } from "sql-template-tag";
import { ageBuckets, sumByAge } from "../records/age_buckets.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { currency, id, localMoney, money, text } from "../records/kinds.ts";
import { matches } from "../records/paging.ts";
import { everybody, record } from "../records/record.ts";
import { asOf, report, stateQuery } from "./report.ts";

export const row = record(
  "SupplierAgeingRow",
  "a",
  everybody({
    ...named({
      example: { reference_no: "SUP-2026-000003", title: "Guangzhou Ink Co. – USD" },
      id: { says: "Of the supplier's account in this currency: its first ledger entry." },
      reference_no: sql`s.reference_no`,
      title: sql`concat(s.name, ' – ', a.currency)`,
    }),
    supplier_id: id("The supplier.", { example: 3 }),
    supplier_name: text("Its name.", { example: "Guangzhou Ink Co.", sql: sql`s.name` }),
    currency: currency("Of the account.", { example: "USD" }),
    ...ageBuckets,
    on_account: money("Paid beyond all credits.", { example: 0, seenBy: "everybody" }),
    balance: money("The buckets less on_account.", { example: 62500.5, seenBy: "everybody" }),
    d0_30_local: localMoney("Up to 30 days old, local currency.", {
      example: 5103000,
      seenBy: "everybody",
    }),
    d31_60_local: localMoney("31 to 60 days old, local currency.", {
      example: 1518810.75,
      seenBy: "everybody",
    }),
    d61_90_local: localMoney("61 to 90 days old, local currency.", {
      example: 0,
      seenBy: "everybody",
    }),
    d90_plus_local: localMoney("Older, local currency.", { example: 972000, seenBy: "everybody" }),
    on_account_local: localMoney("Paid beyond all credits, local currency.", {
      example: 0,
      seenBy: "everybody",
    }),
    balance_local: localMoney("What the ledger says we owe, local currency.", {
      example: 7593810.75,
      seenBy: "everybody",
    }),
  }),
);

/**
 * How old what we owe suppliers is on the evening of `as_of` (default today): one row per supplier and
 * currency, in that currency and in local. Each credit is aged by the days since its entry date, debits
 * are taken off the oldest credits first, and an entry and its reversal count as never made. The local
 * side goes by the same rule over the amounts as booked, exchange differences included, so it is the
 * ledger's local balance to the last paisa.
 * Source: docs/overview.md, "Ageing".
 */
export default report({
  name: "supplier-ageing",
  summary: "What we owe suppliers by age, per currency and in local currency",
  may: "costs.read",
  query: stateQuery.extend({
    as_of: asOf,
    supplier_id: field.id().optional().describe("Only this supplier."),
    currency: field.currency().optional().describe("Only accounts in this currency."),
  }),
  record: row,
  sums: [
    "d0_30_local",
    "d31_60_local",
    "d61_90_local",
    "d90_plus_local",
    "on_account_local",
    "balance_local",
  ],
  table: [
    "supplier_name",
    "currency",
    "d0_30",
    "d31_60",
    "d61_90",
    "d90_plus",
    "on_account",
    "balance",
    "balance_local",
  ],
  source: (query, actor) => ({
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
