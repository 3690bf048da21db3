import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { shaped } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { speakable } from "./passwords.ts";
import { hashToken } from "./tokens.ts";
import { typedCode } from "./totp.ts";

const RECOVERY_CODES = 10;

export const recoveryCodes = record("RecoveryCodes", "t", {
  recovery_codes: shaped(
    z.array(z.string()),
    "Each stands in for the app once. Shown this once, and kept as hashes.",
    { example: ["k7m2p-x9qtr-4wzha", "tq8rn-3hvcd-w2yxe"] },
  ),
}).schema;
type RecoveryCodes = z.output<typeof recoveryCodes>;

export const renewal = z.strictObject({});

/** The codes of a user from now on; of those before none opens anything any more. */
export async function drawRecoveryCodes(tx: Tx, userId: number): Promise<RecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => speakable(randomBytes(15)));
  const hashes = codes.map((code) => hashToken(typedCode(code)));
  await tx.query(sql`delete from totp_recovery_codes where user_id = ${userId}`);
  await tx.query(sql`
    insert into totp_recovery_codes (code_hash, user_id)
    select hash, ${userId} from unnest(${hashes}::text[]) hash`);
  return { recovery_codes: codes };
}

/**
 * New recovery codes for one's own second factor, where those before are used up or were seen by somebody.
 * Source: docs/roles.md, "A second factor".
 *
 * @throws Refusal `totp_not_begun` where none is on
 */
export async function renewRecoveryCodes(tx: Tx, actor: Actor): Promise<RecoveryCodes> {
  const userId = actor.userId!;
  const [kept] = await tx.query<[unknown?]>(sql`
    select user_id from user_totp
    where user_id = ${userId} and confirmed_at is not null for no key update`);
  if (!kept) throw conflict("totp_not_begun", "your second factor is not on.");
  const codes = await drawRecoveryCodes(tx, userId);
  await audit(tx, actor, { action: "user.totp_codes", entity: "user", entityId: userId });
  return codes;
}
