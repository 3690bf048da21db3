import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

const { paths }: Json = await openApiDocument(areas(testOptions));

/** Parameters of each GET by name. */
const asked = Object.entries<Json>(paths).filter(([, { get }]) => get).map((
  [path, { get }],
) => ({
  path,
  parameters: new Map<string, Json>((get.parameters ?? []).map((each: Json) => [each.name, each])),
}));
const needed = "account_id=1&product_id=1&supplier_id=1&customer_id=1";

Deno.test("sort of every list is an enumeration, and every word of it sorts", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await oneOfEverything(owner, "0");
  const lists = asked.filter(({ parameters }) => parameters.has("sort"));
  assert(lists.length > 60, `${lists.length} lists`);
  for (const { path, parameters } of lists) {
    await t.step(path, async () => {
      const words: string[] = parameters.get("sort").schema.enum;
      assert(words?.length > 1, "words");
      const at = `${path.replace("{id}", "1")}?${needed}`;
      if (path === "/webhooks/{id}/deliveries") {
        await owner.post("/webhooks", { url: "https://hooks.example.com/" });
      }
      for (const word of words) {
        const { status, body } = await owner.get(`${at}&sort=${word}`);
        assertEquals(status, 200, `${word}: ${JSON.stringify(body)}`);
      }
      const { status, body } = await owner.get(`${at}&sort=colour`);
      assertEquals([status, Object.keys(body.errors)], [422, ["sort"]]);
    });
  }
});

Deno.test("from and to say which day they mean, and have a name that says it", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  for (const { path, parameters } of asked.filter(({ parameters }) => parameters.has("from"))) {
    assert(/, by the /.test(parameters.get("from").description), `${path}: from`);
    assert(/, by the /.test(parameters.get("to").description), `${path}: to`);
  }
  const invoices = asked.find(({ path }) => path === "/invoices")!.parameters;
  assertEquals(invoices.get("from").description, "From this day on, by the invoice date.");
  assertEquals(invoices.get("invoice_date_from").description, "The same as from.");
  const made = await owner.post("/customers", { name: "Rahim" });
  const day = made.body.data.created_at.slice(0, 10);
  const later = (Number(day.slice(0, 4)) + 1) + day.slice(4, 8) + "01";
  for (const [query, count] of [["created_at_from", 0], ["created_at_to", 1]]) {
    const { body } = await owner.get(`/customers?${query}=${later}`);
    assertEquals([body.data.length, body.meta.ignored_query], [count, undefined], `${query}`);
  }
});
