import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business, businessDate } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntries, postEntries } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { Decimal, roundHalfUp } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { toLocal } from "../money/local_currency.ts";
import { seeingAll } from "../records/kinds.ts";
import { isFinal } from "../records/lifecycle.ts";
import { needPlace } from "../stock/find_places.ts";
import { lockProducts, postMovements, type StockedProduct } from "../stock/post_movements.ts";
import { lockTicket } from "./find_tickets.ts";
import { refuseBilled } from "./invoice_ticket.ts";
import { type AddedParts, type NewPart, part, partTables, type TicketPart } from "./part.ts";
import type { Ticket } from "./ticket.ts";

/**
 * Uses parts for an open ticket: they leave stock at moving average in this transaction, all or none,
 * and stand on the ticket with the price and the cost of now. They never touch the customer's
 * ledger; their cost is an expense at once, of warranty or of goods that will be billed. Final. Source: docs/records.md, "Service ticket".
 *
 * @returns the parts in the order given
 * @throws Refusal `forbidden`, `not_found`, `ticket_closed`, `ticket_already_billed`,
 * `insufficient_stock`, `serial_not_in_stock`; `invalid_fields` on an unknown `product_id` or an amount of 10^13
 * and more; as `judgeLaterDay`
 */
export async function addParts(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  input: AddedParts,
): Promise<TicketPart[]> {
  allow(actor, "tickets.parts");
  const ticket = await lockTicket(tx, actor, ticketId);
  if (isFinal(ticket.status)) {
    throw conflict(
      "ticket_closed",
      `${ticket.reference_no} is ${ticket.status} and takes no parts; reopen it first.`,
    );
  }
  const day = await judgeLaterDay(
    tx,
    actor,
    input.date,
    businessDate(new Date(ticket.created_at)),
    {
      the: `when ${ticket.reference_no} was opened`,
    },
  );
  const parts = input.parts ?? [single(input)];
  const path = (i: number) => input.parts ? `parts.${i}.` : "";
  for (const [i, { place_id }] of parts.entries()) {
    await needPlace(tx, place_id, `${path(i)}place_id`);
  }
  const products = await lockProducts(
    tx,
    parts.map((part) => part.product_id),
    (id) => `${path(parts.findIndex((part) => part.product_id === id))}product_id`,
  );
  const priced = parts.map((part, i) =>
    price(part, ticket, products.get(part.product_id)!, path(i))
  );
  if (priced.some((part) => !part.is_warranty)) {
    refuseBilled(ticket, "takes no parts but under warranty");
  }
  const [warranty, billed] = await openEntries(tx, 2);
  const moved = await postMovements(
    tx,
    actor,
    products,
    parts.map((part, i) => ({
      product_id: part.product_id,
      kind: "ticket_part",
      quantity: part.quantity.neg(),
      movement_date: day,
      place_id: part.place_id,
      user_id: actor.userId,
      serial_numbers: part.serial_number === undefined ? [] : [part.serial_number],
      serials_field: `${path(i)}serial_number`,
      party: { customer_id: ticket.customer_id },
      note: part.note,
      source: { type: "ticket", id: ticketId, reference_no: ticket.reference_no },
    })),
    priced.map(({ is_warranty }) => is_warranty ? warranty : billed),
  );
  const written = await insertParts(
    tx,
    actor,
    ticketId,
    priced.map((part, i) => ({ ...part, movement_id: moved[i].id, cost: moved[i].value.neg() })),
  );
  await tx.query(sql`update service_tickets set updated_at = ${actor.now}, version = version + 1
    where id = ${ticketId}`);
  await audit(tx, actor, {
    action: "ticket.add_parts",
    entity: "ticket",
    entityId: ticketId,
    reference_no: ticket.reference_no,
    after: { parts: written },
  });
  const about = {
    entry_date: day,
    source: { type: "ticket", id: ticketId, reference_no: ticket.reference_no },
    narration: `Parts for ${ticket.reference_no}`,
  };
  const free = moved.filter((_, i) => priced[i].is_warranty);
  const paid = moved.filter((_, i) => !priced[i].is_warranty);
  await postEntries(tx, actor, [
    { ...about, id: warranty, kind: "warranty_part", lines: rules.warranty_part(free) },
    { ...about, id: billed, kind: "billed_part", lines: rules.billed_part(paid) },
  ]);
  return written.map((row) => part.shownTo(actor, row));
}

/** The one part of a body without `parts`; the schema has seen to what it needs. */
function single({ parts: _parts, date: _date, ...part }: AddedParts): NewPart {
  const { product_id, quantity } = part;
  if (product_id === undefined || quantity === undefined) {
    throw new Error("A part without product or quantity passed the schema");
  }
  return { ...part, product_id, quantity };
}

/** What the part counts for: its price, else the product's, else nothing. */
function price(part: NewPart, ticket: Ticket, product: StockedProduct, path: string) {
  const unit_price = part.unit_price ?? product.selling_price ?? new Decimal("0");
  const amount = roundHalfUp(part.quantity.times(unit_price), 2);
  return {
    ...part,
    unit_price,
    amount: toLocal(amount, business.localCurrency, new Decimal("1"), `${path}quantity`),
    is_warranty: part.is_warranty ?? ticket.is_warranty,
  };
}

type PostedPart = ReturnType<typeof price> & { movement_id: number; cost: Decimal };

async function insertParts(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  parts: PostedPart[],
): Promise<TicketPart[]> {
  await tx.query(sql`
    insert into service_ticket_parts (ticket_id, ${part.stored}, movement_id, amount, cost,
      created_at, created_by)
    select ${ticketId}, ${part.stored}, movement_id, amount, cost, ${actor.now}, ${actor.userId}
    from ${part.rows(parts, { movement_id: "bigint", amount: "numeric", cost: "numeric" })}
    order by movement_id`);
  const movements = parts.map(({ movement_id }) => movement_id);
  return await tx.query<TicketPart[]>(sql`
    select ${part.columns(seeingAll(actor))} from ${partTables}
    where p.movement_id = any(${movements}::bigint[]) order by p.id`);
}
