import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { allOf } from "../records/paging.ts";
import { report, type ReportQuery, reportQuery, total } from "./report.ts";

export const cashByDayRecord = z.object({
  /** the day as a number, 20260314 */
  id: answer.id,
  /** the day */
  reference_no: answer.text,
  title: answer.text,
  entry_date: answer.date,
  /** what customers paid */
  cash_in: answer.number,
  /** payments and advances in the supplier ledger, at the rate they were booked at */
  paid_to_suppliers: answer.number,
  /** costs of shipments, capitalised or not: freight, duty, agents, port */
  import_costs: answer.number,
  cash_out: answer.number,
  net: answer.number,
}).meta({ id: "CashByDayRow" });

/**
 * What came in and what went out on each day that had either, by the date of the document, local
 * currency. What was reversed counts as never made. A shipment's cost counts on the day it was entered
 * for: nothing else says when freight, duty or an agent was paid. Source: docs/overview.md, "Cash
 * by day".
 */
export const cashByDay = report({
  name: "cash-by-day",
  summary: "Money in from customers, out to suppliers and for imports, per day",
  may: "costs.read",
  query: reportQuery,
  record: cashByDayRecord,
  source: (query) => ({
    columns: sql`g.id, g.day::text as reference_no, g.day::text as title, g.day as entry_date,
      g.cash_in, g.paid_to_suppliers, g.import_costs,
      g.paid_to_suppliers + g.import_costs as cash_out,
      g.cash_in - g.paid_to_suppliers - g.import_costs as net`,
    from: sql`(
      select to_char(day, 'YYYYMMDD')::bigint as id, day, sum(cash_in) as cash_in,
        sum(paid_to_suppliers) as paid_to_suppliers, sum(import_costs) as import_costs
      from (${moves(query)}) moves group by day) g`,
    id: sql`g.id`,
    sorts: { entry_date: { by: sql`g.day`, type: "date" } },
    where: [],
    totals: {
      cash_in: total(sql`g.cash_in`),
      paid_to_suppliers: total(sql`g.paid_to_suppliers`),
      import_costs: total(sql`g.import_costs`),
      cash_out: total(sql`g.paid_to_suppliers + g.import_costs`),
      net: total(sql`g.cash_in - g.paid_to_suppliers - g.import_costs`),
    },
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
    from payments p where p.reversed_at is null and ${within(sql`p.payment_date`)}
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
