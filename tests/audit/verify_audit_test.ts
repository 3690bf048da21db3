import sql from "sql-template-tag";
import { keysOf } from "../../domain/audit/audit_keys.ts";
import { sealAudit, signHeadAgain } from "../../domain/audit/seal_audit.ts";
import { verifyAudit } from "../../domain/audit/verify_audit.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Refusal } from "../../domain/errors.ts";
import { actorWith, testAuditKeys } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { logDeeds, problemsOf, tamper } from "./chain.ts";

/** A database with `count` sealed audit rows. */
async function sealedLog(count: number) {
  const db = await freshDatabase();
  const ids = await logDeeds(db.database, count);
  await sealAudit(db.database, testAuditKeys);
  return Object.assign(db, { ids });
}

Deno.test("verifyAudit() finds an untouched log whole, whatever the session's time zone", async () => {
  await using db = await sealedLog(12);
  const report = await verifyAudit(db.database, testAuditKeys);
  assertEquals([report.intact, report.sealed_rows, report.problems], [true, 12, []]);
  await db.database.query(sql`set time zone 'Asia/Dhaka'`);
  await db.database.query(sql`set time zone 'Asia/Dhaka'`); // both readers
  assertEquals(await problemsOf(db.database), []);
});

Deno.test("verifyAudit() shows an edit of any column", async () => {
  await using db = await sealedLog(5);
  const { database, ids } = db;
  const edits = [
    sql`after = '{"selling_price": 1}'`,
    sql`before = null`,
    sql`actor_name = 'Somebody else'`,
    sql`actor_id = 7`,
    sql`source = 'api'`,
    sql`recorded_at = recorded_at + interval '1 microsecond'`,
    sql`action = 'product.create'`,
    sql`entity = 'supplier'`,
    sql`entity_id = 99`,
    sql`reference_no = null`,
    sql`request_id = 'other'`,
  ];
  for (const edit of edits) {
    await tamper(
      database,
      sql`create table saved as table audit_log`,
      sql`update audit_log set ${edit} where id = ${ids[2]}`,
    );
    const problems = await problemsOf(database);
    assertEquals(problems.length, 1, edit.sql);
    assertMatch(problems[0], new RegExp(`^Audit row ${ids[2]} is not what was sealed at 20`));
    await tamper(
      database,
      sql`delete from audit_log`,
      sql`insert into audit_log (id, recorded_at, actor_id, actor_name, source, action, entity, entity_id,
          reference_no, before, after, request_id) overriding system value
        select id, recorded_at, actor_id, actor_name, source, action, entity, entity_id, reference_no,
          before, after, request_id from saved`,
      sql`drop table saved`,
    );
  }
  assertEquals(await problemsOf(database), []);
});

Deno.test("verifyAudit() shows a deletion, with or without the row's seal", async () => {
  await using db = await sealedLog(9);
  const { database, ids } = db;
  await tamper(database, sql`delete from audit_log where id = any(${[ids[1], ids[2], ids[5]]})`);
  const problems = await problemsOf(database);
  assertEquals(problems.length, 2);
  assertMatch(
    problems[0],
    new RegExp(`^Audit rows ${ids[1]} to ${ids[2]} \\(2 rows, .*were deleted.$`),
  );
  assertMatch(problems[1], new RegExp(`^Audit row ${ids[5]}, sealed at 20.*, was deleted.$`));

  await tamper(
    database,
    sql`delete from audit_seals where audit_id = any(${[ids[1], ids[2], ids[5]]})`,
  );
  assertEquals(await problemsOf(database), [
    "Seals 2 to 3 are missing: audit rows were deleted together with their seals.",
    "Seal 6 is missing: an audit row was deleted together with its seal.",
  ]);
});

Deno.test("verifyAudit() shows rows that were deleted and the rest numbered anew", async () => {
  await using db = await sealedLog(6);
  const { database, ids } = db;
  await tamper(
    database,
    sql`delete from audit_log where id = ${ids[2]}`,
    sql`delete from audit_seals where seal_number = 3`,
    sql`update audit_seals set seal_number = seal_number - 1 where seal_number = 4`,
    sql`update audit_seals set seal_number = seal_number - 1 where seal_number = 5`,
    sql`update audit_seals set seal_number = seal_number - 1 where seal_number = 6`,
  );
  const problems = await problemsOf(database);
  assertMatch(problems[0], /counts 6 sealed rows, but only 5 seals are there/);
  assertMatch(problems[1], new RegExp(`^Audit row ${ids[3]} is not what was sealed`));
});

Deno.test("verifyAudit() names two rows whose contents were swapped", async () => {
  await using db = await sealedLog(6);
  const { database, ids } = db;
  await tamper(
    database,
    sql`update audit_log a set (recorded_at, actor_id, actor_name, source, action, entity, entity_id,
        reference_no, before, after, request_id) = (select b.recorded_at, b.actor_id, b.actor_name,
        b.source, b.action, b.entity, b.entity_id, b.reference_no, b.before, b.after, b.request_id
        from audit_log b where b.id = case a.id when ${ids[1]} then ${ids[4]}::bigint else ${
      ids[1]
    }::bigint end)
      where a.id in (${ids[1]}, ${ids[4]})`,
  );
  assertEquals(await problemsOf(database), [
    `Audit rows ${ids[1]} and ${ids[4]} were swapped: each has what was sealed in the other.`,
  ]);
});

Deno.test("verifyAudit() shows a cut tail, also when its seals went with it", async () => {
  await using db = await sealedLog(8);
  const { database, ids } = db;
  await tamper(database, sql`delete from audit_log where id > ${ids[5]}`);
  const [rowsOnly, ...others] = await problemsOf(database);
  assertMatch(
    rowsOnly,
    /^Audit rows \d+ to \d+ .* were deleted: the end of the audit log was cut off.$/,
  );
  assertEquals(others, []);

  await tamper(database, sql`delete from audit_seals where seal_number > 6`);
  const cut = [
    "The head of the chain counts 8 sealed rows, but only 6 seals are there: the end of the audit log was cut off.",
  ];
  assertEquals(await problemsOf(database), cut);

  // New rows wait: sealing them would cover it up.
  await logDeeds(database, 1);
  const refusal = await thrownBy(() => sealAudit(database, testAuditKeys)) as Refusal;
  assertEquals(refusal.code, "audit_chain_broken");
  assertEquals(await problemsOf(database), cut);
});

Deno.test("verifyAudit() shows a head that was set to a cut log: nobody else can sign it", async () => {
  await using db = await sealedLog(8);
  const { database, ids } = db;
  await tamper(
    database,
    sql`delete from audit_log where id > ${ids[5]}`,
    sql`delete from audit_seals where seal_number > 6`,
    sql`update audit_head set sealed_rows = 6,
      hash = (select hash from audit_seals where seal_number = 6)`,
  );
  const problems = await problemsOf(database);
  assertEquals(problems.length, 1);
  assertMatch(problems[0], /^The head of the chain is not signed with this service's key/);
});

Deno.test("verifyAudit() shows by an earlier head that the whole state was set back", async () => {
  await using db = await sealedLog(6);
  const { database } = db;
  const early = await verifyAudit(database, testAuditKeys);
  await tamper(database, sql`create table old_head as table audit_head`);
  const more = await logDeeds(database, 3);
  const noted = await verifyAudit(database, testAuditKeys);
  assertEquals(await problemsOf(database, { expectedHead: early }), []);
  assertEquals(await problemsOf(database, { expectedHead: noted }), []);

  const setBack = [
    sql`delete from audit_log where id >= ${more[0]}`,
    sql`delete from audit_seals where seal_number > 6`,
    sql`update audit_head set (sealed_rows, hash, signature) =
      (select sealed_rows, hash, signature from old_head)`,
  ];
  await tamper(database, ...setBack);
  assertEquals(await problemsOf(database), [], "inside the database nothing is left of it");
  assertEquals(await problemsOf(database, { expectedHead: noted }), [
    "The head noted earlier counts 9 sealed rows, now there are 6: the end of the audit log was cut off.",
  ]);
  await logDeeds(database, 5);
  assertEquals(await problemsOf(database, { expectedHead: noted }), [
    "Seal 9 is not the head that was noted earlier: the audit log was rewritten.",
  ]);
});

Deno.test("verifyAudit() shows rows from elsewhere and rows that never got their seal", async () => {
  await using db = await sealedLog(3);
  const { database } = db;
  await database.query(sql`
    insert into audit_log (recorded_at, actor_name, source, action, entity, request_id)
    values (now(), 'nobody', 'api', 'user.login', 'user', 'x')`);
  const [unsealed] = await logDeeds(database, 1);
  await tamper(database, sql`delete from audit_log where id = ${unsealed}`);
  assertEquals(await problemsOf(database), [
    `Audit row ${unsealed - 1} stands outside the chain: this service did not write it.`,
    `Audit row ${unsealed} was deleted before it could be sealed.`,
  ]);
});

Deno.test("verifyAudit() says when the head is gone or its hash was edited", async () => {
  await using db = await sealedLog(3);

  await tamper(
    db.database,
    sql`update audit_seals set hash = ${"ab".repeat(32)} where seal_number = 3`,
  );
  const problems = await problemsOf(db.database);
  assertEquals(problems[0], "The last seal, 3, is not the one that the head names: it was edited.");
  await db.database.query(sql`delete from audit_head`);
  assertEquals((await problemsOf(db.database))[0], "The head of the chain was deleted.");
});

Deno.test("verifyAudit() keeps its report short when everything was edited", async () => {
  await using db = await sealedLog(120);
  await tamper(db.database, sql`update audit_log set actor_name = 'me'`);
  const { problems } = await verifyAudit(db.database, testAuditKeys);
  assertEquals([problems.length, problems.at(-1)], [101, "… and 1 more."]);
});

Deno.test("signHeadAgain() lets a service with another secret go on, and says so for ever", async () => {
  await using db = await sealedLog(3);
  const { database } = db;
  const other = keysOf("quite-another-secret-0123456789-zyxwvu");
  assertEquals(
    await verifyProblems(database, [...other, ...testAuditKeys]),
    0,
    "the secret before is kept",
  );
  await logDeeds(database, 1);
  assertEquals(
    (await thrownBy(() => sealAudit(database, other)) as Refusal).code,
    "audit_chain_broken",
  );
  const refusal = await thrownBy(() =>
    inTransaction(database, (tx) => signHeadAgain(tx, actorWith("admin"), other))
  ) as Refusal;
  assertEquals(refusal.code, "forbidden");

  await inTransaction(database, (tx) => signHeadAgain(tx, actorWith("owner"), other));
  const report = await verifyAudit(database, other);
  assertEquals([report.problems, report.sealed_rows], [[], 5]);
  const [row] = await database.query<{ action: string }[]>(
    sql`select action from audit_log order by id desc limit 1`,
  );
  assertEquals(row.action, "audit.sign_again");

  await tamper(database, sql`delete from audit_seals where seal_number = 5`);
  const again = await thrownBy(() =>
    inTransaction(database, (tx) => signHeadAgain(tx, actorWith("owner"), other))
  );
  assert(
    again instanceof Refusal && again.code === "audit_chain_broken",
    "no cover for a cut tail",
  );
});

async function verifyProblems(
  database: Parameters<typeof verifyAudit>[0],
  keys: typeof testAuditKeys,
) {
  return (await verifyAudit(database, keys)).problems.length;
}
