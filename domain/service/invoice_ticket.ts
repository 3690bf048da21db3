import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { createInvoice } from "../sales/create_invoice.ts";
import type { InvoiceDetail } from "../sales/find_invoices.ts";
import { invoice } from "../sales/invoice.ts";
import type { NewLine } from "../sales/invoice_line.ts";
import { lockTicket } from "./find_tickets.ts";
import type { Ticket } from "./ticket.ts";

/** What an invoice takes beside its customer and lines, which are the ticket's. */
export const ticketBill = invoice.entry.omit({ customer_id: true, items: true });

/**
 * Bills a ticket's customer: the parts that are not under warranty at their prices, and the service
 * cost. The parts have left stock already, so their lines name no product and move nothing. Once per
 * ticket, unless that invoice was voided. Source: docs/records.md, "Service ticket".
 *
 * @throws Refusal `forbidden`, `not_found`, `ticket_already_billed`, `nothing_to_bill`, and as `createInvoice`
 */
export async function invoiceTicket(
  tx: Tx,
  actor: Actor,
  id: number,
  bill: z.output<typeof ticketBill>,
): Promise<InvoiceDetail> {
  allow(actor, "invoices.write");
  const ticket = await lockTicket(tx, actor, id);
  refuseBilled(ticket, "is not billed again");
  const items = await billableLines(tx, ticket);
  if (items.length === 0) {
    throw conflict(
      "nothing_to_bill",
      `${ticket.reference_no} has no service cost, and no parts that are not under warranty.`,
    );
  }
  const goods = items.length - (isZero(ticket.service_cost) ? 0 : 1);
  const source = { type: "ticket" as const, id, reference_no: ticket.reference_no, goods };
  const input = { ...bill, customer_id: ticket.customer_id, items };
  const invoice = await createInvoice(tx, actor, input, { source });
  await tx.query(sql`update service_tickets set updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  await audit(tx, actor, {
    action: "ticket.invoice",
    entity: "ticket",
    entityId: id,
    reference_no: ticket.reference_no,
    after: { invoice_id: invoice.id, total: invoice.total },
  });
  return invoice;
}

/** What was billed stands as it is. @throws Refusal `ticket_already_billed` */
export function refuseBilled(ticket: Ticket, what: string): void {
  if (ticket.invoice_id === null) return;
  throw conflict(
    "ticket_already_billed",
    `${ticket.reference_no} was billed and ${what}; void its invoice first.`,
    { invoice_id: ticket.invoice_id },
  );
}

async function billableLines(tx: Tx, ticket: Ticket): Promise<NewLine[]> {
  const parts = await tx.query<{ description: string; quantity: Decimal; unit_price: Decimal }[]>(
    sql`select concat(s.name, ' (', s.sku, ')', ', serial ' || p.serial_number) as description,
      p.quantity, p.unit_price
    from service_ticket_parts p join products s on s.id = p.product_id
    where p.ticket_id = ${ticket.id} and not p.is_warranty order by p.id`,
  );
  if (ticket.service_cost.eq("0")) return parts;
  const work = {
    description: `Service ${ticket.reference_no}`,
    quantity: decimal("1"),
    unit_price: ticket.service_cost,
  };
  return [...parts, work];
}
