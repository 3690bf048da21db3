import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import type { Actor, Permission } from "../access/access.ts";
import {
  count,
  date,
  flag,
  id,
  instant,
  localMoney,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import type { RecordKind } from "../records/page_paths.ts";
import { everybody, record } from "../records/record.ts";
import { factsToResolve } from "./claims.ts";
import { factsOutOfRange } from "./costs.ts";
import { factsToStep } from "./lc_tt.ts";
import { factsToApprove, factsToPost } from "./receipts.ts";
import { factsOfRequest } from "./request.ts";
import { factsToReplace } from "./rmas.ts";

/** Decisions that wait for somebody. Source: docs/overview.md, "Approvals". */
export const approvalKinds = [
  "receipt_approve",
  "receipt_post",
  "claim_resolve",
  "lc_tt_step",
  "rma_replacement",
  "cost_out_of_range",
  "approval_request",
] as const;
export type ApprovalKind = typeof approvalKinds[number];

/** A kind of decision: who may take it, what waits for it, and what he should know before. */
export interface Decision {
  may: Permission;
  /** where the pages show what is decided on; null: only among what waits */
  page: RecordKind | null;
  /**
   * A select of what waits: `id, reference_no, title, risk_amount_local, waiting_since, created_at,
   * created_by, page_id, batchable, version`, in this order.
   */
  waiting: (actor: Actor) => Sql;
  /** The same rows, and of their columns only `id, waiting_since, version`, each from an index alone. */
  since: (actor: Actor) => Sql;
  /** The facts of one of them as a JSON object, of the row that the query calls `w`. */
  facts: (actor: Actor) => Sql;
}

/** What waits, as the select of all kinds calls it: `w`, with whoever made it as `maker`. */
export const waiting = record(
  "Waiting",
  "w",
  everybody({
    kind: word(approvalKinds, "What is to be decided.", { example: "receipt_post" }),
    id: id("The id of the record that waits.", { example: 12 }),
    reference_no: text("Its number.", { example: "RCP-2026-000012" }),
    title: text("One line for people.", { example: "Receipt of SHP-2026-000007 from Hansol" }),
    risk_amount_local: localMoney(
      "What is at stake, local currency; null: in a currency without a rate on the record.",
      { example: 21_913.23, nullable: true, seenBy: "costs.read" },
    ),
    waiting_since: instant("Since when it can be decided.", {
      example: "2026-03-02T04:15:00.000Z",
    }),
    created_at: instant("When it was recorded.", { example: "2026-03-01T04:15:00.000Z" }),
    created_by: id("Who recorded it; null for the system.", { example: 3, nullable: true }),
    created_by_name: text("His name.", {
      example: "Karim Ahmed",
      nullable: true,
      sql: sql`maker.name`,
    }),
    page_id: id("The id in its path.", { example: 12 }),
    batchable: flag(
      "Whether it may be decided together with others: nothing is missing, broken or too much.",
      {
        example: true,
      },
    ),
    version: count("The version of what waits; null for what never changes.", {
      example: 2,
      nullable: true,
    }),
    put_off_until: date("Until when the caller has put it off; null: it waits now.", {
      example: "2026-03-03",
      nullable: true,
    }),
  }),
);

const { page_id: _page, ...shown } = waiting.fields;

/** What is told of each kind before it is decided. */
export const facts = {
  receipt_approve: factsToApprove,
  receipt_post: factsToPost,
  claim_resolve: factsToResolve,
  lc_tt_step: factsToStep,
  rma_replacement: factsToReplace,
  cost_out_of_range: factsOutOfRange,
  approval_request: factsOfRequest,
} as const satisfies Record<ApprovalKind, { schema: z.ZodType }>;

export const approval = record("Approval", "w", {
  ...shown,
  path: text("Where the pages show it.", { example: "/receipts/12", seenBy: "everybody" }),
  facts: shaped(
    z.union(Object.values(facts).map(({ schema }) => schema)),
    "What changes by it, by kind.",
    { seenBy: "everybody" },
  ),
});
export type Approval = z.output<typeof approval.schema>;
