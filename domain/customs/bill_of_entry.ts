import sql, { join, raw } from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import {
  count,
  currency,
  date,
  id,
  instant,
  localMoney,
  money,
  rate,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { billLine } from "./bill_line.ts";
import { levyFields } from "./estimate.ts";
import { levies, type Levy } from "./levy_words.ts";

export const billStatuses = ["draft", "posted", "reversed"] as const;
const sumOf = (levy: Levy) => ({ sql: sql`coalesce(lines.${raw(levy)}, 0)` });
const sums = Object.fromEntries(
  Object.entries(levyFields).map(([levy, each]) => [levy, {
    ...each,
    options: { ...each.options, ...sumOf(levy as Levy) },
  }]),
) as unknown as typeof levyFields;

const fields = everybody({
  ...named({
    example: { reference_no: "BOE-2026-000004", title: "C796229 · 301 · 2026-03-14" },
    title: sql`concat_ws(' · ', b.number, b.office, b.entry_date)`,
  }),
  shipment_id: id("The shipment it clears.", { example: 4, entry: "required", change: false }),
  shipment_reference_no: text("Its number.", {
    example: "SHP-2026-000004",
    sql: sql`s.reference_no`,
  }),
  status: word(billStatuses, "Posted, its levies are costs of the shipment.", { example: "draft" }),
  bill_type: text("The kind of declaration.", {
    example: "IM 4",
    max: 20,
    entry: { default: "IM 4" },
  }),
  office: text("The customs office: 101 Dhaka air, 301 Chattogram, 501 Mongla, 601 Benapole.", {
    example: "301",
    entry: "required",
    reads: field.text(3).refine((code) => /^\d{3}$/.test(code), "must be three digits"),
  }),
  number: text("Its registration number.", {
    example: "C796229",
    entry: "required",
    reads: field.text(40).transform((number) => number.toUpperCase().replace(/\s/g, "")),
    aliases: ["registration_number"],
  }),
  entry_date: date("The day of registration.", { example: "2026-03-14", entry: "required" }),
  declarant: text("The agent and his licence (AIN).", {
    example: "301082045 Karnafuli C&F",
    entry: "optional",
  }),
  importer_bin: text("The importer's BIN, 13 digits.", {
    example: "004712345-0101",
    entry: "optional",
    reads: field.bin(),
  }),
  lc_number: text("The LC or LCA it came under.", { example: "LC-0123", entry: "optional" }),
  currency: currency("The invoice's.", { example: "USD", entry: "optional" }),
  invoice_value: money("The invoice, in its currency.", {
    example: 9600,
    seenBy: "everybody",
    entry: "optional",
  }),
  customs_rate: rate("What customs counted one of the currency for.", {
    example: 121.5,
    entry: "optional",
  }),
  packages: count("How many packages.", { example: 40, entry: "optional" }),
  assessment_number: text("The assessment.", { example: "A 55102", entry: "optional" }),
  assessment_date: date("Its day.", { example: "2026-03-15", entry: "optional" }),
  challan_number: text("The challan that paid it.", { example: "R 88123", entry: "optional" }),
  challan_date: date("The day it was paid.", { example: "2026-03-16", entry: "optional" }),
  challan_bank: text("Where.", { example: "Sonali Bank, Chattogram", entry: "optional" }),
  challan_amount: localMoney("How much.", {
    example: 766286.27,
    seenBy: "everybody",
    entry: "optional",
  }),
  note: text("Anything else worth knowing.", {
    example: "Green channel.",
    max: 2000,
    entry: "optional",
  }),
  lines: shaped(
    z.array(billLine.entry).min(1, "must have a line").max(500, "must have at most 500 lines"),
    "What customs assessed.",
    {
      example: [{
        hs_code: "3215.19.00",
        shipment_item_ids: [19],
        assessable_value: 1239945.42,
        cd: 309986.36,
        rd: 37198.36,
        sd: 0,
        vat: 238069.52,
        at: 119034.76,
        ait: 61997.27,
      }],
      seenBy: "nobody",
      entry: "required",
    },
  ),
  assessable_value: localMoney("Of all its lines.", {
    example: 1239945.42,
    seenBy: "everybody",
    sql: sql`coalesce(lines.assessable_value, 0)`,
  }),
  ...sums,
  total: localMoney("All levies as assessed.", {
    example: 766286.27,
    seenBy: "everybody",
    sql: sql`coalesce(lines.total, 0)`,
  }),
  posted_at: instant("When it was posted.", { example: null, nullable: true }),
  posted_by: id("Who posted it.", { example: null, nullable: true }),
  ...stamps(),
});

/** What customs registered of a shipment. Only who reads costs reads it. Source: docs/customs.md, "Bill of entry". */
export const billOfEntry = record("BillOfEntry", "b", fields);
export type BillOfEntry = z.output<typeof billOfEntry.schema>;
export type NewBill = z.output<typeof billOfEntry.entry>;

/** What a bill's columns stand on, behind `from`. */
export const billTables = sql`bills_of_entry b join shipments s on s.id = b.shipment_id
  left join lateral (select ${
  join(levies.map((levy) => sql`sum(l.${raw(levy)}) as ${raw(levy)}`))
}, sum(l.assessable_value) as assessable_value,
      sum(${join(levies.map((levy) => raw(`l.${levy}`)), " + ")}) as total
    from bill_of_entry_lines l where l.bill_id = b.id) lines on true`;

export const billOfEntryDetail = record("BillOfEntryDetail", "b", {
  ...fields,
  lines: many(billLine, "Its lines.", {
    seenBy: "everybody",
    from: sql`from bill_of_entry_lines l where l.bill_id = b.id`,
    order: sql`r.line_no`,
  }),
});
export type BillOfEntryDetail = z.output<typeof billOfEntryDetail.schema>;

/** How the levies are paid when a bill is posted; every one is a cost of its own. */
export const billPosting = record("BillPosting", "p", {
  entry_date: date("The day the costs count for.", {
    example: "2026-03-16",
    entry: "optional",
    unsent: "today",
    change: false,
  }),
  payee_id: id("Whom it is owed to, or was paid through: customs, the agent.", {
    example: 31,
    entry: "optional",
    change: false,
  }),
  paid_from: id("The money account that paid it.", {
    example: 7,
    entry: "optional",
    change: false,
  }),
}).entry;

export const billReversal = z.object({
  reason: field.text(500).describe("Why; it stands with each cost that is taken back."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
});
