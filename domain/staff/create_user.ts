import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow, type Role } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { nextNumber } from "../records/numbering.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { checkPassword, generatePassword, hashPassword } from "./passwords.ts";
import { columns, type newUser, takenBy, type User, type UserWithPassword } from "./user.ts";

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
  input: z.output<typeof newUser>,
): Promise<UserWithPassword> {
  allow(actor, "users.write");
  allowRole(actor, input.role);
  if (!input.email && !input.phone && !input.employee_code) {
    throw invalid({ email: "or a phone or an employee code is required, to log in with" });
  }
  if (input.password !== undefined) checkPassword(input.password, input, "password");
  const password = input.password ?? generatePassword();
  const user = await insertUser(tx, actor, input, await hashPassword(password));
  await audit(tx, actor, {
    action: "user.create",
    entity: "user",
    entityId: user.id,
    reference_no: user.reference_no,
    after: user,
  });
  return input.password === undefined ? { ...user, generated_password: password } : user;
}

/** Owners and admins are in an owner's hands alone. @throws Refusal `forbidden` */
export function allowRole(actor: Actor, role: Role): void {
  if (role === "owner" || role === "admin") allow(actor, "users.write_admins");
}

async function insertUser(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof newUser>,
  hash: string,
): Promise<User> {
  const digits = input.phone === undefined ? null : phoneDigits(input.phone);
  const due = input.must_change_password ?? input.password === undefined;
  const number = await nextNumber(tx, "USR", actor.today);
  try {
    const [user] = await tx.query<[User]>(sql`
      insert into users as u (reference_no, name, email, phone, phone_digits, employee_code, role,
        department, designation, active, password_hash, must_change_password, created_at,
        updated_at, created_by)
      values (${number}, ${input.name}, ${input.email}, ${input.phone}, ${digits},
        ${input.employee_code}, ${input.role}, ${input.department}, ${input.designation},
        ${input.active}, ${hash}, ${due}, ${actor.now},
        ${actor.now}, ${actor.userId})
      returning ${columns}`);
    return user;
  } catch (error) {
    throw takenBy(error);
  }
}
