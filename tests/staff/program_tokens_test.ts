import sql from "sql-template-tag";
import { type Caller, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, made } from "../support/receiving.ts";
import { addDays } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";

Deno.test("a program has a token of its own, that can only do what it should, until a day", async (t) => {
  await using db = await freshDatabase();
  const { as, holding } = testApp(db.database);
  const owner = await as("owner");
  const today = businessDate(new Date());
  const account = made(
    await owner.post("/users", { name: "Nightly export", role: "accounts", employee_code: "P-1" }),
  );
  const path = `/users/${account.id}/tokens`;
  const give = (by: Caller, body: object) =>
    by.post(path, { name: "Export", expires_on: addDays(today, 30), ...body });
  const reading = made(await give(owner, { read_only: true }));
  const program = holding(reading.token);

  await t.step("it reads, and writes nothing", async () => {
    assertEquals((await program.get("/auth/me")).body.data.name, "Nightly export");
    assertEquals((await program.get("/changes?limit=5")).status, 200);
    const refused = await program.post("/customers", { name: "Rahim" });
    assertEquals([refused.status, refused.body.code], [403, "forbidden"]);
    assertEquals((await program.get("/users")).status, 403, "its role reads no users");
  });

  await t.step("another one writes, under its name", async () => {
    const { token } = made(await give(owner, {}));
    made(await holding(token).post("/customers", { name: "Karim" }));
    const { body } = await owner.get("/audit?limit=1");
    assertEquals([body.data[0].action, body.data[0].actor_name], [
      "customer.create",
      "Nightly export",
    ]);
  });

  await t.step("one that may only some of it sees and does no more than that", async () => {
    const few = { permissions: ["products.read", "invoices.read", "overview.read"] };
    const given = made(await give(owner, few));
    assertEquals(given.permissions, few.permissions);
    const narrow = holding(given.token);
    assertEquals(
      (await narrow.get("/auth/me")).body.data.permissions.toSorted(),
      [
        "overview.read",
        "invoices.read",
        "products.read",
      ].toSorted(),
    );
    const product = made(
      await owner.post("/products", { name: "Board", purchase_price: 10, selling_price: 20 }),
    );
    const whole = (await program.get(`/products/${product.id}`)).body.data;
    const seen = (await narrow.get(`/products/${product.id}`)).body.data;
    assertEquals([whole.purchase_price, seen.purchase_price, seen.selling_price], [
      10,
      undefined,
      20,
    ]);
    assertEquals((await narrow.get("/invoices")).status, 200);
    for (
      const path of ["/import-logistics/supplier-ledger", "/expenses", "/reports/trial-balance"]
    ) {
      assertEquals((await program.get(path)).status, 200, path);
      const refused = await narrow.get(path);
      assertEquals([refused.status, refused.body.code], [403, "forbidden"], path);
    }
    const refused = await narrow.post("/customers", { name: "Rahim" });
    assertEquals([refused.status, refused.body.detail.split(" may")[0]], [403, "This token"]);
    const { body } = await narrow.get("/changes?limit=200");
    const kinds = new Set(body.data.map(({ kind }: { kind: string }) => kind));
    assertEquals([kinds.has("product"), kinds.has("journal_entry")], [true, false]);
    assertInvalid(await give(owner, { permissions: ["users.write"] }), "permissions"); // not its role's
    assertInvalid(await give(owner, { permissions: ["all"] }), "permissions.0");
    assertInvalid(await give(owner, { permissions: [] }), "permissions");
  });

  await t.step("it is shown once and kept nowhere", async () => {
    const { body } = await owner.get(path);
    assertEquals(body.data.map(({ name }: { name: string }) => name), Array(3).fill("Export"));
    assert(!JSON.stringify(body).includes('token":'));
    const key = { "idempotency-key": "the-same" };
    const body1 = { name: "Once", expires_on: today };
    const first = await owner.post(path, body1, key);
    const again = await owner.post(path, body1, key);
    assertEquals([first.status, again.status], [201, 201]);
    assert(first.body.data.token);
    assertEquals([again.body.data.id, again.body.data.token], [first.body.data.id, undefined]);
    const rows = await db.database.query<{ text: string }[]>(
      sql`select s::text as text from sessions s union all select a::text from audit_log a
        union all select k::text from idempotency_keys k`,
    );
    for (const { text } of rows) assert(!text.includes(reading.token.split(".")[2]));
  });

  await t.step("the last day is within a year", async () => {
    assertInvalid(await give(owner, { expires_on: addDays(today, -1) }), "expires_on");
    assertInvalid(await give(owner, { expires_on: addDays(today, 400) }), "expires_on");
    assertInvalid(await owner.post(path, { name: "x" }), "expires_on");
    assertEquals(Date.parse(reading.expires_at) > Date.now() + 29 * 86_400_000, true);
  });

  await t.step("only who looks after users gives one, an admin none for an owner", async () => {
    assertEquals((await give(await as("manager"), {})).status, 403);
    const admin = await as("admin");
    assertEquals((await give(admin, {})).status, 201);
    const refused = await admin.post(`/users/${owner.userId}/tokens`, {
      name: "Mine",
      expires_on: today,
    });
    assertEquals(refused.status, 403);
    assertEquals(
      (await owner.post("/users/999999/tokens", { name: "x", expires_on: today })).status,
      404,
    );
    assertEquals((await owner.get("/users/999999/tokens")).status, 404);
  });

  await t.step("ended, expired or of a user who was let go, it is refused", async () => {
    const end = `${path}/${reading.id}/end`;
    assertEquals((await owner.post(`${path}/x/end`, {})).status, 404);
    assertEquals((await owner.post(end, {})).status, 200);
    assertEquals((await program.get("/auth/me")).status, 401);
    assertEquals((await owner.post(end, {})).status, 404);
    const late = made(await give(owner, {}));
    await db.database.query(sql`update sessions set expires_at = now() where id = ${late.id}`);
    assertEquals((await holding(late.token).get("/auth/me")).status, 401);
    const kept = made(await give(owner, {}));
    assertEquals((await owner.put(`/users/${account.id}`, { active: false })).status, 200);
    assertEquals((await holding(kept.token).get("/auth/me")).status, 401);
    assertEquals((await give(owner, {})).body.code, "record_in_use");
  });
});
