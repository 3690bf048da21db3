import sql, { raw } from "sql-template-tag";
import { sealAudit } from "../../domain/audit/seal_audit.ts";
import { connect } from "../../domain/db/connect.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { clusterOf } from "../../domain/db/embedded_cluster.ts";
import { findPrograms, ownerOf, run } from "../../domain/db/embedded_programs.ts";
import { rolesBeside } from "../../domain/db/roles.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { examine } from "../../domain/doctor/examine.ts";
import { testApp, testAuditKeys, testSecret } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { makePostgres } from "../support/postgres.ts";
import { call, cli, type Server, startServer } from "../support/server.ts";
import { servingOf } from "../support/serving.ts";

/** Tables that only grow, each with a column of it. */
const ledgers = Object.entries({
  stock_movements: "quantity",
  stock_place_moves: "quantity",
  supplier_ledger: "credit",
  customer_ledger: "debit",
  journal_entries: "narration",
  journal_lines: "account_id",
  history: "recorded_at",
  audit_log: "actor_name",
  audit_seals: "hash",
  serial_events: "kind",
});

/** Statements that need the rights of who owns the tables, or of a superuser. */
const forbidden = [
  ...ledgers.flatMap(([table, column]) => [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `alter table ${table} disable trigger user`,
  ]),
  "drop trigger journal_lines_append_only on journal_lines",
  "create trigger mine before insert on journal_lines for each row execute function refuse_change()",
  "create or replace function refuse_change() returns trigger language sql as 'select null'",
  "alter table journal_lines add column more text",
  "alter table journal_lines owner to current_user",
  "drop table journal_lines",
  "create table mine (id integer)",
  "update schema_migrations set checksum = ''",
  "set session_replication_role = replica",
  "set role back_office",
  "set session authorization back_office",
];

Deno.test("who serves adds to ledgers, and changes neither them nor what keeps them so", async (t) => {
  await using db = await freshDatabase();
  const serving = servingOf(db.database);
  const codeOf = (work: Promise<unknown>) => work.then(() => "done", ({ code }) => code);
  await t.step("one of everything is done and sealed", async () => {
    await oneOfEverything(await testApp(db.database).as("owner"), "roles");
    assertEquals((await sealAudit(serving, testAuditKeys)).rows > 0, true);
  });
  await t.step("in a transaction and outside it what only owners may is refused", async () => {
    for (const statement of forbidden) {
      const inside = inTransaction(serving, (tx) => tx.query(raw(statement)));
      assertEquals(await codeOf(inside), "42501", statement);
      assertEquals(await codeOf(serving.query(raw(statement))), "42501", statement);
    }
  });
  await t.step("what reads outside a transaction writes nothing at all", async () => {
    for (const by of [serving, serving.rights]) {
      assertEquals(await codeOf(by.query(sql`update products set name = 'x'`)), "42501");
      assertEquals(await codeOf(by.query(sql`insert into suppliers (name) values ('x')`)), "42501");
    }
  });
  await t.step("every table that only grows is one of them", async () => {
    const open = await db.database.query(sql`
      select distinct t.tgrelid::regclass::text as table from pg_trigger t
        join pg_proc f on f.oid = t.tgfoid and f.proname = 'refuse_change'
      where t.tgtype & 17 = 17 and has_any_column_privilege('back_office_app', t.tgrelid, 'update')
        or t.tgtype & 9 = 9 and has_table_privilege('back_office_app', t.tgrelid, 'delete')`);
    assertEquals(open, []);
  });
});

/** A login that fails is counted. */
async function readAndWrite({ base }: Server): Promise<void> {
  const login = { identifier: "nobody@example.test", password: "not the one" };
  const { status } = await call(base, undefined, "POST", "/auth/login", login);
  assertEquals(status, 401);
}

/** As whom the server process over this database is connected to it. */
async function serversRoles(url: string): Promise<string[]> {
  await using watching = Object.assign(connect(url, { readers: 1 }), {
    [Symbol.asyncDispose]: () => watching.end(),
  });
  const rows = await watching.query<{ role: string }[]>(sql`
    select distinct usename::text as role from pg_stat_activity
    where application_name = 'back-office' and pid <> pg_backend_pid() order by 1`);
  return rows.map(({ role }) => role);
}

Deno.test("a server makes the roles where it may, takes those it is given, and says when it has none", async (t) => {
  await using postgres = await makePostgres();
  await postgres.start();
  const folder = await Deno.makeTempDir();
  const administer = async (...statements: string[]) => {
    const database = connect(postgres.url, { readers: 1 });
    for (const statement of statements) await database.query(raw(statement));
    await database.end();
  };
  const urlOf = (name: string) => {
    const url = new URL(postgres.url);
    [url.username, url.password, url.pathname] = [name, `a-password-of-${name}'s`, `/${name}`];
    return url.href;
  };
  const makeOwner = (name: string, rights: string) =>
    administer(
      `create role ${name} login ${rights} password 'a-password-of-${name}''s'`,
      `grant pg_monitor to ${name}`,
      `create database ${name} owner ${name}`,
    );
  const settings = (name: string) => ({ DATABASE_URL: urlOf(name), JWT_SECRET: testSecret });
  const doctor = async (name: string) => {
    const { findings } = await examine((each) =>
      ({ ...settings(name), DATA_DIR: folder } as Record<string, string>)[each]
    );
    return findings.find((finding) => finding.name === "roles")!;
  };
  const served = async (name: string, work: (output: () => string) => Promise<void>) => {
    const server = await startServer(folder, settings(name));
    try {
      await readAndWrite(server);
      await work(server.output);
    } finally {
      await server.stop();
    }
  };

  await t.step("where it may make roles", async () => {
    await makeOwner("office", "createrole");
    await served("office", async (output) => {
      assertEquals(await serversRoles(urlOf("office")), ["office_app", "office_reader"]);
      assert(!output().includes("owner_serves"), output());
    });
    assertEquals((await doctor("office")).verdict, "good");
  });
  await t.step("where it may not, the owner serves, and doctor says what to do", async () => {
    await makeOwner("shop", "");
    await served("shop", async (output) => {
      assertEquals(await serversRoles(urlOf("shop")), ["shop"]);
      assertMatch(
        output(),
        /"owner_serves","because":"password authentication failed for user \\"shop_app/,
      );
    });
    const { verdict, todo } = await doctor("shop");
    assertEquals([verdict, /db roles/.test(todo!)], ["warning", true]);
  });
  await t.step("a superuser gives them with what db roles prints", async () => {
    const { code, stdout } = await cli(folder, ["db", "roles"], { env: settings("shop") });
    assertEquals(code, 0);
    assert(!stdout.includes(rolesBeside(urlOf("shop"))!.app.password), "a password is shown");
    await administer(...stdout.trim().split("\n"));
    await served("shop", async () => {
      assertEquals(await serversRoles(urlOf("shop")), ["shop_app", "shop_reader"]);
    });
    assertEquals((await doctor("shop")).verdict, "good");
  });
  await t.step("another password of the owner's brings others of theirs", async () => {
    await administer("alter role office password 'another-one'");
    const url = urlOf("office").replace(/:[^:@/]+@/, ":another-one@");
    const server = await startServer(folder, { ...settings("office"), DATABASE_URL: url });
    await server.stop();
    assert(!server.output().includes("owner_serves"), server.output());
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("an embedded database of an earlier release gets the roles at its next start", async () => {
  const folder = await Deno.makeTempDir();
  const earlier = await openEmbedded(folder, { fast: true });
  const roles = ["back_office_app", "back_office_reader"];
  await earlier.release();
  const cluster = (await clusterOf(folder))!;
  await Deno.remove(`${cluster}/back_office.roles`);
  await asSuperuser(cluster, roles.map((role) => `drop role ${role}`));
  const server = await startServer(folder);
  try {
    await readAndWrite(server);
    const { url, release } = await openEmbedded(folder);
    const found = await serversRoles(url).finally(release);
    assertEquals(found, roles);
    assert(!server.output().includes("owner_serves"), server.output());
  } finally {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

async function asSuperuser(cluster: string, statements: string[]): Promise<void> {
  const { folder, account } = await findPrograms(await ownerOf(cluster));
  await run(
    `${folder}/postgres`,
    ["--single", "-D", cluster, "-c", "exit_on_error=on", "postgres"],
    {
      account,
      cwd: cluster,
      stdin: statements.map((statement) => `${statement}\n`).join(""),
    },
  );
}
