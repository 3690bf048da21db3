import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { decimal, isZero } from "../money/decimal.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { nextNumber } from "../records/numbering.ts";
import { columns } from "./find_suppliers.ts";
import { type NewPosting, postEntry } from "./post_entry.ts";
import type { newSupplier, Supplier } from "./supplier.ts";

/**
 * Enters a supplier, with an opening entry in his ledger when he brings a balance: above zero we owe
 * him, below zero he owes us. Source: docs/imports.md, "Supplier".
 *
 * @throws Refusal `forbidden`, `exchange_rate_missing`, `invalid_fields`
 */
export async function createSupplier(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof newSupplier>,
): Promise<Supplier> {
  allow(actor, "suppliers.write");
  const opening = openingOf(input);
  const number = await nextNumber(tx, "SUP", actor.today);
  const [supplier] = await tx.query<[Supplier]>(sql`
    insert into suppliers as s (reference_no, name, contact_person, phone, email, whatsapp, country,
      address, supplier_type, currency, payment_terms, credit_days, bank_name, bank_account,
      swift_code, opening_balance, opening_exchange_rate, notes, active, created_at,
      updated_at, created_by)
    values (${number}, ${input.name}, ${input.contact_person}, ${input.phone}, ${input.email},
      ${input.whatsapp}, ${input.country}, ${input.address}, ${input.supplier_type}, ${input.currency},
      ${input.payment_terms}, ${input.credit_days}, ${input.bank_name}, ${input.bank_account},
      ${input.swift_code}, ${input.opening_balance ?? decimal("0")}, ${
    opening?.exchange_rate ?? input.opening_exchange_rate
  }, ${input.notes}, ${input.active}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning ${columns}`);
  await audit(tx, actor, {
    action: "supplier.create",
    entity: "supplier",
    entityId: supplier.id,
    reference_no: number,
    after: supplier,
  });
  if (opening) await postEntry(tx, actor, { ...opening, supplier_id: supplier.id });
  return supplier;
}

/** The opening entry, judged under the names that this request gives its amount and rate. */
export function openingOf(
  input: z.output<typeof newSupplier>,
): Omit<NewPosting, "supplier_id"> | undefined {
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
