import sql from "sql-template-tag";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from, logInFrom, PASSWORD, type Send, userWith } from "./staff.ts";

function guess(send: Send, identifier: string, password = "a wrong guess") {
  return send("POST", "/auth/login", { body: { identifier, password } });
}

Deno.test("50 guesses at once count one by one", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const home = from(app, "10.0.0.1");
  const attacker = from(app, "10.66.0.1");
  const user = await userWith(db.database, "sales");
  await logInFrom(home, user.email);

  await t.step("ten are looked at, the rest are 429 with Retry-After", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => guess(attacker, user.email)),
    );
    assertEquals(answers.filter((answer) => answer.status === 401).length, 10);
    const refused = answers.filter((answer) => answer.status === 429);
    assertEquals(refused.length, 40);
    for (const { body, headers } of refused) {
      assertEquals(body.code, "too_many_attempts");
      const wait = Number(headers.get("retry-after"));
      assert(wait > 800 && wait <= 900, `Retry-After ${wait}`);
    }
  });

  await t.step("the right password from a new address is 429, however it is spelt", async () => {
    const stranger = from(app, "10.77.0.1");
    await db.database.query(
      sql`update users set phone_digits = '1712345678' where id = ${user.id}`,
    );
    for (const identifier of [user.email, user.email.toUpperCase(), "01712345678"]) {
      assertEquals((await guess(stranger, identifier, PASSWORD)).status, 429);
    }
  });

  await t.step("a service that starts anew has forgotten nothing", async () => {
    const { app: restarted } = testApp(db.database);
    assertEquals((await guess(from(restarted, "10.77.0.2"), user.email, PASSWORD)).status, 429);
  });

  await t.step(
    "from the known address wrong is 429, right is 200 and clears the count",
    async () => {
      assertEquals((await guess(home, user.email)).status, 429);
      await logInFrom(home, user.email);
      await logInFrom(from(app, "10.77.0.1"), user.email);
    },
  );
});

Deno.test("guesses at a user who does not exist are counted alike", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  for (let i = 0; i < 10; i++) {
    const spelling = i % 2 ? "+880 1555 000000" : "01555000000";
    assertEquals((await guess(from(app, `10.0.1.${i}`), spelling)).status, 401);
  }
  assertEquals((await guess(from(app, "10.0.2.1"), "01555-000000")).status, 429);
  assertEquals((await guess(from(app, "10.0.2.1"), "another@example.test")).status, 401);
  const rows = await db.database.query<{ account: string }[]>(
    sql`select account from login_failures`,
  );
  assert(rows.every((row) => !row.account.includes("1555000000")), "what was typed is not kept");
});

Deno.test("50 failures from one address close it, 15 minutes open it", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.9");
  const known = await userWith(db.database, "sales");
  const fresh = await userWith(db.database, "sales");
  await logInFrom(send, known.email);
  await db.database.query(sql`
    insert into login_failures (account, address, failed_at)
    select 'unknown ' || n, '10.0.0.9', now() - interval '5 minutes' from generate_series(1, 50) n`);
  const refused = await guess(send, fresh.email, PASSWORD);
  assertEquals(refused.status, 429);
  const wait = Number(refused.headers.get("retry-after"));
  assert(wait > 590 && wait <= 600, `Retry-After ${wait}`);
  await logInFrom(send, known.email);
  await logInFrom(from(app, "10.0.0.10"), fresh.email);

  await db.database.query(
    sql`update login_failures set failed_at = failed_at - interval '10 minutes'`,
  );
  await logInFrom(send, (await userWith(db.database, "sales")).email);
  const [{ left }] = await db.database.query<[{ left: number }]>(
    sql`select count(*) as left from login_failures`,
  );
  assertEquals(left, 0, "old rows are deleted in passing");
});

Deno.test("a spoofed X-Forwarded-For does not hide the address", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  await db.database.query(sql`
    insert into login_failures (account, address)
    select 'unknown ' || n, '10.0.0.9' from generate_series(1, 50) n`);
  const answer = await from(app, "10.0.0.9")("POST", "/auth/login", {
    body: { identifier: "someone", password: "a wrong guess" },
    headers: { "x-forwarded-for": "1.2.3.4" },
  });
  assertEquals(answer.status, 429);
});
