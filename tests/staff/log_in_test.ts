import bcrypt from "bcrypt";
import sql from "sql-template-tag";
import { readConfig } from "../../domain/config/config.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from, logInFrom, PASSWORD, userWith } from "./staff.ts";

Deno.test("login", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.1");
  const user = await userWith(db.database, "sales");
  await db.database.query(sql`
    update users set phone = '01712-345678', phone_digits = '1712345678', employee_code = 'Emp-7'
    where id = ${user.id}`);

  await t.step("takes e-mail, phone in any spelling, or code, under any of the names", async () => {
    const bodies = [
      { identifier: ` ${user.email.toUpperCase()} ` },
      { email: user.email },
      { phone: "+880 1712 345678" },
      { phone: "০১৭১২৩৪৫৬৭৮" },
      { username: "1712345678" },
      { employee_code: "emp-7" },
    ];
    for (const body of bodies) {
      const answer = await send("POST", "/auth/login", { body: { ...body, password: PASSWORD } });
      assertEquals([answer.status, answer.body.data?.user.id], [200, user.id]);
    }
  });

  await t.step(
    "answers the token twice, its kind, its life, a refresh token, the user",
    async () => {
      const device = { model: "A 14", app: 1.5, note: "nul \0" };
      const { body } = await send("POST", "/auth/login", {
        body: { identifier: user.email, password: PASSWORD, device, remember: true },
      });
      assertEquals(Object.keys(body.data).sort(), [
        "access_token",
        "expires_in",
        "refresh_token",
        "token",
        "token_type",
        "user",
      ]);
      assertEquals(body.meta.ignored_fields, ["remember"]);
      assertEquals("password_hash" in body.data.user, false);
      const me = await send("GET", "/auth/me", { token: body.data.token });
      assertEquals([me.status, me.body.data.id, me.body.data.role], [200, user.id, "sales"]);
      assert(me.body.data.permissions.includes("invoices.write"));
      assert(!me.body.data.permissions.includes("users.read"));
      const [session] = await db.database.query<[{ device: { model: string }; address: string }]>(
        sql`select device, address from sessions order by id desc limit 1`,
      );
      assertEquals([session.device.model, session.address], ["A 14", "10.0.0.1"]);
    },
  );

  await t.step("unknown, wrong password and inactive get the same answer", async () => {
    const inactive = await userWith(db.database, "sales", { active: false });
    const attempts = [
      { identifier: "nobody@example.test", password: PASSWORD },
      { identifier: user.email, password: `${PASSWORD} ` },
      { identifier: inactive.email, password: PASSWORD },
    ];
    const answers = [];
    for (const body of attempts) answers.push(await send("POST", "/auth/login", { body }));
    for (const { status, headers, body } of answers) {
      assertEquals([status, body.code], [401, "invalid_credentials"]);
      assertEquals({ ...body, request_id: "" }, { ...answers[0].body, request_id: "" });
      assertEquals([...headers.keys()], [...answers[0].headers.keys()]);
    }
  });

  await t.step("missing fields and a device that is no object are 422", async () => {
    const answer = await send("POST", "/auth/login", { body: { device: "phone" } });
    assertEquals(answer.status, 422);
    assertEquals(Object.keys(answer.body.errors).sort(), ["device", "identifier", "password"]);
  });

  await t.step("a password that goes on after byte 72 is another password", async () => {
    const long = "ü".repeat(36); // 72 bytes
    const { email } = await userWith(db.database, "sales", { hash: await bcrypt.hash(long, 4) });
    const wrong = { identifier: email, password: `${long}x` };
    assertEquals((await send("POST", "/auth/login", { body: wrong })).status, 401);
    await logInFrom(send, email, long);
  });

  await t.step("a hash made with less work is made anew", async () => {
    const { id, email } = await userWith(db.database, "sales", {
      hash: await bcrypt.hash(PASSWORD, 4),
    });
    await logInFrom(send, email);
    const [{ password_hash }] = await db.database.query<[{ password_hash: string }]>(
      sql`select password_hash from users where id = ${id}`,
    );
    assertEquals(bcrypt.getRounds(password_hash), readConfig().PASSWORD_COST);
    await logInFrom(send, email);
  });

  await t.step("success and failure are in the audit, without what was typed", async () => {
    const rows = await db.database.query<{ action: string; entity_id: number; after: object }[]>(
      sql`select action, entity_id, after from audit_log order by id`,
    );
    const failed = rows.filter((row) => row.action === "user.login_failed");
    assertEquals(failed.slice(0, 2).map((row) => row.entity_id), [null, user.id] as never);
    assertEquals(failed[0].after, { address: "10.0.0.1" });
    assert(rows.some((row) => row.action === "user.login" && row.entity_id === user.id));
  });
});

Deno.test("login takes as long for an unknown user as for a wrong password", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const unknown: number[] = [];
  const wrong: number[] = [];
  // others make a request slower, never faster: of each the fastest, and more of them where the two differ
  const ratio = () => Math.min(...unknown) / Math.min(...wrong);
  const alike = () => ratio() > 0.7 && ratio() < 1.43;
  for (let i = 0; i < 15 || (i < 100 && !alike()); i++) {
    const user = await userWith(db.database, "sales");
    unknown.push(await timed(from(app, `10.1.0.${i}`), `nobody${i}@example.test`));
    wrong.push(await timed(from(app, `10.2.0.${i}`), user.email));
  }
  assert(alike(), `an unknown user takes ${ratio().toFixed(2)} of the time of a wrong password`);
});

async function timed(send: ReturnType<typeof from>, identifier: string): Promise<number> {
  const start = performance.now();
  const body = { identifier, password: "not the password" };
  assertEquals((await send("POST", "/auth/login", { body })).status, 401);
  return performance.now() - start;
}

Deno.test("login waits for no one who was deactivated or reset meanwhile", async () => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.1");
  const user = await userWith(db.database, "sales");
  const login = send("POST", "/auth/login", { body: { email: user.email, password: PASSWORD } });
  // the look at the password takes long enough for this to come in between
  for (let counted = 0; counted === 0;) {
    const [row] = await db.database.query<[{ n: number }]>(
      sql`select count(*) as n from login_failures`,
    );
    counted = row.n;
  }
  await db.database.query(sql`update users set password_hash = '!' where id = ${user.id}`);
  assertEquals((await login).status, 401);
});
