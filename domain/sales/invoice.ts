import sql, { join, type Sql } from "sql-template-tag";
import { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import {
  date,
  flag,
  id,
  instant,
  localMoney,
  percent,
  type Reader,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { newLine } from "./invoice_line.ts";
import { moneyReceived } from "./payment.ts";

export const invoiceStatuses = ["posted", "partial", "paid", "overdue", "void"] as const;
type Status = typeof invoiceStatuses[number];

/** Of an invoice `i`: not void. */
export const stands = sql`(i.voided_at is null)`;
/** Of an invoice `i`: something is due, and has been since before today. */
export const isOverdue = (today: string) => sql`(i.due > 0 and i.due_date < ${today}::date)`;

/**
 * When an invoice `i` has which status: exactly one holds. Paid and overdue are what they are today, so
 * no job has to notice. Source: docs/records.md, "Invoice".
 */
export function statusConditions(today: string): Record<Status, Sql> {
  const overdue = isOverdue(today);
  return {
    void: sql`not ${stands}`,
    paid: sql`(${stands} and i.due = 0)`,
    overdue,
    partial: sql`(i.due > 0 and not ${overdue} and i.paid > 0)`,
    posted: sql`(i.due > 0 and not ${overdue} and i.paid = 0)`,
  };
}

function statusOn({ today }: Reader): Sql {
  const cases = Object.entries(statusConditions(today)).map(([status, holds]) =>
    sql`when ${holds} then ${status}`
  );
  return sql`case ${join(cases, " ")} end`;
}

/** An invoice in local currency; its totals are ours. Source: docs/records.md, "Invoice". */
export const invoice = record(
  "Invoice",
  "i",
  everybody({
    ...named({
      example: { reference_no: "INV-2026-000041", title: "INV-2026-000041 – Rahim Uddin" },
      title: sql`concat(i.reference_no, ' – ', c.name)`,
    }),
    status: word(invoiceStatuses, "How it stands today.", { example: "partial", sql: statusOn }),
    customer_id: id("Who bought.", { example: 12, entry: "required" }),
    customer_name: text("His name.", { example: "Rahim Uddin", sql: sql`c.name` }),
    invoice_date: date("The day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    due_date: date("The day by which it is to be paid.", {
      example: "2026-04-01",
      entry: "optional",
      unsent: "the invoice date",
      nullable: false,
    }),
    items: shaped(
      z.array(newLine).min(1, "must have a line").max(1000, "must have at most 1000 lines"),
      "What was bought.",
      {
        example: [{ product_id: 5, quantity: 2, unit_price: 1250 }],
        seenBy: "nobody",
        entry: "required",
      },
    ),
    subtotal: localMoney("Its lines together.", { example: 8500, seenBy: "everybody" }),
    discount: localMoney("An amount off the subtotal, before VAT.", {
      example: 500,
      seenBy: "everybody",
      entry: { default: new Decimal("0") },
    }),
    vat_percent: percent("VAT on what is left, of lines that have no other.", {
      example: 5,
      entry: "optional",
      unsent: "the settings', else 0",
      nullable: false,
    }),
    vat_included: flag("Whether prices and discounts as sent have VAT inside.", {
      example: false,
      entry: { default: false },
    }),
    vat: localMoney("That VAT.", { example: 400, seenBy: "everybody" }),
    total: localMoney("What the customer owes for it.", { example: 8400, seenBy: "everybody" }),
    paid: localMoney("What payments pay of it.", { example: 5000, seenBy: "everybody" }),
    returned: localMoney("What credit notes take off it.", { example: 0, seenBy: "everybody" }),
    due: localMoney("What is not paid yet.", { example: 3400, seenBy: "everybody" }),
    cost: localMoney("What the goods cost us at moving average.", {
      example: 6100.25,
      seenBy: "costs.read",
      sql: sql`goods.cost`,
    }),
    margin: localMoney("Subtotal less discount and cost.", {
      example: 1899.75,
      seenBy: "costs.read",
      sql: sql`i.subtotal - i.discount - goods.cost`,
    }),
    place_id: id("From which place the goods are taken.", {
      example: 1,
      entry: "optional",
      unsent: "wherever they lie, the default place first",
    }),
    notes: text("What is printed below the lines.", {
      example: "Warranty as per card.",
      max: 5000,
      entry: "optional",
    }),
    payment: shaped(moneyReceived, "Money received at the counter, on the invoice date.", {
      example: { amount: 5000, method: "cash", allow_duplicate: false },
      seenBy: "nobody",
      entry: "optional",
    }),
    override_credit_limit: flag("Whether it may pass the customer's credit limit.", {
      example: false,
      seenBy: "nobody",
      entry: { default: false },
    }),
    source_type: text("The kind of document that it bills.", { example: "ticket", nullable: true }),
    source_id: id("That document's id.", { example: 9, nullable: true }),
    source_reference_no: text("That document's number.", {
      example: "TKT-2026-000009",
      nullable: true,
    }),
    voided_at: instant("When it was voided.", { example: null, nullable: true }),
    voided_by: id("The user who voided it.", { example: null, nullable: true }),
    void_reason: text("Why.", { example: null, nullable: true }),
    ...stamps(),
  }),
);
export type Invoice = z.output<typeof invoice.schema>;
export type NewInvoice = z.output<typeof invoice.entry>;

/**
 * What an invoice's columns stand on, behind `from`. What its goods cost is in the movements that took
 * them from stock: the invoice's own, or those of the ticket that it bills.
 */
export const invoiceTables = sql`invoices i join customers c on c.id = i.customer_id
  cross join lateral (
    select coalesce((
      select -sum(m.value) from stock_movements m
      where m.source_type = 'invoice' and m.source_id = i.id and m.kind = 'invoice'), (
      select sum(part.cost) from service_ticket_parts part
      where i.source_type = 'ticket' and part.ticket_id = i.source_id
        and not part.is_warranty), 0) as cost) goods`;

export const voiding = z.object({
  reason: field.text(500).describe("Why it is taken back."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
});
