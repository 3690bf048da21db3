import sql from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, localMoney, text, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report } from "./report.ts";

const sides = ["sale", "purchase"] as const;
/** Mushak 6.10: more than two lakh. */
const ABOVE = 200_000;

export const row = record(
  "VatLargeRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "VCH-2026-000041", title: "VCH-2026-000041 – Krishna Textiles Ltd" },
      id: { says: "Of the paper and its side." },
      title: sql`concat(g.reference_no, ' – ', g.party_name)`,
    }),
    side: word(sides, "Whether it was sold or bought.", { example: "sale" }),
    document_date: date("The day of the paper.", { example: "2026-07-14" }),
    party_name: text("The other party.", { example: "Krishna Textiles Ltd" }),
    party_address: text("Where it is.", { example: "12 Station Road, Bogura", nullable: true }),
    party_bin: text("Its business identification number.", {
      example: "001234567-0203",
      nullable: true,
    }),
    value: localMoney("Without VAT; of an import what customs assessed.", {
      example: 270000,
      seenBy: "everybody",
    }),
    vat: localMoney("The VAT.", { example: 40500, seenBy: "everybody" }),
    total: localMoney("With it.", { example: 310500, seenBy: "everybody" }),
  }),
);

const sorts: Sorts = { document_date: { by: sql`g.document_date`, type: "date" } };

/**
 * Sales and purchases above two lakh taka (Mushak 6.10): tax invoices that were issued, and bills of entry that
 * are posted. Source: docs/vat.md, "Registers".
 */
export default report({
  name: "vat-large",
  summary: "Sales and purchases above two lakh (Mushak 6.10), with the other party's BIN",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "document_date" }).extend({
    side: field.oneOf(sides).optional().describe("Only these."),
    above: field.localMoney().optional().describe(`Only papers above this; left out: ${ABOVE}.`),
  }),
  record: row,
  sums: ["value", "vat", "total"],
  table: ["side", "reference_no", "document_date", "party_name", "value", "vat"],
  source: ({ from, to, side, above, search }) => ({
    from: sql`(
      select v.id * 2 as id, v.reference_no, 'sale' as side, v.issued_on as document_date,
        v.buyer->>'name' as party_name, v.buyer->>'address' as party_address,
        v.buyer->>'bin' as party_bin, v.net as value, v.vat, v.total
      from vat_challans v where v.kind = '6.3'
      union all
      select b.id * 2 + 1, concat(b.number, ' (', b.office, ')'), 'purchase', b.entry_date, p.name,
        nullif(concat_ws(', ', p.address, p.country), ''), null, lines.value, lines.vat,
        lines.value + lines.vat
      from bills_of_entry b join shipments s on s.id = b.shipment_id
        join suppliers p on p.id = s.supplier_id
        cross join lateral (select sum(l.assessable_value) as value, sum(l.vat) as vat
          from bill_of_entry_lines l where l.bill_id = b.id) lines
      where b.status = 'posted') g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "document_date",
    where: [
      sql`g.total > ${above ?? ABOVE}`,
      side !== undefined && sql`g.side = ${side}`,
      from !== undefined && sql`g.document_date >= ${from}::date`,
      to !== undefined && sql`g.document_date <= ${to}::date`,
      matches(search, [sql`g.reference_no`, sql`g.party_name`, sql`g.party_bin`]),
    ],
  }),
});
