import { deepStrictEqual as assertEquals, ok as assert, rejects } from "node:assert";
import pg from "pg";
import { DatabaseNotStarted } from "../../domain/db/embedded_programs.ts";
import { openEmbedded } from "../../domain/db/embedded.ts";
import { root as asRoot, testThatNeeds } from "../support/needs.ts";
import { taskArguments } from "../support/server.ts";

const root = `${import.meta.dirname}/../..`;

Deno.test("openEmbedded() makes a safe database at the first call when the folder is empty", async () => {
  await using folder = await emptyFolder();
  const database = await openEmbedded(folder.path);
  const { hostname, pathname } = new URL(database.url);
  const cluster = await Deno.realPath(`${folder.path}/postgres`);
  assertEquals([hostname, pathname], [encodeURIComponent(cluster), "/back_office"]);
  const [row] = await ask(
    database.url,
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('unix_socket_directories') as sockets, current_setting('timezone') as zone,
       current_setting('listen_addresses') as addresses, pg_encoding_to_char(encoding) as encoding,
       (select rolsuper from pg_roles where rolname = current_user) as superuser
     from pg_database where datname = current_database()`,
  );
  assertEquals(row, {
    fsync: "on",
    checksums: "on",
    sockets: cluster,
    zone: "UTC",
    addresses: "127.0.0.1",
    encoding: "UTF8",
    superuser: false,
  });
  const overNetwork = database.url.replace(hostname, "127.0.0.1");
  assertEquals(await ask(overNetwork, "select 1 as one"), [{ one: 1 }]);
  for (const way of [database.url, overNetwork]) {
    for (const wrong of ["back_office:guess", "postgres:guess", "postgres:"]) {
      await rejects(ask(way.replace(/back_office:\w+/, wrong), "select 1"), refused);
    }
  }
  await database.release();
  await database.release();
  await rejects(ask(database.url, "select 1"), gone);
});

Deno.test("openEmbedded() goes over the network where the path of a socket would be too long", async () => {
  await using folder = await emptyFolder();
  const path = `${folder.path}/${"long-".repeat(16)}`;
  await using database = await open(path);
  assertEquals(new URL(database.url).hostname, "127.0.0.1");
  assertEquals(await ask(database.url, "select 1 as one"), [{ one: 1 }]);
});

Deno.test("openEmbedded() opens the socket of a cluster that an earlier release made", async () => {
  await using folder = await emptyFolder();
  await (await openEmbedded(folder.path, { fast: true })).release();
  const access = `${folder.path}/postgres/pg_hba.conf`;
  await Deno.writeTextFile(access, "host all all 127.0.0.1/32 scram-sha-256\n");
  await using database = await open(folder.path);
  assert(database.url.includes("@%2F"));
  assertEquals(await ask(database.url, "select 1 as one"), [{ one: 1 }]);
});

Deno.test("openEmbedded() keeps everything private when it makes the folder", async () => {
  await using folder = await emptyFolder();
  const path = `${folder.path}/deep/data`;
  const database = await openEmbedded(path, { fast: true });
  await database.release();
  const modeOf = (name: string) => Deno.statSync(`${path}/${name}`).mode! & 0o777;
  assertEquals(modeOf("") & 0o707, 0o700);
  assertEquals(modeOf("postgres"), 0o700);
  assertEquals(modeOf("postgres/back_office.password"), 0o600);
});

Deno.test("openEmbedded() indexes Bengali words when pg_trgm is used", async () => {
  await using folder = await emptyFolder();
  await using database = await open(folder.path);
  const [row] = await ask(
    database.url,
    "create extension pg_trgm; select cardinality(show_trgm('মেশিন')) > 3 as found",
  );
  assertEquals(row, { found: true });
});

Deno.test("release() leaves the server alone when another process uses it", async () => {
  await using folder = await emptyFolder();
  const database = await openEmbedded(folder.path, { fast: true });
  const other = await startUser(folder.path);
  assertEquals(other.url, database.url);
  await database.release();
  assertEquals(await ask(other.url, "select 1 as one"), [{ one: 1 }]);
  await other.leave();
  await rejects(ask(other.url, "select 1"), gone);
});

Deno.test("openEmbedded() starts one server when four processes call it at once", async () => {
  await using folder = await emptyFolder();
  const users = await Promise.all([1, 2, 3, 4].map(() => startUser(folder.path)));
  assertEquals(new Set(users.map(({ url }) => url)).size, 1);
  const note = await Deno.readTextFile(`${folder.path}/postgres/log/${await logName(folder.path)}`);
  assertEquals(note.match(/starting PostgreSQL/g)?.length, 1);
  // Leaving and coming at the same moment.
  const [, , , next] = await Promise.all([
    users[0].leave(),
    users[1].leave(),
    users[2].leave(),
    users[3].leave().then(() => startUser(folder.path)),
  ]);
  assertEquals(await ask(next.url, "select 1 as one"), [{ one: 1 }]);
  await next.leave();
  await rejects(ask(next.url, "select 1"), gone);
});

Deno.test("openEmbedded() starts it again on the same port when the server was killed", async () => {
  await using folder = await emptyFolder();
  await using first = await open(folder.path, { fast: false });
  await ask(first.url, "create table kept as select 7 as seven");
  Deno.kill(await serverPid(folder.path), "SIGKILL");
  await using second = await open(folder.path);
  assertEquals(second.url, first.url);
  assertEquals(await ask(first.url, "select seven from kept"), [{ seven: 7 }]);
});

Deno.test("openEmbedded() finds the server when every user of it was killed", async () => {
  await using folder = await emptyFolder();
  const users = await Promise.all([1, 2].map(() => startUser(folder.path)));
  const pid = await serverPid(folder.path);
  await Promise.all(users.map((user) => user.kill())); // waits until their pipes are closed
  await using database = await open(folder.path);
  assertEquals(database.url, users[0].url);
  assertEquals(await serverPid(folder.path), pid);
});

Deno.test("openEmbedded() recovers when users and server were killed together", async () => {
  await using folder = await emptyFolder();
  const user = await startUser(folder.path);
  await ask(user.url, "create table kept as select 7 as seven");
  Deno.kill(await serverPid(folder.path), "SIGKILL");
  await user.kill();
  await using database = await open(folder.path);
  assertEquals(await ask(database.url, "select seven from kept"), [{ seven: 7 }]);
});

Deno.test("openEmbedded() moves to another port when a stranger took the recorded one", async () => {
  await using folder = await emptyFolder();
  await using first = await open(folder.path);
  const port = Number(new URL(first.url).port);
  Deno.kill(await serverPid(folder.path), "SIGKILL");
  // its children keep the port for a moment longer than the socket
  await untilRefused(first.url.replace(/@[^:]+:/, "@127.0.0.1:"));
  using stranger = Deno.listen({ hostname: "127.0.0.1", port });
  const answers = hangUp(stranger);
  await using second = await open(folder.path);
  assert(new URL(second.url).port !== `${port}`);
  assertEquals(await ask(second.url, "select 1 as one"), [{ one: 1 }]);
  stranger.close();
  await answers;
});

Deno.test("openEmbedded() starts when the dead server's number belongs to another process", async () => {
  await using folder = await emptyFolder();
  const first = await openEmbedded(folder.path, { fast: true });
  const note = `${folder.path}/postgres/postmaster.pid`;
  const left = await Deno.readTextFile(note);
  await first.release();
  const { uid, gid } = await Deno.stat(`${folder.path}/postgres`);
  const owner = asRoot.there ? { uid: uid!, gid: gid! } : {};
  const bystander = new Deno.Command("sleep", { args: ["60"], ...owner, cwd: "/" }).spawn();
  await Deno.writeTextFile(note, left.replace(/^\d+/, `${bystander.pid}`));
  await using database = await open(folder.path);
  assertEquals(await ask(database.url, "select 1 as one"), [{ one: 1 }]);
  bystander.kill();
  assertEquals((await bystander.status).signal, "SIGTERM"); // nobody else signalled it
});

Deno.test("openEmbedded() starts afresh when the first start was interrupted", async () => {
  await using folder = await emptyFolder();
  await Deno.mkdir(`${folder.path}/postgres.new/base`, { recursive: true });
  await Deno.writeTextFile(`${folder.path}/postgres.new/PG_VERSION`, "18\n");
  await using database = await open(folder.path);
  assertEquals(await ask(database.url, "select 1 as one"), [{ one: 1 }]);
});

Deno.test("openEmbedded() keeps to itself when the folder is a copy of a running one", async () => {
  await using folder = await emptyFolder();
  await using first = await open(folder.path);
  await using copy = await emptyFolder();
  const { success } = await new Deno.Command("cp", {
    args: ["-a", `${folder.path}/postgres`, copy.path],
  }).output();
  assert(success);
  await using second = await open(copy.path);
  assert(second.url !== first.url);
  await ask(second.url, "create table only_here ()");
  await rejects(ask(first.url, "select 1 from only_here"), { code: "42P01" });
});

Deno.test("openEmbedded() says what is wrong when it cannot start", async () => {
  await using folder = await emptyFolder();
  const file = `${folder.path}/file`;
  await Deno.writeTextFile(file, "");
  await rejects(openEmbedded(file), says(/data folder .*file cannot be used/));

  const data = `${folder.path}/data`;
  await (await openEmbedded(data, { fast: true })).release();
  await Deno.writeTextFile(`${data}/postgres/PG_VERSION`, "17\n");
  await rejects(openEmbedded(data), says(/made by PostgreSQL 17.*brings PostgreSQL 18/));
  await Deno.writeTextFile(`${data}/postgres/PG_VERSION`, "18\n");

  await Deno.writeTextFile(`${data}/postgres/postgresql.conf`, "work_mem = lots\n");
  await rejects(openEmbedded(data), says(/did not start.*configuration file/));
  await Deno.remove(`${data}/postgres/postgresql.conf`);

  await Deno.remove(`${data}/postgres/global/pg_control`);
  await rejects(openEmbedded(data), says(/did not start/));
});

Deno.test("openEmbedded() keeps the server from Ctrl-C when a whole terminal gets it", async () => {
  await using folder = await emptyFolder();
  const user = await startUser(folder.path, { detached: true });
  Deno.kill(-user.pid, "SIGINT"); // its process group, as a terminal does
  assertEquals(await user.ended(), 0);
  await using database = await open(folder.path);
  assertEquals(await ask(database.url, "select 1 as one from finished"), []);
});

testThatNeeds([asRoot], {
  name: "openEmbedded() works for an ordinary user when started as one",
  fn: async () => {
    await using folder = await emptyFolder();
    await Deno.chown(folder.path, 65534, 65534);
    await using tools = await emptyFolder();
    const deno = `${tools.path}/deno`; // root's own may lie where only root can go
    await Deno.copyFile(Deno.execPath(), deno);
    const user = await startUser(folder.path, {
      deno,
      uid: 65534,
      gid: 65534,
      env: { DENO_DIR: `${folder.path}/deno`, HOME: folder.path },
    });
    assertEquals(Deno.statSync(`${folder.path}/postgres`).uid, 65534);
    await user.leave();
    await using database = await open(folder.path); // root comes later and leaves the owner as it is
    assertEquals(await ask(database.url, "select 1 as one"), [{ one: 1 }]);
    assertEquals(Deno.statSync(`${folder.path}/postgres/postmaster.pid`).uid, 65534);
  },
});

interface Folder extends AsyncDisposable {
  path: string;
}

async function emptyFolder(): Promise<Folder> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "embedded-" }));
  await Deno.chmod(path, 0o755);
  return {
    path,
    async [Symbol.asyncDispose]() {
      const running = await Deno.stat(`${path}/postgres/postmaster.pid`).catch(() => undefined);
      await Deno.remove(path, { recursive: true });
      assert(!running, `A server was left running in ${path}`);
    },
  };
}

async function open(path: string, { fast = true } = {}) {
  const { url, release } = await openEmbedded(path, { fast });
  return { url, [Symbol.asyncDispose]: release };
}

interface UserOptions extends Partial<Deno.CommandOptions> {
  deno?: string;
}

/** Starts a process of its own that uses the database, and waits until it does. */
async function startUser(dataDir: string, options: UserOptions = {}) {
  const { deno = Deno.execPath(), ...rest } = options;
  const child = new Deno.Command(deno, {
    args: [
      ...taskArguments("start", { DATA_DIR: dataDir }).slice(0, -1), // with the server's permissions
      "--no-check",
      `${root}/tests/db/embedded_user.ts`,
      dataDir,
    ],
    cwd: root,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    ...rest,
  }).spawn();
  const said = new Response(child.stderr).text();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const url = (await lines.read()).value?.trim();
  if (!url) throw new Error(await said);
  const input = child.stdin.getWriter();

  /** Reads its pipes to their ends, which come only when nobody else holds them. */
  async function ended(): Promise<number> {
    await said;
    while (!(await lines.read()).done);
    await input.close().catch(() => {});
    return (await child.status).code;
  }
  return {
    url,
    pid: child.pid,
    ended,
    async leave() {
      await input.write(new Uint8Array(1));
      assertEquals(await ended(), 0);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended();
    },
  };
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    const results = [await client.query(statement)].flat();
    return results.at(-1)!.rows.map((row) => ({ ...row }));
  } finally {
    await client.end();
  }
}

/** By the server, or by the driver, which needs a password to go on. */
const refused = ({ code, message }: Error & { code?: string }) =>
  code?.startsWith("28") || /must be a string/.test(message);

/** Nobody listens, or there is no socket any more. */
const gone = { code: /^(ECONNREFUSED|ENOENT)$/ };

async function untilRefused(url: string): Promise<void> {
  while (await ask(url, "select 1").then(() => true, (error) => !gone.code.test(error.code)));
}

async function serverPid(dataDir: string): Promise<number> {
  return parseInt(await Deno.readTextFile(`${dataDir}/postgres/postmaster.pid`));
}

async function logName(dataDir: string): Promise<string> {
  const [entry] = await Array.fromAsync(Deno.readDir(`${dataDir}/postgres/log`));
  return entry.name;
}

async function hangUp(listener: Deno.Listener): Promise<void> {
  for await (const connection of listener) connection.close();
}

function says(sentence: RegExp) {
  return (error: unknown) => error instanceof DatabaseNotStarted && sentence.test(error.message);
}
