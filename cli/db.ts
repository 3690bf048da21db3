import { migrate, type SchemaState, schemaState } from "../domain/db/migrate.ts";
import type { Command, DatabaseContext, Outcome } from "./command.ts";

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
}];

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
