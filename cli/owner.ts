import { parse } from "../domain/records/input.ts";
import { setupOwner } from "../domain/staff/setup_owner.ts";
import { newOwner } from "../domain/staff/user.ts";
import type { Command, Context, Outcome } from "./command.ts";
import { readNewPassword } from "./password.ts";

export const ownerCommands: Command[] = [{
  name: "owner setup",
  summary: "Make the owner's account. Works once.",
  examples: [
    `deno task cli owner setup --name "Owner" --email owner@example.com`,
    `echo "$PASSWORD" | deno task cli owner setup --name "Owner" --phone 01712345678 --password-stdin`,
  ],
  options: [
    { name: "name", value: "NAME", help: "the owner's name" },
    { name: "email", value: "EMAIL", help: "to log in with" },
    { name: "phone", value: "PHONE", help: "to log in with" },
    { name: "employee-code", value: "CODE", help: "to log in with" },
    {
      name: "password-stdin",
      help: "read the password from standard input instead of asking for it",
    },
    { name: "dry-run", help: "do everything and keep nothing" },
  ],
  needsActor: false,
  run: setup,
}];

async function setup({ options, database, actor }: Context): Promise<Outcome> {
  const input = parse(newOwner, {
    name: options.name ?? ask("Name: "),
    email: options.email ?? ask("E-mail: "),
    phone: options.phone,
    employee_code: options["employee-code"],
    password: await readNewPassword(options["password-stdin"] !== undefined),
  });
  const dryRun = options["dry-run"] !== undefined;
  const owner = await setupOwner(database, actor, input, { dryRun });
  return {
    data: { ...owner, ...dryRun && { dry_run: true } },
    text: dryRun
      ? `${owner.name} would be the owner and log in with ${owner.email}.`
      : `The owner is ${owner.name} (${owner.reference_no}). Log in with ${owner.email}.`,
  };
}

/** Asked only at a terminal; in a script a missing value is refused by the field's own rule. */
function ask(question: string): string | undefined {
  return Deno.stdin.isTerminal() ? prompt(question) ?? undefined : undefined;
}
