import sql, { type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import { date, id, localMoney } from "../records/kinds.ts";
import { allOf, listQuery } from "../records/paging.ts";
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
    cash_in: localMoney("What customers paid.", { example: 125000, seenBy: "everybody" }),
    paid_to_suppliers: localMoney(
      "Payments and advances in the supplier ledger, at the rate they were booked at.",
      { example: 61000, seenBy: "everybody" },
    ),
    import_costs: localMoney(
      "Costs of shipments, capitalised or not: freight, duty, agents, port.",
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

/**
 * What came in and what went out on each day that had either, by the date of the document, local
 * currency. What was reversed counts as never made. A shipment's cost counts on the day it was entered
 * for: nothing else says when freight, duty or an agent was paid. Source: docs/overview.md, "Cash
 * by day".
 */
export default report({
  name: "cash-by-day",
  summary: "Money in from customers, out to suppliers and for imports, per day",
  may: "costs.read",
  query: listQuery,
  record: row,
  sums: ["cash_in", "paid_to_suppliers", "import_costs", "cash_out", "net"],
  source: (query) => ({
    from: sql`(
      select to_char(day, 'YYYYMMDD')::bigint as id, day, sum(cash_in) as cash_in,
        sum(paid_to_suppliers) as paid_to_suppliers, sum(import_costs) as import_costs
      from (${moves(query)}) moves group by day) g`,
    id: sql`g.id`,
    sorts: { entry_date: { by: sql`g.day`, type: "date" } },
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
    select p.payment_date as day, p.amount as cash_in, 0 as paid_to_suppliers, 0 as import_costs
    from payments p where p.reversed_at is null and not p.pending and ${within(sql`p.payment_date`)}
    union all
    select e.entry_date, 0, -e.amount_local, 0 from supplier_ledger e
    where e.entry_type in ('payment', 'advance') and e.debit > 0 and e.reverses_id is null
      and not exists (select from supplier_ledger mirror where mirror.reverses_id = e.id)
      and ${within(sql`e.entry_date`)}
    union all
    select c.entry_date, 0, 0, c.local_amount from shipment_costs c
    where c.reverses_id is null
      and not exists (select from shipment_costs mirror where mirror.reverses_id = c.id)
      and ${within(sql`c.entry_date`)}`;
}
