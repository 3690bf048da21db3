import sql, { type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import { date, id, localMoney } from "../records/kinds.ts";
import { listQuery } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report, type ReportQuery } from "./report.ts";

export const row = record(
  "CashByDayRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "2026-03-14", title: "2026-03-14" },
      reference_no: sql`g.day::text`,
      title: sql`g.day::text`,
    }),
    id: id("The day as a number.", { example: 20260314 }),
    entry_date: date("The day.", { example: "2026-03-14", sql: sql`g.day` }),
    cash_in: localMoney("What customers paid, less what they were given back.", {
      example: 125000,
      seenBy: "everybody",
    }),
    paid_to_suppliers: localMoney(
      "Payments and advances to suppliers and payees, at the rate they were booked at.",
      { example: 61000, seenBy: "everybody" },
    ),
    import_costs: localMoney(
      "Costs of shipments that are owed to no payee, capitalised or not: duty, freight, port.",
      { example: 18500.75, seenBy: "everybody" },
    ),
    cash_out: localMoney("Both of these.", {
      example: 79500.75,
      seenBy: "everybody",
      sql: sql`g.paid_to_suppliers + g.import_costs`,
    }),
    net: localMoney("What came in less what went out.", {
      example: 45499.25,
      seenBy: "everybody",
      sql: sql`g.cash_in - g.paid_to_suppliers - g.import_costs`,
    }),
  }),
);

const sorts: Sorts = { entry_date: { by: sql`g.day`, type: "date" } };

/**
 * What came in and what went out on each day that had either, local currency. What was taken back counts
 * against the day on which it was; a cheque counts once it is cleared, a tax certificate is no money. A cost
 * that is owed to a payee counts when he is paid, any other on the day it was entered for.
 * Source: docs/overview.md, "Cash by day".
 */
export default report({
  name: "cash-by-day",
  summary: "Money in from customers, out to suppliers and for imports, per day",
  may: "costs.read",
  query: queryOf(listQuery, { sorts, day: "date", by: "the day the money moved" }),
  record: row,
  sums: ["cash_in", "paid_to_suppliers", "import_costs", "cash_out", "net"],
  source: (query) => ({
    from: sql`(
      select to_char(day, 'YYYYMMDD')::bigint as id, day, sum(cash_in) as cash_in,
        sum(paid_to_suppliers) as paid_to_suppliers, sum(import_costs) as import_costs
      from (${moves(query)}) moves group by day
      having (sum(cash_in), sum(paid_to_suppliers), sum(import_costs)) <> (0, 0, 0)) g`,
    id: sql`g.id`,
    sorts,
    where: [],
  }),
});

function moves({ from, to }: ReportQuery): Sql {
  const within = (day: Sql) =>
    allOf([
      from !== undefined && sql`${day} >= ${from}::date`,
      to !== undefined && sql`${day} <= ${to}::date`,
    ]);
  return sql`
    select e.date as day, e.credit - e.debit as cash_in, 0 as paid_to_suppliers, 0 as import_costs
    from customer_ledger e join payments p on p.id = e.payment_id
    where (e.type in ('refund', 'refund_reversal')
        or e.type in ('payment', 'payment_reversal') and p.method not in ('tds', 'vds'))
      and ${within(sql`e.date`)}
    union all
    select e.entry_date, 0, -e.amount_local, 0 from supplier_ledger e
    where e.entry_type in ('payment', 'advance') and ${within(sql`e.entry_date`)}
    union all
    select c.entry_date, 0, 0, c.local_amount from shipment_costs c
    where (c.payee_id is null or c.paid_from is not null) and ${within(sql`c.entry_date`)}`;
}
