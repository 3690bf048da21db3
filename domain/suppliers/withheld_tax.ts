import sql from "sql-template-tag";
import type { z } from "zod";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, id, localMoney, percent, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const withheldKinds = ["vds", "tds"] as const;

/** Tax that we withhold from a supplier's bill and pay to the treasury. Source: docs/vat.md, "Tax that we withhold". */
export const withheldTax = record(
  "WithheldTax",
  "t",
  everybody({
    ...named({
      example: { reference_no: "WHT-2026-000007", title: "WHT-2026-000007 – VDS, Karnaphuli C&F" },
      title: sql`concat(t.reference_no, ' – ', upper(t.kind), ', ', ts.name)`,
    }),
    status: word(["posted", "reversed"], "Reversed with its entry in the supplier's ledger.", {
      example: "posted",
      sql: sql`case when exists (select from supplier_ledger back
        where back.reverses_id = t.supplier_ledger_id) then 'reversed' else 'posted' end`,
    }),
    kind: word(withheldKinds, "vds: VAT (certificate Mushak 6.6); tds: income tax.", {
      example: "vds",
      entry: "required",
      change: false,
    }),
    supplier_id: id("From whom.", { example: 3, entry: "required", change: false }),
    supplier_name: text("His name.", { example: "Karnaphuli C&F", sql: sql`ts.name` }),
    withheld_on: date("The day it counts for.", {
      example: "2026-03-09",
      entry: "optional",
      unsent: "today",
      nullable: false,
      change: false,
    }),
    base: localMoney("What the tax was withheld of.", {
      example: 20000,
      seenBy: "everybody",
      entry: "optional",
      change: false,
      reads: field.localMoney("positive"),
    }),
    rate: percent("At which rate.", { example: 15, entry: "optional", change: false }),
    amount: localMoney("How much.", {
      example: 3000,
      seenBy: "everybody",
      entry: "required",
      change: false,
      reads: field.localMoney("positive"),
    }),
    bill_number: text("His bill.", { example: "KCF-118", entry: "optional", change: false }),
    supplier_ledger_id: id("The debit in his ledger.", { example: 88 }),
    challan_number: text("The treasury's challan that it was paid by.", {
      example: "T-48",
      max: 100,
      entry: "optional",
    }),
    challan_date: date("The day of that.", { example: "2026-04-10", entry: "optional" }),
    note: text("What else was said.", { example: "March", max: 2000, entry: "optional" }),
    ...stamps(),
  }),
);
export type WithheldTax = z.output<typeof withheldTax.schema>;

/** What its columns stand on, behind `from`. */
export const withheldTaxTables = sql`withheld_taxes t join suppliers ts on ts.id = t.supplier_id`;
