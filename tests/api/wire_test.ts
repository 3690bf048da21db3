import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";

Deno.test("the wire keeps its conventions", async (t) => {
  await using db = await freshDatabase();
  const { app, as, anyone } = testApp(db.database);
  const owner = await as("owner");

  await t.step("errors are problem+json with code, message and request id", async () => {
    const answer = await owner.post("/suppliers", {}, { "x-request-id": "my-id-1" });
    assertEquals(answer.status, 422);
    assertMatch(answer.headers.get("content-type")!, /^application\/problem\+json/);
    assertEquals(answer.headers.get("x-request-id"), "my-id-1");
    const { code, detail, message, errors, request_id, instance } = answer.body;
    assertEquals([code, request_id, instance], ["invalid_fields", "my-id-1", "/api/v1/suppliers"]);
    assertEquals(detail, message);
    assertEquals(errors, { name: ["is required"] });
  });

  await t.step("a request id that is too long or not printable is replaced", async () => {
    const answer = await anyone.get("/health", { "x-request-id": "x".repeat(129) });
    assertMatch(answer.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/);
  });

  await t.step("unknown paths and ids that are no integer are 404", async () => {
    for (
      const path of [
        "/nope",
        "/suppliers/0",
        "/suppliers/-1",
        "/suppliers/1.5",
        "/suppliers/1e3",
        "/suppliers/0x1",
        "/suppliers/01",
        "/suppliers/abc",
        "/suppliers/99999999999999999999",
        "/suppliers/9007199254740992",
        "/suppliers/999999",
      ]
    ) {
      assertEquals((await owner.get(path)).status, 404, path);
    }
  });

  await t.step("a wrong method is 405 with Allow", async () => {
    const answer = await owner.call("DELETE", "/suppliers/1");
    assertEquals([answer.status, answer.headers.get("allow")], [405, "GET, HEAD, PUT"]);
  });

  await t.step("bodies: 400 malformed, 413 too large, 415 not JSON", async () => {
    assertEquals((await owner.post("/suppliers", "{")).status, 400);
    assertEquals(
      (await owner.post("/suppliers", JSON.stringify({ name: "x".repeat(1_100_000) }))).status,
      413,
    );
    assertEquals(
      (await owner.post("/suppliers", "name=x", { "content-type": "text/plain" })).status,
      415,
    );
    assertEquals((await owner.post("/suppliers", "[]")).status, 422);
    assertEquals((await owner.post("/suppliers", { name: "nul\0" })).status, 422);
    assertEquals((await owner.post("/suppliers", '{"name":"\\ud800"}')).status, 422);
  });

  await t.step("tokens: only in the Authorization header, once, as Bearer", async () => {
    assertEquals((await anyone.get("/suppliers")).status, 401);
    assertEquals((await anyone.get(`/suppliers?token=${owner.token}`)).status, 401);
    assertEquals(
      (await anyone.get("/suppliers", { authorization: `Basic ${owner.token}` })).status,
      401,
    );
    assertEquals(
      (await anyone.get("/suppliers", { authorization: `bearer ${owner.token}` })).status,
      200,
    );
    assertEquals(
      (await anyone.get("/suppliers", {
        authorization: `Bearer ${owner.token}, Bearer ${owner.token}`,
      })).status,
      401,
    );
  });

  await t.step("HEAD answers as GET without a body", async () => {
    const answer = await owner.call("HEAD", "/suppliers");
    assertEquals([answer.status, answer.body], [200, ""]);
  });

  await t.step("every answer carries the security headers", async () => {
    const response = await app.request("http://localhost/api/v1/health");
    for (const name of ["x-content-type-options", "referrer-policy", "content-security-policy"]) {
      assert(response.headers.has(name), name);
    }
  });

  await t.step("lists: limits, totals, unknown query", async () => {
    await owner.post("/suppliers", { name: "A" });
    assertEquals((await owner.get("/suppliers?limit=0")).status, 422);
    assertEquals((await owner.get("/suppliers?limit=201")).status, 422);
    assertEquals((await owner.get("/suppliers?from=2026-02-30")).status, 422);
    const { body } = await owner.get("/suppliers?include_total=true&nonsense=1");
    assertEquals(body.meta, {
      limit: 50,
      next_cursor: null,
      total: 1,
      ignored_query: ["nonsense"],
    });
    assertEquals(
      (await owner.get("/suppliers?nonsense=1", { prefer: "handling=strict" })).status,
      422,
    );
    assertEquals((await owner.get("/suppliers?search=%25%25")).body.data, []);
  });
});

Deno.test("an Idempotency-Key has one effect", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const count = async () => (await owner.get("/suppliers?include_total=true")).body.meta.total;

  await t.step("the same request is answered again, another one is refused", async () => {
    const key = { "idempotency-key": "key-1" };
    const first = await owner.post("/suppliers", { name: "Once" }, key);
    const again = await owner.post("/suppliers", { name: "Once" }, key);
    assertEquals([first.status, again.status], [201, 201]);
    assertEquals(again.body, first.body);
    assertEquals(again.headers.get("location"), first.headers.get("location"));
    assertEquals(again.headers.get("etag"), first.headers.get("etag"));
    assertEquals(again.headers.get("idempotency-replayed"), "true");
    assertEquals(first.headers.get("idempotency-replayed"), null);
    const other = await owner.post("/suppliers", { name: "Other" }, key);
    assertEquals([other.status, other.body.code], [422, "idempotency_key_reused"]);
    assertEquals(other.body.errors, {
      "Idempotency-Key": ["was already used for another request"],
    });
    assertEquals(await count(), 1);
  });

  await t.step("a refused request leaves the key free", async () => {
    const key = { "idempotency-key": "key-2" };
    assertEquals((await owner.post("/suppliers", {}, key)).status, 422);
    assertEquals((await owner.post("/suppliers", { name: "Now right" }, key)).status, 201);
  });

  await t.step("another user's key is another key", async () => {
    const manager = await as("manager");
    const made = await manager.post("/suppliers", { name: "Mine" }, { "idempotency-key": "key-1" });
    assertEquals([made.status, made.headers.get("idempotency-replayed")], [201, null]);
  });

  await t.step("rights are checked before a replay", async () => {
    const manager = await as("manager");
    const key = { "idempotency-key": "key-3" };
    assertEquals((await manager.post("/suppliers", { name: "By manager" }, key)).status, 201);
    await db.database.query(sql`update users set role = 'sales' where id = ${manager.userId}`);
    assertEquals((await manager.post("/suppliers", { name: "By manager" }, key)).status, 403);
  });

  await t.step("while the first is still running the second is told so", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    const blocker = inTransaction(db.database, async (tx) => {
      await tx.query(sql`lock table suppliers in exclusive mode`);
      isLocked();
      await held;
    });
    await locked;
    const before = await count();
    const key = { "idempotency-key": "key-4" };
    const first = owner.post("/suppliers", { name: "Slow" }, key);
    await untilBlocked(db.database);
    const others = await Promise.all(
      Array.from({ length: 7 }, () => owner.post("/suppliers", { name: "Slow" }, key)),
    );
    assertEquals(
      others.map(({ body, headers }) => [body.code, headers.get("retry-after")]),
      Array(7).fill(["idempotency_in_progress", "1"]),
    );
    release();
    await blocker;
    assertEquals((await first).status, 201);
    assertEquals(
      (await owner.post("/suppliers", { name: "Slow" }, key)).headers.get("idempotency-replayed"),
      "true",
    );
    assertEquals(await count(), before + 1);
  });
});
