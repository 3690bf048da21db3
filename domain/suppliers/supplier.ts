import sql from "sql-template-tag";
import type { z } from "zod";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { count, currency, date, flag, localMoney, money, rate, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/**
 * How we pay a supplier and what we owed him at the start is for who may read costs.
 * Source: docs/imports.md, "Supplier".
 */
export const supplier = record(
  "Supplier",
  "s",
  everybody({
    ...named({
      example: { reference_no: "SUP-2026-000003", title: "Shenzhen Boards" },
      title: sql`s.name`,
    }),
    name: text("What he is called.", { example: "Shenzhen Boards", entry: "required" }),
    contact_person: text("Whom we talk to.", { example: "Li Wei", entry: "optional" }),
    phone: text("His phone.", { example: "+86 755 1234 5678", max: 40, entry: "optional" }),
    email: text("His e-mail.", { example: "sales@example.com", max: 254, entry: "optional" }),
    whatsapp: text("His WhatsApp number.", {
      example: "+86 138 0013 8000",
      max: 40,
      entry: "optional",
    }),
    country: text("Where he is.", { example: "China", max: 100, entry: "optional" }),
    address: text("Where letters go.", {
      example: "88 Huaqiang North Road, Shenzhen",
      max: 1000,
      entry: "optional",
    }),
    supplier_type: text("What kind of supplier he is.", {
      example: "manufacturer",
      max: 60,
      entry: "optional",
    }),
    bin: text("His business identification number.", {
      example: "003456789-0202",
      entry: "optional",
      reads: field.bin(),
    }),
    currency: currency("What he bills in.", { example: "USD", entry: { default: "USD" } }),
    payment_terms: text("What was agreed on paying.", {
      example: "30% with the order, the rest before shipment",
      max: 500,
      entry: "optional",
    }),
    credit_days: count("Days until his bills are due.", {
      example: 30,
      max: 3650,
      entry: "optional",
    }),
    bank_name: text("His bank.", {
      example: "Bank of China",
      seenBy: "costs.read",
      entry: "optional",
    }),
    bank_account: text("His account there.", {
      example: "7654 3210 9876",
      seenBy: "costs.read",
      max: 60,
      entry: "optional",
    }),
    swift_code: text("That bank's SWIFT code.", {
      example: "BKCHCNBJ",
      seenBy: "costs.read",
      max: 20,
      entry: "optional",
    }),
    opening_balance: money(
      "What we owed him at the start, in his currency; below zero he owed us.",
      {
        example: 1500,
        seenBy: "costs.read",
        entry: "optional",
        unsent: "0",
        nullable: false,
        change: false,
        reads: field.money("any"),
      },
    ),
    opening_exchange_rate: rate("Local units for one of his currency, for that balance.", {
      example: 121.5,
      seenBy: "costs.read",
      entry: "optional",
      change: false,
    }),
    opening_balance_date: date("The day of that balance.", {
      example: "2026-01-01",
      seenBy: "costs.read",
      entry: "optional",
      unsent: "today, where there is one",
      change: false,
    }),
    balance: money("What we owe him in his currency; below zero he owes us.", {
      example: 2000,
      seenBy: "costs.read",
      sql: sql`(select coalesce(sum(b.balance), 0) from supplier_balances b
        where b.supplier_id = s.id and b.currency = s.currency)`,
    }),
    balance_local: localMoney("What we owe him over all currencies, local currency.", {
      example: 243000,
      seenBy: "costs.read",
      sql: sql`(select coalesce(sum(b.balance_local), 0) from supplier_balances b
        where b.supplier_id = s.id)`,
    }),
    notes: text("Anything else worth knowing.", {
      example: "Closed over the Chinese New Year.",
      max: 5000,
      entry: "optional",
    }),
    active: flag("Whether we still buy from him.", { example: true, entry: { default: true } }),
    ...stamps(),
  }),
);
export type Supplier = z.output<typeof supplier.schema>;
