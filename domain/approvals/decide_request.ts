import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, forbidden, notFound } from "../errors.ts";
import { Decimal } from "../money/decimal.ts";
import { parse } from "../records/input.ts";
import { isOneHand } from "../staff/one_hand.ts";
import { findRequest } from "./find_requests.ts";
import { type OperationName, operations } from "./operations.ts";
import {
  type ApprovalRequest,
  type refusing,
  type RequestStatus,
  type saying,
  withinReach,
} from "./request.ts";

interface Held {
  id: number;
  reference_no: string;
  operation: OperationName;
  record_id: number | null;
  /** JSON, because its numbers are read exactly */
  body: string;
  status: RequestStatus;
  created_by: number | null;
  version: number;
}

interface Verdict {
  status: Exclude<RequestStatus, "pending">;
  action: string;
  note?: string;
  made?: { type: string; id: number; reference_no: string };
}

/**
 * Does exactly the write that was asked for, with the right of who approves, and keeps what it made: one
 * transaction, so a write that a rule refuses leaves the request as it was.
 * Source: docs/roles.md, "Asked of a second person".
 *
 * @throws Refusal `forbidden`, `not_found`, `own_request`, `status_changed`, and as the write itself
 */
export async function approveRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  { note }: z.output<typeof saying>,
): Promise<ApprovalRequest> {
  const held = await holdForDecision(tx, actor, id);
  const { body, run, makes } = operations[held.operation];
  const made = await run(tx, actor, parse(body, readExactly(held.body)), held.record_id ?? 0);
  return await decide(tx, actor, held, {
    status: "approved",
    action: "approval_request.approve",
    note,
    made: { ...made, type: makes },
  });
}

/** @throws Refusal `forbidden`, `not_found`, `own_request`, `status_changed` */
export async function refuseRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: z.output<typeof refusing>,
): Promise<ApprovalRequest> {
  const held = await holdForDecision(tx, actor, id);
  return await decide(tx, actor, held, {
    status: "refused",
    action: "approval_request.refuse",
    note: reason,
  });
}

/** Only who asked. @throws Refusal `forbidden`, `not_found`, `status_changed` */
export async function withdrawRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  { note }: z.output<typeof saying>,
): Promise<ApprovalRequest> {
  const held = await holdRequest(tx, actor, id);
  if (held.created_by !== actor.userId) throw forbidden("Only who asked takes a request back.");
  refuseDecided(held);
  return await decide(tx, actor, held, {
    status: "withdrawn",
    note,
    action: "approval_request.withdraw",
  });
}

/** @throws Refusal `not_found` */
export async function holdRequest(tx: Tx, actor: Actor, id: number): Promise<Held> {
  const [held] = await tx.query<[Held?]>(sql`
    select q.id, q.reference_no, q.operation, q.record_id, q.body::text as body, q.status, q.created_by,
      q.version
    from approval_requests q where q.id = ${id} and ${withinReach(actor)} for no key update`);
  if (!held) throw notFound("Request", id);
  return held;
}

async function holdForDecision(tx: Tx, actor: Actor, id: number): Promise<Held> {
  allow(actor, "limits.exceed");
  const held = await holdRequest(tx, actor, id);
  allow(actor, operations[held.operation].may);
  refuseDecided(held);
  const { created_by, reference_no } = held;
  const own = created_by === actor.userId;
  if (!own && !await isOneHand(tx, actor, created_by)) return held;
  throw forbidden(
    own
      ? `You filed ${reference_no} yourself: someone else must decide it.`
      : `Whoever filed ${reference_no} and you may be one person, because a login was made or got its ` +
        `password today: someone else must decide it.`,
    "own_request",
  );
}

function refuseDecided({ status, reference_no }: Held): void {
  if (status === "pending") return;
  throw conflict("status_changed", `${reference_no} is ${status} already.`, {
    current_status: status,
  });
}

async function decide(
  tx: Tx,
  actor: Actor,
  { id, reference_no, operation, created_by }: Held,
  { status, action, note, made }: Verdict,
): Promise<ApprovalRequest> {
  await tx.query(sql`
    update approval_requests set status = ${status}, decided_at = ${actor.now},
      decided_by = ${actor.userId}, decision_note = ${note ?? null}, made_type = ${
    made?.type ?? null
  },
      made_id = ${made?.id ?? null}, made_reference_no = ${made?.reference_no ?? null},
      updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  const after = await findRequest(tx, actor, id);
  const { body, created_by_name, decision_note, made_type, made_id, made_reference_no } = after;
  await audit(tx, actor, {
    action,
    entity: "approval_request",
    entityId: id,
    reference_no,
    before: { status: "pending" },
    after: {
      status,
      operation,
      created_by,
      created_by_name,
      ...made && { body, made_type, made_id, made_reference_no },
      decision_note,
    },
  });
  return after;
}

/** As a body is read that comes by HTTP: every number as it was written. */
function readExactly(json: string): unknown {
  return JSON.parse(
    json,
    (_name, value, context?: { source: string }) =>
      typeof value === "number" ? new Decimal(context?.source ?? String(value)) : value,
  );
}
