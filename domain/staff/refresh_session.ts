import sql from "sql-template-tag";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../errors.ts";
import { secret } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { endReplaced, issueTokens, type Login } from "./sessions.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { hashToken } from "./tokens.ts";
import { columns, type User } from "./user.ts";

export const refreshInput = record("Refresh", "r", {
  refresh_token: secret("What the last login or refresh answered.", {
    example: "q1Xo3…",
    entry: "required",
  }),
}).entry;

/**
 * Takes a refresh token for a new pair of tokens; each works once. One that comes back was copied, so
 * the whole session ends, and that stands although the request is refused. Source: docs/roles.md,
 * "Sessions".
 *
 * @throws Refusal `invalid_refresh_token`
 */
export async function refreshSession(
  database: Database,
  keys: TokenKeys,
  visitor: Visitor,
  token: string,
): Promise<Login> {
  const fresh = await inTransaction(database, (tx) => rotate(tx, keys, visitor, hashToken(token)));
  if (!fresh) {
    throw new Refusal("invalid_refresh_token", "This refresh token is not valid. Log in again.");
  }
  return fresh;
}

interface Kept {
  session_id: number;
  user_id: number;
  used: boolean;
  expired: boolean;
}

async function rotate(
  tx: Tx,
  keys: TokenKeys,
  visitor: Visitor,
  tokenHash: string,
): Promise<Login | undefined> {
  const [kept] = await tx.query<[Kept?]>(sql`
    select t.session_id, s.user_id, t.used_at is not null as used, t.expires_at <= now() as expired
    from refresh_tokens t join sessions s on s.id = t.session_id
    where t.token_hash = ${tokenHash} and s.revoked_at is null
    for no key update`);
  if (!kept) return;
  if (kept.used) return await endStolen(tx, visitor, kept);
  const [user] = await tx.query<[User?]>(
    sql`select ${columns} from users u where u.id = ${kept.user_id} and u.active`,
  );
  if (kept.expired || !user) return;
  await tx.query(sql`update refresh_tokens set used_at = now() where token_hash = ${tokenHash}`);
  await tx.query(sql`
    delete from refresh_tokens where session_id = ${kept.session_id} and expires_at < now()`);
  await endReplaced(tx, kept.session_id);
  return await issueTokens(tx, keys, user, kept.session_id);
}

async function endStolen(tx: Tx, visitor: Visitor, kept: Kept): Promise<undefined> {
  await tx.query(sql`
    update sessions set revoked_at = now(), revoked_because = 'refresh token used twice'
    where id = ${kept.session_id}`);
  await audit(tx, visitor, {
    action: "user.refresh_token_reused",
    entity: "user",
    entityId: kept.user_id,
  });
}
