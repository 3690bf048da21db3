import sql, { join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { pagePath } from "../records/page_paths.ts";
import { atMost, wordList } from "../records/paging.ts";
import { type Sale, warrantyVerdict } from "../warranty/verdict.ts";
import {
  type Approval,
  type ApprovalKind,
  approvalKinds,
  type Decision,
  waiting,
} from "./approval.ts";
import { toResolve } from "./claims.ts";
import { outOfRange } from "./costs.ts";
import { toStep } from "./lc_tt.ts";
import { toApprove, toPost } from "./receipts.ts";
import { toReplace } from "./rmas.ts";

const decisions: Record<ApprovalKind, Decision> = {
  receipt_approve: toApprove,
  receipt_post: toPost,
  claim_resolve: toResolve,
  lc_tt_step: toStep,
  rma_replacement: toReplace,
  cost_out_of_range: outOfRange,
};

export const approvalQuery = z.object({
  limit: field.count(1, 200).default(50).describe("How many rows at most."),
  kind: wordList(approvalKinds, "Decisions of these kinds."),
});

/** What `meta` says of the decisions. */
export const approvalsMeta = {
  counts: z.object(Object.fromEntries(
    approvalKinds.map((kind) => [
      kind,
      z.int().optional().describe(`How many decisions of the kind ${kind} wait.`),
    ]),
  )).describe("How many wait of each kind, whatever is shown."),
};

export interface Approvals {
  data: Approval[];
  /** `counts` are of all that waits, whatever is shown */
  meta: { limit: number; counts: Partial<Record<ApprovalKind, number>>; total: number };
}

interface Row extends Omit<Approval, "path"> {
  page_id: number;
}

/**
 * What waits for a decision of the actor, the newest first, each with what he should know before he
 * decides; kinds that he may not decide are left out. One statement. Source: docs/overview.md,
 * "Approvals".
 *
 * @throws Refusal `forbidden`
 */
export async function findApprovals(
  db: Db,
  actor: Actor,
  { limit, kind: only }: z.output<typeof approvalQuery>,
): Promise<Approvals> {
  allow(actor, "overview.read");
  const kinds = approvalKinds.filter((kind) => may(actor, decisions[kind].may));
  if (kinds.length === 0) return { data: [], meta: { limit, counts: {}, total: 0 } };
  const shown = kinds.filter((kind) => only === undefined || only.includes(kind));
  const [{ items, counts }] = await db.query<
    [{ items: Row[]; counts: Partial<Record<ApprovalKind, number>> }]
  >(sql`
    with waiting as materialized (${allWaiting(actor, kinds)}),
    shown as (select ${raw(columns)} from waiting where kind = any(${shown}::text[])
      order by waiting_since desc, kind, id desc ${atMost(limit)})
    select (select coalesce(json_agg(row_to_json(r)), '[]'::json)
        from (select ${waiting.columns(actor)}, ${facts(actor, kinds)} as facts
          from shown w left join users maker on maker.id = w.created_by
          order by w.waiting_since desc, w.kind, w.id desc) r) as items,
      (select coalesce(json_object_agg(kind, n), '{}'::json)
        from (select kind, count(*) as n from waiting group by kind) counted) as counts`);
  const total = shown.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return { data: items.map(withVerdict), meta: { limit, counts, total } };
}

const ownColumns = "id, reference_no, title, risk_amount_local, waiting_since, created_at, " +
  "created_by, page_id, batchable";
const columns = `kind, ${ownColumns}`;

function allWaiting(actor: Actor, kinds: ApprovalKind[]): Sql {
  const parts = kinds.map((kind) =>
    sql`select ${kind}::text as kind, ${raw(ownColumns)}
      from (${decisions[kind].waiting(actor)}) as part (${raw(ownColumns)})`
  );
  return sql`select ${raw(columns)} from (${join(parts, " union all ")}) as waits (${
    raw(columns)
  })`;
}

/** Only those of the rows that are shown are worked out. */
function facts(actor: Actor, kinds: ApprovalKind[]): Sql {
  const cases = kinds.map((kind) => sql`when ${kind} then ${decisions[kind].facts(actor)}`);
  return sql`case w.kind ${join(cases, " ")} end`;
}

/** The verdict on the day the case was opened, as the case itself shows it. */
function withVerdict({ page_id, ...row }: Row): Approval {
  const { sale, ...facts } = row.facts as Approval["facts"] & { sale?: Sale | null };
  const verdict = row.kind === "rma_replacement" &&
    { warranty: warrantyVerdict(sale ?? null, businessDate(new Date(row.created_at))) };
  return {
    ...row,
    facts: { ...facts, ...verdict },
    path: pagePath(decisions[row.kind].page, page_id),
  };
}
