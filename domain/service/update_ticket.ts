import type { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import { changeWithStatus } from "../audit/move_status.ts";
import { businessDate } from "../business/business.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { judgeFreeMove } from "../records/lifecycle.ts";
import { recordTicket } from "../serials/ticket_serials.ts";
import { needAssignee } from "../staff/assignee.ts";
import { customerWith } from "../warranty/name_customer.ts";
import { findWrittenTicket, lockTicket } from "./find_tickets.ts";
import { refuseBilled } from "./invoice_ticket.ts";
import { type Ticket, ticket, type TicketDetail } from "./ticket.ts";
import { openTicketStatuses, ticketStatuses } from "./ticket_words.ts";
import { refuseBackwards, ticketWarranty } from "./ticket_warranty.ts";

export const ticketChanges = ticket.changes.extend({
  expected_status: field.oneOf(ticketStatuses).optional()
    .describe("The status that was last seen: refused when it is another one by now."),
  note: field.text(2000).optional()
    .describe("Stands in the history, with the change of status where there is one."),
});
type Changes = z.output<typeof ticketChanges>;

/**
 * Changes what is sent of a ticket; null clears a field. The status moves freely while the ticket is
 * open; a closed or cancelled one is reopened by a service manager, a manager and above. Another
 * serial number, or `is_warranty: null`, has the warranty worked out again where it is not sent.
 * Source: docs/records.md, "Service ticket".
 *
 * @throws Refusal `forbidden`, `not_found`, `status_changed`, `invalid_transition`,
 * `ticket_already_billed`; `invalid_fields`
 */
export async function updateTicket(
  tx: Tx,
  actor: Actor,
  id: number,
  { expected_status, note, ...changes }: Changes,
): Promise<TicketDetail> {
  allow(actor, "tickets.write");
  const before = await lockTicket(tx, actor, id);
  const from = before.status;
  const to = changes.status ?? from;
  judgeFreeMove(openTicketStatuses, { from, to, expected_status }, {
    mayReopen: may(actor, "tickets.reopen"),
    reopeners: "a service manager, a manager and above",
    permission: "tickets.reopen",
  });
  const wanted = { ...changes, ...await warrantyAfter(tx, before, changes) };
  const set = assignments(before, wanted, ticket.whenCleared);
  if (set || note) {
    if (set && ("customer_id" in set.after || "service_cost" in set.after)) {
      refuseBilled(before, "keeps its customer and service cost");
    }
    if (set && "customer_id" in set.after) await customerWith(tx, changes.customer_id!);
    if (set && "assigned_to" in set.after) await needAssignee(tx, changes.assigned_to);
    await changeWithStatus(tx, actor, "ticket", before, set, note);
    if (set) await recordTicket(tx, actor, before, { ...before, ...set.after });
  }
  return await findWrittenTicket(tx, actor, id);
}

/** The warranty that a change brings along: worked out for another serial, else what was sent. */
async function warrantyAfter(tx: Tx, before: Ticket, changes: Changes) {
  const serial = changes.serial_number;
  const anotherSerial = serial !== undefined &&
    serial?.toUpperCase() !== before.serial_number?.toUpperCase();
  if (anotherSerial || changes.is_warranty === null) {
    const serial_number = serial === undefined ? before.serial_number : serial;
    const opened = { at: before.created_at, on: businessDate(new Date(before.created_at)) };
    return await ticketWarranty(tx, { ...changes, serial_number }, opened);
  }
  const { warranty_start = before.warranty_start, warranty_end = before.warranty_end } = changes;
  refuseBackwards({ warranty_start, warranty_end });
}
