import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { judgeOpeningDay } from "../journal/period.ts";
import type { LedgerBatch } from "./ledger_batch.ts";
import { postOpening } from "./post_opening.ts";

export interface SupplierOpening {
  supplier_id: number;
  /** not zero; above zero: we owe him, below: he owes us */
  amount: Decimal;
  currency: string;
  exchange_rate?: Decimal;
  /** default today, which says nothing of when the books begin */
  date?: string;
}

/**
 * Enters the opening balance of a supplier in one currency, when the books are taken over. Final, once
 * per supplier and currency. In the supplier's own currency it is his opening balance from then on.
 * Source: docs/books.md, "Opening balances".
 *
 * @param batch of many openings, whose journal the caller posts last; left out, it is posted here
 * @throws Refusal `forbidden`, `exchange_rate_missing`, `invalid_fields`, `record_in_use` when there is an
 * opening balance in that currency already, and as `judgeDay`
 */
export async function openSupplierAccount(
  tx: Tx,
  actor: Actor,
  { supplier_id, amount, currency, exchange_rate, date: asked }: SupplierOpening,
  batch?: LedgerBatch,
): Promise<void> {
  allow(actor, "costs.write");
  const date = await judgeOpeningDay(tx, actor, asked, "opening_date");
  const [{ reference_no }] = await tx.query<[{ reference_no: string }]>(sql`
    select reference_no from suppliers where id = ${supplier_id} for no key update`);
  const [opened] = await tx.query<{ id: number }[]>(sql`
    select id from supplier_ledger e where supplier_id = ${supplier_id} and currency = ${currency}
      and entry_type = 'opening' and reverses_id is null
      and not exists (select from supplier_ledger r where r.reverses_id = e.id)`);
  if (opened) {
    throw conflict(
      "record_in_use",
      `${reference_no} has an opening balance in ${currency} already.`,
    );
  }
  await tx.query(sql`
    update suppliers set opening_balance = ${amount}, opening_exchange_rate = ${
    exchange_rate ?? null
  },
      opening_balance_date = ${date}, updated_at = ${actor.now}, version = version + 1
    where id = ${supplier_id} and currency = ${currency}`);
  await postOpening(tx, actor, {
    supplier_id,
    entry_date: date,
    entry_type: "opening",
    particulars: "Opening balance",
    [amount.gt("0") ? "credit" : "debit"]: amount.abs(),
    currency,
    exchange_rate,
  }, batch);
}
