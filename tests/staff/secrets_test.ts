import { createHash } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import { setLogLevel, writeLog } from "../../api/http/log.ts";
import { setupCode } from "../../domain/staff/setup_owner.ts";
import { testApp, testKeys } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { from } from "./staff.ts";

Deno.test("no password and no token is left lying about", async (t) => {
  await using db = await freshDatabase();
  const { app } = testApp(db.database);
  const send = from(app, "10.0.0.1");
  const lines: string[] = [];
  const print = console.error;
  console.error = (text: string) => lines.push(...text.split("\n"));
  setLogLevel("debug");
  const secrets = ["canary-first", "canary-second", "canary-wrong", "canary-user", "canary-reset"];
  const setup_code = setupCode(testKeys[0]);
  secrets.push(setup_code);
  const answers: string[] = [];
  const post = async (path: string, body: unknown, token?: string, key?: string) => {
    const headers = key === undefined ? undefined : { "idempotency-key": key };
    const answer = await send("POST", path, { body, token, headers });
    answers.push(JSON.stringify(answer.body));
    return answer;
  };

  await t.step("through every route that takes or gives one", async () => {
    const owner = { name: "Owner", email: "owner@example.test" };
    const set = await post("/auth/setup-owner", { ...owner, password: secrets[0], setup_code });
    const { token, refresh_token } = set.body.data;
    await post("/auth/login", { email: owner.email, password: secrets[2] });
    await post("/auth/login", { identifier: secrets[2], password: secrets[2] });
    await post("/auth/change-password", {
      current_password: secrets[0],
      new_password: secrets[1],
    }, token);
    const fresh = await post("/auth/refresh", { refresh_token });
    const user = { name: "U", role: "sales", email: "u@example.test", password: secrets[3] };
    const made = await post("/users", user, token, "key-1");
    const generated = await post(
      "/users",
      { name: "V", role: "sales", phone: "55555" },
      token,
      "k2",
    );
    const reset = await post(
      `/users/${made.body.data.id}/reset-password`,
      {
        new_password: secrets[4],
      },
      token,
      "k3",
    );
    const again = await post(`/users/${made.body.data.id}/reset-password`, {}, token, "k4");
    assertEquals([made.status, generated.status, reset.status, again.status], [201, 201, 200, 200]);
    secrets.push(token, refresh_token, fresh.body.data.token, fresh.body.data.refresh_token);
    secrets.push(generated.body.data.generated_password, again.body.data.generated_password);
  });
  setLogLevel("error");
  writeLog();
  console.error = print;

  await t.step("an answer never repeats a password that was sent", () => {
    for (const secret of secrets.slice(0, 5)) {
      assert(!answers.some((text) => text.includes(secret)), secret);
    }
  });

  await t.step("the log has none", () => {
    assert(lines.length >= 9);
    for (const secret of secrets) assert(!lines.some((line) => line.includes(secret)), secret);
  });

  await t.step("no table has one, the kept answers and the audit included", async () => {
    const tables = await db.database.query<{ name: string }[]>(sql`
      select tablename as name from pg_tables where schemaname = 'public'`);
    for (const { name } of tables) {
      const rows = await db.database.query<{ row: string }[]>(
        sql`select row_to_json(t)::text as row from ${raw(name)} t`,
      );
      for (const secret of secrets) {
        assert(!rows.some(({ row }) => row.includes(secret)), `${name} has ${secret}`);
      }
      if (name !== "users") assert(!rows.some(({ row }) => row.includes("$2b$")), name);
    }
  });
});

Deno.test("POST /users is idempotent, and shows a generated password once", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const key = { "idempotency-key": "make-salma" };
  const salma = { name: "Salma", role: "store", phone: "01712000009" };
  const first = await owner.post("/users", salma, key);
  assert(first.body.data.generated_password);
  const replay = await owner.post("/users", salma, key);
  assertEquals([replay.status, replay.headers.get("idempotency-replayed")], [201, "true"]);
  const { generated_password: _once, ...rest } = first.body.data;
  assertEquals(replay.body.data, rest);
  const other = await owner.post("/users", { ...salma, password: "password-123" }, key);
  assertEquals([other.status, other.body.code], [422, "idempotency_key_reused"]);
  const plain = createHash("sha256").update(`POST /api/v1/users\n${JSON.stringify(salma)}`);
  const [{ request_hash }] = await db.database.query<[{ request_hash: string }]>(
    sql`select request_hash from idempotency_keys`,
  );
  assert(
    request_hash !== plain.digest("hex"),
    "a hash without a key would help to guess a password",
  );
});
