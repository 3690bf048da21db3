import { rejects } from "node:assert";
import pg from "pg";
import sql from "sql-template-tag";
import { connect } from "../../domain/db/connect.ts";
import { connectAs, rolesBeside } from "../../domain/db/roles.ts";
import { Readers } from "../../domain/db/readers.ts";
import { textIn } from "../../domain/db/row_bytes.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { testApp } from "../support/app.ts";
import { assertEquals, inTime } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { serveBy } from "../support/serving.ts";

Deno.test("reads that hang behind a lock hold up neither rights nor other reads", async () => {
  await using db = await freshDatabase();
  // with as many connections for reads as a server has
  const serving = serveBy(db.database, connectAs(rolesBeside(db.url)!, {}));
  const app = testApp(db.database);
  const owner = await app.as("owner");
  const [free, locked] = ["/customers", "/suppliers"];
  for (const path of [free, locked]) assertEquals((await owner.get(path)).status, 200);
  const watching = connect(db.url, { readers: 1 });
  const { promise: enough, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const holding = inTransaction(db.database, async (tx) => {
    await tx.query(sql`lock table suppliers in access exclusive mode`);
    holds();
    await enough;
  });
  await held;
  const hanging = [];
  for (let i = 0; i < 4; i++) {
    hanging.push(owner.get(locked));
    await untilBlocked(watching, i + 1);
    await new Promise((wake) => setTimeout(wake, 250)); // by now it counts as slow
  }
  for (const path of ["/auth/me", free]) {
    const start = performance.now();
    assertEquals((await owner.get(path)).status, 200);
    const ms = performance.now() - start;
    inTime(ms, 1_000, `${path} behind 4 reads that hang`);
  }
  unlock();
  await holding;
  await watching.end();
  for (const answer of await Promise.all(hanging)) assertEquals(answer.status, 200);
  await serving.end();
});

Deno.test("rights are answered while every connection for reads hangs, and spare ones are closed again", async () => {
  await using db = await freshDatabase();
  const database = connect(db.url, { readers: 1 });
  try {
    const { promise: enough, resolve: unlock } = Promise.withResolvers<void>();
    const { promise: held, resolve: holds } = Promise.withResolvers<void>();
    const holding = inTransaction(db.database, async (tx) => {
      await tx.query(sql`lock table suppliers in access exclusive mode`);
      holds();
      await enough;
    });
    await held;
    const hanging = [];
    for (let i = 0; i < 6; i++) {
      hanging.push(database.query(sql`select count(*) from suppliers`));
      await new Promise((wake) => setTimeout(wake, 250));
    }
    const open = async () =>
      (await db.database.query<[{ open: number }]>(sql`
        select count(*) as open from pg_stat_activity
        where datname = current_database() and query like '%count(*) from suppliers%'
          and pid <> pg_backend_pid()`))[0].open;
    assertEquals(await open(), 4, "no more than four for each usual one");
    const start = performance.now();
    await database.rights.query(sql`select 1`);
    inTime(performance.now() - start, 1_000, "rights behind reads that hang");
    unlock();
    await holding;
    await Promise.all(hanging);
    await new Promise((wake) => setTimeout(wake, 100));
    assertEquals(await open(), 1, "the usual one stays");
  } finally {
    await database.end();
  }
});

Deno.test("a connection that nothing comes from any more is given up, and the next is a fresh one", async () => {
  await using db = await freshDatabase();
  const readers = new Readers({ connectionString: db.url }, 1, 1, pg.Client, 200);
  const ask = (text: string) => readers.send({ statement: { text, values: [] }, asText: true });
  const lost = ask("select pg_sleep(30)");
  await rejects(Promise.all([lost, ask("select 1")]), /terminated/);
  assertEquals(textIn((await ask("select 2")).rows[0] as never, 0), "2");
  await readers.end();
});
