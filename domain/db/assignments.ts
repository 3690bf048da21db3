import sql, { join, raw, type Sql } from "sql-template-tag";

type Fields = Record<string, unknown>;

/**
 * The `set` list of an update: only what was sent and differs, with what stood before for the audit.
 * Column names come from the schema of the operation, never from the request. A cleared field takes
 * its default from `onClear`, else null.
 *
 * @returns undefined when nothing would change
 */
export function assignments(
  before: Fields,
  changes: Fields,
  onClear: Fields = {},
): { sql: Sql; before: Fields; after: Fields } | undefined {
  const changed = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === null ? onClear[name] ?? null : value] as const)
    .filter(([name, value]) => !same(before[name], value));
  if (changed.length === 0) return undefined;
  return {
    sql: join(changed.map(([name, value]) => sql`${raw(name)} = ${value}`)),
    before: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
    after: Object.fromEntries(changed),
  };
}

function same(before: unknown, after: unknown): boolean {
  return JSON.stringify(before ?? null) === JSON.stringify(after);
}
