import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Database } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { invalid, notFound } from "../errors.ts";
import { secret } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { forgetDevices } from "./devices.ts";
import { guessPassword } from "./guess_password.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { endSessions, type Login, openSession } from "./sessions.ts";
import type { TokenKeys } from "../access/token_keys.ts";
import { columns, PASSWORD, type User } from "./user.ts";

export const passwordChange = record("PasswordChange", "c", {
  current_password: secret("The password so far.", { example: PASSWORD, entry: "required" }),
  new_password: secret("The password from now on.", {
    example: "another phrase 43",
    entry: "required",
  }),
}).entry;

/**
 * Changes one's own password. Every other session of the user ends at once. The answer brings the tokens of
 * a session that takes the place of this one: when one of them is used, this one ends, and with it any copy
 * of its tokens; neither has confirmed who he is. A wrong current password counts like a failed login.
 * Source: docs/roles.md, "Passwords".
 *
 * @throws Refusal `invalid_fields` on `current_password` or `new_password`, `too_many_attempts`, `busy`
 */
export async function changePassword(
  database: Database,
  keys: TokenKeys,
  actor: Actor,
  at: { sessionId: number; address: string; device: string | undefined },
  input: z.output<typeof passwordChange>,
): Promise<Login> {
  type Own = User & { password_hash: string };
  const [own] = await database.query<[Own?]>(
    sql`select ${columns}, u.password_hash from users u where u.id = ${actor.userId}`,
  );
  if (!own) throw notFound("User");
  checkPassword(input.new_password, own, "new_password");
  if (input.new_password === input.current_password) {
    throw invalid({ new_password: "must differ from the current password" });
  }
  const fits = await guessPassword(database, actor, {
    userId: own.id,
    identifier: "",
    address: at.address,
    device: at.device,
    password: input.current_password,
    hash: own.password_hash,
    failure: "user.change_password_failed",
  });
  if (!fits) throw wrongCurrent();
  const hash = await hashPassword(input.new_password);
  return await inTransaction(database, async (tx) => {
    const [user] = await tx.query<[User?]>(sql`
      update users u set password_hash = ${hash}, must_change_password = false, password_ends_at = null,
        updated_at = ${actor.now}, version = u.version + 1
      where u.id = ${own.id} and u.active and u.password_hash = ${own.password_hash}
      returning ${columns}`);
    if (!user) throw wrongCurrent(); // reset, changed or deactivated while we were hashing
    await endSessions(tx, user.id, "password changed", at.sessionId);
    await tx.query(sql`update sessions set confirmed_until = null where id = ${at.sessionId}`);
    await forgetDevices(tx, user.id, at.device);
    await audit(tx, actor, {
      action: "user.change_password",
      entity: "user",
      entityId: user.id,
      reference_no: user.reference_no,
    });
    return await openSession(tx, keys, user, { address: at.address, replaces: at.sessionId });
  });
}

function wrongCurrent() {
  return invalid({ current_password: "is not your current password" });
}
