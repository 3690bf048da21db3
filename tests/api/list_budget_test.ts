import { areas } from "../../api/routes/mod.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { testApp, testOptions } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

/** What lists that need a filter or a word are given; the others name it as not read. */
const filters = "account_id=1&product_id=1&supplier_id=1&customer_id=1&q=board";
const more: Record<string, string> = {
  "/sync/client-ids": "&ids=0b8a5a2e-6f0d-4c7e-9b1a-3f2d1c0e9a8b",
  "/labels": "&serials=A-1",
};

Deno.test("no list needs more than three statements, however long it is", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const lists = areas(testOptions).flatMap(({ routes }) => routes)
    .filter(({ method, path }) => method === "GET" && !path.includes(":") && path !== "/auth/me");
  assert(lists.length >= 16, `only ${lists.length} lists`);

  const statementsOf = async (path: string) => {
    const before = db.database.statements.count;
    const answer = await owner.get(
      `${path}?limit=200&include_total=true&${filters}${more[path] ?? ""}`,
    );
    assertEquals(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    // the caller's session is read before any list
    return db.database.statements.count - before - 1;
  };

  await oneOfEverything(owner, "0");
  const short = new Map<string, number>();
  for (const { path } of lists) short.set(path, await statementsOf(path));
  for (let i = 1; i <= 8; i++) await oneOfEverything(owner, String(i));
  for (const { path } of lists) {
    await t.step(path, async () => {
      const long = await statementsOf(path);
      assert(long <= 3, `${long} statements`);
      assertEquals(long, short.get(path), "the length of the list makes a difference");
    });
  }
});
