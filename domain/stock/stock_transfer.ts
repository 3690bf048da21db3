import sql from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import { date, id, quantity, serialNumbers, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const transferStatuses = ["sent", "partly_received", "received", "closed"] as const;
export type TransferStatus = typeof transferStatuses[number];

export const transferLine = record(
  "StockTransferLine",
  "r",
  everybody({
    id: id("The line's id.", { example: 3 }),
    product_id: id("What was sent.", { example: 5, entry: "required" }),
    sku: text("Its stock-keeping number.", { example: "INK-CY-1L", sql: sql`rp.sku` }),
    product_name: text("Its name.", { example: "Eco-solvent ink cyan 1 l", sql: sql`rp.name` }),
    unit: text("What it is counted in.", { example: "liter", sql: sql`rp.unit` }),
    quantity: quantity("How many were sent.", {
      example: 12,
      entry: "required",
      reads: field.quantity("positive"),
    }),
    received: quantity("How many have arrived.", { example: 10 }),
    sent_back: quantity("How many went back to where they came from.", { example: 0 }),
    lost: quantity("How many were written off.", { example: 0 }),
    on_the_way: quantity("How many are on the way.", { example: 2 }),
    serial_numbers: serialNumbers("The pieces, where they have numbers.", {
      example: [],
      entry: "optional",
      nullable: false,
    }),
    received_serial_numbers: serialNumbers("Which of them have arrived.", { example: [] }),
  }),
);

const newLine = transferLine.entry.refine(
  ({ quantity, serial_numbers }) =>
    !serial_numbers?.length || quantity.eq(String(serial_numbers.length)),
  { path: ["serial_numbers"], error: "must be as many as the quantity" },
);

/** Goods that go from one place to another, in two steps. Source: docs/places.md, "Transfers". */
export const stockTransfer = record(
  "StockTransfer",
  "t",
  everybody({
    ...named({
      example: {
        reference_no: "STR-2026-000004",
        title: "STR-2026-000004: Main store → Showroom Banani",
      },
      title: sql`concat(t.reference_no, ': ', tf.name, ' → ', tt.name)`,
    }),
    status: word(transferStatuses, "How far it is; closed: some of it never arrived.", {
      example: "partly_received",
    }),
    from_place_id: id("Where it comes from.", { example: 1, entry: "required" }),
    from_place_name: text("That place's name.", { example: "Main store", sql: sql`tf.name` }),
    to_place_id: id("Where it goes.", { example: 2, entry: "required" }),
    to_place_name: text("That place's name.", { example: "Showroom Banani", sql: sql`tt.name` }),
    sent_on: date("The day it left.", {
      example: "2026-03-09",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    received_on: date("The day on which something last arrived.", {
      example: "2026-03-10",
      nullable: true,
    }),
    carried_by: text("Who or what carries it.", { example: "Pickup, Jamal", entry: "optional" }),
    note: text("Anything else worth knowing.", {
      example: "For the fair.",
      max: 2000,
      entry: "optional",
    }),
    items: shaped(
      z.array(newLine).min(1, "must have a line").max(1000, "must have at most 1000 lines"),
      "What is sent.",
      { example: [{ product_id: 5, quantity: 12 }], seenBy: "nobody", entry: "required" },
    ),
    lines: many(transferLine, "What was sent.", {
      from: sql`from stock_transfer_lines r join products rp on rp.id = r.product_id
        where r.transfer_id = t.id`,
    }),
    closed_reason: text("Why some of it never arrived.", { example: null, nullable: true }),
    ...stamps(),
  }),
);
export type StockTransfer = z.output<typeof stockTransfer.schema>;

/** What a transfer's columns stand on, behind `from`. */
export const stockTransferTables = sql`stock_transfers t
  join stock_places tf on tf.id = t.from_place_id join stock_places tt on tt.id = t.to_place_id`;

const day = (says: string) => field.date().optional().describe(`${says} Left out: today.`);

export const arrival = z.object({
  date: day("The day it arrived."),
  lines: z.array(z.object({
    id: field.id().describe("The transfer's line."),
    quantity: field.quantity("positive").describe("How many arrived."),
    serial_numbers: field.serialNumbers().optional().describe(
      "Which pieces, where they have numbers.",
    ),
  })).min(1, "must have a line").max(1000, "must have at most 1000 lines").optional()
    .describe("What arrived. Left out: all that is on the way."),
}).meta({ examples: [{ lines: [{ id: 3, quantity: 10 }] }] });

export const closing = z.object({
  outcome: z.enum(["sent_back", "lost"]).describe(
    "sent_back: it is where it came from again; lost: it is written off.",
  ),
  date: day("The day it counts for."),
  reason: field.text(500).describe("Why it did not arrive."),
}).meta({ examples: [{ outcome: "sent_back", reason: "The showroom is full" }] });
