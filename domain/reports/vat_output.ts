import sql from "sql-template-tag";
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

/** SQL: what the entry `e` sold free of VAT; a void, a return, and what took one back have their own sign. */
const untaxed = sql`coalesce(case e.source_type
    when 'invoice' then (select sum(free.net) from invoice_items free
      where free.invoice_id = e.source_id and free.vat_percent = 0)
    when 'credit_note' then (select -sum(back.net) from credit_note_items back
        join invoice_items free on free.id = back.invoice_item_id
      where back.credit_note_id = e.source_id and free.vat_percent = 0)
  end, 0) * case when e.kind like '%.reversal' then -1 else 1 end`;

export const row = record(
  "VatOutputRow",
  "l",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000412", title: "Invoice INV-2026-000031" },
      id: { says: "The line's in the journal." },
      reference_no: sql`e.reference_no`,
      title: sql`e.narration`,
    }),
    entry_date: date("The day.", { example: "2026-03-14" }),
    source_reference_no: text("The invoice or credit note.", {
      example: "INV-2026-000031",
      nullable: true,
      sql: sql`e.source_reference_no`,
    }),
    customer_id: id("The customer.", { example: 12, nullable: true, sql: sql`c.id` }),
    customer_name: text("His name.", { example: "Rahim Uddin", nullable: true, sql: sql`c.name` }),
    net: localMoney("What it was charged on: what the entry sold, without lines free of VAT.", {
      example: 83333.33,
      seenBy: "everybody",
      sql: sql`(select coalesce(sum(n.credit - n.debit), 0) from journal_lines n
        join accounts na on na.id = n.account_id
        where n.entry_id = l.entry_id and na.role in ('sales', 'service', 'returns')) - ${untaxed}`,
    }),
    vat: localMoney("What was charged; below zero where it was given back.", {
      example: 12500,
      seenBy: "everybody",
      sql: sql`l.credit - l.debit`,
    }),
  }),
);

const sorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

/** VAT charged on invoices and given back. Source: docs/books.md, "Reports of the books". */
export default report({
  name: "vat-output",
  summary: "VAT charged to customers and given back, by invoice and credit note",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }),
  record: row,
  sums: ["net", "vat"],
  source: ({ from, to, search }) => ({
    from: sql`${journalLines} and a.role = 'vat_output'
      left join invoices i on i.id = l.invoice_id
      left join customers c on c.id = coalesce(i.customer_id,
        case when l.party_type = 'customer' then l.party_id end)`,
    id: sql`l.id`,
    sorts,
    defaultSort: "entry_date",
    where: [
      within(from, to),
      sql`coalesce(e.source_type, '') <> 'transfer'`, // what the treasury was paid of it
      matches(search, [sql`e.source_reference_no`, sql`c.name`]),
    ],
  }),
});
