import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import type { Tx } from "../db/connect.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import {
  ACCESS_SECONDS,
  hashToken,
  newRefreshToken,
  REFRESH_SECONDS,
  signAccessToken,
} from "./tokens.ts";
import { type User, userRecord } from "./user.ts";

/**
 * What a login answers; `token` and `access_token` are the same. Source: docs/roles.md, "Sessions".
 */
export const login = z.object({
  token: answer.text,
  access_token: answer.text,
  token_type: z.literal("Bearer"),
  expires_in: answer.wholeNumber,
  refresh_token: answer.text,
  user: userRecord,
}).meta({ id: "Login" });
export type Login = z.output<typeof login>;

export interface From {
  address: string;
  /** as the client describes itself */
  device?: Record<string, unknown>;
}

/** Opens a session, and remembers the address as one the user comes from. */
export async function openSession(
  tx: Tx,
  keys: TokenKeys,
  user: User,
  { address, device }: From,
): Promise<Login> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into sessions (user_id, device, address, expires_at)
    values (${user.id}, ${device === undefined ? null : JSON.stringify(device)}, ${address}, now())
    returning id`);
  await tx.query(sql`
    insert into known_addresses (user_id, address) values (${user.id}, ${address})
    on conflict (user_id, address) do update set last_seen_at = now()`);
  return await issueTokens(tx, keys, user, id);
}

/** A new pair of tokens for a session, which lives as long as its newest refresh token: 30 days. */
export async function issueTokens(
  tx: Tx,
  keys: TokenKeys,
  user: User,
  sessionId: number,
): Promise<Login> {
  const refreshToken = newRefreshToken();
  await tx.query(sql`
    update sessions set expires_at = now() + ${`${REFRESH_SECONDS} seconds`}::interval
    where id = ${sessionId}`);
  await tx.query(sql`
    insert into refresh_tokens (token_hash, session_id, expires_at)
    values (${hashToken(refreshToken)}, ${sessionId},
      now() + ${`${REFRESH_SECONDS} seconds`}::interval)`);
  const token = await signAccessToken(keys, { userId: user.id, role: user.role, sessionId });
  return {
    token,
    access_token: token,
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    user,
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
