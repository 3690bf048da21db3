import sql from "sql-template-tag";
import { type Json, testSecret } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { emptyDatabase, freshDatabase } from "../support/db.ts";
import { call, cli, commandHost, startServer } from "../support/server.ts";
import { busyBusiness, OWNER } from "../books/busy_business.ts";
import { anEmptyStorage } from "../uploads/storage.ts";

Deno.test("the drill: backup, a new machine, restore, books whole, login works", async (t) => {
  await using source = await freshDatabase();
  await using storage = await anEmptyStorage();
  const owner = await busyBusiness(source.database, storage.uploads);
  const { body: { data: [upload] } } = await owner.get("/uploads");
  const [counts] = await source.database.query<[Json]>(sql`
    select (select count(*) from stock_movements) as movements, (select sum(stock_value)::float8::text from products) as value`);
  const there = {
    DATABASE_URL: source.url,
    JWT_SECRET: testSecret,
    UPLOAD_DIR: storage.folder,
  };
  const dir = await Deno.makeTempDir();
  const machine = await Deno.makeTempDir();
  await using here = commandHost(dir, there);
  let file = "";

  await t.step("backup create", async () => {
    assertEquals((await here.run(["audit", "verify"])).code, 0); // signs the log
    const { code, stdout, stderr } = await here.run(["backup", "create", "--json"]);
    assertEquals([code, stderr], [0, ""]);
    const backup = JSON.parse(stdout);
    file = backup.path;
    assertMatch(file, new RegExp(`^${dir}/backups/back-office-.*Z\\.zip$`));
    assertEquals((await Deno.stat(file)).size, backup.bytes);
    console.log(`backup of ${backup.rows} rows: ${backup.seconds} s, ${backup.bytes} bytes`);
  });
  await t.step("backup verify --drill, without touching the business", async () => {
    const text = await here.run(["backup", "verify", file, "--drill"]);
    assertEquals(text.code, 0, text.stderr);
    assertMatch(
      text.stdout,
      /^The backup is whole: \d+ rows[^]*Restored \d+ rows[^]*books are whole/,
    );
    const { stdout } = await here.run(["backup", "verify", file, "--drill", "--json"]);
    const { drill } = JSON.parse(stdout);
    console.log(`drill: restored in ${drill.restore_ms} ms, verified in ${drill.verify_ms} ms`);
    const [{ drills }] = await source.database.query<[{ drills: number }]>(sql`
      select count(*) as drills from pg_database
      where datname = ${drill.place.replace("database ", "")}`);
    assertEquals(drills, 0);
  });
  await t.step("encrypted with a key kept elsewhere, and brought back with it only", async () => {
    const key = `${machine}/kept.key`;
    const made = await here.run(["backup", "key", key]);
    assertEquals([made.code, (await Deno.stat(key)).mode! & 0o777], [0, 0o600], made.stderr);
    assertEquals((await here.run(["backup", "key", key])).code, 2); // never over one
    const env = { BACKUP_KEY_FILE: key };
    const saved = await here.run(["backup", "create", "--json"], { env });
    const { path, encrypted } = JSON.parse(saved.stdout);
    assertEquals([saved.code, encrypted], [0, true], saved.stderr);
    assertEquals((await here.run(["backup", "verify", path, "--drill"], { env })).code, 0);
    const without = await here.run(["backup", "verify", path]);
    assertEquals(without.code, 3);
    assertMatch(without.stderr, /encrypted with the key [0-9a-f]{16}.*BACKUP_KEY_FILE/);
    const zip = `${machine}/within.zip`;
    assertEquals((await here.run(["backup", "decrypt", path, zip], { env })).code, 0);
    assertEquals((await here.run(["backup", "verify", zip], { env })).code, 0);
    await Deno.remove(path);
  });
  await t.step("backup restore on a new machine, with another secret", async () => {
    const { code, stdout, stderr } = await cli(machine, ["backup", "restore", file]);
    assertEquals(code, 0, stderr);
    assertMatch(stderr, /^warning: The backup came from a service with another key/);
    assertMatch(stdout, /^Restored \d+ rows of \d+ tables and 3 files in [\d.]+ s\./);
    console.log(stdout.split("\n")[0]);
    assertEquals((await cli(machine, ["verify-books", "--quiet"])).stdout, "");
    const again = await cli(machine, ["backup", "restore", file]);
    assertEquals(again.code, 4);
    assertMatch(again.stderr, /^error: Conflict: the database already holds records/);
  });
  await t.step("the people log in and find their work", async () => {
    const server = await startServer(machine);
    try {
      const { email: identifier, password } = OWNER;
      const login = await call(server.base, undefined, "POST", "/auth/login", {
        identifier,
        password,
      });
      assertEquals(login.status, 200);
      const { token } = login.body.data;
      const answer = await fetch(`${server.base}/uploads/${upload.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assertEquals((await answer.bytes()).length, upload.size_bytes);
      const { body } = await call(server.base, token, "GET", "/reports/stock-valuation");
      assertEquals(String(body.meta.totals.stock_value), counts.value);
      const { body: made } = await call(server.base, token, "POST", "/customers", { name: "New" });
      assertMatch(made.data.reference_no, /^CUS-\d{4}-000003$/); // numbering goes on
    } finally {
      await server.stop();
    }
  });
  await t.step("a flipped byte is noticed before anything is written: 3", async () => {
    const bytes = await Deno.readFile(file);
    bytes[bytes.length >> 1] ^= 4;
    await Deno.writeFile(`${dir}/flipped.zip`, bytes);
    await using target = await emptyDatabase();
    const env = { DATABASE_URL: target.url };
    const { code, stderr } = await here.run(["backup", "restore", `${dir}/flipped.zip`], { env });
    assertEquals(code, 3);
    assertMatch(stderr, /^error: The backup .*flipped\.zip is damaged: /);
    assertEquals((await here.run(["backup", "verify", `${dir}/flipped.zip`], { env })).code, 3);
    const [{ tables }] = await target.database.query<[{ tables: number }]>(sql`
      select count(*) as tables from pg_class where relnamespace = 'public'::regnamespace`);
    assertEquals(tables, 0);
  });
  await t.step("usage and what is not there: 2 and 5", async () => {
    const codeOf = async (...args: string[]) => (await here.run(args)).code;
    assertEquals(await codeOf("backup", "verify"), 2);
    assertEquals(await codeOf("backup", "create", "--keep", "0"), 2);
    assertEquals(await codeOf("backup", "restore", `${dir}/none.zip`), 5);
  });
  for (const folder of [dir, machine]) await Deno.remove(folder, { recursive: true });
  assert(counts.movements > 0);
});
