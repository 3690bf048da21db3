import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { hashToken } from "../../domain/staff/tokens.ts";
import { type Answer, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { from, PASSWORD, sessionOf, userWith } from "./staff.ts";

Deno.test("sessions", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.1");
  const user = await userWith(db.database, "sales");
  const refresh = (refresh_token: string) =>
    send("POST", "/auth/refresh", { body: { refresh_token } });
  const me = async (token: string) => (await send("GET", "/auth/me", { token })).status;

  await t.step("refresh gives a new pair, the old access token lives on", async () => {
    const login = await sessionOf(db.database, user.id);
    const fresh = await refresh(login.refresh_token);
    assertEquals(fresh.status, 200);
    assert(fresh.body.data.refresh_token !== login.refresh_token);
    assertEquals(fresh.body.data.user.id, user.id);
    assertEquals([await me(login.token), await me(fresh.body.data.token)], [200, 200]);
    const next = await refresh(fresh.body.data.refresh_token);
    assertEquals(next.status, 200);
  });

  await t.step("a refresh token used twice ends the whole session, and only that one", async () => {
    const other = await sessionOf(db.database, user.id);
    const login = await sessionOf(db.database, user.id);
    const fresh = (await refresh(login.refresh_token)).body.data;
    const replayed = await refresh(login.refresh_token);
    assertEquals([replayed.status, replayed.body.code], [401, "invalid_refresh_token"]);
    assertEquals((await refresh(fresh.refresh_token)).status, 401);
    assertEquals([await me(fresh.token), await me(login.token)], [401, 401]);
    assertEquals(await me(other.token), 200);
  });

  await t.step("two refreshes at once are not both answered", async () => {
    const login = await sessionOf(db.database, user.id);
    const answers: Promise<Answer>[] = [];
    await inTransaction(db.database, async (tx) => {
      await tx.query(sql`
        select token_hash from refresh_tokens
        where token_hash = ${hashToken(login.refresh_token)} for update`);
      for (let i = 0; i < 2; i++) answers.push(refresh(login.refresh_token));
      await untilBlocked(db.database, 2);
    });
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    assertEquals(statuses.sort(), [200, 401]);
    assertEquals(await me(login.token), 401, "the copy ended the session");
  });

  await t.step("a session is refreshed for a year", async () => {
    const login = await sessionOf(db.database, user.id);
    await db.database.query(sql`
      update sessions set created_at = now() - interval '360 days' where user_id = ${user.id}`);
    const fresh = (await refresh(login.refresh_token)).body.data;
    const [{ days }] = await db.database.query<[{ days: number }]>(sql`
      select extract(day from max(expires_at) - now())::integer as days from sessions
      where user_id = ${user.id} and expires_at < now() + interval '29 days'`);
    assert(days <= 5 && days >= 4, `${days} days`);
    await db.database.query(sql`
      update sessions set expires_at = now() - interval '1 day' where user_id = ${user.id}`);
    assertEquals(await me(fresh.token), 401);
  });

  await t.step("everybody sees and ends his own, and nobody else's", async () => {
    const other = await sessionOf(db.database, (await userWith(db.database, "owner")).id);
    const login = (device: string) =>
      send("POST", "/auth/login", {
        body: { identifier: user.email, password: PASSWORD, device: { name: device } },
      });
    const lost = (await login("lost phone")).body.data;
    const kept = (await login("office")).body.data;
    const list = async () => (await send("GET", "/auth/sessions", { token: kept.token })).body.data;
    const [first, second] = await list();
    assertEquals([first.device, first.is_current], [{ name: "office" }, true]);
    assertEquals([second.device, second.address], [{ name: "lost phone" }, "10.0.0.1"]);
    const end = (token: string) => send("POST", `/auth/sessions/${second.id}/end`, { token });
    assertEquals((await end(other.token)).status, 404);
    assertEquals(await me(lost.token), 200);
    const ended = await end(kept.token);
    assertEquals([ended.status, ended.body.data.id], [200, second.id]);
    assertEquals([await me(lost.token), (await refresh(lost.refresh_token)).status], [401, 401]);
    assertEquals((await end(kept.token)).status, 404);
    assertEquals((await list()).length, 1);
  });

  await t.step("an Idempotency-Key does not bring a token back", async () => {
    const { refresh_token } = await sessionOf(db.database, user.id);
    const request = { body: { refresh_token }, headers: { "idempotency-key": "again" } };
    assertEquals((await send("POST", "/auth/refresh", request)).status, 200);
    assertEquals((await send("POST", "/auth/refresh", request)).status, 401);
  });

  await t.step("unknown, expired, and a deactivated user's refresh tokens are 401", async () => {
    assertEquals((await refresh("made-up")).status, 401);
    assertEquals((await send("POST", "/auth/refresh", { body: {} })).status, 422);
    const late = await sessionOf(db.database, user.id);
    await db.database.query(
      sql`update refresh_tokens set expires_at = now() where used_at is null`,
    );
    assertEquals((await refresh(late.refresh_token)).status, 401);
    const leaver = await userWith(db.database, "sales");
    const login = await sessionOf(db.database, leaver.id);
    await db.database.query(sql`update users set active = false where id = ${leaver.id}`);
    assertEquals((await refresh(login.refresh_token)).status, 401);
    assertEquals(await me(login.token), 401);
  });

  await t.step("logout by access token, by refresh token, by both", async () => {
    const [a, b, c, d] = [
      await sessionOf(db.database, user.id),
      await sessionOf(db.database, user.id),
      await sessionOf(db.database, user.id),
      await sessionOf(db.database, user.id),
    ];
    const out = await send("POST", "/auth/logout", { token: a.token });
    assertEquals([out.status, out.body], [200, { data: { logged_out: true } }]);
    assertEquals([await me(a.token), (await refresh(a.refresh_token)).status], [401, 401]);

    const byRefresh = { body: { refresh_token: b.refresh_token } };
    assertEquals((await send("POST", "/auth/logout", byRefresh)).status, 200);
    assertEquals(await me(b.token), 401);
    assertEquals((await send("POST", "/auth/logout", byRefresh)).status, 200);

    const both = { token: c.token, body: { refresh_token: d.refresh_token } };
    assertEquals((await send("POST", "/auth/logout", both)).status, 200);
    assertEquals([await me(c.token), await me(d.token)], [401, 401]);
  });

  await t.step("logout without either, or with a dead one, is 401", async () => {
    const none = await send("POST", "/auth/logout");
    assertEquals([none.status, none.body.code], [401, "missing_token"]);
    const login = await sessionOf(db.database, user.id);
    await send("POST", "/auth/logout", { token: login.token });
    const again = await send("POST", "/auth/logout", { token: login.token });
    assertEquals([again.status, again.body.code], [401, "invalid_token"]);
    const madeUp = await send("POST", "/auth/logout", { body: { refresh_token: "made-up" } });
    assertEquals([madeUp.status, madeUp.body.code], [401, "invalid_refresh_token"]);
    const expired = { token: login.token, body: { refresh_token: login.refresh_token } };
    assertEquals((await send("POST", "/auth/logout", expired)).status, 200);
  });

  await t.step("only hashes of refresh tokens are stored", async () => {
    const { refresh_token } = await sessionOf(db.database, user.id);
    const rows = await db.database.query<{ token_hash: string }[]>(
      sql`select token_hash from refresh_tokens`,
    );
    assert(rows.every((row) => row.token_hash !== refresh_token && row.token_hash.length === 64));
  });
});
