import sql, { type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import { date, id, localMoney, text } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { within } from "./profit_and_loss.ts";
import { report } from "./report.ts";
import { taxLines } from "./vat_input.ts";

export const row = record(
  "AdvanceTaxRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "C-48211", title: "C-48211 – SHP-2026-000004" },
      title: sql`concat_ws(' – ', nullif(g.reference_no, ''), g.shipment_reference_no)`,
    }),
    id: id("Of the first line in the journal.", { example: 1412 }),
    entry_date: date("The first day on which any of it was entered.", { example: "2026-03-14" }),
    shipment_id: id("The shipment.", { example: 4, nullable: true }),
    shipment_reference_no: text("Its number.", { example: "SHP-2026-000004", nullable: true }),
    at: localMoney("Advance tax (AT).", { example: 123456.78, seenBy: "everybody" }),
    ait: localMoney("Advance income tax (AIT).", { example: 98765.43, seenBy: "everybody" }),
  }),
);

const sumOf = (role: string): Sql =>
  sql`coalesce(sum(l.debit - l.credit) filter (where a.role = ${role}), 0)`;

const sorts: Sorts = { entry_date: { by: sql`g.entry_date`, type: "date" } };

/**
 * Advance tax and advance income tax paid at customs, a row for each bill of entry: the bill's number or the
 * reference of its costs. Source: docs/books.md, "Reports of the books".
 */
export default report({
  name: "advance-taxes",
  summary: "AT and AIT paid at customs, by bill of entry",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }),
  record: row,
  sums: ["at", "ait"],
  source: ({ from, to, search }) => ({
    from: sql`(
      select min(l.id) as id, coalesce(c.bill_number, c.reference, '') as reference_no,
        min(l.entry_date) as entry_date, l.shipment_id, s.reference_no as shipment_reference_no,
        ${sumOf("advance_tax")} as at, ${sumOf("advance_income_tax")} as ait
      from ${taxLines("advance_tax", "advance_income_tax")}
      where ${within(from, to)}
      group by 2, l.shipment_id, s.reference_no) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "entry_date",
    where: [matches(search, [sql`g.reference_no`, sql`g.shipment_reference_no`])],
  }),
});
