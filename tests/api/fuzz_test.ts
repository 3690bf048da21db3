import fc from "fast-check";
import { assert, inTime } from "../support/assert.ts";
import { type Json, testApp } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

/** Bodies per route; FUZZ=400 makes them a hundred thousand, of which none may take a second. */
const asked = Deno.env.get("FUZZ");
const RUNS = Number(asked ?? 25);

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "0",
    "-1",
    "1e3",
    "1e400",
    "NaN",
    "9".repeat(40),
    "\0",
    "\ud800",
    "%",
    "_",
    "'; drop table users; --",
    "২০২৬",
    "🚢".repeat(50),
    "x".repeat(20_000),
    "2026-02-30",
    "2026-11-21",
    "0000-00-00",
    true,
    false,
    {},
    [],
    [[]],
    [null],
    { toString: "x" },
    0,
    -1,
    0.1,
    1.00001,
    1e15,
    1e21,
    1e-7,
    99999999999.9999,
    2147483648,
    9007199254740993,
  ),
  fc.string({ maxLength: 30 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Mostly what the schema asks for, now and then something else. */
function fits(schema: Json): fc.Arbitrary<unknown> {
  const sound = soundOf(schema ?? {});
  return fc.oneof({ arbitrary: sound, weight: 4 }, { arbitrary: nasty, weight: 1 });
}

function soundOf(schema: Json): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(soundOf));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "integer":
      return fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(999_999, "3"));
    case "number":
      return fc.oneof(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100),
        fc.constantFrom("12.5", 99999999999, 0.0001),
      );
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(fits(schema.items), { maxLength: 4 });
    case "object":
      return bodyOf(schema);
    default:
      if (schema.format === "date") {
        return fc.constantFrom("2026-11-21", "2025-01-31", "2027-12-31");
      }
      if (schema.pattern === "^[A-Z]{3}$") {
        return fc.constantFrom("USD", "BDT", "cny", "JPY", "XXX");
      }
      return fc.oneof(
        fc.string({ minLength: 1, maxLength: 20 }),
        fc.constantFrom("Main", "BRD-0", "কারখানা"),
      );
  }
}

function bodyOf(schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, fits(each)]),
  );
  return fc.record(properties, {
    requiredKeys: (schema.required ?? []).filter(() => Math.random() < 0.95),
  });
}

Deno.test("nothing anyone sends is answered with a 5xx", async (t) => {
  await using db = await freshDatabase();
  const { as, anyone } = testApp(db.database);
  const owner = await as("owner");
  for (let i = 0; i < 4; i++) await oneOfEverything(owner, String(i));
  const { body: document } = await anyone.get("/openapi.json");
  let [sent, slowest] = [0, { took: 0, target: "" }];

  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      if (path.startsWith("/auth/") || path === "/health") continue; // passwords are slow, and tested apart
      await t.step(`${method} ${path}`, async () => {
        const schema = operation.requestBody?.content?.["application/json"]?.schema;
        const query = (operation.parameters ?? []).filter((each: Json) => each.in === "query");
        const request = fc.record({
          id: fc.integer({ min: 1, max: 5 }),
          body: schema ? bodyOf(schema) : fc.constant(undefined),
          query: fc.record(
            Object.fromEntries(
              query.map((
                each: Json,
              ) => [
                each.name,
                fits(each.schema).map((value) =>
                  typeof value === "string" ? value : JSON.stringify(value)
                ),
              ]),
            ),
            { requiredKeys: [] },
          ),
        });
        await fc.assert(
          fc.asyncProperty(request, async ({ id, body, query }) => {
            const search = new URLSearchParams(query as Record<string, string>);
            const target = `${path.replace(/\{\w+\}/g, String(id))}?${search}`;
            const began = performance.now();
            const answer = await owner.call(method.toUpperCase(), target, body);
            const took = performance.now() - began;
            sent++;
            if (took > slowest.took) slowest = { took, target: `${method} ${target}` };
            assert(
              answer.status < 500,
              `${answer.status} ${method} ${target} ${JSON.stringify(body)}`,
            );
          }),
          { numRuns: RUNS },
        );
      });
    }
  }
  const said = `${sent} requests, the slowest ${Math.round(slowest.took)} ms: ${slowest.target}`;
  if (asked) inTime(slowest.took, 1000, said);
});
