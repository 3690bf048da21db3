import sql from "sql-template-tag";
import type { TokenKeys } from "../access/token_keys.ts";
import type { Visitor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../errors.ts";
import { secret } from "../records/kinds.ts";
import { openTotp, sealTotp } from "./seal_totp.ts";
import { hashToken } from "./tokens.ts";
import { stepOfCode, typedCode } from "./totp.ts";

/** As it is entered where a password is. */
export const totpCode = secret(
  "The six digits of the app, or one of the recovery codes; where a second factor is on.",
  { example: "492039", entry: "optional" },
);

interface Kept {
  secret: string;
  last_step: number;
}

/**
 * Whether the second factor fits, of a user whose password did; true for one who has none. What fits is used
 * up, and stays so whatever becomes of the request. Source: docs/roles.md, "A second factor".
 *
 * @throws Refusal `totp_required` without a code
 */
export function useSecondFactor(
  database: Database,
  keys: TokenKeys,
  visitor: Visitor,
  userId: number,
  code: string | undefined,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const [kept] = await tx.query<[Kept?]>(sql`
      select secret, last_step from user_totp
      where user_id = ${userId} and confirmed_at is not null for no key update`);
    if (!kept) return true;
    if (code === undefined) {
      throw new Refusal("totp_required", "Send the six digits of your app too, as totp_code.");
    }
    const typed = typedCode(code);
    return /^\d{6}$/.test(typed)
      ? await useCode(tx, keys, { userId, now: visitor.now }, kept, typed)
      : await useRecoveryCode(tx, { ...visitor, userId }, typed);
  });
}

/** A code counts once, and none that is older than the last one. */
async function useCode(
  tx: Tx,
  keys: TokenKeys,
  { userId, now }: { userId: number; now: string },
  kept: Kept,
  code: string,
): Promise<boolean> {
  const opened = openTotp(keys, userId, kept.secret);
  const step = opened && stepOfCode(opened.secret, code, now);
  if (step === undefined || step <= kept.last_step) return false;
  const sealed = opened!.stale ? sealTotp(keys, userId, opened!.secret) : kept.secret;
  await tx.query(sql`
    update user_totp set last_step = ${step}, secret = ${sealed} where user_id = ${userId}`);
  return true;
}

async function useRecoveryCode(
  tx: Tx,
  visitor: Visitor & { userId: number },
  code: string,
): Promise<boolean> {
  const [used] = await tx.query<[{ left: number }?]>(sql`
    update totp_recovery_codes c set used_at = ${visitor.now}
    where code_hash = ${hashToken(code)} and user_id = ${visitor.userId} and used_at is null
    returning (select count(*) - 1 from totp_recovery_codes r
      where r.user_id = c.user_id and r.used_at is null)::integer as left`);
  if (!used) return false;
  await audit(tx, visitor, {
    action: "user.use_recovery_code",
    entity: "user",
    entityId: visitor.userId,
    after: { left: used.left },
  });
  return true;
}
