import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { dropReturnClaims, lockReturnClaims } from "../claims/returned_claims.ts";
import { mirrorEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { cr, dr } from "../journal/line.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry } from "../journal/post_entry.ts";
import { reverseDeed } from "../journal/reverse_entry.ts";
import { type Decimal, isZero } from "../money/decimal.ts";
import { seeingAll } from "../records/kinds.ts";
import { lockProducts, postMovements } from "../stock/post_movements.ts";
import type { reversal } from "../journal/reversal.ts";
import type { CreditNote } from "./credit_note.ts";
import { findCreditNote } from "./find_credit_notes.ts";
import { lockInvoice } from "./lock_documents.ts";

interface Returned {
  id: number;
  product_id: number;
  quantity: Decimal;
  value: Decimal;
  serial_numbers: string[];
  source_line_id: number;
}

/**
 * Takes a return back whole, its refund too: the goods leave stock with the value they came back with, and
 * the customer owes again. Claims that it made are called off with it. Final. Source: docs/books.md, "Returns".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `insufficient_stock`,
 *   `serial_not_in_stock`, `discrepancy_already_resolved`, and as `judgeLaterDay`
 */
export async function reverseReturn(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, ...asked }: z.output<typeof reversal>,
): Promise<CreditNote> {
  allow(actor, "invoices.write");
  const claims = await lockReturnClaims(tx, id);
  const movements = await tx.query<Returned[]>(sql`
    select id, product_id, quantity, value, serial_numbers, source_line_id from stock_movements
    where source_type = 'credit_note' and source_id = ${id} and kind = 'return'
      and reverses_id is null order by id desc`);
  const products = await lockProducts(tx, movements.map(({ product_id }) => product_id));
  const [known] = await tx.query<[{ invoice_id: number }?]>(sql`
    select invoice_id from credit_notes where id = ${id}`);
  if (!known) throw notFound("Credit note", id);
  const invoice = await lockInvoice(tx, known.invoice_id);
  const note = await findCreditNote(tx, seeingAll(actor), id);
  const { reference_no, return_date, total } = note;
  if (note.reversed_at !== null) {
    throw conflict("already_reversed", `${reference_no} was reversed.`);
  }
  if (!isZero(note.refunded)) allow(actor, "payments.write");
  const earliest = claims.moved_on && claims.moved_on > return_date ? claims.moved_on : return_date;
  const date = await judgeLaterDay(tx, actor, asked.date, earliest);
  const entry = await openEntry(tx);
  const description = `Reversal of ${reference_no}: ${reason}`;
  await tx.query(sql`
    update credit_notes set reversed_at = ${actor.now}, reversed_by = ${actor.userId},
      reversal_reason = ${reason}, updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  await tx.query(sql`
    update invoices set returned = returned - ${total}, updated_at = ${actor.now}, version = version + 1
    where id = ${invoice.id}`);
  await dropReturnClaims(tx, actor, claims, { date, note: description });
  const by = { date, description, entry };
  await mirrorEntry(tx, actor, { type: "credit_note", id }, by);
  const refunds = await tx.query<{ id: number }[]>(sql`
    with undone as (
      update customer_refunds set reversed_at = ${actor.now} where credit_note_id = ${id}
      returning id, payment_id, amount),
    moved as (
      update payments p set refunded = p.refunded - u.amount, updated_at = ${actor.now},
        version = p.version + 1
      from undone u where u.payment_id = p.id)
    select id from undone order by id`);
  for (const refund of refunds) await mirrorEntry(tx, actor, { type: "refund", id: refund.id }, by);
  const residues = [];
  for (const outwards of [true, false]) { // what went out as faulty first
    const posted = await postMovements(
      tx,
      actor,
      products,
      movements.filter(({ quantity }) => quantity.lt("0") === outwards).map((movement) => ({
        product_id: movement.product_id,
        kind: "return" as const,
        quantity: movement.quantity.neg(),
        value: movement.value.neg(),
        movement_date: date,
        serial_numbers: movement.serial_numbers,
        party: { customer_id: invoice.customer_id },
        reason,
        source: { type: "credit_note", id, line_id: movement.source_line_id, reference_no },
        reverses_id: movement.id,
      })),
      entry,
    );
    residues.push(...posted);
  }
  await reverseDeed(tx, actor, {
    id: entry,
    kind: "sales_return",
    source: { type: "credit_note", id },
    entry_date: date,
    narration: description,
    more: [
      ...residues.flatMap(({ product_id, residue }) => [
        cr("stock", residue, { product_id }),
        dr("residue", residue, { product_id }),
      ]),
      // the mirror takes from 1160 also what left it when a claim was called off
      dr("claims", claims.lost),
      cr("claim_loss", claims.lost),
    ],
  });
  await audit(tx, actor, {
    action: "invoice.return_reversed",
    entity: "invoice",
    entityId: invoice.id,
    reference_no,
    after: { reason, date },
  });
  return await findCreditNote(tx, actor, id);
}
