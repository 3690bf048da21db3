import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { cr, dr, type Line } from "../journal/line.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import { append, type Posted } from "./append_entry.ts";

/** An exchange difference that the ledger wrote by itself moves the local balance only. */
export function isAutomatic({ credit, debit }: Pick<Posted, "credit" | "debit">): boolean {
  return isZero(credit) && isZero(debit);
}

/**
 * Books what an entry realised, right after it, on the same day and in the same entry of the journal. The
 * row has neither credit nor debit, and its `amount_local` is above zero when we paid more than was booked.
 * Source: docs/books.md, "Exchange difference"; the table's check `exactly_one_side`.
 *
 * @param reverses the difference that it takes back, where it is the mirror of one
 */
export async function appendDifference(
  tx: Tx,
  actor: Actor,
  { id: cause_id, reference_no, ...like }: Posted,
  difference: Decimal,
  entry: number,
  reverses?: Pick<Posted, "id" | "reference_no">,
): Promise<Posted> {
  return await append(tx, actor, "supplier_ledger.realise_difference", {
    ...like,
    entry_type: "exchange_difference",
    particulars: reverses
      ? `Reversal of ${reverses.reference_no} with ${reference_no}`
      : `Exchange difference realised with ${reference_no}`,
    credit: zero,
    debit: zero,
    amount_local: difference,
    reverses_id: reverses?.id ?? null,
    cause_id,
    reason: null,
    account_id: null,
    method: null,
    note: null,
  }, entry);
}

/** The differences that an entry realised. */
export async function findDifferences(
  tx: Tx,
  cause: number,
): Promise<Pick<Posted, "id" | "reference_no" | "amount_local">[]> {
  return await tx.query(sql`
    select id, reference_no, amount_local from supplier_ledger where cause_id = ${cause} order by id`);
}

/** The lines of the journal that such a row is: what the supplier's balance stands at, and the loss or gain. */
export function differenceLines({ supplier_id, amount_local, ...row }: Posted): Line[] {
  const about = { supplier_id, shipment_id: row.shipment_id, lc_tt_id: row.lc_tt_id };
  return [
    dr("exchange_difference", amount_local, about),
    cr("suppliers", amount_local, about),
  ];
}

const zero = decimal("0");
