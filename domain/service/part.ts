import sql from "sql-template-tag";
import { z } from "zod";
import { named, unchanging } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, flag, id, localMoney, money, quantity, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** A part used for a ticket; it never changes. Source: docs/records.md, "Service ticket". */
export const part = record(
  "ServiceTicketPart",
  "p",
  everybody({
    ...named({
      example: { reference_no: "TKT-2026-000001", title: "2 pcs Damper KM512" },
      reference_no: sql`pk.reference_no`,
      title: sql`concat(trim_scale(p.quantity), ' ', ps.unit, ' ', ps.name)`,
    }),
    product_id: id("The product it is.", { example: 5, entry: "required" }),
    sku: text("Its stock-keeping number.", { example: "DMP-512", sql: sql`ps.sku` }),
    product_name: text("Its name.", { example: "Damper KM512", sql: sql`ps.name` }),
    unit: text("What it is counted in.", { example: "pcs", sql: sql`ps.unit` }),
    quantity: quantity("How many.", {
      example: 1,
      entry: "required",
      reads: field.quantity("positive"),
    }),
    unit_price: money("What the customer pays for one, local currency.", {
      example: 2600,
      seenBy: "everybody",
      entry: "optional",
      unsent: "the product's selling price",
      nullable: false,
    }),
    amount: localMoney("Quantity × price, half up at 2 decimals.", {
      example: 5200,
      seenBy: "everybody",
    }),
    cost: localMoney("What it cost us when it left stock, local currency.", {
      example: 3310.4,
      seenBy: "costs.read",
    }),
    is_warranty: flag("Whether the customer need not pay it.", {
      example: false,
      entry: "optional",
      unsent: "as the ticket",
      nullable: false,
    }),
    serial_number: text("The piece, where it has a number.", {
      example: "D-77",
      max: 100,
      entry: "optional",
    }),
    place_id: id("The place that it left; null where it was several.", {
      example: 1,
      entry: "optional",
      unsent: "the van of whoever adds it, else wherever it lies",
      stored: false,
      sql: sql`pm.place_id`,
    }),
    note: text("What was said.", { example: "Old one cracked.", max: 2000, entry: "optional" }),
    used_on: date("The day on which it left stock.", {
      example: "2026-03-09",
      sql: sql`pm.movement_date`,
    }),
    movement_id: id("The movement that took it from stock.", { example: 91 }),
    ...unchanging("p"),
  }),
);
export type TicketPart = z.output<typeof part.schema>;

/** What a part's columns stand on, behind `from`; names that no query around it uses. */
export const partTables = sql`service_ticket_parts p join products ps on ps.id = p.product_id
  join service_tickets pk on pk.id = p.ticket_id join stock_movements pm on pm.id = p.movement_id`;

const SERIAL_OF_ONE = "names one piece, so the quantity must be 1";

const newPart = part.entry.refine(namesOnePiece, { path: ["serial_number"], error: SERIAL_OF_ONE });
export type NewPart = z.output<typeof part.entry>;

/** One part, or several in `parts`. Source: docs/records.md, "Service ticket". */
export const addedParts = part.entry.partial().extend({
  parts: z.array(newPart).min(1, "must have at least one part")
    .max(200, "must have at most 200 parts").optional()
    .describe("Several parts, instead of the fields of one."),
  date: field.date().optional().describe(
    "The day on which they were used, never before the ticket's own. Left out: today.",
  ),
}).superRefine(({ parts, date: _date, ...one }, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (parts === undefined) {
    if (one.product_id === undefined) refuse("product_id", "is required");
    if (one.quantity === undefined) refuse("quantity", "is required");
    if (!namesOnePiece(one)) refuse("serial_number", SERIAL_OF_ONE);
  } else {
    for (const [name, value] of Object.entries(one)) {
      if (value !== undefined) refuse(name, "belongs to one part; `parts` was sent too");
    }
  }
});
export type AddedParts = z.output<typeof addedParts>;

function namesOnePiece(
  { serial_number, quantity }: Partial<Pick<NewPart, "serial_number" | "quantity">>,
): boolean {
  return serial_number === undefined || quantity === undefined || quantity.eq("1");
}
