import sql from "sql-template-tag";
import { LockHeld, withJobLock } from "../../domain/db/job_lock.ts";
import { connectAs, rolesBeside } from "../../domain/db/roles.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { program, testThatNeeds } from "../support/needs.ts";
import { freePort } from "../support/server.ts";
import { serveBy } from "../support/serving.ts";

const CONNECTIONS = 3;

/** PgBouncer in transaction mode, as Debian configures it otherwise, with fewer connections than we have. */
async function pooled(url: string) {
  const { hostname, port, username, password } = new URL(url);
  const folder = await Deno.makeTempDir({ prefix: "pooler-" });
  const pooledUrl = new URL(url);
  pooledUrl.port = String(freePort());
  const { app, reader } = rolesBeside(url)!;
  const users = [{ name: username, password }, app, reader]
    .map(({ name, password }) => `"${name}" "${password}"\n`);
  await Deno.writeTextFile(`${folder}/users.txt`, users.join(""));
  await Deno.writeTextFile(
    `${folder}/pgbouncer.ini`,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooledUrl.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
`,
  );
  const asRoot = Deno.uid() === 0; // which it refuses to be
  if (asRoot) await new Deno.Command("chown", { args: ["-R", "nobody", folder] }).output();
  const child = new Deno.Command("pgbouncer", {
    args: ["-q", ...asRoot ? ["-u", "nobody"] : [], `${folder}/pgbouncer.ini`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const database = connectAs(rolesBeside(pooledUrl.href)!, { readers: 4, writers: 12 });
  for (let tries = 0;; tries++) {
    try {
      await database.query(sql`select 1`);
      break;
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((wake) => setTimeout(wake, 25));
    }
  }
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database.end();
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

testThatNeeds([program("pgbouncer")], {
  name: "everything works through PgBouncer in transaction mode",
  async fn(t) {
    await using direct = await freshDatabase();
    await using pooler = await pooled(direct.url);
    const { database } = pooler;

    await t.step("pipelined reads get their own answers", async () => {
      const numbers = Array.from({ length: 600 }, (_, n) => n);
      const answers = await Promise.all(numbers.map(async (n) => {
        const [row] = await database.query<[{ n: number }]>(sql`select ${n}::int as n`);
        return row.n;
      }));
      assertEquals(answers, numbers);
    });

    await t.step("transactions keep their limits and leave none behind", async () => {
      const limit = sql`select current_setting('lock_timeout') as limit`;
      await Promise.all(Array.from({ length: 40 }, () =>
        inTransaction(database, async (tx) => {
          assertEquals(await tx.query(limit), [{ limit: "8s" }]);
        })));
      for (let i = 0; i < 20; i++) assertEquals(await database.query(limit), [{ limit: "0" }]);
    });

    await t.step("a job's lock keeps the second run out", async () => {
      const second = await withJobLock(
        database,
        "once",
        () => withJobLock(database, "once", () => Promise.resolve()).catch((error) => error),
      );
      assert(second instanceof LockHeld, String(second));
    });

    await t.step(
      "the API does one of everything, and 20 at once with one key do it once",
      async () => {
        serveBy(direct.database, database);
        const owner = await testApp(direct.database).as("owner");
        await oneOfEverything(owner, "pooled");
        const key = { "idempotency-key": "the-same" };
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => owner.post("/suppliers", { name: "Once" }, key)),
        );
        assertEquals(
          new Set(answers.map(({ status }) => status).filter((code) => code >= 500)).size,
          0,
        );
        const { body } = await owner.get("/suppliers?search=Once");
        assertEquals(body.data.length, 1);
        assertEquals((await owner.get("/reports/stock-valuation?format=csv")).status, 200);
      },
    );
  },
});
