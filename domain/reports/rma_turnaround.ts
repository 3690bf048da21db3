import sql from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, date, days, id, text, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery, madeWithin, wordList } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { record } from "../records/record.ts";
import { rmaTitle } from "../warranty/rma.ts";
import { finished as finishedStatuses } from "../warranty/rma_words.ts";
import { day, rmaDays } from "../warranty/rma_days.ts";
import { rmaStatuses } from "../warranty/rma_words.ts";
import { report } from "./report.ts";

export const row = record("RmaTurnaroundRow", "g", {
  ...named({
    example: { reference_no: "RMA-2026-000009", title: "RMA-2026-000009 – Head KM512" },
    title: sql`g.title`,
  }),
  id: id("The case's; by supplier the supplier's, 0 for cases that name none.", { example: 9 }),
  status: word(rmaStatuses, "The case's; null by supplier.", {
    example: "sent_to_supplier",
    nullable: true,
  }),
  supplier_name: text("Who is to repair or replace it.", {
    example: "Guangzhou Ink Co.",
    nullable: true,
  }),
  customer_name: text("Whose it is; null by supplier.", { example: "Rahim Uddin", nullable: true }),
  opened_date: date("When the case was opened; null by supplier.", {
    example: "2026-03-02",
    nullable: true,
  }),
  cases: count("How many.", { example: 1 }),
  finished_cases: count("Delivered to the customer or closed.", { example: 0 }),
  days_at_supplier: days(
    "Calendar days; by supplier the average of the cases that were sent; null where none was.",
    { example: 21, nullable: true, sql: sql`round(g.at_supplier / nullif(g.sent_cases, 0), 2)` },
  ),
  turnaround_days: days(
    "From opening until settled or today; by supplier the average of the finished cases.",
    { example: 34, nullable: true },
  ),
});

const sorts: Sorts = {
  turnaround_days: { by: sql`g.turnaround`, type: "numeric" },
  title: { by: sql`g.title`, type: "text" },
};

/**
 * How long warranty cases take that were opened from `from` to `to`: one row per case, or per supplier
 * the averages at 2 decimals. Days are counted as in the case itself (warranty/rma_days.ts). The
 * averages over everything stand in the totals. Source: docs/overview.md, "RMA turn-around".
 */
export default report({
  name: "rma-turnaround",
  summary: "Days at the supplier and days until settled, per warranty case or supplier",
  may: "rmas.read",
  query: queryOf(listQuery, { sorts, day: "created_at" }).extend({
    group_by: field.oneOf(["case", "supplier"], { rma: "case" }).default("case")
      .describe("What each row is about."),
    supplier_id: field.id().optional().describe("Only cases with this supplier."),
    status: wordList(rmaStatuses, "Only these."),
  }),
  record: row,
  totals: {
    cases: "how many cases.",
    finished_cases: "how many of them have ended.",
    average_days_at_supplier: "days with the supplier, on average; null where none was sent.",
    average_turnaround_days: "days to the end, on average; null where none has ended.",
  },
  source: (query, actor) => {
    const chosen = allOf([
      query.supplier_id !== undefined && sql`r.supplier_id = ${query.supplier_id}`,
      query.status && sql`r.status = any(${query.status}::text[])`,
      madeWithin(sql`r.created_at`, query),
      matches(query.search, [sql`r.reference_no`, sql`r.customer_name`, sql`s.name`]),
    ]);
    const finished = sql`r.status = any(${finishedStatuses}::text[])`;
    const byCase = query.group_by === "case";
    const finishedDays = sql`coalesce(sum(days.turnaround) filter (where ${finished}), 0)::numeric`;
    return {
      from: sql`(
        select ${byCase ? eachCase : eachSupplier}, count(*) as cases,
          count(*) filter (where ${finished}) as finished_cases,
          count(days.at_supplier) as sent_cases, sum(days.at_supplier)::numeric as at_supplier,
          sum(days.turnaround)::numeric as turnaround, ${finishedDays} as finished_days,
          ${
        byCase
          ? sql`sum(days.turnaround)::numeric`
          : sql`round(${finishedDays} / nullif(count(*) filter (where ${finished}), 0), 2)`
      } as turnaround_days
        from rmas r left join suppliers s on s.id = r.supplier_id ${rmaDays(actor.today)}
        where ${chosen} group by 1, 2, 3, 4, 5, 6, 7) g`,
      id: sql`g.id`,
      sorts,
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
