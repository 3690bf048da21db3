import sql from "sql-template-tag";
import { type Actor, allow } from "../access.ts";
import { audit } from "../audit.ts";
import type { Tx } from "../db/connect.ts";
import { recordChange } from "../history.ts";
import { nextNumber } from "../numbering.ts";
import { needAssignee } from "../staff/assignee.ts";
import { customerWith } from "../warranty/name_customer.ts";
import { findWrittenTicket } from "./find_tickets.ts";
import type { NewTicket, TicketDetail } from "./ticket.ts";
import { ticketWarranty } from "./ticket_warranty.ts";

/**
 * Opens a service ticket for a customer's machine; its warranty is worked out where it is not sent.
 * Source: decisions, section 3, "Service ticket".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `customer_id`, `assigned_to`, `warranty_end`
 */
export async function createTicket(tx: Tx, actor: Actor, input: NewTicket): Promise<TicketDetail> {
  allow(actor, "tickets.create");
  await customerWith(tx, input.customer_id);
  await needAssignee(tx, input.assigned_to);
  const warranty = await ticketWarranty(tx, input, { at: actor.now, on: actor.today });
  const number = await nextNumber(tx, "TKT", actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into service_tickets (reference_no, status, customer_id, machine_model, serial_number,
      problem_description, issue_category, priority, assigned_to, is_warranty, warranty_start,
      warranty_end, service_cost, notes, created_at, updated_at, created_by)
    values (${number}, ${input.status}, ${input.customer_id}, ${input.machine_model},
      ${input.serial_number}, ${input.problem_description}, ${input.issue_category},
      ${input.priority}, ${input.assigned_to}, ${warranty.is_warranty}, ${warranty.warranty_start},
      ${warranty.warranty_end}, ${input.service_cost}, ${input.notes}, ${actor.now}, ${actor.now},
      ${actor.userId})
    returning id`);
  await recordChange(tx, actor, "ticket", id, { from: null, to: input.status });
  await audit(tx, actor, {
    action: "ticket.create",
    entity: "ticket",
    entityId: id,
    reference_no: number,
    after: { ...input, ...warranty },
  });
  return await findWrittenTicket(tx, actor, id);
}
