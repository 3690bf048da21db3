import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { lcTtDetail } from "./find_lc_tt.ts";
import { withRows } from "../records/with_rows.ts";
import { isOpen, type LcTt, lcTt, lcTtTables, lcTtTypeAliases } from "./lc_tt.ts";
import { lcTtStatuses, lcTtTypes } from "./lc_tt_words.ts";

/** `noDate` stands for one that is not known. */
const sortsWith = (noDate: string): Sorts => ({
  issue_date: { by: sql`coalesce(l.issue_date, ${noDate}::date)`, type: "date" },
  expiry_date: { by: sql`coalesce(l.expiry_date, ${noDate}::date)`, type: "date" },
  amount: { by: sql`l.amount`, type: "numeric" },
  created_at: { by: sql`l.created_at`, type: "timestamptz" },
  status: {
    by: sql`array_position(${[...lcTtStatuses]}::text[], l.status)::bigint`,
    type: "bigint",
  },
});

export const listedLcTt = withRows("ListedLcTt", lcTt, lcTtDetail);
export const lcTtQuery = queryOf(recordQuery, {
  sorts: sortsWith("9999-12-31"),
  day: "issue_date",
  by: "the date of issue, or the day it was recorded where there is none",
}).extend({
  include: listedLcTt.include,
  type: wordList(lcTtTypes, "Only these kinds.", lcTtTypeAliases),
  status: wordList(lcTtStatuses, "Only those in these statuses."),
  supplier_id: field.id().optional().describe("Only those that pay this supplier."),
  currency: field.currency().optional().describe("Only those in this currency."),
  open: field.flag().optional().describe("True: neither closed nor cancelled; false: the others."),
  expiring_within: field.count(0, 3650).optional()
    .describe("Only open ones that expire within so many days from today."),
});

/**
 * LCs and TTs, newest first; by a date those without it come last. `search` looks at numbers, bank and
 * supplier; `from` and `to` at the date of issue, at the day of entry where there is none.
 */
export function listLcTt(
  db: Db,
  actor: Actor,
  query: z.output<typeof lcTtQuery>,
): Promise<Page<LcTt>> {
  const { today } = actor;
  const noDate = query.sort?.startsWith("-") ? "0001-01-01" : "9999-12-31";
  const dated = sql`coalesce(l.issue_date, (l.created_at at time zone ${business.timeZone})::date)`;
  return recordPage<LcTt>(db, query, {
    ...listedLcTt.listed(actor, query.include),
    from: lcTtTables,
    id: sql`l.id`,
    sorts: sortsWith(noDate),
    where: [
      query.type && sql`l.type = any(${query.type}::text[])`,
      query.status && sql`l.status = any(${query.status}::text[])`,
      query.supplier_id !== undefined && sql`l.supplier_id = ${query.supplier_id}`,
      query.currency !== undefined && sql`l.currency = ${query.currency}`,
      query.open !== undefined && sql`(${isOpen}) = ${query.open}`,
      query.expiring_within !== undefined && sql`${isOpen} and l.expiry_date between ${today}::date
        and ${today}::date + ${query.expiring_within}::integer`,
      query.from !== undefined && sql`${dated} >= ${query.from}::date`,
      query.to !== undefined && sql`${dated} <= ${query.to}::date`,
      matches(query.search, [
        sql`l.reference_no`,
        sql`l.reference_number`,
        sql`l.bank_name`,
        sql`p.name`,
      ]),
    ],
  });
}
