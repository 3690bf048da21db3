import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { flag, text } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { allowRole } from "./create_user.ts";
import { lockUser } from "./lock_user.ts";

export const totpEnd = record("TotpEnd", "t", {
  reason: text("Why; it stands in the audit log.", {
    example: "The phone is lost.",
    max: 2000,
    entry: "optional",
  }),
}).entry;

export const endedTotp = record("EndedTotp", "t", {
  totp_off: flag("That the second factor is off.", { example: true }),
}).schema;

/**
 * Switches a second factor off: one's own, or that of somebody who has lost his phone and his recovery codes,
 * by whoever looks after users. Where the settings require one of his role he sets up another first.
 * Source: docs/roles.md, "A second factor".
 *
 * @throws Refusal `forbidden`, `not_found`, `totp_not_begun`
 */
export async function endTotp(
  tx: Tx,
  actor: Actor,
  userId: number,
  { reason }: z.output<typeof totpEnd>,
): Promise<z.output<typeof endedTotp>> {
  const own = userId === actor.userId;
  if (!own) allow(actor, "users.write");
  const account = await lockUser(tx, userId);
  if (!own) allowRole(actor, account.role);
  const [ended] = await tx.query<[unknown?]>(
    sql`delete from user_totp where user_id = ${userId} returning user_id`,
  );
  if (!ended) throw conflict("totp_not_begun", `${account.name} has no second factor.`);
  await audit(tx, actor, {
    action: "user.totp_off",
    entity: "user",
    entityId: userId,
    reference_no: account.reference_no,
    after: { reason },
  });
  return { totp_off: true };
}
