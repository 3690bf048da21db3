import type { DemoOutcome } from "../domain/demo/seed_demo.ts";
import { withJobLock } from "../domain/db/job_lock.ts";
import { generatePassword } from "../domain/staff/passwords.ts";
import { type Command, type Context, type Outcome, UsageError } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { readPasswordIfGiven } from "./password.ts";
import { table } from "./table.ts";

export const demoCommands: Command[] = [{
  name: "demo seed",
  summary: "Fill an empty database with an invented business to look at.",
  examples: [
    "deno task cli demo seed --dry-run",
    "deno task cli demo seed --size large --seed 7",
  ],
  options: [
    { name: "size", value: "SIZE", help: "small (seconds, the default) or large (2,000 invoices)" },
    { name: "seed", value: "N", help: "another whole number makes another business; default 1" },
    {
      name: "password-stdin",
      help: "read the staff's password; without one it is made up and shown",
    },
    { name: "dry-run", help: "do everything and keep nothing" },
  ],
  run: (context) => withJobLock(context.database, "demo seed", () => seed(context)),
}];

async function seed({ database, actor, options, args, progress }: Context): Promise<Outcome> {
  if (args.length > 0) throw new UsageError("demo seed takes no arguments.");
  const { demoSizes, seedDemo } = await import("../domain/demo/seed_demo.ts"); // what no other command needs
  const size = demoSizes.find((name) => name === (options.size ?? "small"));
  if (!size) throw new UsageError(`--size must be one of ${demoSizes.join(", ")}.`);
  if (!/^\d{1,9}$/.test(options.seed ?? "1")) {
    throw new UsageError("--seed must be a whole number.");
  }
  const dryRun = options["dry-run"] !== undefined;
  const given = dryRun
    ? undefined
    : await readPasswordIfGiven(options["password-stdin"] !== undefined);
  if (given === undefined && options.quiet !== undefined && !dryRun) {
    throw new UsageError(
      "--quiet would hide the generated password: give one, or leave --quiet out.",
    );
  }
  const password = given ?? generatePassword();
  const outcome = await interruptible((signal) =>
    seedDemo(database, actor, {
      size,
      seed: Number(options.seed ?? "1"),
      password,
      dryRun,
      signal,
      onDay: (day, days) => progress?.(`living through day ${day} of ${days}`),
    })
  ).finally(() => progress?.("\n"));
  const shown = given === undefined && !dryRun ? { generated_password: password } : {};
  return { data: { ...outcome, ...shown }, text: describe(outcome, shown.generated_password) };
}

function describe({ dry_run, from, to, records, staff }: DemoOutcome, password?: string): string {
  const counts = Object.entries(records).map(([name, rows]) =>
    `${String(rows).padStart(7)} ${name.replaceAll("_", " ")}`
  );
  if (dry_run) return [`A business from ${from} to ${to} would be made:`, ...counts].join("\n");
  return [
    `A business from ${from} to ${to}:`,
    ...counts,
    ``,
    table(["role", "name", "email"], staff),
    ...password ? [``, `Password of all of them, shown this once: ${password}`] : [],
  ].join("\n");
}
