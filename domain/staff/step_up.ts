import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { stepUpRequired } from "../access/step_up.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { audit } from "../audit/audit.ts";
import type { Database } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { inTransaction } from "../db/transaction.ts";
import { notFound } from "../errors.ts";
import { instant, secret } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { guessPassword } from "./guess_password.ts";
import { wrongCredentials } from "./log_in.ts";
import { totpCode, useSecondFactor } from "./second_factor.ts";
import { goesOn } from "./sessions.ts";
import { PASSWORD } from "./user.ts";

/** How long he need not say it again. */
const CONFIRMED_FOR = "10 minutes";

export const stepUpInput = record("StepUp", "s", {
  password: secret("The password of who asks.", { example: PASSWORD, entry: "required" }),
  totp_code: totpCode,
}).entry;

export const steppedUp = record("SteppedUp", "s", {
  confirmed_until: instant("Until when what is sensitive is open to this session.", {
    example: "2026-03-02T04:25:00.000Z",
  }),
}).schema;

/**
 * Confirms who sits at a session that is open already, by his password and, where he has one, his second
 * factor: what is sensitive is open to this session, and no other, for ten minutes. A wrong one counts like a
 * failed login. Source: docs/roles.md, "Confirming who one is".
 *
 * @throws Refusal `invalid_credentials`, `totp_required`, `too_many_attempts`, `busy`; `forbidden` for a program
 */
export async function stepUp(
  database: Database,
  keys: TokenKeys,
  actor: Actor,
  at: { sessionId: number; address: string; device: string | undefined },
  { password, totp_code }: z.output<typeof stepUpInput>,
): Promise<z.output<typeof steppedUp>> {
  if (actor.stepUp?.program) throw stepUpRequired(actor);
  const [own] = await database.query<[{ id: number; reference_no: string; hash: string }?]>(sql`
    select id, reference_no, password_hash as hash from users where id = ${actor.userId}`);
  if (!own) throw notFound("User");
  const fits = await guessPassword(database, actor, {
    userId: own.id,
    identifier: "",
    address: at.address,
    device: at.device,
    password,
    hash: own.hash,
    second: () => useSecondFactor(database, keys, actor, own.id, totp_code),
    failure: "user.step_up_failed",
  });
  if (!fits) throw wrongCredentials();
  return await inTransaction(database, async (tx) => {
    const [confirmed] = await tx.query<[{ confirmed_until: string }?]>(sql`
      update sessions s set confirmed_until = now() + ${CONFIRMED_FOR}::interval
      from users u where s.id = ${at.sessionId} and ${goesOn} and u.id = s.user_id and u.active
        and u.password_hash = ${own.hash}
      returning ${instantText(sql`s.confirmed_until`)} as confirmed_until`);
    if (!confirmed) throw wrongCredentials(); // reset, changed or deactivated in the meantime
    await audit(tx, actor, {
      action: "user.step_up",
      entity: "user",
      entityId: own.id,
      reference_no: own.reference_no,
      after: { session_id: at.sessionId, address: at.address },
    });
    return confirmed;
  });
}
