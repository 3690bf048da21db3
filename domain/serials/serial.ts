import { z } from "zod";
import * as answer from "../records/answers.ts";

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

const product = {
  product_id: answer.id.nullable(),
  sku: answer.text.nullable(),
  product_name: answer.text.nullable(),
};

export const serialRecord = z.object({
  ...answer.common,
  serial: answer.text,
  status: z.enum(serialStatuses),
  ...product,
}).meta({ id: "Serial" });
export type Serial = z.output<typeof serialRecord>;
