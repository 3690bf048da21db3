import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from, logInFrom, PASSWORD, type Send, userWith } from "./staff.ts";

function guess(send: Send, identifier: string, password = "a wrong guess") {
  return send("POST", "/auth/login", { body: { identifier, password } });
}

/** Failures of just now. */
async function failures(database: Database, account: string, times: number): Promise<void> {
  await database.query(sql`
    insert into login_failures (account, address)
    select ${account}, '10.66.0.2' from generate_series(1, ${times}::integer)`);
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
      assert(wait > 30 && wait <= 60, `Retry-After ${wait}`);
    }
  });

  await t.step("each failure after that doubles the wait, up to 15 minutes", async () => {
    const waits = [];
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      await db.database.query(
        sql`update login_failures set failed_at = failed_at - make_interval(mins => ${minutes})`,
      );
      assertEquals((await guess(attacker, user.email)).status, 401);
      const { headers } = await guess(attacker, user.email);
      waits.push(Math.ceil(Number(headers.get("retry-after")) / 60));
    }
    assertEquals(waits, [2, 4, 8, 15, 15, 15]);
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

  await t.step("nothing of that is counted where he is known", async () => {
    assertEquals((await guess(home, user.email)).status, 401);
    await logInFrom(home, user.email);
    assertEquals((await guess(from(app, "10.77.0.1"), user.email, PASSWORD)).status, 429);
  });
});

Deno.test("where a user is known his password is not guessed without end", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const home = from(app, "10.0.0.1");
  const user = await userWith(db.database, "sales");
  await logInFrom(home, user.email);
  const failed = (times: number) => failures(db.database, `user ${user.id} at 10.0.0.1`, times);

  await t.step(
    "after ten wrong ones are 429, and the right one passes and clears them",
    async () => {
      await failed(9);
      assertEquals((await guess(home, user.email)).status, 401);
      assertEquals((await guess(home, user.email)).status, 429);
      await logInFrom(home, user.email);
      assertEquals((await guess(home, user.email)).status, 401);
    },
  );

  await t.step("after twenty the right one waits as well", async () => {
    await failed(18);
    assertEquals((await guess(home, user.email)).status, 429);
    const closed = await guess(home, user.email, PASSWORD);
    assertEquals(closed.status, 429);
    const wait = Number(closed.headers.get("retry-after"));
    assert(wait > 30 && wait <= 60, `Retry-After ${wait}`);
    await db.database.query(
      sql`update login_failures set failed_at = failed_at - interval '1 minute'`,
    );
    await logInFrom(home, user.email);
  });

  await t.step("an address is known for 90 days after the last login from it", async () => {
    await failures(db.database, `user ${user.id}`, 10);
    await logInFrom(home, user.email);
    await db.database.query(
      sql`update known_addresses set last_seen_at = now() - interval '91 days'`,
    );
    assertEquals((await guess(home, user.email, PASSWORD)).status, 429);
  });
});

Deno.test("a device is known wherever it is", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const user = await userWith(db.database, "sales");
  const other = await userWith(db.database, "store");
  let address = 0;
  const logIn = (cookie: string, who = user.email, password = PASSWORD) =>
    from(app, `10.1.0.${++address}`)("POST", "/auth/login", {
      body: { identifier: who, password },
      headers: cookie ? { cookie } : {},
    });
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get("set-cookie")!.split(";")[0];
  const first = await logIn("");
  const cookie = cookieOf(first);
  const lockOut = async ({ id, email }: { id: number; email: string }) => {
    await db.database.query(sql`delete from login_failures`);
    await failures(db.database, `user ${id}`, 10);
    assertEquals((await logIn("", email)).status, 429);
  };

  await t.step("its cookie is for logins alone, and no script reads it", () => {
    const whole = first.headers.get("set-cookie")!;
    for (const part of ["Path=/api/v1/auth", "HttpOnly", "SameSite=Strict"]) {
      assert(whole.includes(part), whole);
    }
  });

  await t.step("strangers' guesses do not keep it out", async () => {
    await lockOut(user);
    assertEquals((await logIn(cookie)).status, 200);
    assertEquals((await logIn("device=made-up")).status, 429);
  });

  await t.step("it is known for whoever has logged in on it, and for nobody else", async () => {
    await lockOut(other);
    assertEquals((await logIn(cookie, other.email)).status, 429);
    await db.database.query(sql`delete from login_failures`);
    assertEquals(cookieOf(await logIn(cookie, other.email)), cookie);
    await lockOut(other);
    assertEquals((await logIn(cookie, other.email)).status, 200);
  });

  await t.step(
    "a new password ends what was known, a change keeps the device it is made on",
    async () => {
      const { token } = (await logIn(cookie)).body.data;
      await db.database.query(sql`delete from login_failures`);
      const elsewhere = cookieOf(await logIn(""));
      const changed = await from(app, "10.1.1.1")("POST", "/auth/change-password", {
        token,
        body: { current_password: PASSWORD, new_password: "quite another one" },
        headers: { cookie },
      });
      assertEquals(changed.status, 200);
      await lockOut(user);
      assertEquals((await logIn(elsewhere, user.email, "quite another one")).status, 429);
      assertEquals((await logIn(cookie, user.email, "quite another one")).status, 200);
    },
  );
});

Deno.test("guesses at a user who does not exist are counted alike", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  for (let i = 0; i < 10; i++) {
    const spelling = i % 2 ? "+880 1555 000000" : "01555000000";
    assertEquals((await guess(from(app, `10.0.1.${i}`), spelling)).status, 401);
    assertEquals((await guess(from(app, `10.0.3.${i}`), i % 2 ? "E-১২" : "e-12")).status, 401);
  }
  assertEquals((await guess(from(app, "10.0.2.1"), "01555-000000")).status, 429);
  assertEquals((await guess(from(app, "10.0.2.2"), "E-12")).status, 429, "as a code that there is");
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
  await db.database.query(sql`update login_failures set failed_at = failed_at - interval '1 day'`);
  await logInFrom(send, fresh.email);
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
