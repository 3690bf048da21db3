import sql from "sql-template-tag";
import { z } from "zod";
import { permissionNames, roles } from "../access/access.ts";
import { totpStates } from "../access/step_up.ts";
import { brokenConstraint } from "../db/connect.ts";
import { type Code, conflict } from "../errors.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { anybody, flag, secret, shaped, text, word } from "../records/kinds.ts";
import { phoneDigits } from "../records/phone_number.ts";
import { record } from "../records/record.ts";

const email = {
  example: "karim@example.com",
  reads: field.text(254).toLowerCase().regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
} as const;
const name = text("Who he is.", { example: "Karim Ahmed", entry: "required" });
const phone = text("His phone, however it is typed; he may log in with it.", {
  example: "01712-345678",
  entry: "optional",
  reads: field.text(40).refine(
    (text) => (phoneDigits(text)?.length ?? 0) >= 5,
    "must be a phone number of at least 5 digits",
  ),
});
const employee_code = text("His number with us; he may log in with it.", {
  example: "E-017",
  max: 40,
  entry: "optional",
});
/** As an example of one. */
export const PASSWORD = "correct horse 42";

/** The first owner. Source: docs/roles.md, "First owner". */
export const newOwner = record("NewOwner", "u", {
  name,
  email: text("His e-mail, to log in with.", {
    ...email,
    example: "owner@example.com",
    entry: "required",
  }),
  password: secret("His password.", { example: PASSWORD, seenBy: "nobody", entry: "required" }),
  phone,
  employee_code,
  setup_code: secret("What the start has printed, where another machine asks.", {
    example: "k7m2p-x9qtr-4wzha",
    seenBy: "nobody",
    entry: "optional",
  }),
}).entry;

const fields = {
  ...named({
    example: { reference_no: "USR-2026-000003", title: "Karim Ahmed" },
    title: sql`u.name`,
  }),
  name,
  email: text("His e-mail; he may log in with it.", { ...email, entry: "optional" }),
  phone,
  employee_code,
  role: word(roles, "What he may do.", { example: "sales", entry: "required" }),
  department: text("Where he works.", { example: "Sales", max: 100, entry: "optional" }),
  designation: text("What he is called there.", {
    example: "Senior executive",
    max: 100,
    entry: "optional",
  }),
  active: flag("Whether he may log in.", { example: true, entry: { default: true } }),
  password: secret("His first password.", {
    example: PASSWORD,
    seenBy: "nobody",
    entry: "optional",
    unsent: "one is made and answered this once",
    change: false,
  }),
  must_change_password: flag("Whether he must change his password before anything else.", {
    example: false,
    entry: "optional",
    unsent: "true for a password that is made, false for one that is given",
    nullable: false,
    change: false,
  }),
  second_factor: flag("Whether his login asks for a code of his phone, too.", {
    example: false,
    sql:
      sql`exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null)`,
  }),
  ...stamps(),
} as const;

/** A member of staff; one of e-mail, phone and employee code is needed to log in with. */
export const user = record("User", "u", fields);
export type User = z.output<typeof user.schema>;

/** What of a user may leave the database: never the password's hash. */
export const columns = user.columns(anybody);

/** A user whose password was just set. */
export const userWithPassword = record("UserWithPassword", "u", {
  ...fields,
  generated_password: text("The password that was made for him, shown this once.", {
    example: "tulip-cargo-seven-42",
    sometimes: true,
  }),
}).schema;
export type UserWithPassword = z.output<typeof userWithPassword>;

export const me = record("Me", "u", {
  ...fields,
  permissions: shaped(z.array(z.string()), "What his role may do.", {
    example: permissionNames.slice(-2),
  }),
  totp: word(totpStates, "Whether he has a second factor; due: his role must have one.", {
    example: "off",
  }),
}).schema;

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
