import sql from "sql-template-tag";
import { sealAudit } from "../../domain/audit/seal_audit.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { type Json, testApp, testAuditKeys } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("the audit log is read by owner and admin", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const manager = await as("manager");
  await owner.post("/suppliers", { name: "First" }, { "x-request-id": "req-1" });
  await owner.put("/suppliers/1", { country: "China" }, { "x-request-id": "req-2" });
  await manager.post("/products", { name: "Print head", sku: "PH-1" });
  await sealAudit(db.database, testAuditKeys);
  const actions = async (query: string): Promise<string[]> => {
    const { status, body } = await owner.get(`/audit${query}`);
    assertEquals(status, 200, JSON.stringify(body));
    return body.data.map((row: Json) => row.action);
  };

  await t.step("newest first: who, what, before and after, and the request", async () => {
    const { body } = await owner.get("/audit");
    assertEquals(body.data.map((row: Json) => row.action), [
      "product.create",
      "supplier.update",
      "supplier.create",
    ]);
    const [, update] = body.data;
    assertEquals(update.actor_id, owner.userId);
    assertEquals(update.created_by, owner.userId);
    assertMatch(update.actor_name, /^Test owner/);
    assertEquals([update.entity, update.entity_id, update.source], ["supplier", 1, "api"]);
    assertMatch(update.reference_no, /^SUP-/);
    assertEquals([update.before.country, update.after.country], [null, "China"]);
    assertEquals(update.request_id, "req-2");
    assertMatch(update.created_at, /^\d{4}-\d\d-\d\dT.*Z$/);
    assertEquals(
      update.title,
      `${update.actor_name} · supplier.update · ${update.reference_no}`,
    );
    assert(db.database.statements.count > 0);
  });

  await t.step("every filter", async () => {
    const today = new Date().toISOString().slice(0, 10);
    assertEquals(await actions("?entity=product"), ["product.create"]);
    assertEquals(await actions("?entity=supplier&entity_id=1"), [
      "supplier.update",
      "supplier.create",
    ]);
    assertEquals(await actions("?action=supplier.create,product.create"), [
      "product.create",
      "supplier.create",
    ]);
    assertEquals(await actions(`?actor_id=${manager.userId}`), ["product.create"]);
    assertEquals(await actions("?source=cli"), []);
    assertEquals(await actions("?request_id=req-1"), ["supplier.create"]);
    assertEquals(await actions("?search=ph-1"), ["product.create"]);
    assertEquals(await actions("?search=100%25"), []);
    assertEquals((await actions("?from=2000-01-01&to=2199-01-01")).length, 3);
    assertEquals(await actions("?to=2000-01-01"), []);
    assertEquals((await actions(`?from=${today}`)).length <= 3, true);
    assertEquals(await actions("?limit=1"), ["product.create"]);
    assertEquals((await owner.get("/audit?source=phone")).status, 422);
    assertEquals((await owner.get("/audit?from=2026-02-30")).status, 422);
  });

  await t.step("one entry comes with its seal", async () => {
    const { body } = await owner.get("/audit/1");
    assertEquals([body.data.action, body.data.seal_number], ["supplier.create", 1]);
    assertMatch(body.data.hash, /^[0-9a-f]{64}$/);
    assertEquals((await owner.get("/audit/999")).status, 404);
    assertEquals((await manager.get("/audit/1")).status, 403);
  });

  await t.step("the head says where the chain ends", async () => {
    const [seal] = await db.database.query<[{ hash: string }]>(
      sql`select hash from audit_seals where seal_number = 3`,
    );
    const read = async () => (await owner.get("/audit/head")).body.data;
    const { updated_at: _at, ...head } = await read();
    assertEquals(head, { sealed_rows: 3, hash: seal.hash, unsealed_rows: 0 });
    await owner.put("/suppliers/1", { country: "Italy" });
    assertEquals((await read()).unsealed_rows, 1);
  });

  await t.step("three statements at most", async () => {
    const before = db.database.statements.count;
    await owner.get("/audit?limit=200&include_total=true&search=sup");
    assert(db.database.statements.count - before <= 3);
  });
});

Deno.test("audit rows and seals cannot be changed by the service itself", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await owner.post("/suppliers", { name: "First" });
  await sealAudit(db.database, testAuditKeys);
  for (
    const statement of [
      sql`update audit_log set actor_name = 'x'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`update audit_seals set hash = repeat('0', 64)`,
      sql`delete from audit_seals`,
      sql`truncate audit_seals`,
    ]
  ) {
    const refused = await db.database.query(statement).then(() => "done", (error) => error.code);
    assertEquals(refused, "23001", statement.sql);
  }
});
