import sql, { raw } from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase, type TestDatabase } from "../support/db.ts";
import { servingOf } from "../support/serving.ts";

/** Every row of every table, each sequence, and what a session finds. */
async function contentOf(database: Database) {
  const tables = await database.query<{ name: string }[]>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  const sequences = await database.query<{ name: string }[]>(sql`
    select seqrelid::regclass::text as name from pg_sequence order by 1`);
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    content[name] = await database.query(raw(`select t::text from ${name} t order by 1`));
  }
  for (const { name } of sequences) {
    content[name] = await database.query(raw(`select last_value, is_called from ${name}`));
  }
  content.locks = await database.query(sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  content.temporary = await database.query(sql`select relname from pg_class
    where relpersistence = 't'`);
  for (const each of [database, servingOf(database)]) {
    content[`settings of ${each === database ? "owner" : "server"}`] = await each.query(sql`
      select current_user, name, setting from pg_settings where name !~ '\\.' order by name`);
  }
  return { tables: tables.length, content };
}

/** Lives through a day of the office, and leaves about what a test may leave about. */
async function use({ database }: TestDatabase): Promise<void> {
  const owner = await testApp(database).as("owner");
  await oneOfEverything(owner, "1");
  await owner.put("/settings", { business_name: "Another" });
  await database.query(sql`update accounts set name = name || ' of before'`);
  await database.query(sql`delete from vat_rates`);
  await database.query(sql`select setval('customers_id_seq', 7000)`);
  await database.query(sql`select setval('products_id_seq', 7000, false)`);
  await database.query(sql`set time zone 'Asia/Dhaka'`);
  await database.query(sql`select pg_advisory_lock(1)`);
  await servingOf(database).query(sql`set statement_timeout = '7s'`);
  for (const each of [database, servingOf(database)]) {
    const client = await each.checkOut();
    await client.query("set search_path = nowhere");
    await client.query("create temporary table left_over ()").catch(() => {});
    client.release();
  }
}

Deno.test("a database that a test gave back is as one that nobody has used", async () => {
  const used: string[] = [];
  for (let i = 0; i < 3; i++) {
    await using given = await freshDatabase();
    used.push(given.url);
    await use(given);
  }
  await using given = await freshDatabase();
  await using unused = await freshDatabase({ unused: true });
  assertEquals(given.url, used[2]);
  const { tables, content } = await contentOf(given.database);
  assert(tables > 90);
  assertEquals(content, (await contentOf(unused.database)).content);
});

Deno.test("one of which more than rows was changed is nobody's any more", async (t) => {
  const changes = [
    "create table mine ()",
    "alter table customers add column mine text",
    "alter table customers alter column name drop not null",
    "alter table customers disable trigger user",
    "drop trigger customer_ledger_one_opening on customer_ledger",
    "create index on customers (name, phone)",
    "create function mine() returns int return 1",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin end'",
    "revoke select on customers from back_office_reader",
    "alter sequence customers_id_seq restart",
    "analyze accounts",
    "do $$ begin execute format('alter database %I set jit = off', current_database()); end $$",
  ];
  for (const change of changes) {
    await t.step(change, async () => {
      const { url, database, [Symbol.asyncDispose]: giveBack } = await freshDatabase();
      await database.query(raw(change));
      await giveBack();
      await using next = await freshDatabase();
      assert(next.url !== url);
    });
  }
});

Deno.test("what a test has left under way reaches no later one", async () => {
  const { database, [Symbol.asyncDispose]: giveBack } = await freshDatabase();
  const [last] = await Promise.all([
    database.query(sql`select pg_sleep(0.2), 1 as sent`),
    giveBack(),
  ]);
  assertEquals((last as unknown as { sent: number }[])[0].sent, 1);
  for (const each of [database, servingOf(database), database.rights]) {
    assertMatch((await thrownBy(() => each.query(sql`select 1`))).message, /^Connection ended/);
  }
  assertMatch((await thrownBy(() => database.checkOut())).message, /^Connection ended/);
});
