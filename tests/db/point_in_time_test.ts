import sql, { raw } from "sql-template-tag";
import { tokenKeysAsAudit } from "../../domain/audit/audit_keys.ts";
import { verifyAudit } from "../../domain/audit/verify_audit.ts";
import { connect, type Database } from "../../domain/db/connect.ts";
import { migrate } from "../../domain/db/migrate.ts";
import { testApp, testKeys } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { copyOf, makePostgres, owned, startCopy } from "../support/postgres.ts";

async function until(done: () => Promise<boolean>) {
  for (const began = performance.now(); !await done();) {
    if (performance.now() - began > 30_000) throw new Error("not within 30 s");
    await new Promise((wake) => setTimeout(wake, 25));
  }
}

async function ask<Row>(database: Database, question: string): Promise<Row> {
  const [row] = await database.query<[Row]>(raw(question));
  return row;
}

Deno.test("any moment of the past comes back from a base and the archived log, as OPERATIONS.md says", async () => {
  const archive = await Deno.makeTempDir({ prefix: "archive-" });
  await owned(archive);
  await using office = await makePostgres({
    fsync: "off",
    archive_mode: "on",
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  await office.start();
  const database = connect(office.url);
  await migrate(database);
  const owner = await testApp(database).as("owner");
  assertEquals((await owner.post("/suppliers", { name: "Before the base" })).status, 201);

  await using copy = await copyOf(office);
  assertEquals((await owner.post("/suppliers", { name: "After the base" })).status, 201);
  const { moment } = await ask<{ moment: string }>(
    database,
    "select clock_timestamp()::text as moment",
  );
  assertEquals((await owner.post("/suppliers", { name: "Too late" })).status, 201);
  await database.query(sql`drop table customers cascade`); // what nobody meant to do
  const { last } = await ask<{ last: string }>(
    database,
    "select pg_walfile_name(pg_switch_wal()) as last",
  );
  await until(async () =>
    (await ask<{ archived: boolean }>(
      database,
      `select coalesce(last_archived_wal >= '${last}', false) as archived from pg_stat_archiver`,
    )).archived
  );
  await database.end();
  await office.stop("immediate");

  await startCopy(copy, "recovery", {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: "promote",
  });
  const back = connect(copy.url);
  try {
    await until(async () =>
      !(await ask<{ recovering: boolean }>(back, "select pg_is_in_recovery() as recovering"))
        .recovering
    );
    const names = await back.query<{ name: string }[]>(sql`select name from suppliers order by id`);
    assertEquals(names.map(({ name }) => name), ["Before the base", "After the base"]);
    assertEquals(await ask(back, "select count(*)::int as customers from customers"), {
      customers: 0,
    });
    assertEquals((await verifyAudit(back, tokenKeysAsAudit(testKeys))).problems, []);
  } finally {
    await back.end();
    await Deno.remove(archive, { recursive: true });
  }
});
