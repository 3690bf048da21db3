import { stopClock } from "../answers/clock.ts";
import { clockedDatabase } from "../answers/clocked_database.ts";
import { type Json, testApp } from "../support/app.ts";
import { assert } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { everyOperation, exampleSender, SETUP } from "../support/examples.ts";
import { holdLines } from "../support/kept_lines.ts";

/**
 * The example of every write, sent again and again with one field wrong: an id that names nothing, a number
 * of nought or below, a day that is far off. How each is refused, or that it is done, stands in
 * tests/api/refused_fields.txt (UPDATE=1 writes it): a check that goes, or refuses something else, shows.
 */
const kept = new URL("refused_fields.txt", import.meta.url);
/** Days of the examples lie around it, and what is refused must not depend on when this runs. */
const NOW = "2026-06-15T06:00:00Z";
const NOTHING = 999_999;

Deno.test("a field that is wrong is refused as tests/api/refused_fields.txt says", async () => {
  await using db = await clockedDatabase();
  stopClock(NOW);
  const app = testApp(db.database);
  const operations = await everyOperation();
  const setup = operations.find(({ name }) => name === SETUP)!;
  const owner = app.holding(
    (await app.anyone.post("/auth/setup-owner", setup.body)).body.data.token,
  );
  const { ready, send } = exampleSender(app, operations, owner);
  const lines: string[] = [];
  for (const operation of operations) {
    const { name, body } = operation;
    if (name.startsWith("GET ") || name === SETUP || whole.test(name)) continue;
    const all = await oneOfEverything(owner, crypto.randomUUID().slice(0, 8));
    const deed = await ready(operation, all, owner);
    const tried = [
      ...wrongPaths(deed.path).map((path) => ({
        what: "an unknown id",
        deed: { ...deed, path },
      })),
      ...wrongBodies(deed.body ?? body).map(({ what, body }) => ({
        what,
        deed: { ...deed, body },
      })),
    ];
    for (const { what, deed } of tried) {
      const { status, body } = await send(deed);
      const fields = Object.keys(body.errors ?? {}).sort().join(", ");
      lines.push(`${name} with ${what}: ${status} ${body.code ?? "done"} ${fields}`.trim());
    }
  }
  const found = [...new Set(lines)];
  await holdLines(kept, found);
  assert(found.length > 300, `${found.length} wrong fields`);
});

/** They have their own tests, and end or change who is asking here. */
const whole = /\/auth\/|POST \/uploads|\/statement$/;

function wrongPaths(path: string): string[] {
  return [...path.matchAll(/\/\d+(?=\/|$)/g)].map(({ 0: { length }, index }) =>
    `${path.slice(0, index)}/${NOTHING}${path.slice(index + length)}`
  );
}

/** The body with one of its fields wrong, at a time; of a list its first entry stands for all. */
function wrongBodies(body: Json, path = ""): { what: string; body: Json }[] {
  if (body === null || typeof body !== "object") return [];
  return Object.entries<Json>(body).flatMap(([field, value]) => {
    if (Array.isArray(body) && field !== "0") return [];
    const name = Array.isArray(body) ? `${path}[]` : path ? `${path}.${field}` : field;
    const having = (wrong: Json): Json =>
      Array.isArray(body) ? [wrong, ...body.slice(1)] : { ...body, [field]: wrong };
    if (value !== null && typeof value === "object") {
      return wrongBodies(value, name).map((each) => ({ ...each, body: having(each.body) }));
    }
    return wrongValues(name, value).map((wrong) => ({
      what: `${name} ${wrong}`,
      body: having(wrong),
    }));
  });
}

function wrongValues(name: string, value: unknown): unknown[] {
  if (/_ids?(\[\])?$|(^|\.)id$/.test(name)) return typeof value === "number" ? [NOTHING] : [];
  if (typeof value === "number") return [0, -1];
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)) {
    return ["2999-12-31", "1999-01-01"];
  }
  return [];
}
