import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { findUser } from "./find_users.ts";
import { sealTotp } from "./seal_totp.ts";
import { base32, newTotpSecret, otpauthUri } from "./totp.ts";

export const totpBegin = record("TotpBegin", "t", {
  account: text("What the app shows beside the firm's name.", {
    example: "karim@example.com",
    max: 100,
    entry: "optional",
    unsent: "what he logs in with",
  }),
}).entry;

/** What an app for codes is told. */
export const begunTotp = record("BegunTotp", "t", {
  secret: text("To type into the app, where it cannot scan. Shown this once.", {
    example: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  }),
  otpauth_uri: text("The same as the app reads it from a square to scan.", {
    example: "otpauth://totp/Example:karim@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
  }),
}).schema;

/**
 * Begins one's own second factor: it counts once a code was confirmed, and what was begun before is forgotten.
 * Source: docs/roles.md, "A second factor".
 *
 * @throws Refusal `totp_is_on`
 */
export async function beginTotp(
  tx: Tx,
  keys: TokenKeys,
  actor: Actor,
  input: z.output<typeof totpBegin>,
): Promise<z.output<typeof begunTotp>> {
  const user = await findUser(tx, actor.userId!);
  const secret = newTotpSecret();
  const [begun] = await tx.query<[unknown?]>(sql`
    insert into user_totp as t (user_id, secret, created_at)
    values (${user.id}, ${sealTotp(keys, user.id, secret)}, ${actor.now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
      where t.confirmed_at is null
    returning user_id`);
  if (!begun) {
    throw conflict("totp_is_on", "your second factor is on already; switch it off first.");
  }
  const account = input.account ?? user.email ?? user.employee_code ?? user.phone ??
    user.reference_no;
  return { secret: base32(secret), otpauth_uri: otpauthUri(secret, account) };
}
