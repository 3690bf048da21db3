import type { Sql } from "sql-template-tag";
import { z } from "zod";
import type { Actor, Permission } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import type { RecordKind } from "../records/page_paths.ts";

/** Decisions that wait for somebody. Source: docs/overview.md, "Approvals". */
export const approvalKinds = [
  "receipt_approve",
  "receipt_post",
  "claim_resolve",
  "lc_tt_step",
  "rma_replacement",
  "cost_out_of_range",
] as const;
export type ApprovalKind = typeof approvalKinds[number];

/** A kind of decision: who may take it, what waits for it, and what he should know before. */
export interface Decision {
  may: Permission;
  /** where the pages show what is decided on */
  page: RecordKind;
  /**
   * A select of what waits: `id, reference_no, title, risk_amount_local, waiting_since, created_at,
   * created_by, page_id, batchable`, in this order.
   */
  waiting: (actor: Actor) => Sql;
  /** The facts of one of them as a JSON object, of the row that the query calls `w`. */
  facts: (actor: Actor) => Sql;
}

export const approvalRecord = z.object({
  kind: z.enum(approvalKinds),
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  /** local currency; null: in a currency without a rate on the record */
  risk_amount_local: answer.number.nullable().optional(),
  /** since when it can be decided */
  waiting_since: answer.instant,
  created_at: answer.instant,
  created_by: answer.id.nullable(),
  created_by_name: answer.text.nullable(),
  /** where the pages show it */
  path: answer.text,
  /** may be decided together with others: nothing is missing, broken or too much */
  batchable: answer.flag,
  /** what changes, by kind */
  facts: z.record(z.string(), z.unknown()),
}).meta({ id: "Approval" });
export type Approval = z.output<typeof approvalRecord>;
