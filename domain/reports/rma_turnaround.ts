import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { allOf, madeWithin, matches, wordList } from "../records/paging.ts";
import { rmaTitle } from "../warranty/rma.ts";
import { finished as finishedStatuses } from "../warranty/rma_words.ts";
import { day, rmaDays } from "../warranty/rma_days.ts";
import { rmaStatuses } from "../warranty/rma_words.ts";
import { report, reportQuery } from "./report.ts";

export const rmaTurnaroundRecord = z.object({
  /** the case's; by supplier the supplier's, 0 for cases that name none */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  status: z.enum(rmaStatuses).nullable(),
  supplier_name: answer.text.nullable(),
  customer_name: answer.text.nullable(),
  opened_date: answer.date.nullable(),
  cases: answer.wholeNumber,
  /** delivered to the customer or closed */
  finished_cases: answer.wholeNumber,
  /** calendar days; by supplier the average of the cases that were sent; null where none was */
  days_at_supplier: answer.number.nullable(),
  /** from opening until settled or today; by supplier the average of the finished cases */
  turnaround_days: answer.number.nullable(),
}).meta({ id: "RmaTurnaroundRow" });

/**
 * How long warranty cases take that were opened from `from` to `to`: one row per case, or per supplier
 * the averages at 2 decimals. Days are counted as in the case itself (warranty/rma_days.ts). The
 * averages over everything stand in the totals. Source: docs/overview.md, "RMA turn-around".
 */
export const rmaTurnaround = report({
  name: "rma-turnaround",
  summary: "Days at the supplier and days until settled, per warranty case or supplier",
  may: "rmas.read",
  query: reportQuery.extend({
    group_by: field.oneOf(["case", "supplier"], { rma: "case" }).default("case"),
    supplier_id: field.id().optional(),
    status: wordList(rmaStatuses).optional(),
  }),
  record: rmaTurnaroundRecord,
  source: (query, actor) => {
    const chosen = allOf([
      query.supplier_id !== undefined && sql`r.supplier_id = ${query.supplier_id}`,
      query.status && sql`r.status = any(${query.status}::text[])`,
      madeWithin(sql`r.created_at`, query),
      matches(query.search, [sql`r.reference_no`, sql`r.customer_name`, sql`s.name`]),
    ]);
    const finished = sql`r.status = any(${finishedStatuses}::text[])`;
    return {
      columns: sql`g.id, g.reference_no, g.title, g.status, g.supplier_name, g.customer_name,
        g.opened_date, g.cases, g.finished_cases,
        round(g.at_supplier / nullif(g.sent_cases, 0), 2) as days_at_supplier,
        case when ${query.group_by === "case"} then g.turnaround
          else round(g.finished_days / nullif(g.finished_cases, 0), 2) end as turnaround_days`,
      from: sql`(
        select ${query.group_by === "case" ? eachCase : eachSupplier}, count(*) as cases,
          count(*) filter (where ${finished}) as finished_cases,
          count(days.at_supplier) as sent_cases, sum(days.at_supplier)::numeric as at_supplier,
          sum(days.turnaround)::numeric as turnaround,
          coalesce(sum(days.turnaround) filter (where ${finished}), 0)::numeric as finished_days
        from rmas r left join suppliers s on s.id = r.supplier_id ${rmaDays(actor.today)}
        where ${chosen} group by 1, 2, 3, 4, 5, 6, 7) g`,
      id: sql`g.id`,
      sorts: {
        turnaround_days: { by: sql`g.turnaround`, type: "numeric" },
        title: { by: sql`g.title`, type: "text" },
      },
      where: [],
      totals: {
        cases: sql`coalesce(sum(g.cases), 0)`,
        finished_cases: sql`coalesce(sum(g.finished_cases), 0)`,
        average_days_at_supplier: sql`round(sum(g.at_supplier) / nullif(sum(g.sent_cases), 0), 2)`,
        average_turnaround_days:
          sql`round(sum(g.finished_days) / nullif(sum(g.finished_cases), 0), 2)`,
      },
    };
  },
});

const eachCase =
  sql`r.id, r.reference_no, ${rmaTitle()} as title, r.status, s.name as supplier_name,
  r.customer_name, ${day(sql`r.created_at`)} as opened_date`;
const eachSupplier = sql`coalesce(s.id, 0) as id, coalesce(s.reference_no, '') as reference_no,
  coalesce(s.name, 'No supplier') as title, null::text as status, s.name as supplier_name,
  null::text as customer_name, null::date as opened_date`;
