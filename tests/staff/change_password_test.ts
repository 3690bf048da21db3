import sql from "sql-template-tag";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from, logInFrom, PASSWORD, sessionOf, userWith } from "./staff.ts";

Deno.test("change-password", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.1");
  const user = await userWith(db.database, "store");
  let own: { token: string; refresh_token: string } = await sessionOf(db.database, user.id);
  const change = (token: string, current_password: string, new_password: string) =>
    send("POST", "/auth/change-password", { token, body: { current_password, new_password } });
  const me = async (token: string) => (await send("GET", "/auth/me", { token })).status;

  await t.step("a wrong current password and a poor new one are 422 on their field", async () => {
    const wrong = await change(own.token, "not the password", "a better one");
    assertEquals([wrong.status, Object.keys(wrong.body.errors)], [422, ["current_password"]]);
    const poor = [
      ...["short", "12345678", user.email, PASSWORD, "ক".repeat(25)],
      ...[
        "Password@123",
        "admin@123",
        "\u200b".repeat(8),
        `short\u200b\u00ad\ufeff`,
        "Back-Office",
      ],
    ];
    for (const password of poor) {
      const answer = await change(own.token, PASSWORD, password);
      assertEquals([answer.status, Object.keys(answer.body.errors)], [422, ["new_password"]]);
    }
    const long = "x".repeat(72);
    assertEquals((await change(own.token, PASSWORD, `${long}a`)).status, 422);
    assertEquals((await change(own.token, PASSWORD, `${long}b`)).status, 422);
  });

  await t.step(
    "every other session ends at once, the caller's when its new tokens are used",
    async () => {
      const others = [
        await sessionOf(db.database, user.id),
        await sessionOf(db.database, user.id, "10.0.0.2"),
      ];
      const changed = await change(own.token, PASSWORD, " spaces stay ");
      assertEquals(changed.status, 200);
      assertEquals(await me(own.token), 200, "its owner may not have read the answer");
      assertEquals(await me(changed.body.data.token), 200);
      assertEquals(await me(own.token), 401, "what is left of it is a copy");
      for (const { token, refresh_token } of others) {
        assertEquals(await me(token), 401);
        assertEquals(
          (await send("POST", "/auth/refresh", { body: { refresh_token } })).status,
          401,
        );
      }
      const refresh = (refresh_token: string) =>
        send("POST", "/auth/refresh", { body: { refresh_token } });
      assertEquals((await refresh(own.refresh_token)).status, 401);
      own = (await refresh(changed.body.data.refresh_token)).body.data;
    },
  );

  await t.step("a refresh with the new tokens ends the copy too", async () => {
    const before = own;
    own = (await change(own.token, " spaces stay ", "Eight-8!")).body.data;
    assertEquals(await me(before.token), 200);
    own = (await send("POST", "/auth/refresh", { body: { refresh_token: own.refresh_token } }))
      .body.data;
    assertEquals(await me(before.token), 401);
    own = (await change(own.token, "Eight-8!", " spaces stay ")).body.data;
  });

  await t.step("the new password counts to the last space, the old one no more", async () => {
    for (const password of [PASSWORD, "spaces stay"]) {
      const body = { identifier: user.email, password };
      assertEquals((await send("POST", "/auth/login", { body })).status, 401);
    }
    await logInFrom(send, user.email, " spaces stay ");
  });

  await t.step("wrong current passwords fill the same count as failed logins", async () => {
    const stranger = from(app, "10.9.9.9");
    await db.database.query(sql`
      insert into login_failures (account, address)
      select ${`user ${user.id}`}, '10.9.9.9' from generate_series(1, 9)`);
    const attempt = (current_password: string) =>
      stranger("POST", "/auth/change-password", {
        token: own.token,
        body: { current_password, new_password: "yet another one" },
      });
    assertEquals((await attempt("a wrong guess")).status, 422);
    const throttled = await attempt(" spaces stay ");
    assertEquals([throttled.status, throttled.body.code], [429, "too_many_attempts"]);
    assert(throttled.headers.has("retry-after"));
    assertEquals((await change(own.token, " spaces stay ", PASSWORD)).status, 200);
  });
});

Deno.test("while a password is due only me, change-password, refresh and logout work", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.1");
  const user = await userWith(db.database, "manager", { must_change_password: true });
  const { token, refresh_token, user: shown } = await sessionOf(db.database, user.id);
  assertEquals(shown.must_change_password, true);
  for (const path of ["/users", "/suppliers", `/users/${user.id}`]) {
    const answer = await send("GET", path, { token });
    assertEquals([answer.status, answer.body.code], [403, "password_change_required"]);
  }
  assertEquals((await send("GET", "/auth/me", { token })).status, 200);
  const fresh = await send("POST", "/auth/refresh", { body: { refresh_token } });
  assertEquals(fresh.status, 200);
  const body = { current_password: PASSWORD, new_password: "my own password" };
  const changed = await send("POST", "/auth/change-password", { token, body });
  assertEquals([changed.status, changed.body.data.user.must_change_password], [200, false]);
  assertEquals((await send("GET", "/users", { token })).status, 200);
  const out = await send("POST", "/auth/logout", { token });
  assertEquals(out.status, 200);
});

Deno.test("a generated password opens nothing after seven days, until it is reset; one that was changed stays", async () => {
  await using db = await freshDatabase();
  const { app, as } = testApp(db.database);
  const owner = await as("owner");
  const send = from(app, "10.0.0.1");
  const email = "new@example.test";
  const logIn = (password: string) =>
    send("POST", "/auth/login", { body: { identifier: email, password } });
  const wait = (days: number) =>
    db.database.query(sql`
      update users set password_ends_at = password_ends_at - make_interval(days => ${days}::integer)
      where email = ${email}`);
  const made = (await owner.post("/users", { name: "New", role: "store", email })).body.data;
  await wait(6);
  assertEquals((await logIn(made.generated_password)).status, 200);
  await wait(1);
  const late = await logIn(made.generated_password);
  assertEquals([late.status, late.body.code], [401, "invalid_credentials"]);

  const reset = (await owner.post(`/users/${made.id}/reset-password`, {})).body.data;
  const again = await logIn(reset.generated_password);
  assertEquals(again.status, 200);
  const changed = await send("POST", "/auth/change-password", {
    token: again.body.data.token,
    body: { current_password: reset.generated_password, new_password: "his own from now on" },
  });
  assertEquals(changed.status, 200);
  await wait(30);
  assertEquals((await logIn("his own from now on")).status, 200);

  // what an admin gives, or gives for good, has no such end
  await owner.post(`/users/${made.id}/reset-password`, { must_change_password: false });
  await owner.post("/users", {
    name: "Given",
    role: "store",
    email: "g@x.test",
    password: "given to him",
  });
  const ends = await db.database.query(sql`select 1 from users where password_ends_at is not null`);
  assertEquals(ends, []);
});
