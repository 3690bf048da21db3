import sql from "sql-template-tag";
import type { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { date, flag, localMoney, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const customerTypes = ["corporate", "dealer", "retail", "government", "individual"] as const;

/** Source: docs/records.md, "Customer". Money is in local currency, for who may read invoices. */
export const customer = record(
  "Customer",
  "c",
  everybody({
    ...named({
      example: { reference_no: "CUS-2026-000012", title: "Rahim Uddin (Rahim Signs)" },
      title: sql`c.name || coalesce(' (' || c.company_name || ')', '')`,
    }),
    name: text("Who he is.", { example: "Rahim Uddin", entry: "required" }),
    phone: text("His phone, however it is typed.", {
      example: "01712-345678",
      max: 40,
      entry: "optional",
    }),
    email: text("His e-mail.", { example: "rahim@example.com", max: 254, entry: "optional" }),
    company_name: text("The firm he buys for.", { example: "Rahim Signs", entry: "optional" }),
    customer_type: word(customerTypes, "What kind of customer he is.", {
      example: "dealer",
      entry: { default: "retail" },
    }),
    address: text("Street and area.", {
      example: "12 Topkhana Road",
      max: 1000,
      entry: "optional",
    }),
    city: text("Town or district.", { example: "Dhaka", max: 100, entry: "optional" }),
    credit_limit: localMoney("How much he may owe us; 0 sets no limit.", {
      example: 50000,
      seenBy: "invoices.read",
      entry: { default: new Decimal("0") },
    }),
    cash_only: flag("Whether every invoice needs a payment of its own that covers it.", {
      example: false,
      seenBy: "invoices.read",
      entry: { default: false },
    }),
    opening_balance: localMoney("What he owed us at the start; below zero we owed him.", {
      example: 12500,
      seenBy: "invoices.read",
      entry: "optional",
      unsent: "0",
      nullable: false,
      change: false,
      reads: field.localMoney("any"),
    }),
    opening_balance_date: date("The day of that balance.", {
      example: "2026-01-01",
      seenBy: "invoices.read",
      entry: "optional",
      unsent: "today, where there is a balance",
      change: false,
    }),
    bin: text("His business identification number, 13 digits.", {
      example: "004712345-0101",
      entry: "optional",
      reads: field.bin(),
    }),
    balance: localMoney("What he owes us by every entry of his ledger.", {
      example: 31250.5,
      seenBy: "invoices.read",
      sql: sql`coalesce((select b.balance from customer_balances b where b.customer_id = c.id), 0)`,
    }),
    overdue: localMoney("What is due on invoices past their due date.", {
      example: 22500,
      seenBy: "invoices.read",
      sql: ({ today }) =>
        sql`(select coalesce(sum(i.due), 0) from invoices i
          where i.customer_id = c.id and i.due > 0 and i.due_date < ${today}::date)`,
    }),
    notes: text("Anything else worth knowing.", {
      example: "Pays on Thursdays.",
      max: 5000,
      entry: "optional",
    }),
    active: flag("Whether he still buys from us.", { example: true, entry: { default: true } }),
    ...stamps(),
  }),
);
export type Customer = z.output<typeof customer.schema>;
