import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import type { Decimal } from "../money/decimal.ts";
import { findIssuedCheque } from "./find_issued_cheques.ts";
import type { IssuedCheque, issuedChequeMove } from "./issued_cheque.ts";
import { type IssuedChequeState, nextOfIssued } from "./issued_cheque_words.ts";
import { LedgerBatch } from "./ledger_batch.ts";
import { enterOneOf } from "./record_entry.ts";
import { takeBack } from "./reverse_entry.ts";

interface Locked {
  id: number;
  reference_no: string;
  supplier_id: number;
  amount: Decimal;
  currency: string;
  exchange_rate: Decimal;
  cheque_number: string;
  cheque_date: string;
  issued_date: string;
  account_id: number;
  entry_type: "payment" | "advance";
  shipment_id: number | null;
  lc_tt_id: number | null;
  particulars: string;
  note: string | null;
  state: IssuedChequeState;
  cleared_on: string | null;
  ledger_entry_id: number | null;
}

type Move = z.output<typeof issuedChequeMove>;

/**
 * Moves a cheque of ours on. Cleared it is a payment in the supplier's ledger, at the rate of that day;
 * bounced after that the payment is mirrored. The same state again changes nothing.
 * Source: docs/books.md, "Cheques to suppliers".
 *
 * @throws Refusal `forbidden`, `not_found`, `invalid_transition`; `invalid_fields` on `date` before the day
 *   on the cheque; as `judgeLaterDay`
 */
export async function moveIssuedCheque(
  tx: Tx,
  actor: Actor,
  id: number,
  { state, charge, note, exchange_rate, ...asked }: Move,
): Promise<IssuedCheque> {
  allow(actor, "costs.write");
  const cheque = await lock(tx, id);
  const { reference_no, state: from } = cheque;
  if (from === state) return await findIssuedCheque(tx, actor, id);
  if (!nextOfIssued[from].includes(state)) {
    throw conflict("invalid_transition", `The cheque ${reference_no} is ${from}.`, {
      allowed: nextOfIssued[from],
    });
  }
  if (exchange_rate && state !== "cleared") {
    throw invalid({ exchange_rate: "belongs to a cheque that is cleared" });
  }
  const date = await judgeLaterDay(
    tx,
    actor,
    asked.date,
    cheque.cleared_on ?? cheque.issued_date,
  );
  if (state === "cleared") await clear(tx, actor, cheque, { date, exchange_rate });
  else await end(tx, actor, cheque, { date, state, note });
  await audit(tx, actor, {
    action: "issued_cheque.status",
    entity: "issued_cheque",
    entityId: id,
    reference_no,
    before: { status: from },
    after: { status: state, date, exchange_rate, charge, note },
  });
  if (charge) await bookCharge(tx, actor, cheque, charge, date);
  return await findIssuedCheque(tx, actor, id);
}

/** The bank has paid it. */
async function clear(
  tx: Tx,
  actor: Actor,
  { id, amount, cheque_number, cheque_date, state: _from, ...cheque }: Locked,
  { date, exchange_rate }: { date: string; exchange_rate?: Decimal },
): Promise<void> {
  if (date < cheque_date) {
    throw invalid({ date: `must not be before the day on the cheque, ${cheque_date}` });
  }
  const batch = new LedgerBatch(1);
  const paid = await enterOneOf(tx, actor, {
    supplier_id: cheque.supplier_id,
    entry_date: date,
    entry_type: cheque.entry_type,
    particulars: cheque.particulars,
    debit: amount,
    currency: cheque.currency,
    exchange_rate: exchange_rate ?? cheque.exchange_rate,
    shipment_id: cheque.shipment_id ?? undefined,
    lc_tt_id: cheque.lc_tt_id ?? undefined,
    reference: cheque_number,
    account_id: cheque.account_id,
    method: "cheque",
    note: cheque.note ?? undefined,
  }, batch);
  await tx.query(sql`
    update issued_cheques set state = 'cleared', cleared_on = ${date}, ledger_entry_id = ${paid.id},
      updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
  await batch.post(tx, actor);
}

/** It bounced, or came back; what the bank had paid is mirrored. */
async function end(
  tx: Tx,
  actor: Actor,
  { id, reference_no, ledger_entry_id }: Locked,
  { date, state, note }: { date: string } & Pick<Move, "state" | "note">,
): Promise<void> {
  await tx.query(sql`
    update issued_cheques set state = ${state}, ended_on = ${date}, updated_at = ${actor.now},
      version = version + 1 where id = ${id}`);
  if (ledger_entry_id === null) return;
  const reason = [`Cheque ${reference_no} ${state}`, note].filter(Boolean).join(": ");
  await takeBack(tx, actor, ledger_entry_id, { entry_date: date, reason });
}

async function bookCharge(
  tx: Tx,
  actor: Actor,
  { id, reference_no, account_id }: Locked,
  charge: Decimal,
  date: string,
): Promise<void> {
  await postEntry(tx, actor, {
    id: await openEntry(tx),
    entry_date: date,
    kind: "bank_charge",
    source: { type: "issued_cheque", id, reference_no },
    narration: `Charge for the cheque ${reference_no}`,
    lines: rules.bank_charge(charge, account_id, {}),
  });
}

/** @throws Refusal `not_found` */
async function lock(tx: Tx, id: number): Promise<Locked> {
  const [cheque] = await tx.query<[Locked?]>(sql`
    select id, reference_no, supplier_id, amount, currency, exchange_rate, cheque_number, cheque_date,
      issued_date, account_id, entry_type, shipment_id, lc_tt_id, particulars, note, state, cleared_on,
      ledger_entry_id
    from issued_cheques where id = ${id} for no key update`);
  if (!cheque) throw notFound("Cheque", id);
  return cheque;
}
