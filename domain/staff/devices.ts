import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { hashToken, newRefreshToken } from "./tokens.ts";

/** How long a device is known after its last login. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
const untilThen = sql`now() + ${`${DEVICE_SECONDS} seconds`}::interval`;

/**
 * Remembers the device that a user has just logged in on. Its token stays while it is known for anybody: a
 * device may be used by several.
 *
 * @returns the token by which it is known again
 */
export async function rememberDevice(tx: Tx, userId: number, token?: string): Promise<string> {
  await tx.query(sql`delete from devices where user_id = ${userId} and expires_at <= now()`);
  const [{ known }] = await tx.query<[{ known: boolean }]>(sql`
    select exists(select from devices
      where token_hash = ${hashToken(token ?? "")} and expires_at > now()) as known`);
  const kept = known ? token! : newRefreshToken();
  await tx.query(sql`
    insert into devices (token_hash, user_id, expires_at)
    values (${hashToken(kept)}, ${userId}, ${untilThen})
    on conflict (token_hash, user_id) do update set expires_at = excluded.expires_at`);
  return kept;
}

/** The user's devices and addresses are known no more, except the device of the token. */
export async function forgetDevices(tx: Tx, userId: number, except = ""): Promise<void> {
  await tx.query(sql`
    delete from devices where user_id = ${userId} and token_hash <> ${hashToken(except)}`);
  await tx.query(sql`delete from known_addresses where user_id = ${userId}`);
}
