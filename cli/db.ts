import { migrate, type SchemaState, schemaState } from "../domain/db/migrate.ts";
import { rolesBeside, roleStatements } from "../domain/db/roles.ts";
import {
  type Command,
  type DatabaseContext,
  type Outcome,
  type SettingsContext,
  UsageError,
} from "./command.ts";

export const dbCommands: Command[] = [{
  name: "db migrate",
  summary: "Bring the schema forward to this version. The server does so at its start, too.",
  examples: ["deno task cli db migrate"],
  needs: "database",
  run: bringForward,
}, {
  name: "db status",
  summary: "Show which migrations were applied and which wait. Changes nothing.",
  examples: ["deno task cli db status", "deno task cli db status --json"],
  needs: "database",
  run: status,
}, {
  name: "db roles",
  summary:
    "Print the SQL that makes the roles which serve, for a superuser of DATABASE_URL's server.",
  examples: ["deno task cli db roles", "deno task cli db roles --json"],
  needs: "settings",
  run: roles,
}];

function roles({ config }: SettingsContext): Promise<Outcome> {
  const { DATABASE_URL } = config;
  if (!DATABASE_URL) throw new UsageError("The embedded database makes its roles by itself.");
  const beside = rolesBeside(DATABASE_URL);
  if (!beside) throw new UsageError("DATABASE_URL names no role with a password.");
  const statements = roleStatements(beside).map((statement) => `${statement};`);
  const logins = Object.values(beside).map(({ name, password }) => ({ name, password }));
  return Promise.resolve({ data: { statements, logins }, text: statements.join("\n") });
}

async function bringForward({ database }: DatabaseContext): Promise<Outcome> {
  const applied = await migrate(database);
  return {
    data: { applied },
    text: applied.length > 0
      ? `Applied: ${applied.join(", ")}`
      : "Nothing to do: the schema is up to date.",
  };
}

async function status({ database }: DatabaseContext): Promise<Outcome> {
  const state = await schemaState(database);
  return { data: state, text: describe(state) };
}

function describe({ applied, pending, newer, edited }: SchemaState): string {
  const rows = applied.map(({ name, checksum, applied_at }) => {
    const word = newer.includes(name) ? "unknown" : edited.includes(name) ? "edited" : "applied";
    return `${word.padEnd(8)} ${name.padEnd(32)} ${checksum.slice(0, 12)}  ${applied_at}`;
  });
  const verdict = newer.length > 0
    ? "The database is newer than this version of the service."
    : edited.length > 0
    ? "A migration was edited after it was applied; migrations are never edited."
    : pending.length > 0
    ? `${pending.length} to apply: deno task cli db migrate`
    : "The schema is up to date.";
  return [...rows, ...pending.map((name) => `${"pending".padEnd(8)} ${name}`), verdict].join("\n");
}
