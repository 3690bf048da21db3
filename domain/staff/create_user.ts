import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow, may, type Role } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { nextNumber } from "../records/numbering.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { checkPassword, generatePassword, hashPassword, lastMoment } from "./passwords.ts";
import { columns, takenBy, type User, user, type UserWithPassword } from "./user.ts";

/**
 * Enters a member of staff. Without a password one is generated, answered this once, and due for a
 * change at the first login. Owners and admins are made by an owner. Source: docs/roles.md, "Staff
 * accounts".
 *
 * @throws Refusal `forbidden`, `duplicate_email`, `duplicate_phone`, `duplicate_employee_code`,
 *   `invalid_fields`
 */
export async function createUser(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof user.entry>,
): Promise<UserWithPassword> {
  allow(actor, "users.write");
  allowRole(actor, input.role);
  if (!input.email && !input.phone && !input.employee_code) {
    throw invalid({ email: "or a phone or an employee code is required, to log in with" });
  }
  if (input.password !== undefined) checkPassword(input.password, input, "password");
  const password = input.password ?? generatePassword();
  const made = await insertUser(tx, actor, input, await hashPassword(password));
  await audit(tx, actor, {
    action: "user.create",
    entity: "user",
    entityId: made.id,
    reference_no: made.reference_no,
    after: made,
  });
  return input.password === undefined ? { ...made, generated_password: password } : made;
}

/** Whether a role has power over others or over limits, so that it is given with care. */
export function isElevated(role: Role): boolean {
  const power = ["users.write", "limits.exceed", "periods.close", "audit.read"] as const;
  return power.some((each) => may({ role }, each));
}

/** Owners and admins are in an owner's hands alone. @throws Refusal `forbidden` */
export function allowRole(actor: Actor, role: Role): void {
  if (role === "owner" || role === "admin") allow(actor, "users.write_admins");
}

async function insertUser(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof user.entry>,
  hash: string,
): Promise<User> {
  const row = {
    ...input,
    must_change_password: input.must_change_password ?? input.password === undefined,
    phone_digits: input.phone === undefined ? null : phoneDigits(input.phone),
  };
  const number = await nextNumber(tx, "USR", actor.today);
  try {
    const [made] = await tx.query<[User]>(sql`
      insert into users as u (${user.stored}, phone_digits, reference_no, password_hash,
        password_ends_at, created_at, updated_at, created_by)
      select ${user.stored}, phone_digits, ${number}, ${hash},
        ${
      lastMoment(actor.now, input.password === undefined && row.must_change_password)
    }, ${actor.now}, ${actor.now},
        ${actor.userId}
      from ${user.rows([row], { phone_digits: "text" })}
      returning ${columns}`);
    return made;
  } catch (error) {
    throw takenBy(error);
  }
}
