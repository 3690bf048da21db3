import { areas } from "../../api/routes/mod.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Json, testApp, testOptions } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("the OpenAPI document describes the service", async (t) => {
  await using db = await freshDatabase();
  const { app, anyone } = testApp(db.database);
  const { status, body: document } = await anyone.get("/openapi.json");
  assertEquals([status, document.openapi], [200, "3.1.1"]);

  await t.step("every route, every alias, nothing else", () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`)
    );
    const served = areas(testOptions).flatMap(({ routes }) =>
      routes.flatMap(({ method, path, spec }) =>
        [path, ...spec.aliases ?? []].map((each) => `${method} ${each.replace(/:(\w+)/g, "{$1}")}`)
      )
    );
    assertEquals(described.sort(), [...served, "GET /health"].sort());
  });

  await t.step("operation ids are unique, required fields and numbers are told", () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item as Json)
    ) as Json[];
    assertEquals(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    const supplier =
      document.paths["/suppliers"].post.requestBody.content["application/json"].schema;
    assertEquals(supplier.required, ["name"]);
    const item =
      document.paths["/import-logistics/shipments"].post.requestBody.content["application/json"]
        .schema.properties.items.items;
    assertEquals(item.required, ["product_name", "ordered_qty"]);
    assertEquals(item.properties.purchase_value.type, "number");
  });

  await t.step("every reference in it leads somewhere", () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      assert(document.components.schemas[name], name);
    }
  });

  await t.step("the page over it loads nothing from elsewhere", async () => {
    const page = await app.request("http://localhost/api/v1/docs");
    const html = await page.text();
    assertEquals(page.status, 200);
    assert(!/https?:\/\//.test(html), "no other host is named");
    assert(/script-src 'self'/.test(page.headers.get("content-security-policy")!));
  });
});
