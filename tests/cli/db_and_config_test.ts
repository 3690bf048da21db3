import sql from "sql-template-tag";
import { ConfigError, readConfig } from "../../domain/config/config.ts";
import { socketsOf } from "../../domain/config/database_url.ts";
import { describeConfig } from "../../domain/config/describe_config.ts";
import { schemaState, shippedMigrations } from "../../domain/db/migrate.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { emptyDatabase, freshDatabase } from "../support/db.ts";
import { cli, commandHost } from "../support/server.ts";

const JWT_SECRET = "a-secret-for-tests-only-0123456789-abcdef";

Deno.test("db status shows what waits and applies nothing; db migrate applies it once", async () => {
  await using db = await emptyDatabase();
  await using commands = commandHost("/nowhere", { DATABASE_URL: db.url, JWT_SECRET });
  const run = (...args: string[]) => commands.run(["db", ...args]);
  const names = (await shippedMigrations()).map(({ name }) => name);

  const before = await run("status", "--json");
  assertEquals([before.code, JSON.parse(before.stdout).pending], [0, names]);
  assertEquals((await schemaState(db.database)).applied, []);

  assertEquals(JSON.parse((await run("migrate", "--json")).stdout).applied, names);
  assertMatch((await run("migrate")).stdout, /^Nothing to do/);
  const after = await run("status");
  assertEquals(after.code, 0);
  assertMatch(
    after.stdout,
    /^applied {2}0001_foundation\.sql +[0-9a-f]{12} .*\n[^]*is up to date\.\n$/,
  );
});

Deno.test("schemaState() tells a newer database and an edited migration", async () => {
  await using db = await freshDatabase();
  await db.database.query(sql`
    insert into schema_migrations (name, checksum) values ('9999_from_tomorrow.sql', 'x')`);
  await db.database.query(sql`
    update schema_migrations set checksum = 'y' where name = '0003_parties.sql'`);
  const { newer, edited, pending } = await schemaState(db.database);
  assertEquals([newer, edited, pending], [["9999_from_tomorrow.sql"], ["0003_parties.sql"], []]);
});

Deno.test("a secret may stand in a file named by …_FILE", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, `${JWT_SECRET}\n`);
  const env: Record<string, string> = {
    JWT_SECRET_FILE: path,
    DATABASE_URL: "postgres://me:hidden@db.example/books?sslmode=require&sslkey=k",
  };
  const config = readConfig((name) => env[name]);
  assertEquals(config.JWT_SECRET, JWT_SECRET);

  const settings = describeConfig((name) => env[name]);
  const shown = Object.fromEntries(settings.map(({ name, ...rest }) => [name, rest]));
  assertEquals(shown.JWT_SECRET, { value: "(set, not shown)", origin: "file" });
  assertEquals(shown.DATABASE_URL, {
    value: "postgres://me:***@db.example/books?sslmode=require&sslkey=***",
    origin: "environment",
  });
  assertEquals(shown.PORT, { value: "8000", origin: "default" });
  assertEquals(shown.STATE_DIR, { value: "/var/lib/back-office", origin: "default" });
  assertEquals(shown.PUBLIC_URL, { value: null, origin: "default" });
  assertEquals(shown.LOCAL_CURRENCY, { value: "BDT", origin: "default" });

  const both = await thrownBy(() => readConfig((name) => ({ ...env, JWT_SECRET })[name]));
  assert(both instanceof ConfigError && /both set/.test(both.message), both.message);
  await Deno.remove(path);
  const gone = await thrownBy(() => readConfig((name) => env[name]));
  assertMatch(gone.message, /^JWT_SECRET_FILE cannot be read/);
});

Deno.test("a password costs 12 if nothing else is said, and never less than 10", async () => {
  assertEquals(readConfig(() => undefined).PASSWORD_COST, 12);
  const problems = async (cost: string) =>
    (await thrownBy(() => readConfig((name) => name === "PASSWORD_COST" ? cost : undefined)))
      .message.split(" ")[0];
  assertEquals([await problems("9"), await problems("15")], ["PASSWORD_COST", "PASSWORD_COST"]);
});

Deno.test("a target_session_attrs that is not known is refused with exit code 2, and named", async () => {
  const env = {
    DATABASE_URL: "postgres://me:hidden@a.example,b.example/books?target_session_attrs=primry",
    JWT_SECRET,
  };
  const { code, stderr } = await cli("/nowhere", ["db", "status"], { env });
  assertEquals(code, 2, stderr);
  assertMatch(stderr, /DATABASE_URL says a target_session_attrs that is none of any, primary,/);
  assert(!stderr.includes("hidden"), stderr);
});

Deno.test("config show works with settings that the service refuses, and masks secrets", async () => {
  const env = { DATABASE_URL: "postgres://me:hidden@db.example/books", PORT: "many" };
  const { code, stdout } = await cli("/nowhere", ["config", "show"], { env });
  assertEquals(code, 0);
  assertMatch(stdout, /^PORT +environment +many$/m);
  assert(!stdout.includes("hidden"), stdout);
});

Deno.test("a socket that Deno may not open is named with exit code 2, before anything is asked of it", async () => {
  for (
    const DATABASE_URL of ["postgres://me@%2Fopt%2Fpg/books", "postgres://me@/books?host=/opt/pg"]
  ) {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--allow-env",
        "--allow-sys",
        "--allow-read=.",
        "cli/main.ts",
        "db",
        "status",
      ],
      env: { DATABASE_URL, JWT_SECRET },
      stdin: "null",
    }).output();
    assertEquals(code, 2);
    assertMatch(
      new TextDecoder().decode(stderr),
      /DATABASE_URL names a socket that Deno may not open: add --allow-read=\/opt\/pg and --allow-write=\/opt\/pg/,
    );
  }
  assertEquals(socketsOf("postgres://me@%2Frun%2Fpg/books"), ["/run/pg/.s.PGSQL.5432"]);
  assertEquals(socketsOf("postgres://me@/books?host=/run/pg&port=5433"), ["/run/pg/.s.PGSQL.5433"]);
  assertEquals(socketsOf("postgres://me:secret@127.0.0.1:5433,db.example/books"), []);
});
