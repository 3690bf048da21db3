import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { testApp, testSecret } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { program, testThatNeeds } from "../support/needs.ts";
import { freePort, type Server, startServer } from "../support/server.ts";

const CALLERS = 6;

testThatNeeds([program("nginx")], {
  name: "two servers behind nginx restart one after the other and no request fails",
  async fn() {
    await using db = await freshDatabase();
    const { token } = await testApp(db.database).as("owner");
    const folder = await Deno.makeTempDir({ prefix: "rolling-" });
    const start = (port: number) =>
      startServer(`${folder}/${port}`, {
        PORT: String(port),
        DATABASE_URL: db.url,
        JWT_SECRET: testSecret,
        UPLOAD_DIR: `${folder}/uploads`,
        DRAIN_DELAY: "0.5",
      });
    const ports = [freePort(), freePort()];
    const servers = await Promise.all(ports.map(start));
    const nginx = await startNginx(folder, ports);
    const load = keepCalling(nginx.base, token);
    try {
      await load.untilDone(100);
      for (const index of servers.keys()) {
        servers[index] = await restart(servers[index], () => start(ports[index]));
        await load.untilDone(100);
      }
      const { reads, writes, failures } = await load.stop();
      console.log(`rolling restart: ${reads} reads, ${writes} writes, ${failures.length} failed`);
      assertEquals(failures, []);
      const [{ made }] = await db.database.query<[{ made: number }]>(
        sql`select count(*) as made from suppliers`,
      );
      assertEquals(made, writes, "every write that was answered is there once");
    } finally {
      await load.stop();
      await nginx.stop();
      await Promise.all(servers.map((server) => server.stop()));
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** SIGTERM: /readyz says no at once, while the server goes on answering for the drain's delay. */
async function restart(server: Server, start: () => Promise<Server>): Promise<Server> {
  const ready = () =>
    fetch(new URL("/readyz", server.base)).then(async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    }, () => 0);
  assertEquals(await ready(), 200);
  server.process.kill("SIGTERM");
  let seen = 200;
  for (let tries = 0; tries < 500 && seen === 200; tries++) seen = await ready();
  assertEquals(seen, 503, "draining is told before the listener closes");
  const { code } = await server.stop();
  assertEquals(code, 0, server.output());
  return await start();
}

/** Callers that read and write (with a key each) one request after another on kept connections. */
function keepCalling(base: string, token: string) {
  let reads = 0;
  let writes = 0;
  const failures: string[] = [];
  let stopping = false;

  async function call(method: "GET" | "POST"): Promise<void> {
    const name = crypto.randomUUID();
    try {
      const answer = await fetch(`${base}/suppliers${method === "GET" ? "?limit=5" : ""}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...method === "POST" && { "idempotency-key": name },
        },
        body: method === "POST" ? JSON.stringify({ name }) : undefined,
        signal: AbortSignal.timeout(20_000),
      });
      const text = await answer.text();
      if (answer.status !== (method === "GET" ? 200 : 201)) throw new Error(text);
      if (method === "GET") reads++;
      else writes++;
    } catch (error) {
      failures.push(`${method}: ${error}`);
    }
  }

  const callers = Array.from({ length: CALLERS }, async (_, index) => {
    while (!stopping) await call(index % 2 === 0 ? "GET" : "POST");
  });
  return {
    /** Waits for so many more answers, the failed ones included. */
    async untilDone(more: number) {
      const goal = reads + writes + failures.length + more;
      for (let tries = 0; tries < 1_000 && reads + writes + failures.length < goal; tries++) {
        await new Promise((wake) => setTimeout(wake, 20));
      }
      assert(reads + writes + failures.length >= goal, "the load came to a standstill");
    },
    async stop() {
      stopping = true;
      await Promise.all(callers);
      return { reads, writes, failures };
    },
  };
}

/** The packaged configuration, with the addresses and folders of this test. */
async function startNginx(folder: string, ports: number[]) {
  const port = freePort();
  const shipped = await Deno.readTextFile(new URL("../../packaging/nginx.conf", import.meta.url));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/nginx_${name};`).join("\n  ");
  const config = shipped
    .replace("api1:8000", `127.0.0.1:${ports[0]}`)
    .replace("api2:8000", `127.0.0.1:${ports[1]}`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("http {", `http {\n  ${temporary}`);
  await Deno.chmod(folder, 0o755); // nginx's workers are another account's when we are root
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    `daemon off;\npid ${folder}/nginx.pid;\n${config}`,
  );
  const args = ["-e", `${folder}/nginx.log`, "-c", `${folder}/nginx.conf`];
  const tested = await new Deno.Command("nginx", { args: [...args, "-t"] }).output();
  assert(tested.success, new TextDecoder().decode(tested.stderr));
  const child = new Deno.Command("nginx", { args, stdout: "null", stderr: "null" }).spawn();
  const base = `http://127.0.0.1:${port}/api/v1`;
  for (let tries = 0;; tries++) {
    const up = await fetch(`${base}/health`).then(async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    }, () => false);
    if (up) break;
    assert(tries < 200, "nginx does not answer");
    await new Promise((wake) => setTimeout(wake, 25));
  }
  return {
    base,
    async stop() {
      child.kill("SIGQUIT");
      await child.status;
    },
  };
}
