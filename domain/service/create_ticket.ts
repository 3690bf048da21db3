import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { recordChange } from "../records/history.ts";
import { nextNumber } from "../records/numbering.ts";
import { registerSerials } from "../serials/register_serials.ts";
import { originOf } from "../serials/serial_origin.ts";
import { recordTicket } from "../serials/ticket_serials.ts";
import { needAssignee } from "../staff/assignee.ts";
import { customerWith } from "../warranty/name_customer.ts";
import { findWrittenTicket } from "./find_tickets.ts";
import type { NewTicket, TicketDetail } from "./ticket.ts";
import { ticketWarranty } from "./ticket_warranty.ts";

/**
 * Opens a service ticket for a customer's machine; its warranty is worked out where it is not sent,
 * its model is the register's where the serial tells it.
 * Source: docs/records.md, "Service ticket".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `customer_id`, `assigned_to`, `warranty_end`
 */
export async function createTicket(tx: Tx, actor: Actor, input: NewTicket): Promise<TicketDetail> {
  allow(actor, "tickets.create");
  await customerWith(tx, input.customer_id);
  await needAssignee(tx, input.assigned_to);
  const warranty = await ticketWarranty(tx, input, { at: actor.now, on: actor.today });
  const { serial_number } = input;
  const origin = serial_number === undefined ? undefined : await originOf(tx, [serial_number]);
  const machine_model = input.machine_model ?? origin?.machine_model;
  await registerSerials(tx, actor, serial_number === undefined ? [] : [serial_number]);
  const number = await nextNumber(tx, "TKT", actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into service_tickets (reference_no, status, customer_id, machine_model, serial_number,
      problem_description, issue_category, priority, assigned_to, is_warranty, warranty_start,
      warranty_end, service_cost, notes, created_at, updated_at, created_by)
    values (${number}, ${input.status}, ${input.customer_id}, ${machine_model},
      ${input.serial_number}, ${input.problem_description}, ${input.issue_category},
      ${input.priority}, ${input.assigned_to}, ${warranty.is_warranty}, ${warranty.warranty_start},
      ${warranty.warranty_end}, ${input.service_cost}, ${input.notes}, ${actor.now}, ${actor.now},
      ${actor.userId})
    returning id`);
  await recordChange(tx, actor, "ticket", id, { from: null, to: input.status });
  await recordTicket(tx, actor, undefined, { ...input, id, reference_no: number });
  await audit(tx, actor, {
    action: "ticket.create",
    entity: "ticket",
    entityId: id,
    reference_no: number,
    after: { ...input, machine_model, ...warranty },
  });
  return await findWrittenTicket(tx, actor, id);
}
