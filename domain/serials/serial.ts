import sql from "sql-template-tag";
import type { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { id, text, word } from "../records/kinds.ts";
import { record } from "../records/record.ts";

/** Where a piece is or, while a case is open, what is being done with it. Derived from its log. */
export const serialStatuses = [
  /** named on a ticket or an RMA, never received or sold here */
  "known",
  "in_stock",
  "sold",
  /** used as a part for a ticket */
  "installed",
  /** given to a customer in place of another */
  "with_customer",
  /** left stock by hand, or with its receipt taken back */
  "removed",
  "in_service",
  "at_supplier",
  /** back from the supplier, not yet with the customer */
  "returned",
  "replaced",
] as const;

/** What can happen to a piece. `withdrawn`: the document does not name it any more. */
export const eventKinds = [
  "received",
  "receipt_reversed",
  "stock_in",
  "stock_out",
  "sold",
  "sale_undone",
  /** came back with a credit note */
  "sale_returned",
  "return_undone",
  "installed",
  "ticket_opened",
  "ticket_closed",
  "rma_opened",
  "rma_sent",
  "rma_returned",
  "rma_delivered",
  "rma_closed",
  "rma_cancelled",
  /**
   * mentioned on an RMA that is about another piece: the machine that a faulty board came out of
   */
  "named",
  "withdrawn",
  "replaced_by",
  "replaces",
  "replacement_undone",
] as const;
export type EventKind = typeof eventKinds[number];

/** A piece in the register: one machine, board or part. */
export const serial = record("Serial", "s", {
  ...named({
    example: { reference_no: "KM-1024-0099", title: "KM-1024-0099 – Print head KM1024" },
    reference_no: sql`s.serial`,
    title: sql`concat_ws(' – ', s.serial, p.name)`,
  }),
  serial: text("Its number, as it was first written.", { example: "KM-1024-0099" }),
  status: word(serialStatuses, "Where it is, or what is being done with it.", {
    example: "sold",
  }),
  product_id: id("What it is.", { example: 5, nullable: true }),
  sku: text("The product's stock-keeping number.", {
    example: "HEAD-KM1024",
    nullable: true,
    sql: sql`p.sku`,
  }),
  product_name: text("The product's name.", {
    example: "Print head KM1024",
    nullable: true,
    sql: sql`p.name`,
  }),
  ...stamps(),
});
export type Serial = z.output<typeof serial.schema>;

/** What a serial's columns stand on, behind `from`. */
export const serialTables = sql`serials s left join products p on p.id = s.product_id`;
