import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import { secret } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { drawRecoveryCodes, type recoveryCodes } from "./recovery_codes.ts";
import { openTotp } from "./seal_totp.ts";
import { stepOfCode, typedCode } from "./totp.ts";

export const totpConfirmation = record("TotpConfirmation", "t", {
  totp_code: secret("The six digits that the app shows now.", {
    example: "492039",
    entry: "required",
  }),
}).entry;

/**
 * Switches on what was begun, once a code proves that the app has the secret. From then on a login takes a
 * code, and what is sensitive too. Source: docs/roles.md, "A second factor".
 *
 * @throws Refusal `totp_not_begun`, `totp_is_on`, `invalid_fields` on `totp_code`
 */
export async function confirmTotp(
  tx: Tx,
  keys: TokenKeys,
  actor: Actor,
  { totp_code }: z.output<typeof totpConfirmation>,
): Promise<z.output<typeof recoveryCodes>> {
  const userId = actor.userId!;
  const [kept] = await tx.query<[{ secret: string; on: boolean }?]>(sql`
    select secret, confirmed_at is not null as on from user_totp
    where user_id = ${userId} for no key update`);
  if (kept?.on) throw conflict("totp_is_on", "your second factor is on already.");
  const opened = kept && openTotp(keys, userId, kept.secret);
  if (!opened) throw conflict("totp_not_begun", "begin your second factor first.");
  const step = stepOfCode(opened.secret, typedCode(totp_code), actor.now);
  if (step === undefined) throw invalid({ totp_code: "is not the code of this moment" });
  await tx.query(sql`
    update user_totp set confirmed_at = ${actor.now}, last_step = ${step} where user_id = ${userId}`);
  const codes = await drawRecoveryCodes(tx, userId);
  await audit(tx, actor, { action: "user.totp_on", entity: "user", entityId: userId });
  return codes;
}
