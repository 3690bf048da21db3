import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";

/** A supplier as it is entered. Source: docs/imports.md, "Supplier". */
export const newSupplier = z.object({
  name: field.text(),
  contact_person: field.text().optional(),
  phone: field.text(40).optional(),
  email: field.text(254).optional(),
  whatsapp: field.text(40).optional(),
  country: field.text(100).optional(),
  address: field.text(1000).optional(),
  supplier_type: field.text(60).optional(),
  currency: field.currency().default("USD"),
  payment_terms: field.text(500).optional(),
  credit_days: field.count(0, 3650).optional(),
  bank_name: field.text().optional(),
  bank_account: field.text(60).optional(),
  swift_code: field.text(20).optional(),
  /** in the supplier's currency; above zero: we owe, below: he owes us */
  opening_balance: field.money("any").optional(),
  opening_exchange_rate: field.rate().optional(),
  notes: field.text(5000).optional(),
  active: field.flag().default(true),
});

/** Only for who may read costs: how we pay this supplier and what we owed him at the start. */
export const moneyFields = [
  "bank_name",
  "bank_account",
  "swift_code",
  "opening_balance",
  "opening_exchange_rate",
] as const;

export const supplierRecord = z.object({
  ...answer.common,
  name: answer.text,
  contact_person: answer.text.nullable(),
  phone: answer.text.nullable(),
  email: answer.text.nullable(),
  whatsapp: answer.text.nullable(),
  country: answer.text.nullable(),
  address: answer.text.nullable(),
  supplier_type: answer.text.nullable(),
  currency: answer.text,
  payment_terms: answer.text.nullable(),
  credit_days: answer.wholeNumber.nullable(),
  bank_name: answer.text.nullable().optional(),
  bank_account: answer.text.nullable().optional(),
  swift_code: answer.text.nullable().optional(),
  opening_balance: answer.number.optional(),
  opening_exchange_rate: answer.number.nullable().optional(),
  notes: answer.text.nullable(),
  active: answer.flag,
}).meta({ id: "Supplier" });
export type Supplier = z.output<typeof supplierRecord>;
