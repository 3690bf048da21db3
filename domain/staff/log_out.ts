import sql from "sql-template-tag";
import type { z } from "zod";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { Refusal } from "../errors.ts";
import { flag, secret } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { hashToken } from "./tokens.ts";

export const logoutInput = record("Logout", "l", {
  refresh_token: secret("Of the session that ends; the access token's session ends by itself.", {
    example: "q1Xo3…",
    entry: "optional",
  }),
}).entry;
export const loggedOut = record("LoggedOut", "l", {
  logged_out: flag("That the session has ended.", { example: true }),
}).schema;

/**
 * Ends the session of the access token, of the refresh token, or of both. Doing it again is no error
 * for a refresh token: it is ended either way. Source: docs/roles.md, "Sessions".
 *
 * @throws Refusal `invalid_refresh_token` where nothing tells which session to end
 */
export async function logOut(
  tx: Tx,
  visitor: Visitor,
  named: { sessionId?: number; refreshToken?: string },
): Promise<z.output<typeof loggedOut>> {
  const tokenHash = named.refreshToken === undefined ? null : hashToken(named.refreshToken);
  const sessions = await tx.query<{ id: number; user_id: number; live: boolean }[]>(sql`
    select s.id, s.user_id, s.revoked_at is null as live from sessions s
    where s.id = ${named.sessionId ?? null}
      or s.id = (select session_id from refresh_tokens where token_hash = ${tokenHash})
    order by s.id for no key update`);
  if (sessions.length === 0) {
    throw new Refusal("invalid_refresh_token", "This refresh token is not valid.");
  }
  for (const session of sessions.filter((each) => each.live)) {
    await tx.query(sql`
      update sessions set revoked_at = now(), revoked_because = 'logout' where id = ${session.id}`);
    await audit(tx, { ...visitor, userId: session.user_id }, {
      action: "user.logout",
      entity: "user",
      entityId: session.user_id,
    });
  }
  return { logged_out: true };
}
