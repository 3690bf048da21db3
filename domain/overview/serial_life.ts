import { z } from "zod";
import * as answer from "../records/answers.ts";
import { eventKinds, serialRecord } from "../serials/serial.ts";

const document = { id: answer.id, reference_no: answer.text, title: answer.text };
const other = z.object({
  serial: answer.text,
  rma_id: answer.id,
  rma_reference_no: answer.text,
  on: answer.date,
}).nullable();

export const eventRecord = z.object({
  id: answer.id,
  kind: z.enum(eventKinds),
  date: answer.date,
  /** when it was recorded */
  at: answer.instant,
  serial: answer.text,
  source_type: answer.text,
  source_id: answer.id,
  source_reference_no: answer.text,
  product_id: answer.id.nullable(),
  customer_id: answer.id.nullable().optional(),
  customer_name: answer.text.nullable().optional(),
  supplier_id: answer.id.nullable().optional(),
  supplier_name: answer.text.nullable().optional(),
  /** of a replacement the other piece: the new one, or the one it came for */
  other_serial: answer.text.nullable(),
  note: answer.text.nullable(),
  by: answer.id.nullable(),
  by_name: answer.text.nullable(),
});
export type SerialEvent = z.output<typeof eventRecord>;

/** The whole life. What the caller may not read is left out, or null where it would be one record. */
export const serialLife = serialRecord.extend({
  product: z.object({
    ...document,
    sku: answer.text,
    name: answer.text,
    brand: answer.text.nullable(),
    model: answer.text.nullable(),
    warranty_months: answer.wholeNumber,
    is_serialized: answer.flag,
  }).nullable(),
  /** today, by its sale or by the sale of what it replaced */
  warranty: z.object({
    covered: answer.flag,
    reason: answer.text,
    days_left: answer.wholeNumber.nullable(),
    invoice_id: answer.id.nullable(),
  }),
  shipment: z.object({
    ...document,
    status: answer.text,
    supplier_id: answer.id,
    supplier_name: answer.text,
    tracking_number: answer.text.nullable(),
    eta_chittagong: answer.date.nullable(),
    /** local currency per piece, 4 decimals */
    landed_unit_cost: answer.number.nullable().optional(),
  }).nullable(),
  receipt: z.object({
    ...document,
    status: answer.text,
    received_date: answer.date,
    posting_date: answer.date.nullable(),
    warehouse_name: answer.text.nullable(),
    bin_location: answer.text.nullable(),
    /** local currency, of one piece, 4 decimals */
    unit_cost: answer.number.nullable().optional(),
  }).nullable(),
  /** the sale that stands */
  invoice: z.object({
    ...document,
    invoice_date: answer.date,
    customer_id: answer.id,
    customer_name: answer.text,
    customer_phone: answer.text.nullable(),
    unit_price: answer.number,
    warranty_months: answer.wholeNumber,
    warranty_until: answer.date.nullable(),
    /** local currency, of one piece: what it cost us, and what its line brought beyond that */
    cost: answer.number.optional(),
    margin: answer.number.optional(),
  }).nullable(),
  /** newest first, like the RMAs the newest 100 */
  tickets: z.array(z.object({
    ...document,
    status: answer.text,
    problem_description: answer.text,
    is_warranty: answer.flag,
    created_at: answer.instant,
    /** what was put in then */
    parts: z.array(z.object({
      id: answer.id,
      product_id: answer.id,
      product_name: answer.text,
      quantity: answer.number,
      unit: answer.text,
      serial_number: answer.text.nullable(),
      is_warranty: answer.flag,
    })),
  })),
  rmas: z.array(z.object({
    ...document,
    status: answer.text,
    fault_description: answer.text,
    replacement_serial_number: answer.text.nullable(),
    created_at: answer.instant,
  })),
  replaces: other,
  replaced_by: other,
  /** newest last, the newest 200 */
  events: z.array(eventRecord),
  events_has_more: answer.flag,
}).meta({ id: "SerialLife" });
export type SerialLife = z.output<typeof serialLife>;
