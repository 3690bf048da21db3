import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { business } from "../business/business.ts";
import { cr, type Line } from "../journal/line.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { append, type Posted } from "./append_entry.ts";
import { differenceOf } from "./carrying.ts";
import { appendDifference, differenceLines } from "./exchange_difference.ts";
import { lockCarried } from "./find_carried.ts";
import type { EntryType, PaymentMethod } from "./ledger_entry.ts";

export interface NewPosting {
  supplier_id: number;
  /** default today */
  entry_date?: string;
  entry_type: EntryType;
  particulars: string;
  /** what we owe more, in `currency`; exactly one of credit and debit is above zero */
  credit?: Decimal;
  /** what we owe less */
  debit?: Decimal;
  currency: string;
  /** required for a foreign currency */
  exchange_rate?: Decimal | null;
  shipment_id?: number | null;
  lc_tt_id?: number | null;
  receipt_id?: number | null;
  reference?: string | null;
  account_id?: number | null;
  method?: PaymentMethod | null;
  discrepancy_id?: number | null;
  note?: string | null;
  /** the journal's entry that carries it (`domain/journal/post_entry.ts`) */
  entry: number;
}

/**
 * Appends one entry to the supplier ledger for a document that has already asked its own permission:
 * a receipt's purchase credit, a claim's credit note, an opening balance. Final: it can only be
 * reversed. `amount_local` is amount × rate, half up at 2 decimals, positive for a credit. What reduces a
 * foreign balance realises its exchange difference in the same breath, by a row of its own.
 * `lines` are the journal's lines of both, on the accounts of suppliers and of exchange differences. Skip the call where the amount is zero. Locks the supplier and takes an SLE number, so call it last.
 * Source: docs/books.md, "Supplier ledger".
 *
 * @throws Refusal `exactly_one_side`, `exchange_rate_missing`, `invalid_fields`
 */
export async function postSupplierEntry(
  tx: Tx,
  actor: Actor,
  entry: NewPosting,
): Promise<Posted & { lines: Line[] }> {
  const side = theOneSide(entry);
  const amount = entry[side]!;
  const rate = rateToLocal(entry.currency, entry.exchange_rate);
  const local = toLocal(amount, entry.currency, rate, side);
  const before = entry.currency === business.localCurrency
    ? undefined
    : await lockCarried(tx, entry);
  const posted = await append(tx, actor, "supplier_ledger.record", {
    supplier_id: entry.supplier_id,
    entry_date: entry.entry_date ?? actor.today,
    entry_type: entry.entry_type,
    particulars: entry.particulars,
    credit: side === "credit" ? amount : zero,
    debit: side === "debit" ? amount : zero,
    currency: entry.currency,
    exchange_rate: rate,
    amount_local: side === "credit" ? local : local.neg(),
    shipment_id: entry.shipment_id ?? null,
    lc_tt_id: entry.lc_tt_id ?? null,
    receipt_id: entry.receipt_id ?? null,
    reference: entry.reference ?? null,
    reverses_id: null,
    reason: null,
    cause_id: null,
    account_id: entry.account_id ?? null,
    method: entry.method ?? null,
    discrepancy_id: entry.discrepancy_id ?? null,
    note: entry.note ?? null,
  }, entry.entry);
  const lines = [lineOf(posted)];
  const difference = before ? differenceOf(before, posted) : zero;
  if (!isZero(difference)) {
    const row = await appendDifference(tx, actor, posted, difference, entry.entry);
    lines.push(...differenceLines(row));
  }
  return { ...posted, lines };
}

/** The line of the journal that a row of the ledger is. */
export function lineOf({ supplier_id, amount_local, credit, debit, ...row }: Posted): Line {
  return cr("suppliers", amount_local, {
    supplier_id,
    shipment_id: row.shipment_id,
    lc_tt_id: row.lc_tt_id,
    foreign: { currency: row.currency, amount: credit.plus(debit), rate: row.exchange_rate },
  });
}

const zero = decimal("0");

/** Which side carries the amount. @throws Refusal `exactly_one_side` */
export function theOneSide(entry: { credit?: Decimal; debit?: Decimal }): "credit" | "debit" {
  const credited = entry.credit?.gt("0") ?? false;
  const debited = entry.debit?.gt("0") ?? false;
  if (credited !== debited) return credited ? "credit" : "debit";
  const reason = credited ? "are both above zero" : "are both empty";
  throw invalid({
    credit: `and debit ${reason}: exactly one of them carries the amount`,
    debit: `and credit ${reason}: exactly one of them carries the amount`,
  }, "exactly_one_side");
}
