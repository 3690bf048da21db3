import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { exact } from "../documents/printing.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { moneyAccount } from "../journal/name_account.ts";
import { judgeDay, judgeLaterDay } from "../journal/period.ts";
import type { reversal } from "../journal/reversal.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import type { Decimal } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import { findLoan } from "./find_loans.ts";
import { interestDue, type Loan, loan, type newLoanPayment } from "./loan.ts";
import { lockLcTt, touchLcTt } from "./lock_lc_tt.ts";

/**
 * Takes a bank's loan to retire the documents of an LC: money comes to an account of ours, which a settlement then
 * pays from. Local currency. Source: docs/imports.md, "LC, TT and DP".
 *
 * @throws Refusal `forbidden`, `not_found`, `lc_tt_closed`, `invalid_fields`, as `judgeDay` on `taken_on`
 */
export async function takeLoan(
  tx: Tx,
  actor: Actor,
  lcTtId: number,
  input: z.output<typeof loan.entry>,
): Promise<Loan> {
  allow(actor, "books.write");
  const lcTt = await lockLcTt(tx, lcTtId);
  if (lcTt.type !== "LC") throw invalid({ amount: `is of an LC: ${lcTt.reference_no} is none` });
  const taken_on = await judgeDay(tx, actor, input.taken_on, "taken_on");
  if (input.due_on < taken_on) throw invalid({ due_on: `must not be before ${taken_on}` });
  const { id: account_id } = await moneyAccount(tx, { ...input, method: "bank" });
  await touchLcTt(tx, actor, lcTtId);
  const entry = await openEntry(tx);
  const reference_no = await nextNumber(tx, "LTR", taken_on);
  const row = { ...input, taken_on, account_id };
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into lc_loans (reference_no, ${loan.stored}, lc_tt_id, created_at, updated_at, created_by)
    select ${reference_no}, ${loan.stored}, ${lcTtId}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${loan.rows([row])} returning id`);
  await audit(tx, actor, {
    action: "lc_loan.take",
    entity: "lc_loan",
    entityId: id,
    reference_no,
    after: { ...row, lc_tt_id: lcTtId },
  });
  await postEntry(tx, actor, {
    id: entry,
    entry_date: taken_on,
    kind: "bank_loan",
    source: { type: "lc_loan", id, reference_no },
    narration: `Loan ${reference_no} for ${lcTt.reference_no}`,
    lines: rules.bank_loan(input.amount, account_id, { lc_tt_id: lcTtId }),
  });
  return await findLoan(tx, actor, id);
}

/**
 * Pays a loan back, in part or whole, with its interest. Final: it is only taken back.
 * @throws Refusal `forbidden`, `not_found`, `invalid_fields` on `principal` above what is outstanding, as
 * `judgeLaterDay` on `date`
 */
export async function repayLoan(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof newLoanPayment>,
): Promise<Loan> {
  allow(actor, "books.write");
  const lent = await lockLoan(tx, actor, id);
  const day = await judgeLaterDay(tx, actor, input.date, lent.last, {
    the: `what came before on ${lent.reference_no}`,
  });
  const { principal = lent.outstanding } = input;
  if (principal.gt(lent.outstanding)) {
    throw invalid({ principal: `must not be above the ${lent.outstanding} outstanding` });
  }
  const interest = input.interest ?? await dueOn(tx, id, day);
  if (principal.plus(interest).lte("0")) throw invalid({ principal: "pays nothing" });
  const { id: account_id } = await moneyAccount(tx, {
    account_id: input.account_id ?? lent.account_id,
    method: "bank",
  });
  await post(tx, actor, lent, { ...input, principal, interest, account_id, paid_on: day });
  return await findLoan(tx, actor, id);
}

/**
 * Takes a payment of a loan back by its mirror, once.
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `not_reversible`, as `judgeLaterDay`
 */
export async function reverseRepayment(
  tx: Tx,
  actor: Actor,
  id: number,
  paymentId: number,
  { reason, date }: z.output<typeof reversal>,
): Promise<Loan> {
  allow(actor, "books.write");
  const lent = await lockLoan(tx, actor, id);
  const paid = lent.payments.find((each) => each.id === paymentId);
  if (!paid) throw notFound("Payment of the loan", paymentId);
  if (paid.reverses_id) throw conflict("not_reversible", `payment ${paymentId} takes one back.`);
  if (lent.payments.some(({ reverses_id }) => reverses_id === paymentId)) {
    throw conflict("already_reversed", `payment ${paymentId} was already taken back.`);
  }
  const paid_on = await judgeLaterDay(tx, actor, date, lent.last, {
    the: `what came before on ${lent.reference_no}`,
  });
  await post(tx, actor, lent, {
    paid_on,
    principal: exact(paid.principal).neg(),
    interest: exact(paid.interest).neg(),
    account_id: paid.account_id,
    note: reason,
    reverses_id: paymentId,
  });
  return await findLoan(tx, actor, id);
}

interface NewPayment {
  paid_on: string;
  principal: Decimal;
  interest: Decimal;
  account_id: number;
  note?: string;
  reverses_id?: number;
}

async function post(tx: Tx, actor: Actor, lent: Loan, paid: NewPayment): Promise<void> {
  const { id, reference_no, lc_tt_id } = lent;
  const entry = await openEntry(tx);
  const [{ id: paymentId }] = await tx.query<[{ id: number }]>(sql`
    insert into lc_loan_payments (loan_id, paid_on, principal, interest, account_id, note, reverses_id,
      created_at, created_by)
    values (${id}, ${paid.paid_on}, ${paid.principal}, ${paid.interest}, ${paid.account_id},
      ${paid.note ?? null}, ${paid.reverses_id ?? null}, ${actor.now}, ${actor.userId})
    returning id`);
  await tx.query(sql`update lc_loans set updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  await audit(tx, actor, {
    action: paid.reverses_id ? "lc_loan.reverse_payment" : "lc_loan.repay",
    entity: "lc_loan",
    entityId: id,
    reference_no,
    after: { ...paid, payment_id: paymentId },
  });
  await postEntry(tx, actor, {
    id: entry,
    entry_date: paid.paid_on,
    kind: paid.reverses_id ? "loan_repaid.reversal" : "loan_repaid",
    source: { type: "lc_loan", id, reference_no },
    narration: `${paid.reverses_id ? "Payment taken back" : "Paid back"}: ${reference_no}`,
    lines: rules.loan_repaid(paid, paid.account_id, { lc_tt_id }),
  });
}

/** With the last day on which anything happened to it. */
async function lockLoan(tx: Tx, actor: Actor, id: number): Promise<Loan & { last: string }> {
  const [locked] = await tx.query(sql`select from lc_loans where id = ${id} for no key update`);
  if (!locked) throw notFound("Loan", id);
  const lent = await findLoan(tx, actor, id);
  return {
    ...lent,
    last: lent.payments.reduce((day, { paid_on }) => paid_on > day ? paid_on : day, lent.taken_on),
  };
}

async function dueOn(tx: Tx, id: number, day: string): Promise<Decimal> {
  const [{ due }] = await tx.query<[{ due: Decimal }]>(
    sql`select ${interestDue(day)} as due from lc_loans t where t.id = ${id}`,
  );
  return due;
}
