import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { judgeDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { moneyAccount } from "../suppliers/other_side.ts";
import { postSupplierEntry } from "../suppliers/post_entry.ts";
import type { LockedLcTt } from "./lock_lc_tt.ts";
import { findUtilisation } from "./utilisation.ts";

interface Payment {
  settlement_amount?: Decimal;
  settlement_rate?: Decimal;
  date?: string;
}

/**
 * Books what the bank paid by a locked LC or TT as a debit in the supplier ledger, in its currency and
 * at the settlement rate. Several payments together never pass the amount and its tolerance. Final: it
 * is reversed in the ledger. Source: docs/books.md, "Settlements".
 *
 * @throws Refusal `settlement_exceeds_amount`, `exchange_rate_missing`, `invalid_fields`
 */
export async function settle(
  tx: Tx,
  actor: Actor,
  lcTt: LockedLcTt,
  { settlement_amount, settlement_rate, date }: Payment,
): Promise<void> {
  const { type, reference_no, reference_number, currency } = lcTt;
  const { limit_amount, drawn, settled } = await findUtilisation(tx, lcTt.id);
  const tooMuch = (reason: string) =>
    conflict(
      "settlement_exceeds_amount",
      `${settled} ${currency} of ${reference_no} is paid already: ${reason}.`,
      { limit_amount, settled },
    );
  const due = type !== "TT" && drawn.gt("0") ? drawn : lcTt.amount;
  const amount = settlement_amount ?? due.minus(settled);
  if (amount.lte("0")) throw tooMuch("nothing of it is left to pay");
  if (settled.plus(amount).gt(limit_amount)) {
    throw tooMuch(`another ${amount} would pass ${limit_amount}, its amount and tolerance`);
  }
  const rate = rateToLocal(currency, settlement_rate ?? lcTt.exchange_rate, "settlement_rate");
  toLocal(amount, currency, rate, "settlement_amount");
  const entry_date = await judgeDay(tx, actor, date, "date");
  const entry = await openEntry(tx);
  const money = await moneyAccount(tx, {});
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
    entry,
  });
  await postEntry(tx, actor, {
    id: entry,
    entry_date,
    kind: "supplier_payment",
    source: { type: "lc_tt", id: lcTt.id, reference_no },
    narration: posted.particulars,
    lines: rules.supplier_payment(lines, { money }, {
      supplier_id: lcTt.supplier_id,
      lc_tt_id: lcTt.id,
    }),
  });
}
