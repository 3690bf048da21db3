import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { judgeOpeningDay } from "../journal/period.ts";
import { decimal, isZero } from "../money/decimal.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { seeingAll } from "../records/kinds.ts";
import { nextNumber } from "../records/numbering.ts";
import type { LedgerBatch } from "./ledger_batch.ts";
import type { NewPosting } from "./post_entry.ts";
import { postOpening } from "./post_opening.ts";
import { type Supplier, supplier } from "./supplier.ts";

/**
 * Enters a supplier, with an opening entry in his ledger when he brings a balance: above zero we owe
 * him, below zero he owes us. Source: docs/imports.md, "Supplier".
 *
 * @param batch of many suppliers, whose journal the caller posts last; left out, it is posted here
 * @throws Refusal `forbidden`, `exchange_rate_missing`, `invalid_fields`, and as `judgeDay`
 */
export async function createSupplier(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof supplier.entry>,
  batch?: LedgerBatch,
): Promise<Supplier> {
  allow(actor, "suppliers.write");
  const opening = openingOf(input);
  const opened = opening &&
    await judgeOpeningDay(tx, actor, input.opening_balance_date, "opening_balance_date");
  const number = await nextNumber(tx, "SUP", actor.today);
  const row = {
    ...input,
    opening_balance: input.opening_balance ?? decimal("0"),
    opening_exchange_rate: opening?.exchange_rate ?? input.opening_exchange_rate,
    opening_balance_date: opened,
  };
  const [made] = await tx.query<[Supplier]>(sql`
    insert into suppliers as s (${supplier.stored}, reference_no, created_at, updated_at, created_by)
    select ${supplier.stored}, ${number}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${supplier.rows([row])}
    returning ${supplier.columns(seeingAll(actor))}`);
  await audit(tx, actor, {
    action: "supplier.create",
    entity: "supplier",
    entityId: made.id,
    reference_no: number,
    after: made,
  });
  if (opening && opened) {
    await postOpening(
      tx,
      actor,
      { ...opening, entry_date: opened, supplier_id: made.id },
      batch,
    );
  }
  if (!opening || batch) return supplier.shownTo(actor, made);
  const [owed] = await tx.query<[Pick<Supplier, "balance" | "balance_local">]>(sql`
    select ${supplier.columns(seeingAll(actor), ["balance", "balance_local"])}
    from suppliers s where s.id = ${made.id}`);
  return supplier.shownTo(actor, { ...made, ...owed });
}

/** The opening entry, judged under the names that this request gives its amount and rate. */
export function openingOf(
  input: z.output<typeof supplier.entry>,
): Omit<NewPosting, "supplier_id" | "entry"> | undefined {
  const { currency, opening_balance: balance, opening_exchange_rate } = input;
  if (balance === undefined || isZero(balance)) {
    if (currency === business.localCurrency) {
      rateToLocal(currency, opening_exchange_rate, "opening_exchange_rate");
    }
    return undefined;
  }
  const rate = rateToLocal(currency, opening_exchange_rate, "opening_exchange_rate");
  toLocal(balance, currency, rate, "opening_balance");
  return {
    entry_type: "opening",
    particulars: "Opening balance",
    [balance.gt("0") ? "credit" : "debit"]: balance.abs(),
    currency,
    exchange_rate: rate,
  };
}
