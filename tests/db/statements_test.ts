import sql, { raw } from "sql-template-tag";
import { connect, type Db, type Texts } from "../../domain/db/connect.ts";
import { readingFrom } from "../../domain/db/replica.ts";
import { textIn } from "../../domain/db/row_bytes.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { assertEquals } from "../support/assert.ts";
import { emptyDatabase } from "../support/db.ts";

const prepared = sql`select count(*) from pg_prepared_statements`;

async function many(db: Db, statement: ReturnType<typeof sql>, times = 5): Promise<unknown> {
  let rows: unknown;
  for (let i = 0; i < times; i++) rows = await db.query(statement);
  return rows;
}

Deno.test("a statement that comes often is prepared once on its connection, others never", async () => {
  await using fresh = await emptyDatabase();
  await inTransaction(fresh.database, async (tx) => {
    await many(tx, sql`select ${1}::int as n`);
    assertEquals(await tx.query(sql`select count(*) from pg_prepared_statements`), [{ count: 1 }]);
    await many(tx, sql`select ${raw("2")} as n`, 2);
    await many(tx, sql`set local work_mem = '5MB'`);
    await many(tx, sql`select ${raw(`'${"x".repeat(50_000)}'`)} as n`);
    assertEquals(await tx.query(sql`select count(*) from pg_prepared_statements`), [{ count: 1 }]);
  });
});

Deno.test("a prepared statement answers the same when its rows are not described again", async () => {
  await using fresh = await emptyDatabase();
  const { database } = fresh;
  await inTransaction(
    database,
    (tx) => tx.query(sql`create table things (a int, b numeric, c jsonb)`),
  );
  const insert = sql`insert into things values (${1}::int, ${"2.50"}::numeric, ${"[1.25]"}::jsonb)`;
  const all = sql`select a, b, c, ${"x"}::text as d from things where a = ${1}::int`;
  await inTransaction(database, async (tx) => {
    const [described, later] = [[], []] as unknown[][];
    for (let i = 0; i < 8; i++) {
      const kept = i < 4 ? described : later;
      const { fields, rows } = await tx.texts(all);
      const texts = rows.map((row) => fields.map((_, column) => textIn(row, column)));
      kept.push(await tx.query(all), { fields, rows: texts });
      if (i === 3) await tx.query(insert);
    }
    const rows = [{ a: 1, b: new Decimal("2.50"), c: [new Decimal("1.25")], d: "x" }];
    const texts = [["1", "2.50", "[1.25]", "x"]];
    assertEquals(described.flatMap((each) => (each as { rows?: unknown[] }).rows ?? each), []);
    for (let i = 0; i < later.length; i += 2) {
      assertEquals(JSON.stringify(later[i]), JSON.stringify(rows));
      const { fields, rows: read } = later[i + 1] as { fields: Texts["fields"]; rows: unknown[] };
      assertEquals(read, texts);
      assertEquals(fields.map(({ name }) => name), ["a", "b", "c", "d"]);
    }
    assertEquals(await many(tx, insert), [], "what has no rows never has any");
  });
});

Deno.test("a table that changes meanwhile fails no statement, in a transaction or outside", async () => {
  await using fresh = await emptyDatabase();
  const { database } = fresh;
  const run = (text: string) => inTransaction(database, (tx) => tx.query(sql`${raw(text)}`));
  const all = sql`select * from things where a > ${0}`;
  await run("create table things (a int)");
  await run("insert into things values (1)");
  await many(database, all);
  await inTransaction(database, (tx) => many(tx, all));
  await run("alter table things add column b int");
  assertEquals(await many(database, all), [{ a: 1, b: null }]);
  await run("alter table things drop column b");
  let tries = 0;
  const rows = await inTransaction(database, async (tx) => {
    tries++;
    return await tx.query(all);
  });
  assertEquals(rows, [{ a: 1 }]);
  assertEquals(tries, 1, "it is sent without a name by now");
});

Deno.test("a transaction runs again when a connection has lost what was prepared", async () => {
  await using fresh = await emptyDatabase();
  await using database = Object.assign(connect(fresh.url, { writers: 1 }), {
    async [Symbol.asyncDispose]() {
      await database.end();
    },
  });
  const one = sql`select ${1}::int as n`;
  const twice = (tx: Db) => many(tx, one);
  assertEquals(await inTransaction(database, twice), [{ n: 1 }]);
  let tries = 0;
  const rows = await inTransaction(database, async (tx) => {
    if (++tries === 1) await tx.query(sql`deallocate all`); // as another's turn at a pooler would
    return await twice(tx);
  });
  assertEquals([rows, tries], [[{ n: 1 }], 2]);
  await inTransaction(database, async (tx) => {
    await twice(tx);
    assertEquals(await tx.query(prepared), [{ count: 0 }], "nothing is prepared from then on");
  });
});

Deno.test("one that was cancelled before it was prepared leaves the others prepared", async () => {
  await using fresh = await emptyDatabase();
  await using database = Object.assign(connect(fresh.url, { readers: 1 }), {
    async [Symbol.asyncDispose]() {
      await database.end();
    },
  });
  await inTransaction(database, (tx) => tx.query(sql`create table things (a int)`));
  const all = sql`select count(*) as n from things`;
  await many(database, all, 2);
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const holder = inTransaction(fresh.database, async (tx) => {
    await tx.query(sql`lock table things in access exclusive mode`);
    isLocked();
    await over;
  });
  await locked;
  const two = [1, 2].map(() => database.query(all).then(() => "answered", ({ code }) => code));
  const stop = sql`select pg_cancel_backend(pid) as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await fresh.database.query<unknown[]>(stop)).length === 0);
  end();
  await holder;
  assertEquals(await Promise.all(two), ["busy", "answered"]);
  assertEquals(await many(database, sql`select 1 as n`), [{ n: 1 }]);
  const named = database.statements.named(sql`select 1 as n`).name;
  assertEquals(typeof named, "string", "nothing is prepared any more");
  assertEquals(await many(database, all), [{ n: 0 }]);
});

Deno.test("a replica whose pool is full is not taken for one that is away", async () => {
  await using fresh = await emptyDatabase();
  const replica = connect(fresh.url, { writers: 1, waitMs: 1_000 });
  const both = readingFrom(replica, fresh.database);
  const client = await replica.checkOut();
  (await both.checkOut()).release(); // the primary's
  client.release();
  const before = replica.statements.count;
  await both.query(sql`select 1 as n`);
  assertEquals(replica.statements.count, before + 1);
  await replica.end();
});
