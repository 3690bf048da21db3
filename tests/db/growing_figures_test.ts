import { grow, vacuum } from "../../bench/grow.ts";
import type { Database } from "../../domain/db/connect.ts";
import { seedDemo } from "../../domain/demo/seed_demo.ts";
import { actorWith, insertUser, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Sent, watching } from "../support/capture.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsReadSoFar } from "../support/rows_read.ts";

const TIMES = 50;
const GOAL = 1.5;
/** Read in any case: who asks, his session, settings. */
const ALWAYS = 20;

const paths = [
  "/dashboard",
  "/import-logistics/summary",
  "/approvals?limit=10",
  "/import-logistics/supplier-ledger?limit=10",
  "/import-logistics/shipments?limit=10",
  "/import-logistics/receipts?limit=10",
  "/import-logistics/discrepancies?limit=10",
  "/import-logistics/rmas?limit=10",
  "/invoices?limit=10",
  "/payments?limit=10",
  "/expenses?limit=10",
  "/products?limit=10",
  "/tasks?limit=10",
];

Deno.test("figures and lists read as few rows of a business that has grown", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  const userId = await insertUser(database, "owner");
  await seedDemo(database, actorWith("owner", userId), {
    size: "small",
    seed: 1,
    password: "a horse and a battery",
    dryRun: false,
  });
  await vacuum(database);
  let sent: Sent[] = [];
  const watched = watching(database, (statement, send) => {
    sent.push(statement);
    return send();
  });
  const owner = await testApp(watched).signedIn(userId, "owner");
  await using client = await lent(database);

  /** The rows that what a path sends reads in the tables, beside what it reads of their indexes. */
  async function rowsOf(path: string): Promise<number> {
    sent = [];
    assertEquals((await owner.get(path)).status, 200, path);
    let read = 0;
    for (const statement of [...sent]) {
      await client.query("begin");
      const count = async () => (await client.query(rowsReadSoFar)).rows[0].rows as number;
      const before = await count();
      await client.query(statement);
      read += await count() - before;
      await client.query("rollback");
    }
    return read;
  }

  const young = new Map<string, number>();
  for (const path of paths) young.set(path, await rowsOf(path));
  await grow(database, TIMES);
  for (const path of paths) {
    await t.step(path, async () => {
      const [at, now] = [young.get(path)!, await rowsOf(path)];
      assert(now <= GOAL * at + ALWAYS, `${at} rows at first, ${now} of ${TIMES} times as many`);
    });
  }
});

/** A connection that goes back whatever happens: the database waits for it before it is dropped. */
async function lent(database: Database) {
  const client = await database.checkOut();
  const query = client.query.bind(client) as typeof client.query;
  return { query, [Symbol.asyncDispose]: () => Promise.resolve(client.release()) };
}
