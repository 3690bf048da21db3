import { createHash } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import { connect, type Database, type Tx } from "../../domain/db/connect.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { migrate, shippedMigrations } from "../../domain/db/migrate.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { lend } from "./lent_database.ts";
import { type Pristine, pristine, reset } from "./reset.ts";
import { openServing, serveBy, usual } from "./serving.ts";

/**
 * A PostgreSQL to test on: the one tests/run.ts started. For a single file run by hand there is one
 * server per machine in the folder for temporary files; it is found again by the next run.
 */
const adminUrl = Deno.env.get("TEST_POSTGRES_URL") ?? await sharedServer();

async function sharedServer(): Promise<string> {
  const folder = `${Deno.env.get("TMPDIR") ?? "/tmp"}/back-office-test-server-${Deno.uid()}`;
  const url = new URL((await openEmbedded(folder, { fast: true })).url);
  url.pathname = "/postgres";
  return url.href;
}

export interface TestDatabase {
  database: Database;
  /** for programs too, which may not enter the folder of its socket */
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A migrated database of this test's own: `await using db = await freshDatabase()`. To make one and to let in
 * connections costs more than most tests do, so one that is as before is the next test's.
 */
export async function freshDatabase({ unused = false } = {}): Promise<TestDatabase> {
  const kept = (unused ? undefined : idle.pop()) ??
    await makeDatabase(await (template ??= templateDatabase()));
  before ??= await pristine(kept.owners);
  const owners = lend(kept.owners);
  const serving = lend(kept.serving);
  serveBy(owners.database, serving.database);

  async function isAsBefore(): Promise<boolean> {
    const both = await Promise.all([owners.takeBack(), serving.takeBack()]);
    return both.every((ended) => ended) && await reset(kept.owners, before!);
  }
  async function giveBack(): Promise<void> {
    if (await isAsBefore().catch(() => false)) idle.push(kept);
    else await removeDatabase(kept);
  }
  let given: Promise<void> | undefined;
  return {
    database: owners.database,
    url: overNetwork(urlOf(kept.name)),
    [Symbol.asyncDispose]: () => given ??= giveBack(),
  };
}

/** A database without any schema. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const made = await makeDatabase("template1");
  return {
    database: made.owners,
    url: overNetwork(urlOf(made.name)),
    [Symbol.asyncDispose]: () => removeDatabase(made),
  };
}

interface Made {
  name: string;
  owners: Database;
  serving: Database;
}

/** Those that no test of this worker has at the moment. */
const idle: Made[] = [];
let before: Pristine | undefined;

async function makeDatabase(template: string): Promise<Made> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer((admin) =>
    // copying costs half of what it does to log every page; only these few have anything to write out
    admin.query(sql`create database ${raw(name)} template ${raw(template)} strategy file_copy`)
  );
  const owners = connect(urlOf(name), usual);
  return { name, owners, serving: openServing(owners, urlOf(name)) };
}

async function removeDatabase({ name, owners, serving }: Made): Promise<void> {
  // a test that failed may hold a transaction for ever: that is no reason to wait for ever
  const ended = Promise.all([owners.end(), serving.end()]);
  let late: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([ended, new Promise((wake) => late = setTimeout(wake, 10_000))]);
  clearTimeout(late);
  await administer((admin) => drop(admin, name));
}

let template: Promise<string> | undefined;

/** Made once per state of the migrations and of the rights on what they make; a race between test processes ends with one template. */
async function templateDatabase(): Promise<string> {
  const rights = await Deno.readTextFile(new URL("../../domain/db/roles.ts", import.meta.url));
  const checksums = (await shippedMigrations()).map(({ checksum }) => checksum).join() + rights;
  const name = `template_${createHash("sha256").update(checksums).digest("hex").slice(0, 16)}`;
  await administer(async (admin) => {
    const exists = sql`select 1 from pg_database where datname = ${name}`;
    if ((await admin.query(exists)).length > 0) return;
    const building = `building_${crypto.randomUUID().replaceAll("-", "")}`;
    await admin.query(sql`create database ${raw(building)}`);
    const database = connect(urlOf(building));
    await migrate(database);
    await database.end();
    try {
      await admin.query(sql`alter database ${raw(building)} rename to ${raw(name)}`);
    } catch {
      await drop(admin, building); // another process was first
    }
  });
  return name;
}

/**
 * `force` ends what a killed server left connected, but refuses when autovacuum is at work there
 * (the tests' role is no superuser); a plain drop waits for autovacuum and refuses the others.
 */
async function drop(admin: Database, name: string): Promise<void> {
  for (let tries = 1;; tries++) {
    const force = tries % 2 ? raw(" with (force)") : raw("");
    try {
      return void await admin.query(sql`drop database if exists ${raw(name)}${force}`);
    } catch (error) {
      if (tries === 6) throw error;
    }
  }
}

let administrator: Database | undefined;
Deno.test.afterAll(async () => {
  await Promise.all(idle.map(removeDatabase));
  await administrator?.end();
});

/** One connection of the whole worker: letting it in costs as much as a database. */
async function administer<T>(work: (admin: Database) => Promise<T>): Promise<T> {
  return await work(administrator ??= connect(adminUrl, { readers: 1, writers: 1 }));
}

function urlOf(name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function overNetwork(url: string): string {
  return url.replace(/@%2F[^:]+:/, "@127.0.0.1:");
}

/** Runs `body` in a transaction that is rolled back at the end, so tests can share a database. */
export async function inRollback(
  database: Database,
  body: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(database, body, { dryRun: true });
}

/** Transactions give up after 15 s. */
const PATIENCE_MS = 15_000;

/** Within a transaction: what it has put off until the commit is done and judged now. */
export async function asCommitted(tx: Tx): Promise<void> {
  await tx.query(sql`set constraints all immediate`);
  await tx.query(sql`set constraints all deferred`);
}

/** Waits until `count` connections of this database really wait for a lock. */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE_MS) {
    const [{ waiting }] = await database.query<[{ waiting: number }]>(sql`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting >= count) return;
    await new Promise((wake) => setTimeout(wake, 10));
  }
  throw new Error(`No ${count} came to wait within ${PATIENCE_MS / 1000} s`);
}
