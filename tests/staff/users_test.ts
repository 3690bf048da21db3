import sql from "sql-template-tag";
import { roles } from "../../domain/access/access.ts";
import { commonPasswords } from "../../domain/staff/common_passwords.ts";
import { findActor } from "../../domain/staff/find_actor.ts";
import { type Caller, insertUser, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from, logInFrom, sessionOf } from "./staff.ts";

Deno.test("users are created, listed and changed", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const send = from(app, "10.0.0.1");

  await t.step("with a password: no change is due", async () => {
    const made = await owner.post("/users", {
      name: "Karim",
      role: "Service-Manager",
      email: "Karim@Example.test",
      phone: "+880 1712-000001",
      employee_code: "E-1",
      department: "Service",
      designation: "Head",
      password: "password-123",
      id: 99,
      version: 7,
    });
    assertEquals(made.status, 201);
    const { data } = made.body;
    assertEquals(made.headers.get("location"), `/api/v1/users/${data.id}`);
    assertEquals([data.role, data.email, data.active], [
      "service_manager",
      "karim@example.test",
      true,
    ]);
    assertEquals([data.must_change_password, data.created_by], [false, owner.userId]);
    assertEquals(["generated_password", "password_hash"].some((name) => name in data), false);
    assertEquals(made.body.meta.ignored_fields, ["id", "version"]);
    await logInFrom(send, "01712000001", "password-123");
  });

  await t.step("without: one is generated, shown once, and due for a change", async () => {
    const made = await owner.post("/users", { name: "Salma", role: "store", employee_code: "S-1" });
    const { generated_password, id, must_change_password } = made.body.data;
    assertMatch(generated_password, /^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/);
    assertEquals(must_change_password, true);
    assertEquals("generated_password" in (await owner.get(`/users/${id}`)).body.data, false);
    await logInFrom(send, "s-1", generated_password);
  });

  await t.step("a way to log in, a role and a fair password are required", async () => {
    const named = { name: "X", role: "sales", email: "x@example.test" };
    const bad = [
      [{ name: "X", role: "sales" }, "email"],
      [{ ...named, role: "boss" }, "role"],
      [{ ...named, name: " " }, "name"],
      [{ ...named, password: "1234567" }, "password"],
      [{ ...named, password: "X@example.TEST" }, "password"],
    ] as const;
    for (const [body, field] of bad) {
      const answer = await owner.post("/users", body);
      assertEquals([answer.status, Object.keys(answer.body.errors)], [422, [field]]);
    }
  });

  await t.step("three thousand common passwords are known", async () => {
    assert(commonPasswords.size > 3000, `${commonPasswords.size}`);
    for (const password of ["Steelers", "Cashmoney", "Bangla@desh123"]) {
      const answer = await owner.post("/users", {
        name: "X",
        role: "sales",
        email: "x@example.test",
        password,
      });
      assertEquals([answer.status, Object.keys(answer.body.errors)], [422, ["password"]], password);
    }
  });

  await t.step("a taken e-mail, phone or code is 409", async () => {
    const named = { name: "Twin", role: "sales", password: "password-123" };
    const taken = {
      duplicate_email: { email: "KARIM@example.test" },
      duplicate_phone: { phone: "01712000001" },
      duplicate_employee_code: { employee_code: "e-1" },
    };
    const other = (await owner.post("/users", { ...named, email: "twin@example.test" })).body.data;
    for (const [code, fields] of Object.entries(taken)) {
      const made = await owner.post("/users", { ...named, ...fields });
      assertEquals([made.status, made.body.code], [409, code]);
      assertMatch(made.body.detail, /conflict/i);
      const changed = await owner.put(`/users/${other.id}`, fields);
      assertEquals([changed.status, changed.body.code], [409, code]);
    }
  });

  await t.step("PUT changes what is sent and never a password", async () => {
    const [karim] = (await owner.get("/users?search=karim")).body.data;
    const changed = await owner.put(`/users/${karim.id}`, {
      phone: "01712000002",
      department: null,
      designation: "",
      password: "another password",
      must_change_password: true,
    });
    const { data, meta } = changed.body;
    assertEquals([data.phone, data.department, data.designation], ["01712000002", null, "Head"]);
    assertEquals(meta.ignored_fields, ["password", "must_change_password"]);
    assertEquals([data.version, data.must_change_password], [karim.version + 1, false]);
    await logInFrom(send, "1712000002", "password-123");
    const etag = `"${karim.version}"`;
    const stale = await owner.put(`/users/${karim.id}`, { name: "K" }, { "if-match": etag });
    assertEquals(stale.status, 412);
    const nameless = { email: null, phone: null, employee_code: null };
    assertEquals((await owner.put(`/users/${karim.id}`, nameless)).status, 422);
    assertEquals((await owner.put("/users/999999", { name: "X" })).status, 404);
  });

  await t.step("the list filters by role, state and text", async () => {
    const ids = async (query: string) =>
      (await owner.get(`/users?${query}`)).body.data.map((user: { name: string }) => user.name);
    assertEquals(await ids("role=store,service_manager&sort=name"), ["Karim", "Salma"]);
    assertEquals(await ids("search=%2B880-1712-000002"), ["Karim"]);
    assertEquals(await ids("active=false"), []);
    assertEquals((await owner.get("/users?role=boss")).status, 422);
    const before = db.database.statements.count;
    await owner.get("/users?include_total=true");
    assert(db.database.statements.count - before <= 3 + 1, "one statement reads the session");
  });
});

Deno.test("who may do what with users", async (t) => {
  await using db = await freshDatabase();
  const { anyone, as } = testApp(db.database);
  const callers = new Map<string, Caller>();
  for (const role of roles) callers.set(role, await as(role));
  const owner = callers.get("owner")!;
  const admin = callers.get("admin")!;
  const sales = callers.get("sales")!;
  const path = `/users/${sales.userId}`;

  await t.step("read: owner, admin, manager; write: owner, admin", async () => {
    for (const [role, caller] of callers) {
      const reads = ["owner", "admin", "manager"].includes(role) ? 200 : 403;
      assertEquals((await caller.get("/users")).status, reads, role);
      assertEquals((await caller.get(path)).status, reads, role);
      assertEquals((await caller.get("/auth/me")).status, 200, role);
      const writes = ["owner", "admin"].includes(role);
      const put = await caller.put(path, { name: "Sales" });
      assertEquals(put.status, writes ? 200 : 403, role);
      if (writes) continue;
      assertEquals(put.body.permission, "users.write");
      assertEquals((await caller.post("/users", { name: "X", role: "sales" })).status, 403);
      assertEquals((await caller.post(`${path}/reset-password`)).status, 403);
    }
    for (const [method, where] of [["GET", "/users"], ["PUT", path], ["POST", "/users"]]) {
      assertEquals((await anyone.call(method, where)).status, 401);
    }
  });

  await t.step("only an owner makes, edits and resets owners and admins", async () => {
    const another = await as("admin");
    for (const role of ["owner", "admin"]) {
      const target = role === "owner" ? owner.userId : another.userId;
      const tries = [
        await admin.post("/users", { name: "X", role, email: "x@example.test" }),
        await admin.put(path, { role }),
        await admin.put(`/users/${target}`, { name: "Renamed" }),
        await admin.put(`/users/${target}`, { active: false }),
        await admin.put(`/users/${target}`, { role: "sales" }),
        await admin.post(`/users/${target}/reset-password`),
      ];
      for (const { status, body } of tries) {
        assertEquals([status, body.permission], [403, "users.write_admins"]);
      }
    }
    assertEquals((await owner.put(`/users/${another.userId}`, { name: "Renamed" })).status, 200);
    assertEquals((await admin.put(path, { role: "accounts" })).status, 200);
    await admin.put(path, { role: "sales" });
  });

  await t.step("an admin edits his own name and contacts, no more", async () => {
    const own = `/users/${admin.userId}`;
    const mine = { name: "Ali", email: "ali@example.test", phone: "01712000003", role: "admin" };
    assertEquals((await admin.put(own, mine)).status, 200);
    const more = await admin.put(own, { department: "All", name: "Ali" });
    assertEquals([more.status, more.body.code], [403, "forbidden_fields"]);
    assertEquals(more.body.fields, ["department"]);
  });

  await t.step("nobody changes his own role, deactivates or resets himself", async () => {
    for (const caller of [owner, admin]) {
      for (const change of [{ role: "sales" }, { active: false }]) {
        const answer = await caller.put(`/users/${caller.userId}`, change);
        assertEquals([answer.status, answer.body.code], [409, "own_account"]);
      }
    }
    const reset = await owner.post(`/users/${owner.userId}/reset-password`);
    assertEquals([reset.status, reset.body.code], [409, "own_account"]);
    assertEquals((await admin.post(`/users/${admin.userId}/reset-password`)).status, 403);
  });

  await t.step("a new role counts from the next request, on the same token", async () => {
    assertEquals((await sales.get("/users")).status, 403);
    await owner.put(path, { role: "manager" });
    assertEquals((await sales.get("/users")).status, 200);
    const { role, permissions } = (await sales.get("/auth/me")).body.data;
    assertEquals([role, permissions.includes("users.read")], ["manager", true]);
    await owner.put(path, { role: "sales" });
    assertEquals((await sales.get("/users")).status, 403);
  });

  await t.step("deactivation ends the token for good", async () => {
    const leaver = await as("store");
    await owner.put(`/users/${leaver.userId}`, { active: false });
    assertEquals((await leaver.get("/auth/me")).status, 401);
    await owner.put(`/users/${leaver.userId}`, { active: true });
    assertEquals((await leaver.get("/auth/me")).status, 401);
  });
});

Deno.test("reset-password", async (t) => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const send = from(app, "10.0.0.1");
  const { userId } = await as("engineer");
  const email = "engineer@example.test";
  await owner.put(`/users/${userId}`, { email });
  const reset = (body?: unknown) => owner.post(`/users/${userId}/reset-password`, body);

  await t.step("generates one, ends every session, and makes a change due", async () => {
    const sessions = [
      await sessionOf(db.database, userId),
      await sessionOf(db.database, userId, "10.0.0.2"),
    ];
    const answer = await reset();
    assertEquals([answer.status, answer.headers.get("cache-control")], [200, "no-store"]);
    assertEquals(answer.body.data.must_change_password, true);
    for (const { token, refresh_token } of sessions) {
      assertEquals((await send("GET", "/auth/me", { token })).status, 401);
      assertEquals((await send("POST", "/auth/refresh", { body: { refresh_token } })).status, 401);
    }
    const login = await logInFrom(send, email, answer.body.data.generated_password);
    const elsewhere = await send("GET", "/suppliers", { token: login.token });
    assertEquals(elsewhere.body.code, "password_change_required");
  });

  await t.step("a given one is not shown and not due, unless said so", async () => {
    const given = await reset({ new_password: "given-password-1" });
    assertEquals("generated_password" in given.body.data, false);
    assertEquals(given.body.data.must_change_password, false);
    await logInFrom(send, email, "given-password-1");
    const due = await reset({ new_password: "given-password-2", must_change_password: true });
    assertEquals(due.body.data.must_change_password, true);
    const free = await reset({ must_change_password: "false" });
    assertEquals(free.body.data.must_change_password, false);
  });

  await t.step("opens an account that guesses had closed", async () => {
    await db.database.query(sql`
      insert into login_failures (account, address)
      select ${`user ${userId}`}, '10.66.0.1' from generate_series(1, 10)`);
    await reset({ new_password: "given-password-3" });
    await logInFrom(from(app, "10.0.0.3"), email, "given-password-3");
  });

  await t.step("a poor password is 422, an unknown user 404", async () => {
    assertEquals((await reset({ new_password: "sunshine" })).status, 422);
    assertEquals((await reset({ new_password: "x".repeat(73) })).status, 422);
    assertEquals((await owner.post("/users/999999/reset-password")).status, 404);
  });
});

Deno.test("findActor() takes the first active owner where nobody is named", async () => {
  await using db = await freshDatabase();
  await insertUser(db.database, "sales");
  const gone = await insertUser(db.database, "owner");
  await db.database.query(sql`update users set active = false where id = ${gone}`);
  const refused = await thrownBy(() => findActor(db.database, undefined));
  assertMatch(refused.message, /no owner yet/);
  const owner = await insertUser(db.database, "owner");
  assertEquals((await findActor(db.database, undefined)).userId, owner);
});
