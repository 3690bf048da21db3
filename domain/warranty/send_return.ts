import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, invalid, notFound, Refusal } from "../errors.ts";
import { judgeDay } from "../journal/period.ts";
import type { Reader } from "../records/kinds.ts";
import { nextNumber } from "../records/numbering.ts";
import { registerSerials } from "../serials/register_serials.ts";
import { findSupplierReturn } from "./find_supplier_returns.ts";
import { lockRma } from "./lock_rma.ts";
import { moveRma } from "./move_rma.ts";
import { needSupplier } from "./name_customer.ts";
import { lockStock, sendStock } from "./returned_stock.ts";
import type { Rma } from "./rma.ts";
import { rmaStretches } from "./rma_words.ts";
import { type SupplierReturn, supplierReturn } from "./supplier_return.ts";

/**
 * Sends the pieces of several cases to their supplier in one consignment, and faulty pieces of our own stock with
 * them: each case is sent to the supplier, stock leaves at moving average.
 * Source: docs/imports.md, "Supplier return".
 * @throws Refusal `forbidden`, `beyond_limit`, `insufficient_stock`, `serial_not_in_stock`, `invalid_fields` on a case of another supplier, one that left us already, or one
 * that is not there; as `judgeDay` on `sent_on`
 */
export async function sendReturn(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof supplierReturn.entry>,
): Promise<SupplierReturn> {
  allow(actor, "rmas.status");
  const { supplier_id, rma_ids } = input;
  if (rma_ids.length + input.stock.length === 0) {
    throw invalid({ rma_ids: "must have a case, or stock a line" });
  }
  const sent_on = await judgeDay(tx, actor, input.sent_on, "sent_on");
  await needSupplier(tx, supplier_id);
  const cases = await lockCases(tx, actor, supplier_id, rma_ids);
  const stock = await lockStock(tx, actor, input.stock);
  await registerSerials(tx, actor, [
    ...cases.flatMap(serialsOf),
    ...input.stock.flatMap(({ serial_numbers = [] }) => serial_numbers),
  ]);
  const reference_no = await nextNumber(tx, "SRT", sent_on);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into supplier_returns (reference_no, ${supplierReturn.stored}, created_at, updated_at,
      created_by)
    select ${reference_no}, ${supplierReturn.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${supplierReturn.rows([{ ...input, sent_on }])} returning id`);
  await tx.later(tx.query(sql`
    insert into supplier_return_lines (return_id, rma_id)
    select ${id}::bigint, rma_id from unnest(${rma_ids}::bigint[]) with ordinality as each (rma_id, turn)
    order by turn`));
  await tx.later(tx.query(sql`update rmas set supplier_id = ${supplier_id}
    where id = any(${rma_ids}::bigint[]) and supplier_id is null`));
  for (const one of cases) {
    await moveRma(tx, actor, one.id, { status: "sent_to_supplier", note: `With ${reference_no}` });
  }
  await sendStock(tx, actor, { id, reference_no, supplier_id }, stock, sent_on);
  const made = await findSupplierReturn(tx, actor, id);
  await audit(tx, actor, {
    action: "supplier_return.send",
    entity: "supplier_return",
    entityId: id,
    reference_no,
    after: { ...input, sent_on },
  });
  return made;
}

/** In the order of their ids. */
async function lockCases(
  tx: Tx,
  actor: Actor,
  supplier_id: number,
  ids: number[],
): Promise<Rma[]> {
  const faults: FieldErrors = {};
  const cases: Rma[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const one = await lockRma(tx, actor, id).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
    const at = ids.indexOf(id);
    const fault = one ? faultOf(one, supplier_id) : "names no case";
    if (fault) faults[`rma_ids.${at}`] = [fault];
    if (ids.indexOf(id, at + 1) > 0) {
      faults[`rma_ids.${ids.indexOf(id, at + 1)}`] = ["is named twice"];
    }
    if (one) cases.push(one);
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return cases;
}

function faultOf(one: Rma, supplier_id: number): string | undefined {
  if (one.supplier_id !== null && one.supplier_id !== supplier_id) {
    return `${one.reference_no} is for ${one.supplier_name}`;
  }
  if ((rmaStretches.with_us as readonly string[]).includes(one.status)) return;
  return `${one.reference_no} is ${one.status.replaceAll("_", " ")}`;
}

/** The numbers of its pieces. */
export function serialsOf(one: Rma): string[] {
  return [one.machine_serial_number, one.board_serial_number, one.replacement_serial_number]
    .filter((serial) => serial !== null);
}

/**
 * Corrects what is written on a consignment: courier, airway bill, the supplier's own number.
 * @throws Refusal `forbidden`, `not_found`, `record_in_use` where it is closed
 */
export async function updateReturn(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof supplierReturn.changes>,
): Promise<SupplierReturn> {
  allow(actor, "rmas.status");
  const before = await lockReturn(tx, actor, id);
  if (before.status === "closed") {
    throw conflict("record_in_use", `every piece of ${before.reference_no} is settled.`);
  }
  const set = assignments(before, changes, supplierReturn.whenCleared);
  if (!set) return before;
  await tx.query(sql`update supplier_returns t set ${set.sql}, updated_at = ${actor.now},
    version = t.version + 1 where t.id = ${id}`);
  await audit(tx, actor, {
    action: "supplier_return.update",
    entity: "supplier_return",
    entityId: id,
    reference_no: before.reference_no,
    before: set.before,
    after: set.after,
  });
  return await findSupplierReturn(tx, actor, id);
}

/** @throws Refusal `not_found` */
export async function lockReturn(tx: Tx, reader: Reader, id: number): Promise<SupplierReturn> {
  const [found] = await tx.query(
    sql`select from supplier_returns where id = ${id} for no key update`,
  );
  if (!found) throw notFound("Supplier return", id);
  return await findSupplierReturn(tx, reader, id);
}
