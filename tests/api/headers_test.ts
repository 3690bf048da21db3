import { gunzipSync } from "node:zlib";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("headers keep to the letter", async (t) => {
  await using db = await freshDatabase();
  const origin = "https://app.example.com";
  const { app, as, anyone } = testApp(db.database, { corsOrigins: [origin] });
  const owner = await as("owner");

  await t.step("a request id may hold any printable character", async () => {
    for (const id of ["a b c", "~!#{}", "x".repeat(128)]) {
      const answer = await anyone.get("/health", { "x-request-id": id });
      assertEquals(answer.headers.get("x-request-id"), id);
    }
    const answer = await anyone.get("/health", { "x-request-id": "tab\there" });
    assertMatch(answer.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/);
  });

  await t.step("paths beside the areas know only GET and HEAD", async () => {
    const root = ["/", "/livez", "/readyz", "/metrics"];
    const versioned = ["/health", "/openapi.json", "/docs", "/docs.css", "/docs.js"];
    for (const path of [...root, ...versioned.map((path) => `/api/v1${path}`)]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const response = await app.request(`http://localhost${path}`, { method });
        const { code } = await response.json();
        assertEquals(
          [response.status, response.headers.get("allow"), code],
          [405, "GET, HEAD", "method_not_allowed"],
          `${method} ${path}`,
        );
      }
    }
  });

  await t.step("every JSON names its charset", async () => {
    for (const path of ["/livez", "/readyz", "/api/v1/health", "/api/v1/openapi.json"]) {
      const response = await app.request(`http://localhost${path}`);
      await response.body?.cancel();
      assertEquals(response.headers.get("content-type"), "application/json; charset=utf-8", path);
    }
  });

  await t.step("a long answer is compressed for who takes that, under the same tag", async () => {
    for (let n = 0; n < 20; n++) await owner.post("/suppliers", { name: `Supplier ${n}` });
    const read = (coding: string) =>
      app.request("http://localhost/api/v1/suppliers", {
        headers: { authorization: `Bearer ${owner.token}`, "accept-encoding": coding },
      });
    const [plain, packed, refused] = [
      await read("identity"),
      await read("br, gzip"),
      await read("gzip;q=0"),
    ];
    assertEquals(
      [plain, packed, refused].map(({ headers }) => headers.get("content-encoding")),
      [null, "gzip", null],
    );
    for (const { headers } of [plain, packed]) {
      assertMatch(headers.get("vary") ?? "", /accept-encoding/i);
      assertEquals(headers.get("etag"), plain.headers.get("etag"));
    }
    const bytes = new Uint8Array(await packed.arrayBuffer());
    const text = await plain.text();
    assertEquals(gunzipSync(bytes).toString(), text);
    assert(bytes.length < text.length / 3, `${bytes.length} of ${text.length}`);
    assertEquals(await refused.text(), text);
  });

  await t.step("an allowed origin may read what the conventions promise in headers", async () => {
    const answer = await owner.get("/customers", { origin });
    assertEquals(answer.headers.get("access-control-allow-origin"), origin);
    assert(!answer.headers.has("access-control-allow-credentials"));
    const exposed = answer.headers.get("access-control-expose-headers")!.split(",");
    for (
      const name of ["etag", "location", "allow", "retry-after", "x-request-id"].concat(
        "idempotency-replayed",
      )
    ) assert(exposed.includes(name), name);
    const refused = await anyone.get("/customers", { origin });
    assertEquals([refused.status, refused.headers.get("access-control-allow-origin")], [
      401,
      origin,
    ]);
    const foreign = await owner.get("/customers", { origin: "https://elsewhere.example" });
    assert(!foreign.headers.has("access-control-allow-origin"));
  });
});
