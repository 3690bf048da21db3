import { allow } from "../domain/access/access.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { parse } from "../domain/records/input.ts";
import { createUser } from "../domain/staff/create_user.ts";
import { endTotp, totpEnd } from "../domain/staff/end_totp.ts";
import { findUserNamed, listUsers, userQuery } from "../domain/staff/find_users.ts";
import { passwordReset, resetPassword } from "../domain/staff/reset_password.ts";
import { updateUser } from "../domain/staff/update_user.ts";
import { type User, user, type UserWithPassword } from "../domain/staff/user.ts";
import { type Command, type Context, type Option, type Outcome, UsageError } from "./command.ts";
import { readPasswordIfGiven } from "./password.ts";
import { table } from "./table.ts";

const dryRun: Option = { name: "dry-run", help: "do everything and keep nothing" };
const passwordOptions: Option[] = [
  {
    name: "password-stdin",
    help: "read the password from standard input instead of asking for it",
  },
  { name: "must-change", help: "the password given must be changed at the first login" },
  dryRun,
];

export const userCommands: Command[] = [{
  name: "user list",
  summary: "Show the staff: who there is, with which role, and who may log in.",
  examples: ["deno task cli user list", "deno task cli user list --role engineer --json"],
  options: [
    { name: "role", value: "ROLE", help: "only these roles; several with commas" },
    { name: "search", value: "TEXT", help: "name, number, e-mail, phone or code" },
  ],
  run: list,
}, {
  name: "user add",
  summary: "Make a member of staff; without a password one is made up and shown once.",
  examples: [
    `deno task cli user add --name "Rahim" --role sales --email rahim@example.com`,
    `echo "$PASSWORD" | deno task cli user add --name "Karim" --role store --email k@example.com --password-stdin`,
  ],
  options: [
    { name: "name", value: "NAME", help: "the name" },
    { name: "role", value: "ROLE", help: "owner, admin, manager, accounts, sales, …" },
    { name: "email", value: "EMAIL", help: "to log in with" },
    { name: "phone", value: "PHONE", help: "to log in with" },
    { name: "employee-code", value: "CODE", help: "to log in with" },
    { name: "department", value: "NAME", help: "where he works" },
    { name: "designation", value: "TITLE", help: "what he is called there" },
    ...passwordOptions,
  ],
  run: add,
}, {
  name: "user reset-password",
  summary: "Give a user a new password and end all his sessions.",
  arguments: "USER",
  examples: [
    "deno task cli user reset-password rahim@example.com",
    `echo "$PASSWORD" | deno task cli user reset-password USR-2026-000004 --password-stdin`,
  ],
  options: passwordOptions,
  run: reset,
}, {
  name: "user totp-off",
  summary: "Switch a user's second factor off, where phone and recovery codes are lost.",
  arguments: "USER",
  examples: ["deno task cli user totp-off rahim@example.com"],
  options: [
    { name: "reason", value: "TEXT", help: "why; it stands in the audit log" },
    dryRun,
  ],
  run: totpOff,
}, {
  name: "user deactivate",
  summary: "Keep a user from logging in and end all his sessions.",
  arguments: "USER",
  examples: ["deno task cli user deactivate rahim@example.com"],
  options: [dryRun],
  run: deactivate,
}];

async function list({ database, actor, options }: Context): Promise<Outcome> {
  allow(actor, "users.read");
  const users: User[] = [];
  let cursor: string | null | undefined;
  do {
    const { role, search } = options;
    const asked = { role, search, limit: "200", sort: "name", cursor: cursor ?? undefined };
    const page = await listUsers(database, parse(userQuery, asked));
    users.push(...page.data);
    cursor = page.meta.next_cursor;
  } while (cursor);
  return {
    data: { data: users },
    text: table(
      ["reference_no", "name", "role", "email", "phone", "employee_code", "active"],
      users.map((user) => ({ ...user, active: user.active ? "yes" : "no" })),
    ),
  };
}

async function add(context: Context): Promise<Outcome> {
  const { database, actor, options, args } = context;
  if (args.length > 0) throw new UsageError("The name is given with --name.");
  const password = await passwordFor(context);
  const input = parse(user.entry, {
    name: options.name,
    role: options.role,
    email: options.email,
    phone: options.phone,
    employee_code: options["employee-code"],
    department: options.department,
    designation: options.designation,
    password,
    must_change_password: options["must-change"],
  });
  const keep = { dryRun: options["dry-run"] !== undefined };
  const member = await inTransaction(database, (tx) => createUser(tx, actor, input), keep);
  return outcome(context, member, keep.dryRun ? "would be made" : "was made");
}

async function reset(context: Context): Promise<Outcome> {
  const { database, actor, options } = context;
  allow(actor, "users.write");
  const { id } = await findUserNamed(database, oneUser(context));
  const input = parse(passwordReset, {
    new_password: await passwordFor(context),
    must_change_password: options["must-change"],
  });
  const keep = { dryRun: options["dry-run"] !== undefined };
  const member = await inTransaction(database, (tx) => resetPassword(tx, actor, id, input), keep);
  return outcome(
    context,
    member,
    keep.dryRun ? "would get a new password" : "has a new password; every session has ended",
  );
}

async function totpOff(context: Context): Promise<Outcome> {
  const { database, actor, options } = context;
  allow(actor, "users.write");
  const member = await findUserNamed(database, oneUser(context));
  const input = parse(totpEnd, { reason: options.reason });
  const keep = { dryRun: options["dry-run"] !== undefined };
  await inTransaction(database, (tx) => endTotp(tx, actor, member.id, input), keep);
  return outcome(
    context,
    member,
    keep.dryRun ? "would have no second factor" : "has no second factor any more",
  );
}

async function deactivate(context: Context): Promise<Outcome> {
  const { database, actor, options } = context;
  allow(actor, "users.write");
  const { id } = await findUserNamed(database, oneUser(context));
  const keep = { dryRun: options["dry-run"] !== undefined };
  const member = await inTransaction(
    database,
    (tx) => updateUser(tx, actor, id, { active: false }),
    keep,
  );
  return outcome(
    context,
    member,
    keep.dryRun ? "would be deactivated" : "is deactivated; every session has ended",
  );
}

function oneUser({ args }: Context): string {
  if (args.length === 1) return args[0];
  throw new UsageError("Give one user: his e-mail, phone, employee code, number or id.");
}

/** A made-up password is seen once or never. */
async function passwordFor({ options }: Context): Promise<string | undefined> {
  const password = await readPasswordIfGiven(options["password-stdin"] !== undefined);
  if (password === undefined && options.quiet !== undefined && options["dry-run"] === undefined) {
    throw new UsageError(
      "--quiet would hide the generated password: give one, or leave --quiet out.",
    );
  }
  return password;
}

function outcome(
  { options }: Context,
  { generated_password, ...user }: UserWithPassword,
  done: string,
): Outcome {
  const kept = options["dry-run"] === undefined;
  const shown = kept && generated_password !== undefined;
  return {
    data: { ...user, ...shown && { generated_password }, ...!kept && { dry_run: true } },
    text: `${user.name} (${user.reference_no}) ${done}.` +
      (shown ? `\nPassword, shown this once: ${generated_password}` : ""),
  };
}
