import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { upload } from "../uploads/upload.ts";
import {
  discrepancyStatuses,
  discrepancyTypeAliases,
  discrepancyTypes,
  opponents,
  resolutions,
} from "./discrepancy_words.ts";

/** A field of every change of a claim's status: the status the caller last saw. */
export const expectedDiscrepancyStatus = () => field.oneOf(discrepancyStatuses).optional();

/** A claim as it is entered. Source: docs/imports.md, "Claim". */
export const newDiscrepancy = z.object({
  shipment_id: field.id(),
  shipment_item_id: field.id().optional(),
  /** default: the shipment's */
  supplier_id: field.id().optional(),
  receipt_id: field.id().optional(),
  discrepancy_type: field.oneOf(discrepancyTypes, discrepancyTypeAliases),
  quantity: field.quantity().optional(),
  estimated_value: field.money().optional(),
  /** default: the shipment's */
  currency: field.currency().optional(),
  /** default: the shipment's, in its currency */
  exchange_rate: field.rate().optional(),
  note: field.text(5000).optional(),
  against: field.oneOf(opponents).default("supplier"),
});

export const resolutionInput = z.object({
  /** may be left out only for a claim without value, which is then written off */
  resolution: field.oneOf(resolutions).optional(),
  /** default: the estimated value */
  amount: field.money().optional(),
  /** default: the claim's */
  currency: field.currency().optional(),
  /** default: the claim's, in its currency */
  exchange_rate: field.rate().optional(),
  note: field.text(5000).optional(),
  expected_status: expectedDiscrepancyStatus(),
});

export const discrepancyRecord = z.object({
  ...answer.common,
  status: z.enum(discrepancyStatuses),
  shipment_id: answer.id,
  shipment_reference_no: answer.text,
  shipment_item_id: answer.id.nullable(),
  product_name: answer.text.nullable(),
  sku: answer.text.nullable(),
  unit: answer.text.nullable(),
  supplier_id: answer.id,
  supplier_name: answer.text,
  receipt_id: answer.id.nullable(),
  receipt_reference_no: answer.text.nullable(),
  /** the receipt's line, on a claim that its approval drafted */
  receipt_item_id: answer.id.nullable(),
  discrepancy_type: z.enum(discrepancyTypes),
  quantity: answer.number.nullable(),
  estimated_value: answer.number,
  currency: answer.text,
  /** null: not known, and not needed as there is no value */
  exchange_rate: answer.number.nullable(),
  /** local currency, half up at 2 decimals */
  estimated_value_local: answer.number,
  against: z.enum(opponents),
  note: answer.text.nullable(),
  resolution: z.enum(resolutions).nullable(),
  resolved_amount: answer.number.nullable(),
  resolved_currency: answer.text.nullable(),
  resolved_exchange_rate: answer.number.nullable(),
  resolved_amount_local: answer.number.nullable(),
  resolution_note: answer.text.nullable(),
  resolved_at: answer.instant.nullable(),
  resolved_by: answer.id.nullable(),
  /** the debit that a credit note or refund wrote into the supplier ledger */
  supplier_ledger_id: answer.id.nullable(),
}).meta({ id: "Discrepancy" });
export type Discrepancy = z.output<typeof discrepancyRecord>;

export const discrepancyDetail = z.object({
  ...discrepancyRecord.shape,
  uploads: z.array(upload.schema),
  history: answer.history,
}).meta({ id: "DiscrepancyDetail" });
export type DiscrepancyDetail = z.output<typeof discrepancyDetail>;
