import sql from "sql-template-tag";
import { type Diagnosis, examine } from "../../domain/doctor/examine.ts";
import { MOST_READERS } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { insertUser, testSecret } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { emptyDatabase, freshDatabase } from "../support/db.ts";
import { cli } from "../support/server.ts";

async function examined(env: Record<string, string>): Promise<Diagnosis> {
  return await examine((name) => env[name]);
}

function of({ findings }: Diagnosis, name: string) {
  return findings.filter((finding) => finding.name === name).map(({ verdict }) => verdict);
}

Deno.test("examine() finds what is amiss and nothing in a service that is well", async (t) => {
  await using db = await freshDatabase();
  const folder = await Deno.makeTempDir();
  const AUDIT_KEY = "wT5nQz8cLr2Vx9Kp4Hs7Jd1Mf6Gb3Ya0";
  const env = { DATABASE_URL: db.url, JWT_SECRET: testSecret, AUDIT_KEY, DATA_DIR: folder };
  await insertUser(db.database, "owner");
  const backups = `${folder}/backups`;
  const backup = (days: number) => {
    const at = new Date(Date.now() - days * 86_400_000).toISOString().replace(/[:.]/g, "");
    return `${backups}/back-office-${at}.zip`;
  };
  await Deno.mkdir(backups);
  await Deno.writeTextFile(backup(10), "");

  await t.step("an old backup", async () => {
    assertEquals(of(await examined(env), "backup"), ["warning"]);
    await Deno.writeTextFile(backup(1), "");
  });
  await t.step("all is well", async () => {
    const { healthy, findings } = await examined(env);
    const amiss = findings.filter(({ name, verdict }) =>
      verdict !== "good" && name !== "disk" && name !== "postgres" // the bundled one's age
    );
    assertEquals([healthy, amiss], [true, []]);
    const names = new Set(findings.map(({ name }) => name));
    for (const name of ["settings", "secret", "disk", "clock", "migrations", "pool_mode", "jobs"]) {
      assert(names.has(name), name);
    }
    assertMatch(
      findings.find(({ name }) => name === "pool_mode")!.found,
      /^One server process a connection/,
    );
  });
  await t.step("an audit log whose key is that of tokens, or easy to guess", async () => {
    for (const [key, verdict] of [["", "warning"], ["short", "bad"]]) {
      assertEquals(of(await examined({ ...env, AUDIT_KEY: key }), "audit_key"), [verdict], key);
    }
  });
  await t.step("what lets strangers in", async () => {
    const with_ = async (name: string, given: Record<string, string>) =>
      of(await examined({ ...env, ...given }), name);
    const random = "vJm3Qx7rT1kZ9pLw5sYd8nBg2hCf6aEu";
    assertEquals(await with_("secret", { JWT_SECRET: random }), ["good"]);
    for (const easy of ["Zq8v-Lw2k-Xy".repeat(4), "password1234567890-abcdefghijklmnop"]) {
      assertEquals(await with_("secret", { JWT_SECRET: easy }), ["warning"], easy);
    }
    const url = new URL(db.url);
    for (const [password, verdict] of [["postgres", "warning"], [random, "good"]]) {
      url.password = password;
      assertEquals(await with_("database_password", { DATABASE_URL: url.href }), [verdict]);
    }
    const there = { HOST: "0.0.0.0" };
    assertEquals(await with_("address", {}), ["good"]);
    assertEquals(await with_("address", there), ["warning"]);
    const plain = { ...there, PUBLIC_URL: "http://office.example.com" };
    assertEquals(await with_("address", plain), ["warning"]);
    const safe = { ...there, PUBLIC_URL: "https://office.example.com" };
    assertEquals(await with_("address", safe), ["good"]);
    assertEquals(await with_("address", { ...there, LAN: "yes" }), ["good"]);
    assertEquals(await with_("backup_key", { BACKUP_KEY_FILE: `${folder}/none` }), ["bad"]);
  });
  await t.step("answers kept too long, audit rows without seal, no owner", async () => {
    await db.database.query(sql`
      insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
      values (1, 'k', 'h', 200, '', now() - interval '40 days')`);
    await db.database.query(sql`
      with logged as (insert into audit_log (recorded_at, actor_name, source, action, entity, request_id)
        values (now() - interval '1 hour', 'x', 'cli', 'x', 'x', 'x') returning id)
      insert into audit_unsealed select id from logged`);
    await db.database.query(sql`update users set active = false`);
    const diagnosis = await examined(env);
    for (const name of ["idempotency", "audit", "owner"]) {
      assertEquals(of(diagnosis, name), ["warning"], name);
    }
    assertEquals(diagnosis.healthy, true);
  });
  await t.step("a newer database is broken", async () => {
    await db.database.query(sql`
      insert into schema_migrations (name, checksum) values ('9999_from_tomorrow.sql', 'x')`);
    const diagnosis = await examined(env);
    assertEquals([of(diagnosis, "migrations"), diagnosis.healthy], [["bad"], false]);
  });
  await t.step("more connections than the server gives", async () => {
    const [{ given }] = await db.database.query<[{ given: number }]>(sql`
      select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as given`);
    const most = Math.min(given - MOST_READERS, 200); // DB_POOL goes no further
    assert(most > 1, `${given} connections`);
    const pools = [[most, "good"], [1, "good"], ...(most < 200 ? [[most + 1, "bad"]] : [])];
    for (const [pool, verdict] of pools) {
      assertEquals(of(await examined({ ...env, DB_POOL: `${pool}` }), "connections"), [verdict]);
    }
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("examine() does not migrate, and says that migrations wait", async () => {
  await using db = await emptyDatabase();
  const env = { DATABASE_URL: db.url, JWT_SECRET: testSecret, DATA_DIR: "/nowhere" };
  const diagnosis = await examined(env);
  assertEquals([of(diagnosis, "migrations"), of(diagnosis, "owner")], [["warning"], []]);
  await inTransaction(db.database, async (tx) => {
    const [{ tables }] = await tx.query<[{ tables: number }]>(sql`
      select count(*) as tables from pg_class where relnamespace = 'public'::regnamespace`);
    assertEquals(tables, 0);
  });
});

Deno.test("doctor works with the database away (6), settings refused (1), and before the first start (0)", async (t) => {
  const folder = await Deno.makeTempDir();
  await t.step("away", async () => {
    const env = { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/books", JWT_SECRET: testSecret };
    const { code, stdout } = await cli(folder, ["doctor"], { env });
    assertEquals(code, 6);
    assertMatch(stdout, /^✗ The database is away/m);
    assertMatch(stdout, /^✓ The secret for tokens is long enough\.$/m);
    assert(!stdout.includes("hidden"));
  });
  await t.step("settings refused", async () => {
    const env = { DATABASE_URL: "nonsense", PORT: "many" };
    const { code, stdout } = await cli(folder, ["doctor", "--json"], { env });
    assertEquals([code, JSON.parse(stdout).findings.length], [1, 3]);
  });
  await t.step("a secret that others may read", async () => {
    await Deno.writeTextFile(`${folder}/jwt_secret`, testSecret, { mode: 0o644 });
    await Deno.chmod(`${folder}/jwt_secret`, 0o644);
    const { code, stdout } = await cli(folder, ["doctor"]);
    assertEquals(code, 1);
    assertMatch(stdout, /^✗ .*jwt_secret can be read by others \(mode 0644\)\.\n {4}chmod 600 /m);
    await Deno.remove(`${folder}/jwt_secret`);
  });
  await t.step("before the first start nothing is made", async () => {
    const { code, stdout } = await cli(folder, ["doctor"]);
    assertEquals(code, 0);
    assertMatch(stdout, /^! There is no database yet\.$/m);
    assertEquals([...Deno.readDirSync(folder)].length, 0);
  });
  await Deno.remove(folder, { recursive: true });
});
