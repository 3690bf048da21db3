import { z } from "zod";
import * as answer from "../records/answers.ts";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { priorities } from "../tasks/task.ts";
import { upload } from "../uploads/upload.ts";
import { partRecord } from "./part.ts";

export const openTicketStatuses = [
  "open",
  "assigned",
  "in_progress",
  "parts_required",
  "resolved",
] as const;
export const ticketStatuses = [...openTicketStatuses, "closed", "cancelled"] as const;
export type TicketStatus = typeof ticketStatuses[number];

/** A ticket as it is entered. Source: docs/records.md, "Service ticket". */
export const newTicket = z.object({
  customer_id: field.id(),
  problem_description: field.text(5000),
  machine_model: field.text().optional(),
  serial_number: field.text(100).optional(),
  issue_category: field.text(100).optional(),
  priority: field.oneOf(priorities).default("normal"),
  assigned_to: field.id().optional(),
  /** like the two dates worked out from the serial's sale when not sent */
  is_warranty: field.flag().optional(),
  warranty_start: field.date().optional(),
  warranty_end: field.date().optional(),
  /** local currency: what the customer pays for the work, parts aside */
  service_cost: field.localMoney().default(new Decimal("0")),
  notes: field.text(5000).optional(),
  status: field.oneOf(ticketStatuses).default("open"),
});
export type NewTicket = z.output<typeof newTicket>;

const status = z.enum(ticketStatuses);

export const ticketRecord = z.object({
  ...answer.common,
  status,
  customer_id: answer.id,
  customer_name: answer.text,
  customer_phone: answer.text.nullable(),
  machine_model: answer.text.nullable(),
  serial_number: answer.text.nullable(),
  problem_description: answer.text,
  issue_category: answer.text.nullable(),
  priority: z.enum(priorities),
  assigned_to: answer.id.nullable(),
  assigned_to_name: answer.text.nullable(),
  is_warranty: answer.flag,
  warranty_start: answer.date.nullable(),
  /** the last day that is covered */
  warranty_end: answer.date.nullable(),
  service_cost: answer.number,
  notes: answer.text.nullable(),
  /** what all parts are worth at their prices, local currency */
  parts_total: answer.number,
  /** what the customer pays: parts that are not under warranty, and the service cost */
  billable_total: answer.number,
  /** the invoice that bills it, unless that was voided */
  invoice_id: answer.id.nullable(),
}).meta({ id: "ServiceTicket" });
export type Ticket = z.output<typeof ticketRecord>;

const beside = {
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  created_at: answer.instant,
};

export const ticketDetail = ticketRecord.extend({
  parts: z.array(partRecord),
  /** of the machine, by its serial's sale, on the day the ticket was opened */
  warranty: z.object({
    covered: answer.flag,
    reason: answer.text,
    days_left: answer.wholeNumber.nullable(),
    invoice_id: answer.id.nullable(),
  }),
  /** of the same serial, as far as one may read them, newest first */
  earlier_tickets: z.array(
    z.object({ ...beside, status, problem_description: answer.text, is_warranty: answer.flag }),
  ),
  rmas: z.array(z.object({ ...beside, status: answer.text, fault_description: answer.text })),
  uploads: z.array(upload.schema),
  history: answer.history,
}).meta({ id: "ServiceTicketDetail" });
export type TicketDetail = z.output<typeof ticketDetail>;
