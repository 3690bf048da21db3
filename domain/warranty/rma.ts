import { z } from "zod";
import * as answer from "../records/answers.ts";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import type { Lifecycle } from "../records/lifecycle.ts";
import { upload } from "../uploads/upload.ts";
import { rmaStatuses } from "./rma_words.ts";

export type RmaStatus = typeof rmaStatuses[number];

/** The statuses in which the machine or board is with the supplier. */
export const atSupplier: readonly RmaStatus[] = [
  "sent_to_supplier",
  "supplier_received",
  "under_repair",
  "replacement_approved",
];

/** The statuses of a case that was seen through. */
export const finished: readonly RmaStatus[] = ["delivered_to_customer", "closed"];

/** The statuses in which the customer waits for nothing any more. */
export const settled: readonly RmaStatus[] = [...finished, "cancelled"];

export const rmaLifecycle: Lifecycle<RmaStatus> = { ladder: rmaStatuses, cancellable: () => true };

/**
 * A case as it is entered. Source: docs/imports.md, "RMA". The customer may be left out where he
 * can be told from `customer_id` or from a serial number (see name_customer.ts).
 */
export const newRma = withAliases(
  z.object({
    customer_name: field.text().optional(),
    customer_phone: field.text(40).optional(),
    customer_id: field.id().optional(),
    supplier_id: field.id().optional(),
    machine_model: field.text().optional(),
    machine_serial_number: field.text(100).optional(),
    board_type: field.text().optional(),
    board_serial_number: field.text(100).optional(),
    fault_description: field.text(5000),
    quantity: field.quantity("positive").default(new Decimal("1")),
    unit: field.text(20).optional(),
    currency: field.currency().optional(),
    estimated_value: field.money().optional(),
    service_ticket_id: field.id().optional(),
  }),
  { serial_number: "machine_serial_number" },
);
export type NewRma = z.output<typeof newRma>;

const status = z.enum(rmaStatuses);

export const rmaRecord = z.object({
  ...answer.common,
  status,
  customer_id: answer.id.nullable(),
  customer_name: answer.text,
  customer_phone: answer.text.nullable(),
  supplier_id: answer.id.nullable(),
  supplier_name: answer.text.nullable(),
  machine_model: answer.text.nullable(),
  machine_serial_number: answer.text.nullable(),
  board_type: answer.text.nullable(),
  board_serial_number: answer.text.nullable(),
  replacement_serial_number: answer.text.nullable(),
  fault_description: answer.text,
  quantity: answer.number,
  unit: answer.text.nullable(),
  currency: answer.text.nullable(),
  estimated_value: answer.number.nullable().optional(),
  service_ticket_id: answer.id.nullable(),
}).meta({ id: "Rma" });
export type Rma = z.output<typeof rmaRecord>;

export const rmaDetail = rmaRecord.extend({
  warranty: z.object({
    covered: answer.flag,
    reason: answer.text,
    days_left: answer.wholeNumber.nullable(),
    invoice_id: answer.id.nullable(),
  }),
  days_at_supplier: answer.wholeNumber.nullable(),
  turnaround_days: answer.wholeNumber,
  earlier_cases: z.array(z.object({
    id: answer.id,
    reference_no: answer.text,
    title: answer.text,
    status,
    created_at: answer.instant,
    fault_description: answer.text,
    machine_serial_number: answer.text.nullable(),
    board_serial_number: answer.text.nullable(),
    replacement_serial_number: answer.text.nullable(),
  })),
  uploads: z.array(upload.schema),
  history: answer.history,
}).meta({ id: "RmaDetail" });
export type RmaDetail = z.output<typeof rmaDetail>;

type Thing = Partial<
  Record<"machine_serial_number" | "board_serial_number" | "machine_model", string | null>
>;

/** A case must say what it is about: the field errors when it does not. */
export function missingThing(thing: Thing): Record<string, string> {
  if (thing.machine_serial_number || thing.board_serial_number || thing.machine_model) return {};
  const reason =
    "is required, or one of the others of machine_serial_number, board_serial_number, machine_model";
  return { machine_serial_number: reason, board_serial_number: reason, machine_model: reason };
}
