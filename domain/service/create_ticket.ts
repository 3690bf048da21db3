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
import { type NewTicket, ticket, type TicketDetail } from "./ticket.ts";
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
  const reference_no = await nextNumber(tx, "TKT", actor.today);
  const opened = { ...input, machine_model, ...warranty };
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into service_tickets (reference_no, ${ticket.stored}, created_at, updated_at, created_by)
    select reference_no, ${ticket.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${ticket.rows([{ ...opened, reference_no }], { reference_no: "text" })}
    returning id`);
  await recordChange(tx, actor, "ticket", id, { from: null, to: input.status });
  await recordTicket(tx, actor, undefined, { ...input, id, reference_no });
  await audit(tx, actor, {
    action: "ticket.create",
    entity: "ticket",
    entityId: id,
    reference_no,
    after: opened,
  });
  return await findWrittenTicket(tx, actor, id);
}
