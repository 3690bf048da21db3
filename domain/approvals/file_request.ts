import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid, Refusal } from "../errors.ts";
import { parse } from "../records/input.ts";
import { nextNumber } from "../records/numbering.ts";
import { findRequest } from "./find_requests.ts";
import { operations } from "./operations.ts";
import type { ApprovalRequest, newRequest } from "./request.ts";

/**
 * Asks a second person for a write that a limit refuses. Its body is judged by its shape, and who asks must be
 * allowed all of it but the limit; nothing is done and nothing reserved until it is approved.
 * Source: docs/roles.md, "Asked of a second person".
 *
 * @throws Refusal `forbidden`, `forbidden_fields`, `invalid_fields` (of the body as `body.items.0.quantity`),
 *   `not_found`, `return_exceeds_sold`
 */
export async function fileRequest(
  tx: Tx,
  actor: Actor,
  { operation: name, record_id, body: sent, reason }: z.output<typeof newRequest>,
): Promise<ApprovalRequest> {
  const operation = operations[name];
  allow(actor, operation.may);
  if (operation.hasId !== (record_id !== undefined)) {
    throw invalid({ record_id: operation.hasId ? "is required" : `must be left out of ${name}` });
  }
  const { title, risk } = await inBody(async () => {
    const body = parse(operation.body, sent);
    operation.own?.(actor, body);
    return await operation.told(tx, actor, body, record_id ?? 0);
  });
  const reference_no = await nextNumber(tx, "REQ", actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into approval_requests (reference_no, operation, record_id, body, title, risk_amount_local,
      reason, created_at, updated_at, created_by)
    values (${reference_no}, ${name}, ${record_id ?? null}, ${
    JSON.stringify(sent)
  }::jsonb, ${title},
      ${risk}, ${reason}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  const made = await findRequest(tx, actor, id);
  await audit(tx, actor, {
    action: "approval_request.file",
    entity: "approval_request",
    entityId: id,
    reference_no,
    after: made,
  });
  return made;
}

/** Names the fields of the body as they stand in the request. */
async function inBody<Result>(judge: () => Promise<Result>): Promise<Result> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof Refusal && error.details.errors)) throw error;
    throw invalid(
      Object.fromEntries(
        Object.entries(error.details.errors).map(([field, reasons]) => [
          field === "body" ? field : `body.${field}`,
          reasons,
        ]),
      ),
      error.code,
    );
  }
}
