import sql from "sql-template-tag";
import { setupCode, setupOwner } from "../../domain/staff/setup_owner.ts";
import { systemActor } from "../../domain/staff/find_actor.ts";
import { newOwner } from "../../domain/staff/user.ts";
import { parse } from "../../domain/records/input.ts";
import { testApp, testKeys } from "../support/app.ts";
import { assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from } from "./staff.ts";

const owner = { name: "Rahim", email: "Rahim@Example.test", password: "Owner#12345" };

Deno.test("setup-owner makes the first owner once", async (t) => {
  await using db = await freshDatabase();
  const { anyone } = testApp(db.database);

  await t.step("fields are checked: name, email and a fair password", async () => {
    const poor = [
      [{ ...owner, password: "short12" }, "password"],
      [{ ...owner, password: "PASSWORD123" }, "password"],
      [{ ...owner, password: owner.email }, "password"],
      [{ ...owner, password: "0171 234-5678", phone: "+8801712345678" }, "password"],
      [{ ...owner, password: "x".repeat(73) }, "password"],
      [{ ...owner, password: "অ".repeat(25) }, "password"],
      [{ ...owner, password: "nul\0in the middle" }, "password"],
      [{ ...owner, email: "no address" }, "email"],
      [{ ...owner, phone: "none" }, "phone"],
      [{ email: owner.email, password: owner.password }, "name"],
    ] as const;
    for (const [body, field] of poor) {
      const answer = await anyone.post("/auth/setup-owner", body);
      assertEquals([answer.status, Object.keys(answer.body.errors)], [422, [field]]);
    }
  });

  await t.step("answers 201 with the user and tokens that work", async () => {
    const answer = await anyone.post("/auth/setup-owner", { ...owner, phone: "", role: "sales" });
    assertEquals(answer.status, 201);
    assertEquals(answer.headers.get("location"), "/api/v1/users/1");
    assertEquals(answer.headers.get("cache-control"), "no-store");
    assertEquals(answer.body.meta, { ignored_fields: ["role"] });
    const { user, token, access_token, token_type, expires_in, refresh_token } = answer.body.data;
    assertEquals([token_type, expires_in, access_token], ["Bearer", 43200, token]);
    assertEquals([user.role, user.email, user.phone], ["owner", "rahim@example.test", null]);
    assertEquals([user.title, user.created_by, user.must_change_password], ["Rahim", null, false]);
    assertMatch(user.reference_no, /^USR-\d{4}-000001$/);
    assertEquals("password_hash" in user, false);
    assertEquals((await anyone.post("/auth/refresh", { refresh_token })).status, 200);
  });

  await t.step("the second call is 409, also after the owner is gone", async () => {
    const again = { ...owner, email: "other@example.test" };
    const second = await anyone.post("/auth/setup-owner", again);
    assertEquals([second.status, second.body.code], [409, "owner_exists"]);
    assertMatch(second.body.detail, /conflict/i);
    await db.database.query(sql`update users set active = false, role = 'sales'`);
    assertEquals((await anyone.post("/auth/setup-owner", again)).status, 409);
  });

  await t.step("the audit knows of it, without the password", async () => {
    const rows = await db.database.query<{ action: string; after: object }[]>(
      sql`select action, after from audit_log where action = 'user.setup_owner'`,
    );
    assertEquals(rows.length, 1);
    assertEquals(Object.keys(rows[0].after).filter((name) => /hash|token/.test(name)), []);
  });
});

Deno.test("setup-owner from another machine takes what the start has printed", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const code = setupCode(testKeys[0]);
  const call = (address: string, more = {}, headers = {}) =>
    from(app, address)("POST", "/auth/setup-owner", { body: { ...owner, ...more }, headers });
  const refused = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    assertEquals([status, body.code], [403, "setup_code_required"]);
  };

  await t.step(
    "neither without it nor with another, nor through a proxy on this machine",
    async () => {
      assertMatch(code, /^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/);
      await refused(call("203.0.113.9"));
      await refused(call("203.0.113.9", { setup_code: code.replace(/.$/, "") }));
      await refused(call("127.0.0.1", {}, { "x-forwarded-for": "203.0.113.9" }));
    },
  );

  await t.step("with it, however it is typed", async () => {
    const made = await call("203.0.113.9", { setup_code: ` ${code.toUpperCase()} ` });
    assertEquals(made.status, 201);
    assertEquals("setup_code" in made.body.data.user, false);
    assertEquals((await call("203.0.113.9")).body.code, "owner_exists");
  });
});

Deno.test("setup-owner called 50 times at once makes one owner", async () => {
  await using db = await freshDatabase();
  const { anyone } = testApp(db.database);
  const answers = await Promise.all(
    Array.from(
      { length: 50 },
      (_, i) => anyone.post("/auth/setup-owner", { ...owner, email: `owner${i}@example.test` }),
    ),
  );
  assertEquals(answers.filter((answer) => answer.status === 201).length, 1);
  assertEquals(answers.filter((answer) => answer.body.code === "owner_exists").length, 49);
  const [{ owners }] = await db.database.query<[{ owners: number }]>(
    sql`select count(*) as owners from users`,
  );
  assertEquals(owners, 1);
});

Deno.test("setupOwner() is a verb of the command line too", async () => {
  await using db = await freshDatabase();
  const input = parse(newOwner, owner);
  const user = await setupOwner(db.database, systemActor(), input);
  assertEquals([user.role, user.created_by], ["owner", null]);
  const error = await thrownBy(() => setupOwner(db.database, systemActor(), input));
  assertMatch(error.message, /already exists/);
  const [row] = await db.database.query<[{ source: string }]>(
    sql`select source from audit_log where action = 'user.setup_owner'`,
  );
  assertEquals(row.source, "cli");
});
