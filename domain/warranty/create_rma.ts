import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { recordChange } from "../records/history.ts";
import { nextNumber } from "../records/numbering.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { lockRmaPieces, recordRma } from "../serials/rma_serials.ts";
import { originOf } from "../serials/serial_origin.ts";
import { needTicket } from "./need_ticket.ts";
import { findRma } from "./find_rmas.ts";
import { nameCustomer, needSupplier } from "./name_customer.ts";
import { type NewRma, rma, type RmaDetail } from "./rma.ts";

/**
 * Opens a warranty case as a draft. What is not sent of customer, model and supplier is taken from the
 * life of the serials. Source: docs/imports.md, "RMA".
 * @throws Refusal `forbidden`; `invalid_fields` on an unknown party, or when thing or customer is not named
 */
export async function createRma(tx: Tx, actor: Actor, input: NewRma): Promise<RmaDetail> {
  allow(actor, "rmas.create");
  await needTicket(tx, actor, input.service_ticket_id);
  await needSupplier(tx, input.supplier_id);
  const origin = await originOf(tx, serialsOf(input));
  const customer = await nameCustomer(tx, input, origin);
  const supplier_id = input.supplier_id ?? origin.supplier_id;
  const machine_model = input.machine_model ??
    (input.machine_serial_number &&
      (await originOf(tx, [input.machine_serial_number])).machine_model);
  const customer_phone_digits = customer.customer_phone && phoneDigits(customer.customer_phone);
  await lockRmaPieces(tx, actor, input);
  const reference_no = await nextNumber(tx, "RMA", actor.today);
  const opened = { ...input, ...customer, supplier_id, machine_model };
  const more = { reference_no: "text", customer_phone_digits: "text" };
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into rmas (${rma.stored}, reference_no, customer_phone_digits, created_at, updated_at,
      created_by)
    select ${rma.stored}, reference_no, customer_phone_digits, ${actor.now}, ${actor.now},
      ${actor.userId}
    from ${rma.rows([{ ...opened, reference_no, customer_phone_digits }], more)}
    returning id`);
  await recordChange(tx, actor, "rma", id, { from: null, to: "draft" });
  await recordRma(tx, actor, undefined, { ...opened, status: "draft", id, reference_no });
  await audit(tx, actor, {
    action: "rma.create",
    entity: "rma",
    entityId: id,
    reference_no,
    after: opened,
  });
  return await findRma(tx, actor, id);
}

/** The board first: where it is known, it tells more of the case than its machine. */
function serialsOf({ board_serial_number, machine_serial_number }: NewRma): string[] {
  return [board_serial_number, machine_serial_number].filter((serial) => serial !== undefined);
}
