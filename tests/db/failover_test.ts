import sql, { raw } from "sql-template-tag";
import { connect, type Database } from "../../domain/db/connect.ts";
import { testSecret } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { makePostgres, type Postgres, standbyOf } from "../support/postgres.ts";
import { call, type Server, startServer } from "../support/server.ts";

/** How often the primary is killed. */
const FAILOVERS = Number(Deno.env.get("FAILOVERS") ?? 3);
const BACK_WITHIN_MS = 10_000;
const WRITERS = 4;

/** One address for both: whichever of them takes writes. */
function bothOf(one: Postgres, other: Postgres, more = ""): string {
  return one.url.replace(/@[^/]+/, `@127.0.0.1:${one.port},127.0.0.1:${other.port}`) + more;
}

async function using_<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connect(url, { readers: 1, writers: 1, waitMs: 2_000 });
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

async function until(done: () => Promise<boolean> | boolean, withinMs: number, what: string) {
  for (const began = performance.now(); !await done();) {
    if (performance.now() - began > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((wake) => setTimeout(wake, 25));
  }
}

/** From now on a commit waits until the standby has it too. */
async function synchronous({ url }: Postgres): Promise<void> {
  await using_(url, async (database) => {
    const isSync = async () => {
      const rows = await database.query<{ sync_state: string }[]>(
        sql`select sync_state from pg_stat_replication where state = 'streaming'`,
      );
      return rows.some(({ sync_state }) => sync_state === "sync");
    };
    await database.query(raw("alter system set synchronous_standby_names = '*'"));
    await database.query(sql`select pg_reload_conf()`);
    await until(isSync, 30_000, "the standby is synchronous");
  });
}

/** Writes until it is told to stop, each write again with its key until it is acknowledged. */
function keepWriting(base: string, token: string) {
  const acknowledged: string[] = [];
  let stopping = false;
  const writer = async (number: number) => {
    for (let n = 1; !stopping; n++) {
      const name = `Supplier-${number}-${n}`;
      const write = () =>
        call(base, token, "POST", "/suppliers", { name }, { "idempotency-key": name })
          .then(({ status }) => status, () => 0);
      await until(async () => stopping || await write() === 201, 60_000, name);
      if (!stopping) acknowledged.push(name);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, at) => writer(at + 1)));
  return {
    acknowledged,
    async stop() {
      stopping = true;
      await writers;
    },
  };
}

async function setUp({ base }: Server): Promise<string> {
  const owner = { name: "Owner", email: "owner@example.test", password: "long enough 1" };
  const { status, body } = await call(base, undefined, "POST", "/auth/setup-owner", owner);
  assertEquals(status, 201);
  return body.data.token;
}

Deno.test("primaries are killed under writers: nothing acknowledged is lost, and the server comes back by itself", async () => {
  await using first = await makePostgres({ fsync: "off", wal_keep_size: "512MB" });
  await first.start();
  await using second = await standbyOf(first);
  await synchronous(first);
  const folder = await Deno.makeTempDir();
  const server = await startServer(folder, {
    DATABASE_URL: bothOf(second, first, "?target_session_attrs=read-write"),
    JWT_SECRET: testSecret,
    LOG_LEVEL: "error",
  });
  let [primary, standby] = [first, second];
  const times: number[] = [];
  const token = await setUp(server);
  const { acknowledged, stop } = keepWriting(server.base, token);
  try {
    const more = (count: number, withinMs: number, what: string) => {
      const before = acknowledged.length;
      return until(() => acknowledged.length >= before + count, withinMs, what);
    };
    for (let failover = 1; failover <= FAILOVERS; failover++) {
      await more(5 * WRITERS, 30_000, "writes before the kill");
      const killed = performance.now();
      await primary.stop("immediate");
      await standby.promote();
      await more(WRITERS + 1, BACK_WITHIN_MS, `writes after kill ${failover}`); // one each may have waited
      times.push(Math.round(performance.now() - killed));
      assertEquals((await call(server.base, token, "GET", "/suppliers")).status, 200);
      [primary, standby] = [standby, primary];
      await standbyOf(primary, standby);
      await synchronous(primary);
    }
    await stop();
    const names = await using_(
      primary.url,
      (database) => database.query<{ name: string }[]>(sql`select name from suppliers`),
    );
    const kept = names.map(({ name }) => name);
    assertEquals(acknowledged.filter((name) => !kept.includes(name)), []);
    assertEquals(new Set(kept).size, kept.length, "written twice");
    assert(times.every((time) => time <= BACK_WITHIN_MS), times.join());
    console.log(`${acknowledged.length} writes, back after ${times.join(", ")} ms`);
  } finally {
    await stop();
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("connect() finds the host that is wanted, and says when there is none", async () => {
  await using primary = await makePostgres({ fsync: "off", wal_keep_size: "512MB" });
  await primary.start();
  await using standby = await standbyOf(primary);
  const portOf = (attributes: string) =>
    using_(bothOf(standby, primary, attributes), async (database) => {
      const [{ port }] = await database.query<[{ port: number }]>(
        sql`select inet_server_port() as port`,
      );
      return port;
    });
  assertEquals(await portOf(""), primary.port, "who writes, where nothing is said");
  assertEquals(await portOf("?target_session_attrs=read-write"), primary.port);
  assertEquals(await portOf("?target_session_attrs=standby"), standby.port);
  assertEquals(await portOf("?target_session_attrs=prefer-standby"), standby.port);
  await standby.stop();
  assertEquals(await portOf("?target_session_attrs=prefer-standby"), primary.port);
  const refused = await portOf("?target_session_attrs=standby").catch((error) => error);
  assertMatch(String(refused.code), /^database_unavailable$/);
});
