import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, invalid } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { seeingAll } from "../records/kinds.ts";
import { registerSerials } from "../serials/register_serials.ts";
import { enterEntry } from "../suppliers/record_entry.ts";
import { findSupplierReturn } from "./find_supplier_returns.ts";
import { lockRma } from "./lock_rma.ts";
import { moveRma } from "./move_rma.ts";
import type { Rma } from "./rma.ts";
import { lockProducts } from "../stock/post_movements.ts";
import { settleStock } from "./returned_stock.ts";
import { atSupplier } from "./rma_words.ts";
import { lockReturn, serialsOf } from "./send_return.ts";
import type { NewOutcomes, ReturnOutcome, SupplierReturn } from "./supplier_return.ts";

type Line = NewOutcomes["lines"][number] & { rma_id: number | null; product_id: number | null };

/** Whoever gets the piece, or another for it, in his hand again. */
const cameBack: readonly ReturnOutcome[] = ["repaired", "replaced", "refused"];

/**
 * Says what came of pieces that went to a supplier. Repaired, replaced and refused ones are back with us; a
 * credited one is a credit in the supplier's ledger, and its case, as that of a lost one, stays with the supplier
 * until the customer has another piece. Final. Source: docs/imports.md, "Supplier return".
 *
 * @throws Refusal `forbidden` (credits: costs.write), `not_found`, `record_in_use`, `invalid_fields`, as `judgeLaterDay`
 * on `date` and as `enterEntry`
 */
export async function settleReturn(
  tx: Tx,
  actor: Actor,
  id: number,
  input: NewOutcomes,
): Promise<SupplierReturn> {
  allow(actor, "rmas.status");
  if (input.lines.some(({ credit }) => credit)) allow(actor, "costs.write");
  const before = await lockReturn(tx, seeingAll(actor), id);
  if (before.status === "closed") {
    throw conflict("record_in_use", `every piece of ${before.reference_no} is settled.`);
  }
  const day = await judgeLaterDay(tx, actor, input.date, before.sent_on, {
    the: `when ${before.reference_no} left`,
  });
  const lines = known(before, input);
  const cases = new Map<number, Rma>();
  for (const rma_id of lines.flatMap((line) => line.rma_id ?? []).sort((a, b) => a - b)) {
    cases.set(rma_id, await lockRma(tx, actor, rma_id));
  }
  const products = await lockProducts(tx, lines.flatMap(({ product_id }) => product_id ?? []));
  const [{ currency }] = await tx.query<[{ currency: string }]>(
    lines.some(({ credit }) => credit)
      ? sql`select currency from suppliers where id = ${before.supplier_id} for no key update`
      : sql`select currency from suppliers where id = ${before.supplier_id}`,
  );
  await registerSerials(tx, actor, [
    ...[...cases.values()].flatMap(serialsOf),
    ...lines.flatMap(({ replacement_serial_number, replacement_serial_numbers = [] }) =>
      replacement_serial_number ?? replacement_serial_numbers
    ),
  ]);
  const credits = new Map<number, number>();
  const consignment = { ...before, currency };
  for (const [at, settled] of lines.entries()) {
    const line = before.lines.find(({ id }) => id === settled.id)!;
    const credit = line.product_id !== null
      ? await settleStock(tx, actor, consignment, { line, settled, at, day, products })
      : settled.credit && await creditFor(tx, actor, before, settled, day);
    if (credit !== undefined) credits.set(settled.id, credit);
  }
  await tx.later(tx.query(sql`
    update supplier_return_lines l set outcome = settled.outcome, outcome_on = ${day},
      replacement_serial_number = settled.replacement_serial_number,
      supplier_ledger_id = settled.supplier_ledger_id, note = settled.note
    from jsonb_to_recordset(${
    JSON.stringify(lines.map((line) => ({ ...line, supplier_ledger_id: credits.get(line.id) })))
  }::jsonb) as settled (id bigint, outcome text, replacement_serial_number text,
      supplier_ledger_id bigint, note text)
    where l.id = settled.id`));
  for (const { rma_id, outcome, replacement_serial_number, note } of lines) {
    if (rma_id === null) continue;
    // whoever moved the case on by himself knows better
    if (!cameBack.includes(outcome) || !isAway(cases.get(rma_id)!)) continue;
    const said = [`${outcome}, ${before.reference_no}`, note].filter(Boolean).join(": ");
    await moveRma(tx, actor, rma_id, {
      status: "received_back",
      note: said.slice(0, 2000),
      replacement_serial_number,
    });
  }
  await tx.later(tx.query(sql`
    update supplier_returns t set updated_at = ${actor.now}, version = version + 1,
      status = case when exists (select from supplier_return_lines l
        where l.return_id = t.id and l.outcome is null) then 'partly_back' else 'closed' end
    where t.id = ${id}`));
  await audit(tx, actor, {
    action: "supplier_return.settle",
    entity: "supplier_return",
    entityId: id,
    reference_no: before.reference_no,
    after: { date: day, lines },
  });
  return await findSupplierReturn(tx, actor, id);
}

const isAway = ({ status }: Rma) => atSupplier.includes(status) || status === "return_in_transit";

function known({ lines }: SupplierReturn, asked: NewOutcomes): Line[] {
  const faults: FieldErrors = {};
  const found = asked.lines.flatMap((settled, i): Line[] => {
    const line = lines.find(({ id }) => id === settled.id);
    const fault = !line
      ? "names no line of this consignment"
      : line.outcome
      ? `is ${line.outcome} already`
      : asked.lines.findIndex(({ id }) => id === settled.id) < i
      ? "is named twice"
      : undefined;
    if (fault) faults[`lines.${i}.id`] = [fault];
    return fault ? [] : [{ ...settled, rma_id: line!.rma_id, product_id: line!.product_id }];
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return found;
}

async function creditFor(
  tx: Tx,
  actor: Actor,
  { supplier_id, reference_no, lines }: SupplierReturn,
  { id, credit }: Line,
  entry_date: string,
): Promise<number> {
  const { piece, rma_reference_no } = lines.find((line) => line.id === id)!;
  const { amount, ...more } = credit!;
  const { id: entry } = await enterEntry(tx, actor, {
    ...more,
    supplier_id,
    entry_date,
    entry_type: "credit_note",
    debit: amount,
    particulars: `${piece}, ${rma_reference_no}, sent with ${reference_no}`.slice(0, 500),
  });
  return entry;
}
