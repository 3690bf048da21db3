import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { LockedShipment } from "../imports/lock_shipment.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict, invalid } from "../errors.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { judgeDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { moneyAccount } from "../suppliers/other_side.ts";
import { postSupplierEntry } from "../suppliers/post_entry.ts";
import { bookCharge } from "./book_charge.ts";
import type { LockedLcTt } from "./lock_lc_tt.ts";
import { findMargin, releaseMargin } from "./margin.ts";
import { findUtilisation } from "./utilisation.ts";

interface Payment {
  amount?: Decimal;
  rate?: Decimal;
  date?: string;
  account_id?: number;
  margin_used?: Decimal;
  charges?: Decimal;
  /** the shipment that bears the charges; without one they are bank charges */
  shipment?: LockedShipment;
  note?: string;
  /** what the request calls amount and rate */
  fields?: { amount: string; rate: string };
}

/**
 * Books what the bank paid by a locked LC or TT as a debit in the supplier ledger, in its currency and
 * at the settlement rate: first from the margin, the rest from our account. Several payments together never
 * pass the amount and its tolerance. When nothing is left to pay the rest of the margin comes back. Final: it
 * is only reversed. Source: docs/books.md, "Settlements".
 *
 * @returns the id of the ledger's entry
 * @throws Refusal `settlement_exceeds_amount`, `exchange_rate_missing`, `invalid_fields`, as `judgeDay`
 */
export async function settle(
  tx: Tx,
  actor: Actor,
  lcTt: LockedLcTt,
  { account_id, charges, note, fields = { amount: "amount", rate: "rate" }, ...payment }: Payment,
): Promise<number> {
  const { type, reference_no, reference_number, currency } = lcTt;
  const { limit_amount, drawn, settled } = await findUtilisation(tx, lcTt.id);
  const tooMuch = (reason: string) =>
    conflict(
      "settlement_exceeds_amount",
      `${settled} ${currency} of ${reference_no} is paid already: ${reason}.`,
      { limit_amount, settled },
    );
  const due = type !== "TT" && drawn.gt("0") ? drawn : lcTt.amount;
  const amount = payment.amount ?? due.minus(settled);
  if (amount.lte("0")) throw tooMuch("nothing of it is left to pay");
  if (settled.plus(amount).gt(limit_amount)) {
    throw tooMuch(`another ${amount} would pass ${limit_amount}, its amount and tolerance`);
  }
  const rate = rateToLocal(currency, payment.rate ?? lcTt.exchange_rate, fields.rate);
  const local = toLocal(amount, currency, rate, fields.amount);
  const entry_date = await judgeDay(tx, actor, payment.date, "date");
  const { usable } = await findMargin(tx, lcTt.id, entry_date);
  const margin = payment.margin_used ?? (usable.gt(local) ? local : usable);
  if (margin.gt(usable) || margin.gt(local)) {
    const most = usable.gt(local) ? `${local} paid` : `${usable} held on ${entry_date}`;
    throw invalid({ margin_used: `must not be more than the ${most}` });
  }
  const entry = await openEntry(tx);
  const money = await moneyAccount(tx, { account_id });
  const about = { supplier_id: lcTt.supplier_id, lc_tt_id: lcTt.id };
  const { lines, ...posted } = await postSupplierEntry(tx, actor, {
    supplier_id: lcTt.supplier_id,
    entry_date,
    entry_type: "payment",
    particulars: `Paid by ${[type, reference_number].filter(Boolean).join(" ")} (${reference_no})`,
    debit: amount,
    currency,
    exchange_rate: rate,
    lc_tt_id: lcTt.id,
    reference: reference_number ?? reference_no,
    account_id: money,
    note,
    entry,
  });
  await postEntry(tx, actor, {
    id: entry,
    entry_date,
    kind: "supplier_payment",
    source: { type: "lc_tt", id: lcTt.id, reference_no },
    narration: posted.particulars,
    lines: [
      ...rules.supplier_payment(lines, { money, margin }, about),
      ...charges && !payment.shipment ? rules.bank_charge(charges, money, about) : [],
    ],
  });
  if (charges?.gt("0") && payment.shipment) {
    await bookCharge(tx, actor, lcTt, payment.shipment, {
      amount: charges,
      entry_date,
      paid_from: money,
      reference: posted.reference_no,
    }, posted.id);
  }
  const whole = drawn.gt(lcTt.amount) ? drawn : lcTt.amount;
  if (settled.plus(amount).gte(whole)) {
    await releaseMargin(tx, actor, lcTt, undefined, { date: entry_date });
  }
  return posted.id;
}

/** The charges of a settlement that became costs and still stand, with their shipments. */
export async function chargesWith(
  tx: Tx,
  settlementId: number,
): Promise<{ cost_id: number; shipment_id: number }[]> {
  return await tx.query(sql`
    select c.id as cost_id, c.shipment_id
    from lc_tt_charges booked join shipment_costs c on c.id = booked.cost_id
    where booked.settlement_id = ${settlementId}
      and not exists (select from shipment_costs mirror where mirror.reverses_id = c.id)
    order by c.shipment_id, c.id`);
}
