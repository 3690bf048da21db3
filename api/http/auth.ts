import type { MiddlewareHandler } from "hono";
import type { Actor, Visitor } from "../../domain/access/access.ts";
import { businessDate } from "../../domain/business/business.ts";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { forbidden, Refusal } from "../../domain/errors.ts";
import { findSession, type LiveSession } from "../../domain/staff/find_session.ts";
import { endReplaced } from "../../domain/staff/sessions.ts";
import { readAccessToken } from "../../domain/staff/tokens.ts";
import type { AppEnv } from "./env.ts";

/** Where a user may go whose password is due for a change. */
const openWhilePasswordIsDue = new Set(["/auth/me", "/auth/change-password", "/auth/logout"]);

/** Where one may go whose role must have a second factor, until he has. */
const openWhileTotpIsDue = new Set([
  ...openWhilePasswordIsDue,
  "/auth/step-up",
  "/auth/totp",
  "/auth/totp/confirm",
]);

/** Turns `Authorization: Bearer …` into the actor of this request. */
export function authenticate(database: Database, path: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { userId, sessionId } = await readAccessToken(
      c.get("keys"),
      bearerToken(c.req.header("authorization")),
    );
    const session = await findSession(database.rights, sessionId, userId);
    if (session.replaces) await inTransaction(database, (tx) => endReplaced(tx, sessionId));
    if (session.must_change_password && !openWhilePasswordIsDue.has(path)) {
      throw forbidden("Change your password first.", "password_change_required");
    }
    if (session.totp === "due" && !openWhileTotpIsDue.has(path)) {
      throw forbidden("Set up your second factor first.", "totp_setup_required");
    }
    if (session.read_only && c.req.method !== "GET" && c.req.method !== "HEAD") {
      throw forbidden("The token of this program only reads.");
    }
    c.set("actor", actorAt(session, c.get("requestId")));
    c.set("sessionId", sessionId);
    await next();
  };
}

function actorAt(session: LiveSession, requestId: string): Actor {
  const now = new Date();
  const { confirmed, step_up_due: due, totp, program } = session;
  return {
    userId: session.user_id,
    name: session.name,
    role: session.role,
    ...session.only && { only: session.only },
    stepUp: { confirmed, due, totp, program },
    source: "api",
    requestId,
    now: now.toISOString(),
    today: businessDate(now),
  };
}

/** Who knocks without a token: setup and login are recorded for him. */
export function visitorAt(requestId: string): Visitor {
  const now = new Date();
  return {
    userId: null,
    name: "not signed in",
    source: "api",
    requestId,
    now: now.toISOString(),
    today: businessDate(now),
  };
}

/** The token of an Authorization header; two headers arrive joined by a comma and are refused. */
export function bearerToken(header: string | undefined): string {
  const token = /^bearer +([^\s,]+)$/i.exec(header?.trim() ?? "")?.[1];
  if (token) return token;
  throw header === undefined
    ? new Refusal("missing_token", "Send the header Authorization: Bearer <token>.")
    : new Refusal("invalid_token", "The Authorization header must be: Bearer <token>.");
}
