import sql from "sql-template-tag";
import { z } from "zod";
import { anyOf } from "../records/any_of.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { historyOf } from "../records/history.ts";
import {
  currency,
  date,
  id,
  instant,
  localMoney,
  money,
  quantity,
  rate,
  text,
  word,
} from "../records/kinds.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { uploadsOf } from "../uploads/upload.ts";
import {
  discrepancyStatuses,
  discrepancyTypeAliases,
  discrepancyTypes,
  nextOfClaim,
  opponents,
  resolutions,
  unresolved,
} from "./discrepancy_words.ts";

/** A field of every change of a claim's status: the status the caller last saw. */
export const expectedDiscrepancyStatus = () =>
  field.oneOf(discrepancyStatuses).optional()
    .describe("The status that was last seen: refused when it is another one by now.");

export const resolutionInput = z.object({
  resolution: field.oneOf(resolutions).optional()
    .describe("What came of it. Left out: written_off, for a claim without value only."),
  amount: field.money().optional().describe("What it brought. Left out: the estimated value."),
  currency: field.currency().optional().describe("Of the amount. Left out: the claim's."),
  exchange_rate: field.rate().optional()
    .describe(
      "Local units for one of it, of a note in local currency those for one of the supplier's. Left out: the claim's, in its currency.",
    ),
  supplier_rate: field.rate().optional()
    .describe("Local units for one of the supplier's currency, of a note in a third one."),
  account_id: field.id().optional()
    .describe("Where the money of a refund or an insurance came in. Left out: the bank's account."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
  note: field.text(5000).optional().describe("What is to be kept about it."),
  expected_status: expectedDiscrepancyStatus(),
});

/** "Damage: Ink cyan (SHP-2026-000007)", over `discrepancyTables`. */
export const discrepancyTitle =
  sql`concat(initcap(replace(d.discrepancy_type, '_', ' ')), ': ' || di.product_name,
  ' (', ds.reference_no, ')')`;

/** Source: docs/imports.md, "Claim". */
const fields = everybody({
  ...named({
    example: {
      reference_no: "CLM-2026-000004",
      title: "Damage: Eco-solvent ink cyan 1 l (SHP-2026-000007)",
    },
    title: discrepancyTitle,
  }),
  status: word(discrepancyStatuses, "How far it is.", { example: "submitted" }),
  shipment_id: id("The shipment it is about.", { example: 7, entry: "required" }),
  shipment_reference_no: text("That shipment's number.", {
    example: "SHP-2026-000007",
    sql: sql`ds.reference_no`,
  }),
  shipment_item_id: id("The item of that shipment.", { example: 19, entry: "optional" }),
  product_name: text("What the item is.", {
    example: "Eco-solvent ink cyan 1 l",
    nullable: true,
    sql: sql`di.product_name`,
  }),
  sku: text("The item's SKU.", { example: "INK-CY-1L", nullable: true, sql: sql`di.sku` }),
  unit: text("What the item is counted in.", {
    example: "liter",
    nullable: true,
    sql: sql`di.unit`,
  }),
  supplier_id: id("Who sent the goods.", {
    example: 3,
    entry: "optional",
    unsent: "the shipment's supplier",
    nullable: false,
  }),
  supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`dp.name` }),
  receipt_id: id("The goods receipt that showed it.", { example: 9, entry: "optional" }),
  receipt_reference_no: text("That receipt's number.", {
    example: "RCP-2026-000009",
    nullable: true,
    sql: sql`dr.reference_no`,
  }),
  receipt_item_id: id("The receipt's line, on a claim that its approval drafted.", {
    example: 31,
    nullable: true,
  }),
  credit_note_id: id("The credit note by which a customer brought the pieces back.", {
    example: null,
    nullable: true,
    sql: sql`dcn.id`,
  }),
  credit_note_reference_no: text("That credit note's number.", {
    example: null,
    nullable: true,
    sql: sql`dcn.reference_no`,
  }),
  discrepancy_type: word(discrepancyTypes, "What is wrong.", {
    example: "damage",
    entry: "required",
    spelled: discrepancyTypeAliases,
  }),
  quantity: quantity("How many pieces it is about.", { example: 2, entry: "optional" }),
  estimated_value: money("What it is thought to be worth, in its currency.", {
    example: 320,
    seenBy: "costs.read",
    entry: "optional",
    unsent: "0",
    nullable: false,
  }),
  currency: currency("The claim's currency.", {
    example: "USD",
    entry: "optional",
    unsent: "the shipment's",
    nullable: false,
  }),
  exchange_rate: rate("Local units for one of the currency; null: not known and not needed.", {
    example: 121.5,
    entry: "optional",
    unsent: "the shipment's, in its currency",
  }),
  estimated_value_local: localMoney("The same in local currency, half up at 2 decimals.", {
    example: 38880,
    seenBy: "costs.read",
  }),
  landed_loss_local: localMoney(
    "What its pieces stand at: purchase and their part of the costs, local currency.",
    {
      example: 41210.5,
      seenBy: "costs.read",
      sql: sql`case when d.carrying_value <> 0 or dr.posted_at is not null then d.carrying_value
        else coalesce((select case d.discrepancy_type when 'damage' then line.rejected_value
          when 'shortage' then line.short_value else 0 end
          from receipt_items line where line.id = d.receipt_item_id), 0) end`,
    },
  ),
  carrying_value: localMoney(
    "What of that stands on the account of claims, or stood until it ended.",
    {
      example: 41210.5,
      seenBy: "costs.read",
    },
  ),
  against: word(opponents, "Who is to answer for it.", {
    example: "supplier",
    entry: { default: "supplier" },
  }),
  note: text("What was found.", { example: "Two bottles leaked.", max: 5000, entry: "optional" }),
  resolution: word(resolutions, "What came of it.", { example: "credit_note", nullable: true }),
  resolved_amount: money("What it brought.", {
    example: 300,
    seenBy: "costs.read",
    nullable: true,
  }),
  resolved_currency: currency("The currency of that.", { example: "USD", nullable: true }),
  resolved_exchange_rate: rate("Local units for one of that.", { example: 121.5, nullable: true }),
  resolved_amount_local: localMoney("What it brought, local currency.", {
    example: 36450,
    seenBy: "costs.read",
    nullable: true,
  }),
  resolution_note: text("What was said when it ended.", { example: "By mail.", nullable: true }),
  resolved_at: instant("When it ended.", { example: "2026-04-02T04:15:00.000Z", nullable: true }),
  resolved_on: date("The day for which that counts.", { example: "2026-04-02", nullable: true }),
  resolved_by: id("The user who ended it.", { example: 3, nullable: true }),
  supplier_ledger_id: id("The debit that a credit note wrote into the ledger.", {
    example: 88,
    nullable: true,
  }),
  ...stamps(),
});

/** What a shipment did not bring as it should: against supplier, carrier or insurer. */
export const discrepancy = record("Discrepancy", "d", fields);
export type Discrepancy = z.output<typeof discrepancy.schema>;

/** What a claim's columns stand on, behind `from`; names that no query around it uses. */
export const discrepancyTables = sql`discrepancies d
  join shipments ds on ds.id = d.shipment_id
  join suppliers dp on dp.id = d.supplier_id
  left join shipment_items di on di.id = d.shipment_item_id
  left join receipts dr on dr.id = d.receipt_id
  left join credit_note_items dci on dci.id = d.credit_note_item_id
  left join credit_notes dcn on dcn.id = dci.credit_note_id`;

/** SQL: whether nobody has settled the claim `d` yet. */
export const isUnresolved = sql`d.status = ${anyOf(unresolved)}`;

export const discrepancyDetail = record("DiscrepancyDetail", "d", {
  ...fields,
  next_statuses: nextStatuses(discrepancyStatuses, {
    may: "discrepancies.resolve",
    after: () => [{ next: (from) => nextOfClaim[from] }],
  }),
  uploads: uploadsOf("discrepancy", sql`d.id`),
  history: historyOf("discrepancy", sql`d.id`),
});
export type DiscrepancyDetail = z.output<typeof discrepancyDetail.schema>;
