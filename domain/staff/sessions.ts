import sql from "sql-template-tag";
import type { z } from "zod";
import type { Tx } from "../db/connect.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import {
  ACCESS_SECONDS,
  hashToken,
  newRefreshToken,
  REFRESH_SECONDS,
  signAccessToken,
} from "./tokens.ts";
import { count, shaped, text, word } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { type User, user } from "./user.ts";

/** However often it is refreshed, a session asks for the password again after so long. */
const LONGEST = "1 year";

/**
 * What a login answers; `token` and `access_token` are the same. Source: docs/roles.md, "Sessions".
 */
export const login = record("Login", "l", {
  token: text("Sent as Authorization: Bearer, it says who asks.", { example: "eyJhbGciOi…" }),
  access_token: text("The same as token.", { example: "eyJhbGciOi…" }),
  token_type: word(["Bearer"], "How the token is sent.", { example: "Bearer" }),
  expires_in: count("How many seconds the token is good for.", { example: 43_200 }),
  refresh_token: text("Taken for a new pair of tokens, once.", { example: "q1Xo3…" }),
  user: shaped(user.schema, "Who has logged in."),
}).schema;
export type Login = z.output<typeof login>;

export interface From {
  address: string;
  /** as the client describes itself */
  device?: Record<string, unknown>;
  /** the session whose place it takes once it is used; its device is the same */
  replaces?: number;
}

/** Opens a session, and remembers the address as one the user comes from. */
export async function openSession(
  tx: Tx,
  keys: TokenKeys,
  account: User,
  { address, device, replaces }: From,
): Promise<Login> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into sessions (user_id, device, address, expires_at, replaces)
    values (${account.id}, coalesce(${device === undefined ? null : JSON.stringify(device)}::json,
      (select device from sessions where id = ${replaces ?? null})), ${address}, now(),
      ${replaces ?? null})
    returning id`);
  await tx.query(sql`
    insert into known_addresses (user_id, address) values (${account.id}, ${address})
    on conflict (user_id, address) do update set last_seen_at = now()`);
  return await issueTokens(tx, keys, account, id);
}

/** SQL: whether the session `s` goes on. */
export const goesOn = sql`s.revoked_at is null and s.expires_at > now()`;

/** The session whose place a session takes ends when that is first used. */
export async function endReplaced(tx: Tx, sessionId: number): Promise<void> {
  await tx.query(sql`
    with ended as (
      update sessions set revoked_at = now(), revoked_because = 'password changed'
      where id = (select replaces from sessions where id = ${sessionId}) and revoked_at is null)
    update sessions set replaces = null where id = ${sessionId} and replaces is not null`);
}

/**
 * A new pair of tokens for a session, which lives as long as its newest refresh token: 30 days, and no
 * longer than a year in all.
 */
export async function issueTokens(
  tx: Tx,
  keys: TokenKeys,
  account: User,
  sessionId: number,
): Promise<Login> {
  const refreshToken = newRefreshToken();
  await tx.query(sql`
    with session as (
      update sessions set expires_at = least(now() + ${`${REFRESH_SECONDS} seconds`}::interval,
        created_at + ${LONGEST}::interval)
      where id = ${sessionId} returning id, expires_at)
    insert into refresh_tokens (token_hash, session_id, expires_at)
    select ${hashToken(refreshToken)}, id, expires_at from session`);
  const token = await signAccessToken(keys, { userId: account.id, role: account.role, sessionId });
  return {
    token,
    access_token: token,
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    user: account,
  };
}

/** Ends a user's sessions, all or all but one: their tokens are refused from the next request on. */
export async function endSessions(
  tx: Tx,
  userId: number,
  because: string,
  except?: number,
): Promise<void> {
  await tx.query(sql`
    update sessions set revoked_at = now(), revoked_because = ${because}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${except ?? null}`);
}
