import sql, { type Sql } from "sql-template-tag";
import type { Role } from "../journal/chart.ts";
import { named } from "../records/common.ts";
import { date, id, localMoney, text } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { journalLines } from "./journal.ts";
import { within } from "./profit_and_loss.ts";
import { report } from "./report.ts";

export const row = record(
  "VatInputRow",
  "l",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000377", title: "vat of SHP-2026-000004" },
      id: { says: "The line's in the journal." },
      reference_no: sql`e.reference_no`,
      title: sql`e.narration`,
    }),
    entry_date: date("The day.", { example: "2026-03-14" }),
    shipment_id: id("The shipment.", { example: 4, nullable: true }),
    shipment_reference_no: text("Its number.", {
      example: "SHP-2026-000004",
      nullable: true,
      sql: sql`s.reference_no`,
    }),
    reference: text("The bill of entry, or what else was noted on the cost or expense.", {
      example: "C-48211",
      nullable: true,
      sql: sql`coalesce(c.bill_number, c.reference, x.reference)`,
    }),
    vat: localMoney("What was paid; below zero where it was taken back.", {
      example: 412345.67,
      seenBy: "everybody",
      sql: sql`l.debit - l.credit`,
    }),
  }),
);

/** SQL: lines of these accounts with the shipment and the cost behind them. */
export function taxLines(...roles: Role[]): Sql {
  return sql`${journalLines} and a.role = any(${roles}::text[])
    left join shipments s on s.id = l.shipment_id
    left join shipment_costs c on e.source_type = 'shipment_cost' and c.id = e.source_id`;
}

const sorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

/** VAT paid on imports and other costs, which comes back. Source: docs/books.md, "Reports of the books". */
export default report({
  name: "vat-input",
  summary: "VAT paid, by entry, with its shipment and bill of entry",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }),
  record: row,
  sums: ["vat"],
  source: ({ from, to, search }) => ({
    from: sql`${taxLines("vat_input")}
      left join expenses x on e.source_type = 'expense' and x.id = e.source_id`,
    id: sql`l.id`,
    sorts,
    defaultSort: "entry_date",
    where: [
      within(from, to),
      matches(search, [sql`e.narration`, sql`s.reference_no`, sql`c.reference`, sql`x.reference`]),
    ],
  }),
});
