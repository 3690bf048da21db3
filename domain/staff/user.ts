import sql from "sql-template-tag";
import { z } from "zod";
import { roles } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import { brokenConstraint } from "../db/connect.ts";
import { type Code, conflict } from "../errors.ts";
import * as field from "../records/fields.ts";
import { phoneDigits } from "../records/phone_number.ts";

const email = () =>
  field.text(254).toLowerCase().regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address");
const phone = () =>
  field.text(40).refine(
    (text) => (phoneDigits(text)?.length ?? 0) >= 5,
    "must be a phone number of at least 5 digits",
  );

/** The first owner. Source: docs/roles.md, "First owner". */
export const newOwner = z.object({
  name: field.text(),
  email: email(),
  password: field.secret(),
  phone: phone().optional(),
  employee_code: field.text(40).optional(),
});

/** A member of staff as entered; one of e-mail, phone and employee code is needed to log in with. */
export const newUser = z.object({
  name: field.text(),
  role: field.oneOf(roles),
  email: email().optional(),
  phone: phone().optional(),
  employee_code: field.text(40).optional(),
  department: field.text(100).optional(),
  designation: field.text(100).optional(),
  active: field.flag().default(true),
  /** generated when absent */
  password: field.secret().optional(),
  /** default: true for a generated password, false for a given one */
  must_change_password: field.flag().optional(),
});

export const userRecord = z.object({
  ...answer.common,
  name: answer.text,
  email: answer.text.nullable(),
  phone: answer.text.nullable(),
  employee_code: answer.text.nullable(),
  role: z.enum(roles),
  department: answer.text.nullable(),
  designation: answer.text.nullable(),
  active: answer.flag,
  must_change_password: answer.flag,
}).meta({ id: "User" });
export type User = z.output<typeof userRecord>;

/** A user whose password was just set; a generated one is shown this once. */
export const userWithPassword = userRecord.extend({
  generated_password: answer.text.optional(),
}).meta({ id: "UserWithPassword" });
export type UserWithPassword = z.output<typeof userWithPassword>;

/** What of a user may leave the database: never the password's hash. */
export const columns = sql`u.id, u.reference_no, u.name as title, u.name, u.email, u.phone,
  u.employee_code, u.role, u.department, u.designation, u.active, u.must_change_password,
  u.created_at, u.updated_at, u.created_by, u.version`;

const takenNames = {
  duplicate_email: "e-mail address",
  duplicate_phone: "phone number",
  duplicate_employee_code: "employee code",
} as const satisfies Partial<Record<Code, string>>;

/** Says in words that another user has the e-mail, phone or code; other errors pass unchanged. */
export function takenBy(error: unknown): unknown {
  const broken = brokenConstraint(error);
  if (broken === undefined || !Object.hasOwn(takenNames, broken)) return error;
  const code = broken as keyof typeof takenNames;
  return conflict(code, `another user already has this ${takenNames[code]}.`);
}
