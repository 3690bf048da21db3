import { statusOf } from "../../api/http/problem.ts";
import { areas } from "../../api/routes/mod.ts";
import { type Code, codes } from "../../domain/errors.ts";
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
    const bodyOf = (path: string): Json => {
      const { required, content } = document.paths[path].post.requestBody;
      assertEquals(required, true, path);
      return document.components.schemas[content["application/json"].schema.$ref.split("/").at(-1)];
    };
    assertEquals(bodyOf("/suppliers").required, ["name"]);
    const item = bodyOf("/import-logistics/shipments").properties.items.items;
    assertEquals(item.required, ["product_name", "ordered_qty"]);
    const { product_name, purchase_value } = item.properties;
    assertEquals([product_name.type, purchase_value.type], ["string", ["number", "null"]]);
  });

  await t.step("a body is required unless nothing is, and a form always", () => {
    const required = (path: string, method: string) =>
      document.paths[path][method].requestBody.required;
    assertEquals([required("/customers/{id}", "put"), required("/uploads", "post")], [false, true]);
  });

  await t.step("refusals are told apart by code, each with what it says beside", () => {
    const { schemas, responses } = document.components;
    const conflict = responses.Refused409.content["application/problem+json"].schema.$ref;
    const kinds = schemas[conflict.split("/").at(-1)];
    assertEquals(kinds.discriminator.propertyName, "code");
    assertEquals(
      kinds.discriminator.mapping.status_changed.split("/").at(-1),
      "StatusChangedProblem",
    );
    assert(schemas.StatusChangedProblem.properties.current_status);
    for (const code of Object.keys(codes)) {
      const status = statusOf[codes[code as Code]];
      const { schema } = responses[`Refused${status}`]?.content["application/problem+json"] ?? {};
      // 499 reaches nobody
      assert(status === 499 || JSON.stringify([schema, schemas]).includes(`"${code}"`), code);
    }
  });

  await t.step("older names are deprecated, what a dry run answers and headers are told", () => {
    const operations = Object.entries<Json>(document.paths);
    const deprecated = operations.filter(([, item]) =>
      Object.values<Json>(item).some((each) => each.deprecated)
    ).map(([path]) => path);
    const aliases = areas(testOptions).flatMap(({ routes }) =>
      routes.flatMap(({ spec }) => spec.aliases ?? [])
    ).map((path) => path.replace(/:(\w+)/g, "{$1}"));
    assertEquals(deprecated.sort(), [...new Set(aliases)].sort());
    const { responses, parameters } = document.paths["/invoices"].post;
    assert(responses["201"].headers.Location && responses["200"]);
    assert(JSON.stringify(parameters).includes("parameters/Prefer"));
    const change = document.paths["/customers/{id}"].put;
    assert(JSON.stringify(change.parameters).includes("parameters/IfMatch"));
    assert(change.responses["412"] && change.responses["405"] && change.responses["500"]);
    assert(document.paths["/customers"].get.responses["304"]);
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
