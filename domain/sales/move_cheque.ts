import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import { moneyAccount } from "./money_account.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { type NewEntry, openEntry, postEntries } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { shareInOrder } from "./allocations.ts";
import { findPayment } from "./find_payments.ts";
import { type LockedPayment, lockPayment, readInvoices } from "./lock_documents.ts";
import type { PaymentDetail } from "./payment.ts";
import { nextOfCheque } from "./payment_words.ts";
import { countPayment } from "./post_payment.ts";
import { oldestFirst } from "./receive_payment.ts";
import { takeBack } from "./reverse_payment.ts";

const moves = ["deposited", "cleared", "bounced", "returned"] as const;

export const chequeMove = z.object({
  state: field.oneOf(moves).describe("Where the cheque goes."),
  date: field.date().optional().describe("The day of it. Left out: today."),
  account_id: field.id().optional()
    .describe("The bank account it is cleared into. Left out: the payment's."),
  charge: field.localMoney("positive").optional().describe("What the bank took for it."),
  note: field.text(500).optional().describe("What was said."),
});

/**
 * Moves a customer's cheque on. Cleared it counts: money comes in, and it pays the invoices it was meant
 * for, else the oldest. Bounced after that, all of it is mirrored. The same state again changes nothing.
 * Source: docs/books.md, "Cheques".
 *
 * @throws Refusal `forbidden`, `not_found`, `invalid_transition`, `record_in_use`; `invalid_fields` on `date`
 *   before the day on the cheque; as `judgeLaterDay`
 */
export async function moveCheque(
  tx: Tx,
  actor: Actor,
  id: number,
  { state, charge, note, ...asked }: z.output<typeof chequeMove>,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const payment = await lockPayment(tx, id);
  const { reference_no, cheque_state: from } = payment;
  if (from === null) {
    throw conflict("invalid_transition", `${reference_no} is no cheque.`, { allowed: [] });
  }
  if (from === state) return await findPayment(tx, actor, id);
  if (!nextOfCheque[from].includes(state)) {
    throw conflict("invalid_transition", `The cheque of ${reference_no} is ${from}.`, {
      allowed: nextOfCheque[from],
    });
  }
  const date = await judgeLaterDay(tx, actor, asked.date, payment.counts_since);
  const account_id = asked.account_id === undefined
    ? payment.account_id
    : await moneyAccount(tx, "cheque", asked.account_id);
  const fee = charge && {
    id: await openEntry(tx),
    entry_date: date,
    kind: "bank_charge" as const,
    source: { type: "payment", id, reference_no },
    narration: `Charge for the cheque of ${reference_no}`,
    lines: rules.bank_charge(charge, account_id, {}),
  };
  const entries: NewEntry[] = fee ? [fee] : [];
  if (state === "cleared") {
    entries.push(await clear(tx, actor, { ...payment, account_id }, date));
  } else if (from === "bounced" || state === "deposited") {
    await tx.query(sql`
      update payments set cheque_state = ${state}, account_id = ${account_id},
        updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
  } else {
    await takeBack(tx, actor, payment, { date, state, reason: note ?? `Cheque ${state}` });
  }
  await postEntries(tx, actor, entries);
  await audit(tx, actor, {
    action: "payment.cheque",
    entity: "payment",
    entityId: id,
    reference_no,
    before: { cheque_state: from },
    after: { cheque_state: state, date, charge, note },
  });
  return await findPayment(tx, actor, id);
}

async function clear(tx: Tx, actor: Actor, payment: LockedPayment, date: string) {
  const { id, amount, cheque_date, account_id } = payment;
  if (cheque_date !== null && date < cheque_date) {
    throw invalid({ date: `must not be before the day on the cheque, ${cheque_date}` });
  }
  await tx.query(sql`
    update payments set cheque_state = 'cleared', cleared_on = ${date}, account_id = ${account_id},
      updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
  const shares = await sharesOf(tx, payment, amount);
  return await countPayment(tx, actor, { ...payment, date }, shares, await openEntry(tx));
}

/** The invoices it was meant for, as far as they are still due; else the oldest first. */
async function sharesOf(tx: Tx, { customer_id, wanted }: LockedPayment, amount: Decimal) {
  if (wanted === null) return await oldestFirst(tx, customer_id, amount);
  const asked = wanted.map((share) => ({ ...share, amount: decimal(share.amount) }));
  const found = await readInvoices(tx, asked.map(({ invoice_id }) => invoice_id));
  return asked.flatMap(({ invoice_id, amount: most }) => {
    const invoice = found.find(({ id, voided }) => id === invoice_id && !voided);
    const shares = invoice ? shareInOrder(most, [invoice]) : [];
    for (const { amount } of shares) invoice!.due = invoice!.due.minus(amount);
    return shares;
  });
}
