import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { type Session, session } from "./find_sessions.ts";
import { goesOn } from "./sessions.ts";

export const sessionEnd = record("SessionEnd", "e", {
  reason: text("Why; it stands in the audit log.", {
    example: "The phone is lost.",
    max: 2000,
    entry: "optional",
  }),
}).entry;

/**
 * Ends one of one's own sessions, as where a phone is lost: its tokens are refused from the next request on.
 * @throws Refusal `not_found`
 */
export async function endSession(
  tx: Tx,
  actor: Actor,
  current: number,
  sessionId: number,
  { reason }: z.output<typeof sessionEnd>,
): Promise<Session> {
  const [ended] = await tx.query<[Session?]>(sql`
    update sessions s set revoked_at = now(), revoked_because = 'ended by its user'
    where s.id = ${sessionId} and s.user_id = ${actor.userId} and ${goesOn}
    returning ${session.columns(actor)}`);
  if (!ended) throw notFound("Session", sessionId);
  await audit(tx, actor, {
    action: "user.end_session",
    entity: "user",
    entityId: actor.userId,
    after: { session_id: sessionId, reason },
  });
  return { ...ended, is_current: sessionId === current };
}
