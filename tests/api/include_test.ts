import { openApiDocument } from "../../api/http/openapi.ts";
import { areas } from "../../api/routes/mod.ts";
import { may, type Permission } from "../../domain/access/access.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { openOffice } from "../support/terminal.ts";

const { paths }: Json = await openApiDocument(areas(testOptions));
const routes = areas(testOptions).flatMap(({ routes }) => routes);
const lists = routes.flatMap(({ path, spec }) => {
  const parameter = paths[path]?.get?.parameters
    .find(({ name }: Json) => name === "include");
  return parameter
    ? [{ path, may: spec.may, words: /list of: (.*)\./.exec(parameter.description)![1] }]
    : [];
}).map(({ words, ...list }) => ({ ...list, words: words.split(", ") }));

Deno.test("include brings the rows of the detail, cut to the role, in one statement", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await oneOfEverything(owner, "0");
  await oneOfEverything(owner, "1");
  assert(lists.length >= 13, `${lists.length} lists`);
  const filled = new Set<string>();
  for (const role of ["owner", "store", "sales"] as const) {
    const reader = await as(role);
    for (const { path, may: needed, words } of lists) {
      if (!may({ role }, needed as Permission)) continue;
      await t.step(`${path} for ${role}`, async () => {
        const plain = (await reader.get(path)).body;
        for (const word of words) {
          assert(plain.data.every((row: Json) => !(word in row)), `${word} comes unasked`);
        }
        const before = db.database.statements.count;
        const { status, body } = await reader.get(`${path}?include=${words.join(",")}`);
        assertEquals(status, 200, JSON.stringify(body));
        assertEquals(db.database.statements.count - before, 2, "the session, and the list");
        for (const row of body.data) {
          const detail = (await reader.get(`${path}/${row.id}`)).body.data;
          if (detail === undefined) continue; // an older name
          for (const word of words) {
            assertEquals(row[word], detail[word], `${word} of ${row.reference_no}`);
            if (row[word]?.length > 0) filled.add(`${path} ${word}`);
          }
        }
      });
    }
  }
  for (
    const each of ["/invoices items", "/import-logistics/shipments costs", "/payments allocations"]
  ) {
    assert(filled.has(each), `${each}: there are some`);
  }
  const wrong = await owner.get("/invoices?include=colour");
  assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["include"]]);
});

Deno.test("the document types the rows, and the terminal has --include", async () => {
  const { components }: Json = await openApiDocument(areas(testOptions));
  const { items } = components.schemas.ListedInvoice.properties;
  assertEquals(items.items.$ref, "#/components/schemas/InvoiceLine");
  await using office = await openOffice();
  assertEquals((await office.run("product", "import", "tests/data/products.csv")).code, 0);
  const { data } = await office.json("list", "products", "--include", "stock_movements");
  assert(Array.isArray(data[0].stock_movements), "rows inside");
});
