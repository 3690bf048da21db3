import sql from "sql-template-tag";
import type { z } from "zod";
import * as field from "../records/fields.ts";
import {
  count,
  date,
  id,
  localMoney,
  money,
  percent,
  quantity,
  serialNumbers,
  text,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** Of a line `l` of an invoice `i`: the last day under warranty, null where there is none. */
export const warrantyUntil = sql`case when l.warranty_months > 0
  then (i.invoice_date + make_interval(months => l.warranty_months))::date end`;

/** One line of an invoice; it stands on the invoice `i`, the line's product `p` and its movement `m`. */
export const invoiceLine = record(
  "InvoiceLine",
  "l",
  everybody({
    id: id("The line's id.", { example: 77 }),
    product_id: id("What was sold; null for a service.", { example: 5, entry: "optional" }),
    sku: text("Its stock-keeping number.", {
      example: "INK-CY-1L",
      nullable: true,
      sql: sql`p.sku`,
    }),
    unit: text("What it is counted in.", { example: "liter", nullable: true, sql: sql`p.unit` }),
    description: text("What is printed.", {
      example: "Eco-solvent ink cyan 1 l",
      max: 500,
      entry: "optional",
      unsent: "the product's name",
      nullable: false,
    }),
    quantity: quantity("How many.", {
      example: 2,
      entry: "required",
      reads: field.quantity("positive"),
    }),
    unit_price: money("The price of one, local currency.", {
      example: 1250,
      seenBy: "everybody",
      entry: "required",
    }),
    discount: localMoney("An amount off the whole line.", {
      example: 100,
      seenBy: "everybody",
      entry: "optional",
      unsent: "what discount_percent makes",
      nullable: false,
    }),
    discount_percent: percent("The same in percent, instead of an amount.", {
      example: null,
      entry: "optional",
    }),
    amount: localMoney("What is left of the line, without VAT.", {
      example: 2400,
      seenBy: "everybody",
    }),
    vat_percent: percent("VAT on it.", {
      example: 5,
      entry: "optional",
      unsent: "the product's, else the invoice's, else the settings'",
      nullable: false,
    }),
    net: localMoney("Amount less its part of the invoice's discount.", {
      example: 2300,
      seenBy: "everybody",
    }),
    vat: localMoney("The VAT on that.", { example: 115, seenBy: "everybody" }),
    serial_numbers: serialNumbers("The pieces, where they have numbers.", {
      example: [],
      entry: "optional",
      nullable: false,
    }),
    warranty_months: count("How long the pieces are under warranty.", { example: 12 }),
    warranty_until: date("The last day under warranty; null where there is none.", {
      example: "2027-03-02",
      nullable: true,
      sql: warrantyUntil,
    }),
    cost: localMoney("What the goods cost us at moving average.", {
      example: 1826.1,
      seenBy: "costs.read",
      sql: sql`coalesce(-m.value, 0)`,
    }),
    margin: localMoney("Amount less cost, before the invoice's own discount.", {
      example: 573.9,
      seenBy: "costs.read",
      sql: sql`l.amount + coalesce(m.value, 0)`,
    }),
  }),
);

/** A line as it is entered. */
export const newLine = invoiceLine.entry.superRefine((line, context) => {
  const wrong = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (line.product_id === undefined && line.description === undefined) {
    wrong("description", "is required on a line without a product");
  }
  if (line.discount !== undefined && line.discount_percent !== undefined) {
    wrong("discount_percent", "must be left out where a discount is given");
  }
  if (line.serial_numbers?.length && !line.quantity.eq(String(line.serial_numbers.length))) {
    wrong("serial_numbers", `must be as many as the quantity, ${line.quantity}`);
  }
});
export type NewLine = z.output<typeof newLine>;
