import sql from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import {
  count,
  date,
  id,
  localMoney,
  money,
  quantity,
  serialNumbers,
  shaped,
  text,
  weight,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const returnOutcomes = ["repaired", "replaced", "credited", "refused", "lost"] as const;
export type ReturnOutcome = typeof returnOutcomes[number];
export const returnStatuses = ["sent", "partly_back", "closed"] as const;

const line = record(
  "SupplierReturnLine",
  "r",
  everybody({
    id: id("The line's id.", { example: 3 }),
    rma_id: id("The case it is about; null: it is of our own stock.", {
      example: 12,
      nullable: true,
    }),
    rma_reference_no: text("That case's number.", {
      example: "RMA-2026-000001",
      nullable: true,
      sql: sql`rc.reference_no`,
    }),
    product_id: id("The product, of our own stock.", { example: null, nullable: true }),
    piece: text("The board or machine, with its number.", {
      example: "main board B-77",
      sql: sql`case when r.product_id is not null
          then concat_ws(' ', rp.name, nullif(array_to_string(r.serial_numbers, ', '), ''))
        when rc.board_serial_number is not null
        then concat_ws(' ', coalesce(rc.board_type, 'board'), rc.board_serial_number)
        else concat_ws(' ', coalesce(rc.machine_model, 'machine'), rc.machine_serial_number) end`,
    }),
    serial_numbers: serialNumbers("The numbers of pieces of our own stock.", { example: [] }),
    customer_name: text("Whose it is; null: ours.", {
      example: "Rahim Traders",
      nullable: true,
      sql: sql`rc.customer_name`,
    }),
    fault_description: text("What is wrong with it.", {
      example: "Prints no cyan.",
      sql: sql`coalesce(r.fault_description, rc.fault_description)`,
    }),
    quantity: quantity("How many pieces.", {
      example: 1,
      sql: sql`coalesce(r.quantity, rc.quantity)`,
    }),
    value: localMoney("What pieces of our own left stock with, local currency.", {
      example: null,
      nullable: true,
      seenBy: "costs.read",
    }),
    outcome: word(returnOutcomes, "What came of it; null: it is not settled yet.", {
      example: "replaced",
      nullable: true,
    }),
    outcome_on: date("The day on which that was known.", { example: "2026-04-02", nullable: true }),
    replacement_serial_number: text("The serial of the piece that came for it.", {
      example: "B-91",
      nullable: true,
    }),
    supplier_ledger_id: id("The credit in the supplier's ledger.", {
      example: null,
      nullable: true,
      seenBy: "costs.read",
    }),
    credit: money("What the supplier credited, in the currency of that entry.", {
      example: null,
      nullable: true,
      seenBy: "costs.read",
      sql: sql`(select e.debit from supplier_ledger e where e.id = r.supplier_ledger_id)`,
    }),
    note: text("What was said.", { example: "Chip burnt.", nullable: true }),
  }),
);

const faultyStock = z.object({
  product_id: field.id().describe("The product."),
  quantity: field.quantity("positive").optional()
    .describe("How many. Left out: one, or as many as there are numbers."),
  serial_numbers: field.serialNumbers().optional().describe("Their numbers."),
  place_id: field.id().optional().describe("Where they lie. Left out: as in any issue."),
  fault_description: field.text(2000).describe("What is wrong with them."),
});
export type FaultyStock = z.output<typeof faultyStock>;

/** Faulty pieces that go to a supplier in one consignment. Source: docs/imports.md, "Supplier return". */
export const supplierReturn = record(
  "SupplierReturn",
  "t",
  everybody({
    ...named({
      example: { reference_no: "SRT-2026-000002", title: "SRT-2026-000002 – Shenzhen Boards" },
      title: sql`concat(t.reference_no, ' – ', ts.name)`,
    }),
    status: word(returnStatuses, "How far it is; closed: every piece is settled.", {
      example: "partly_back",
    }),
    supplier_id: id("To whom it goes.", { example: 3, entry: "required", change: false }),
    supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`ts.name` }),
    rma_ids: shaped(
      z.array(field.id()).max(500, "must have at most 500 cases"),
      "The cases whose pieces go.",
      {
        example: [12, 13],
        seenBy: "nobody",
        entry: { default: [] as number[] },
        change: false,
      },
    ),
    stock: shaped(
      z.array(faultyStock).max(500, "must have at most 500 lines"),
      "Faulty pieces of our own stock that go.",
      {
        example: [],
        seenBy: "nobody",
        entry: { default: [] as FaultyStock[] },
        change: false,
      },
    ),
    sent_on: date("The day it left.", {
      example: "2026-03-09",
      entry: "optional",
      unsent: "today",
      nullable: false,
      change: false,
    }),
    courier: text("Who carries it.", { example: "DHL", entry: "optional" }),
    airway_bill: text("Its airway bill.", { example: "AWB-1234567890", entry: "optional" }),
    supplier_rma_number: text("What the supplier calls it.", {
      example: "SZ-RMA-881",
      entry: "optional",
    }),
    packages: count("In how many packages.", { example: 1, min: 1, entry: "optional" }),
    gross_weight: weight("Their weight, kg.", { example: 4.2, entry: "optional" }),
    note: text("Anything else worth knowing.", {
      example: "Insured for 900 USD.",
      max: 2000,
      entry: "optional",
    }),
    lines: many(line, "Its pieces.", {
      from: sql`from supplier_return_lines r left join rmas rc on rc.id = r.rma_id
          left join products rp on rp.id = r.product_id
        where r.return_id = t.id`,
    }),
    ...stamps(),
  }),
);
export type SupplierReturn = z.output<typeof supplierReturn.schema>;

/** What a supplier return's columns stand on, behind `from`. */
export const supplierReturnTables =
  sql`supplier_returns t join suppliers ts on ts.id = t.supplier_id`;

const settledLine = z.object({
  id: field.id().describe("The consignment's line."),
  outcome: field.oneOf(returnOutcomes).describe("What came of the piece."),
  replacement_serial_number: field.text(100).optional()
    .describe("Of a replaced piece the serial of the one that came for it."),
  replacement_serial_numbers: field.serialNumbers().optional()
    .describe("Of several replaced pieces of our own stock the serials of those that came."),
  credit: z.object({
    amount: field.money("positive").describe("How much."),
    currency: field.currency().optional().describe("Its currency. Left out: the supplier's."),
    exchange_rate: field.rate().optional().describe("Local units for one; needed where foreign."),
    reference: field.text().optional().describe("The supplier's number for it."),
  }).optional().describe("Of a credited piece what the supplier owes for it."),
  note: field.text(2000).optional().describe("What was said."),
}).superRefine(({ outcome, credit, ...line }, context) => {
  const { replacement_serial_number, replacement_serial_numbers } = line;
  const wrong = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (outcome === "credited" && !credit) wrong("credit", "is required of a credited piece");
  if (outcome !== "credited" && credit) wrong("credit", "belongs to a credited piece");
  if (outcome !== "replaced" && replacement_serial_number) {
    wrong("replacement_serial_number", "belongs to a replaced piece");
  }
  if (outcome !== "replaced" && replacement_serial_numbers) {
    wrong("replacement_serial_numbers", "belongs to replaced pieces");
  }
});

export const returnOutcome = z.object({
  date: field.date().optional().describe("The day it was known. Left out: today."),
  lines: z.array(settledLine).min(1, "must have a line").max(500, "must have at most 500 lines")
    .describe("The pieces that are settled."),
}).meta({
  examples: [{
    lines: [{ id: 3, outcome: "replaced", replacement_serial_number: "B-91", note: "Chip burnt." }],
  }],
});
export type NewOutcomes = z.output<typeof returnOutcome>;
