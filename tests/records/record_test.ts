import sql from "sql-template-tag";
import { z } from "zod";
import { type Seen, text } from "../../domain/records/kinds.ts";
import { shownOf } from "../../domain/records/shown.ts";
import { everybody, record } from "../../domain/records/record.ts";
import { parse, withAliases } from "../../domain/records/input.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const note = record(
  "TestNote",
  "n",
  everybody({
    body: text("What it says.", { example: "Call back", entry: "required" }),
    about: text("Whom it is about.", { example: "Rahim", entry: "optional", aliases: ["on"] }),
  }),
);

Deno.test("only stored fields go to the database, whatever else an entry holds", () => {
  const entry = { body: "Hello", password: "correct horse 42" };
  const sent = JSON.stringify(note.rows([entry], { made_at: "timestamptz" }).values);
  assert(sent.includes("Hello") && !sent.includes("horse"), sent);
});

Deno.test("an entered field that is read by SQL says whether it is stored", () => {
  const read = { example: "9:30", entry: "optional", sql: sql`to_char(n.at, 'HH24:MI')` } as const;
  // @ts-expect-error: nothing is said
  record("", "n", { at: text("When.", read) });
  assertEquals(record("", "n", { at: text("When.", { ...read, stored: true }) }).stored.sql, "at");
  assertEquals(record("", "n", { at: text("When.", { ...read, stored: false }) }).stored.sql, "");
});

Deno.test("of a union each shape says what may be seen", () => {
  const [plain, secret] = ["everybody", "costs.read"].map((seenBy, i) =>
    record("", "n", { [`value${i}`]: text("What.", { example: "x", seenBy: seenBy as Seen }) })
      .schema
  );
  const shape = z.object({ facts: z.union([plain, z.array(plain), z.array(secret), secret]) });
  const facts = { value0: "a", value1: "b", other: "c" };
  const shown = { value0: "a", other: "c" };
  assertEquals(shownOf(shape, { role: "store" }, { facts }), { facts: shown });
  assertEquals(shownOf(shape, { role: "store" }, { facts: [facts] }), { facts: [shown] });
  assertEquals(shownOf(shape, { role: "owner" }, { facts }), { facts });
});

Deno.test("another name of a field goes to the schema that gave it, not to all that share the field", async () => {
  const named = withAliases(note.entry.extend({}), { says: "body" });
  assertEquals(parse(named, { says: "Hello", on: "Karim" }), { body: "Hello", about: "Karim" });
  let fault: unknown;
  try {
    parse(note.entry, { says: "Hello" });
  } catch (error) {
    fault = error;
  }
  assert(fault, "the other schema took the name");

  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const { body } = await owner.get("/products?as_of=2026-01-01");
  assertEquals(body.meta.ignored_query, ["as_of"]);
  const statement = await owner.get("/reports/customer-statement?customer_id=1&as_of=2026-01-01");
  assertEquals(statement.body.meta?.ignored_query, undefined);
});
