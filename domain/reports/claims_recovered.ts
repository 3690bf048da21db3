import sql, { join, type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { discrepancyTypes, opponents } from "../claims/discrepancy_words.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, id, localMoney, percent } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery, madeWithin, wordList } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { claimSums, recoveredPercent } from "./claim_value.ts";
import { report } from "./report.ts";

const groupings = ["supplier", "type", "month"] as const;

export const row = record(
  "ClaimsRecoveredRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "SUP-2026-000003", title: "Guangzhou Ink Co." },
      title: sql`g.title`,
    }),
    id: id("The supplier's; the place of the type in its list; 202603 for a month.", {
      example: 3,
    }),
    claims: count("How many.", { example: 4 }),
    claimed: localMoney("By the estimates: the sum of the next three.", {
      example: 52000,
      seenBy: "everybody",
    }),
    recovered: localMoney("By credit note, replacement, refund or insurance.", {
      example: 31000,
      seenBy: "everybody",
    }),
    written_off: localMoney("What settled claims did not bring.", {
      example: 6000,
      seenBy: "everybody",
    }),
    open: localMoney("What still waits for an outcome.", { example: 15000, seenBy: "everybody" }),
    recovered_percent: percent("Of what was settled.", {
      example: 83.78,
      nullable: true,
      sql: recoveredPercent(sql`g`),
    }),
  }),
);

const sorts: Sorts = {
  claimed: { by: sql`g.claimed`, type: "numeric" },
  recovered: { by: sql`g.recovered`, type: "numeric" },
  title: { by: sql`g.title`, type: "text" },
};

/**
 * What became of the claims made from `from` to `to`, cancelled ones left out, by supplier, type or
 * month; local currency. Source: docs/overview.md, "Claims recovered".
 */
export default report({
  name: "claims-recovered",
  summary: "Claims by supplier, type or month: claimed, recovered, written off, open",
  may: "costs.read",
  query: queryOf(listQuery, { sorts, day: "created_at" }).extend({
    group_by: field.oneOf(groupings, { discrepancy_type: "type" }).default("supplier")
      .describe("What each row adds up."),
    supplier_id: field.id().optional().describe("Only claims about this supplier's goods."),
    against: wordList(opponents, "Only claims against these."),
  }),
  record: row,
  sums: ["claims", "claimed", "recovered", "written_off", "open"],
  source: (query) => {
    const chosen = allOf([
      sql`d.status <> 'cancelled'`,
      query.supplier_id !== undefined && sql`d.supplier_id = ${query.supplier_id}`,
      query.against && sql`d.against = any(${query.against}::text[])`,
      madeWithin(sql`d.created_at`, query),
    ]);
    return {
      from: sql`(
        select ${join(groups[query.group_by])}, ${claimSums}
        from discrepancies d join suppliers p on p.id = d.supplier_id
        where ${chosen} group by 1, 2, 3) g`,
      id: sql`g.id`,
      sorts,
      where: [matches(query.search, [sql`g.title`, sql`g.reference_no`])],
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
