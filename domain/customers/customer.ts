import { z } from "zod";
import * as answer from "../records/answers.ts";
import { decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";

export const customerTypes = ["corporate", "dealer", "retail", "government", "individual"] as const;

/** A customer as he is entered; money in local currency. Source: docs/records.md, "Customer". */
export const newCustomer = z.object({
  name: field.text(),
  phone: field.text(40).optional(),
  email: field.text(254).optional(),
  company_name: field.text().optional(),
  customer_type: field.oneOf(customerTypes).default("retail"),
  address: field.text(1000).optional(),
  city: field.text(100).optional(),
  /** 0: no limit */
  credit_limit: field.localMoney().default(decimal("0")),
  /** every invoice needs a payment of its own that covers it */
  cash_only: field.flag().default(false),
  /** above zero: he owes us, below: we owe him */
  opening_balance: field.localMoney("any").optional(),
  /** default today */
  opening_balance_date: field.date().optional(),
  notes: field.text(5000).optional(),
  active: field.flag().default(true),
});

/** Only for who may read invoices. */
export const moneyFields = [
  "credit_limit",
  "cash_only",
  "opening_balance",
  "opening_balance_date",
  "balance",
] as const;

export const customerRecord = z.object({
  ...answer.common,
  name: answer.text,
  phone: answer.text.nullable(),
  email: answer.text.nullable(),
  company_name: answer.text.nullable(),
  customer_type: z.enum(customerTypes),
  address: answer.text.nullable(),
  city: answer.text.nullable(),
  credit_limit: answer.number.optional(),
  cash_only: answer.flag.optional(),
  opening_balance: answer.number.optional(),
  opening_balance_date: answer.date.nullable().optional(),
  /** what he owes us by every entry of his ledger */
  balance: answer.number.optional(),
  notes: answer.text.nullable(),
  active: answer.flag,
}).meta({ id: "Customer" });
export type Customer = z.output<typeof customerRecord>;
