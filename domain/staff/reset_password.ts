import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { secret } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { allowRole } from "./create_user.ts";
import { forgetDevices } from "./devices.ts";
import { forgetFailures } from "./guess_password.ts";
import { lockUser } from "./lock_user.ts";
import { checkPassword, generatePassword, hashPassword, lastMoment } from "./passwords.ts";
import { endSessions } from "./sessions.ts";
import { columns, PASSWORD, type User, user, type UserWithPassword } from "./user.ts";

export const passwordReset = record("PasswordReset", "r", {
  new_password: secret("His password from now on.", {
    example: PASSWORD,
    entry: "optional",
    unsent: "one is made and answered this once",
  }),
  must_change_password: user.fields.must_change_password,
}).entry;

/**
 * Gives another user a new password and ends all his sessions at once. Owners and admins are reset by
 * an owner; one's own password is changed, not reset. Source: docs/roles.md, "Passwords".
 *
 * @throws Refusal `forbidden`, `not_found`, `own_account`, `invalid_fields`
 */
export async function resetPassword(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof passwordReset>,
): Promise<UserWithPassword> {
  allow(actor, "users.write");
  const target = await lockUser(tx, id);
  allowRole(actor, target.role);
  if (actor.userId === id) {
    throw conflict("own_account", "change your own password with change-password.");
  }
  if (input.new_password !== undefined) checkPassword(input.new_password, target, "new_password");
  const password = input.new_password ?? generatePassword();
  const due = input.must_change_password ?? input.new_password === undefined;
  const hash = await hashPassword(password);
  const [changed] = await tx.query<[User]>(sql`
    update users u set password_hash = ${hash}, must_change_password = ${due},
      password_ends_at = ${lastMoment(actor.now, due && input.new_password === undefined)},
      updated_at = ${actor.now}, version = u.version + 1
    where u.id = ${id} returning ${columns}`);
  await endSessions(tx, id, "password reset");
  await forgetDevices(tx, id);
  await forgetFailures(tx, id);
  await audit(tx, actor, {
    action: "user.reset_password",
    entity: "user",
    entityId: id,
    reference_no: changed.reference_no,
    after: { must_change_password: due },
  });
  return input.new_password === undefined ? { ...changed, generated_password: password } : changed;
}
