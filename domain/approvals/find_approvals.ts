import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { pagePath } from "../records/page_paths.ts";
import { wordList } from "../records/paging.ts";
import { atMost } from "../records/list_statement.ts";
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
import { toDecide } from "./request.ts";
import { toReplace } from "./rmas.ts";

const decisions: Record<ApprovalKind, Decision> = {
  receipt_approve: toApprove,
  receipt_post: toPost,
  claim_resolve: toResolve,
  lc_tt_step: toStep,
  rma_replacement: toReplace,
  cost_out_of_range: outOfRange,
  approval_request: toDecide,
};

/** What the actor may decide. */
export const kindsFor = (actor: Actor) =>
  approvalKinds.filter((kind) => may(actor, decisions[kind].may));

export const approvalQuery = z.object({
  limit: field.count(1, 200).default(50).describe("How many rows at most."),
  kind: wordList(approvalKinds, "Decisions of these kinds."),
  sort: z.enum(["-waiting_since", "-risk_amount_local"]).default("-waiting_since")
    .describe("The newest first, or what is most at stake; unknown amounts before all others."),
  put_off: field.flag().default(false)
    .describe("Whether what the caller has put off is listed too, at the end; it is not counted."),
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
 * What waits for a decision of the actor, each with what he should know before he decides; kinds that he
 * may not decide, what somebody acknowledged and what he put off himself are left out. One statement.
 * Who sees no costs gets the newest first. Source: docs/overview.md, "Approvals".
 *
 * @throws Refusal `forbidden`
 */
export async function findApprovals(
  db: Db,
  actor: Actor,
  { limit, kind: only, sort, put_off }: z.output<typeof approvalQuery>,
): Promise<Approvals> {
  allow(actor, "overview.read");
  const kinds = kindsFor(actor);
  if (kinds.length === 0) return { data: [], meta: { limit, counts: {}, total: 0 } };
  const shown = kinds.filter((kind) => only === undefined || only.includes(kind));
  const byRisk = sort === "-risk_amount_local" && may(actor, "costs.read");
  const order = raw(
    `put_off_until nulls first, ${byRisk ? "risk_amount_local desc nulls first, " : ""}` +
      "waiting_since desc, kind, id desc",
  );
  const chosen = sql`from waiting where kind = any(${shown}::text[])
    and ${put_off ? sql`true` : sql`put_off_until is null`} order by ${order} ${atMost(limit)}`;
  const [{ items, counts }] = await db.query<
    [{ items: Row[]; counts: Partial<Record<ApprovalKind, number>> }]
  >(sql`
    with waiting as materialized (${byRisk ? allWaiting(actor, kinds) : allSince(actor, kinds)}),
    shown as (${
    byRisk
      ? sql`select ${raw(columns)} ${chosen}`
      : wholeOf(actor, kinds, sql`select kind, id, put_off_until ${chosen}`)
  })
    select (select coalesce(json_agg(row_to_json(r)), '[]'::json)
        from (${told(actor, kinds)} order by ${order}) r) as items,
      (select coalesce(json_object_agg(kind, n order by kind), '{}'::json)
        from (select kind, count(*) as n from waiting where put_off_until is null
          group by kind) counted) as counts`);
  const total = shown.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return { data: items.map(withVerdict), meta: { limit, counts, total } };
}

/** Which of these wait for a decision of the actor, or were put off by him, with their facts. */
export async function findWaiting(
  db: Db,
  actor: Actor,
  items: { kind: ApprovalKind; id: number }[],
): Promise<Approval[]> {
  if (items.length === 0) return [];
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const rows = await db.query<Row[]>(sql`
    with shown as (select ${raw(columns)} from (${allWaiting(actor, kinds)}) w
      where (kind, id) in (select kind, id from jsonb_to_recordset(${
    JSON.stringify(items)
  }::jsonb) as item (kind text, id bigint)))
    ${told(actor, kinds)}`);
  return rows.map(withVerdict);
}

const ownColumns = "id, reference_no, title, risk_amount_local, waiting_since, created_at, " +
  "created_by, page_id, batchable, version";
const columns = `kind, ${ownColumns}, put_off_until`;

/** All that waits and nobody has acknowledged as it stands now. */
function allWaiting(actor: Actor, kinds: ApprovalKind[]): Sql {
  return sql`select ${raw(columns)} ${
    unacknowledged(actor, partsOf(kinds, ownColumns, (kind) => decisions[kind].waiting(actor)))
  }`;
}

/** The same as far as it says how many there are and which are shown: so much stands in indexes. */
function allSince(actor: Actor, kinds: ApprovalKind[]): Sql {
  const names = "id, waiting_since, version";
  return sql`select kind, ${raw(names)}, put_off_until ${
    unacknowledged(actor, partsOf(kinds, names, (kind) => decisions[kind].since(actor)))
  }`;
}

/** Whole rows of a few that `chosen` names by `kind` and `id`. */
function wholeOf(actor: Actor, kinds: ApprovalKind[], chosen: Sql): Sql {
  const parts = partsOf(
    kinds,
    ownColumns,
    (kind) => decisions[kind].waiting(actor),
    sql`where part.id = chosen.id and chosen.kind = `,
  );
  const own = raw(ownColumns.replace(/\w+/g, "whole.$&"));
  return sql`select whole.kind, ${own}, chosen.put_off_until
    from (${chosen}) chosen cross join lateral (${parts}) whole`;
}

function partsOf(
  kinds: ApprovalKind[],
  names: string,
  select: (kind: ApprovalKind) => Sql,
  whose?: Sql,
): Sql {
  const parts = kinds.map((kind) =>
    sql`select ${kind}::text as kind, ${raw(names)} from (${select(kind)}) as part (${raw(names)})
      ${whose ? sql`${whose} ${kind}` : empty}`
  );
  return join(parts, " union all ");
}

function unacknowledged(actor: Actor, waits: Sql): Sql {
  return sql`from (${waits}) as waits
    left join (select a.kind, a.record_id, a.record_version, max(a.until)
      from acknowledgements a
      where a.until > ${actor.today}::date and a.created_by = ${actor.userId} and a.withdrawn_at is null
      group by 1, 2, 3) put_off (of_kind, of_id, of_version, put_off_until)
      on of_kind = waits.kind and of_id = waits.id and of_version is not distinct from waits.version
    where not exists (select from acknowledgements a
      where a.kind = waits.kind and a.record_id = waits.id and a.until is null and a.withdrawn_at is null
        and a.record_version is not distinct from waits.version)`;
}

/** The rows of `shown` with their facts: only those that are shown are worked out. */
function told(actor: Actor, kinds: ApprovalKind[]): Sql {
  const cases = kinds.map((kind) => sql`when ${kind} then ${decisions[kind].facts(actor)}`);
  return sql`select ${waiting.columnsInJson(actor)}, case w.kind ${join(cases, " ")} end as facts
    from shown w left join users maker on maker.id = w.created_by`;
}

/** The verdict on the day the case was opened, as the case itself shows it. */
function withVerdict({ page_id, ...row }: Row): Approval {
  const { sale, ...facts } = row.facts as Approval["facts"] & { sale?: Sale | null };
  const verdict = row.kind === "rma_replacement" &&
    { warranty: warrantyVerdict(sale ?? null, businessDate(new Date(row.created_at))) };
  const { page } = decisions[row.kind];
  return {
    ...row,
    facts: { ...facts, ...verdict },
    path: page ? pagePath(page, page_id) : `#/approve/${row.kind}/${row.id}`,
  };
}
