import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { recordRma } from "../serials/rma_serials.ts";
import { needTicket } from "./need_ticket.ts";
import { findRma } from "./find_rmas.ts";
import { lockRma } from "./lock_rma.ts";
import { customerWith, needSupplier } from "./name_customer.ts";
import { missingThing, rma, type RmaDetail } from "./rma.ts";
import { ended } from "./rma_words.ts";

/**
 * Corrects what is written on a case that is not closed or cancelled; null clears a field. Another
 * `customer_id` brings that customer's name and phone along where none are sent.
 *
 * @throws Refusal `forbidden`, `forbidden_fields` (estimated_value), `not_found`, `rma_closed`; `invalid_fields` as on creation
 */
export async function updateRma(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof rma.changes>,
): Promise<RmaDetail> {
  allow(actor, "rmas.create");
  const before = await lockRma(tx, actor, id);
  if (ended.includes(before.status)) {
    throw conflict("rma_closed", `${before.reference_no} is ${before.status}; reopen it first.`);
  }
  rma.allowChange(actor, changes);
  if (changes.service_ticket_id !== before.service_ticket_id) {
    await needTicket(tx, actor, changes.service_ticket_id);
  }
  const missing = missingThing({ ...before, ...changes });
  if (Object.keys(missing).length > 0) throw invalid(missing);
  await needSupplier(tx, changes.supplier_id);
  const brought = changes.customer_id ? await customerWith(tx, changes.customer_id) : undefined;
  const moved = brought && changes.customer_id !== before.customer_id;
  const wanted = { ...moved && brought, ...changes };
  const phone = wanted.customer_phone;
  const set = assignments(before, {
    ...wanted,
    customer_phone_digits: phone && phoneDigits(phone),
  }, rma.whenCleared);
  if (set) {
    await tx.query(sql`update rmas set ${set.sql}, updated_at = ${actor.now}, version = version + 1
      where id = ${id}`);
    await recordRma(tx, actor, before, { ...before, ...set.after });
    await audit(tx, actor, {
      action: "rma.update",
      entity: "rma",
      entityId: id,
      reference_no: before.reference_no,
      before: set.before,
      after: set.after,
    });
  }
  return await findRma(tx, actor, id);
}
