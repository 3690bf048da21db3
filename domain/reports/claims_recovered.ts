import sql, { join, type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { business } from "../business/business.ts";
import { discrepancyTypes, opponents } from "../claims/discrepancy_words.ts";
import * as field from "../records/fields.ts";
import { allOf, madeWithin, matches, wordList } from "../records/paging.ts";
import { claimSums, recoveredPercent } from "./claim_value.ts";
import { report, reportQuery, total } from "./report.ts";

const groupings = ["supplier", "type", "month"] as const;

export const claimsRecoveredRecord = z.object({
  /** the supplier's; the place of the type in its list; 202603 for a month */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  claims: answer.wholeNumber,
  /** by the estimates, local currency: the sum of the next three */
  claimed: answer.number,
  /** by credit note, replacement, refund or insurance */
  recovered: answer.number,
  /** what settled claims did not bring */
  written_off: answer.number,
  open: answer.number,
  /** of what was settled */
  recovered_percent: answer.number.nullable(),
}).meta({ id: "ClaimsRecoveredRow" });

/**
 * What became of the claims made from `from` to `to`, cancelled ones left out, by supplier, type or
 * month; local currency. Source: docs/overview.md, "Claims recovered".
 */
export const claimsRecovered = report({
  name: "claims-recovered",
  summary: "Claims by supplier, type or month: claimed, recovered, written off, open",
  may: "costs.read",
  query: reportQuery.extend({
    group_by: field.oneOf(groupings, { discrepancy_type: "type" }).default("supplier"),
    supplier_id: field.id().optional(),
    against: wordList(opponents).optional(),
  }),
  record: claimsRecoveredRecord,
  source: (query) => {
    const chosen = allOf([
      sql`d.status <> 'cancelled'`,
      query.supplier_id !== undefined && sql`d.supplier_id = ${query.supplier_id}`,
      query.against && sql`d.against = any(${query.against}::text[])`,
      madeWithin(sql`d.created_at`, query),
    ]);
    return {
      columns: sql`g.id, g.reference_no, g.title, g.claims, g.claimed, g.recovered, g.written_off,
        g.open, ${recoveredPercent(sql`g`)} as recovered_percent`,
      from: sql`(
        select ${join(groups[query.group_by])}, ${claimSums}
        from discrepancies d join suppliers p on p.id = d.supplier_id
        where ${chosen} group by 1, 2, 3) g`,
      id: sql`g.id`,
      sorts: {
        claimed: { by: sql`g.claimed`, type: "numeric" },
        recovered: { by: sql`g.recovered`, type: "numeric" },
        title: { by: sql`g.title`, type: "text" },
      },
      where: [matches(query.search, [sql`g.title`, sql`g.reference_no`])],
      totals: {
        claims: total(sql`g.claims`),
        claimed: total(sql`g.claimed`),
        recovered: total(sql`g.recovered`),
        written_off: total(sql`g.written_off`),
        open: total(sql`g.open`),
      },
    };
  },
});

const madeOn = sql`(d.created_at at time zone ${business.timeZone}::text)`;

const groups: Record<typeof groupings[number], Sql[]> = {
  supplier: [sql`p.id as id`, sql`p.reference_no as reference_no`, sql`p.name as title`],
  type: [
    sql`array_position(${discrepancyTypes}::text[], d.discrepancy_type) as id`,
    sql`d.discrepancy_type as reference_no`,
    sql`initcap(replace(d.discrepancy_type, '_', ' ')) as title`,
  ],
  month: [
    sql`to_char(${madeOn}, 'YYYYMM')::bigint as id`,
    sql`to_char(${madeOn}, 'YYYY-MM') as reference_no`,
    sql`to_char(${madeOn}, 'FMMonth YYYY') as title`,
  ],
};
