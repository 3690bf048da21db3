import pg from "pg";
import { filesIn, ifMissing } from "../files/folder.ts";
import { addressOf, openSocket, socketFolder } from "./embedded_cluster.ts";
import { commandOptions, findPrograms, ownerOf, type Programs, run } from "./embedded_programs.ts";

type Log = (line: string) => void;

/** The port of the server of this cluster; waits while one is starting or stopping. */
export async function runningPort(cluster: string): Promise<number | undefined> {
  for (;;) {
    const port = await recordedPort(cluster);
    const answer = port && await knock(await addressOf(cluster, port));
    if (answer === "ready") return port;
    if (answer !== "not now") return;
    await delay(POLL_MS);
  }
}

/** What the server noted in postmaster.pid, unless the folder is a copy of another one's. */
async function recordedPort(cluster: string): Promise<number | undefined> {
  const note = await Deno.readTextFile(`${cluster}/postmaster.pid`).catch(ifMissing);
  const [, folder, , port] = note?.split("\n") ?? [];
  return folder === cluster && Number(port) || undefined;
}

type Answer = "ready" | "not now" | "not ours" | "silent";
const POLL_MS = 10;
const SILENCE_MS = 3_000;

/** Only our own server knows our password, so getting in proves whose it is. */
async function knock(url: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: SILENCE_MS,
    application_name: "back-office",
  });
  client.on("error", () => {}); // it may go away while we leave
  try {
    await client.connect();
    await client.end();
    return "ready";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "53300") return "ready"; // full, so in use
    if (code?.startsWith("57P")) return "not now"; // starting, recovering or shutting down
    return /timeout/.test(message) ? "silent" : "not ours";
  }
}

const PATIENCE_MS = 30_000;
const TRANSITION_MS = 2_000;

/** Starts the server, on its last port if that is free, and answers with the port. */
export async function startServer(cluster: string, programs: Programs, log: Log, fast: boolean) {
  const began = Date.now();
  await openSocket(cluster);
  let port = freePort(await recordedPort(cluster));
  for (;;) {
    const complaint = await launch(cluster, port, programs, fast);
    const waited = Date.now() - began;
    if (!complaint) {
      log(`PostgreSQL is ready on port ${port} after ${waited} ms`);
      return port;
    }
    if (waited > PATIENCE_MS) throw new Error(complaint);
    if (/could not bind/.test(complaint)) port = freePort();
    else if (/already exists|still in use/.test(complaint)) {
      const found = await runningPort(cluster);
      if (found) return found;
      if (waited > TRANSITION_MS) await removeStaleNote(cluster, log);
      await delay(10 * POLL_MS);
    } else throw new Error(/FATAL/.test(complaint) ? complaint : await lastWords(cluster));
  }
}

/**
 * PostgreSQL takes postmaster.pid for a living server's when any process of that account has its number
 * by now, as happens after a restart of a container. A living one would answer on its port. Should this
 * be wrong all the same, PostgreSQL still sees the shared memory in use and does not start.
 */
async function removeStaleNote(cluster: string, log: Log): Promise<void> {
  const port = await recordedPort(cluster);
  if (port && await knock(await addressOf(cluster, port)) !== "not ours") return;
  log(`Removing ${cluster}/postmaster.pid: the server that wrote it is gone`);
  await Deno.remove(`${cluster}/postmaster.pid`).catch(ifMissing);
}

/** The wanted port when nobody has it, else any free one. */
function freePort(wanted = 0): number {
  try {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: wanted });
    return listener.addr.port;
  } catch (error) {
    if (wanted && error instanceof Deno.errors.AddrInUse) return freePort();
    throw error;
  }
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in our terminal does not reach it, and
 * waits until it answers, however long recovery takes. Answers with its complaint when it gave up.
 */
async function launch(cluster: string, port: number, programs: Programs, fast: boolean) {
  const careless = fast // for databases that are dropped soon, and look the same until then
    ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]
    : [];
  const server = new Deno.Command(`${programs.folder}/postgres`, {
    ...commandOptions({ account: programs.account, cwd: cluster }),
    args: ["-D", cluster, "-p", `${port}`, "-h", "127.0.0.1", "-k", socketFolder(cluster)]
      .concat(careless.flatMap((setting) => ["-c", setting])),
    detached: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped", // until its own log takes over; never our terminal or our reader's pipe
  }).spawn();
  server.unref();
  let gone = false;
  const end = server.status.then(() => gone = true);
  while (!gone) {
    if (await knock(await addressOf(cluster, port)) === "ready") {
      await server.stderr.cancel();
      return;
    }
    await Promise.race([end, delay(POLL_MS)]);
  }
  return await new Response(server.stderr).text() || "ended";
}

/** Stops the server, unless it is dead already. */
export async function stopServer(cluster: string, log: Log): Promise<void> {
  // A dead server's process number may be somebody else's by now: signal only one that answers.
  if (!await runningPort(cluster)) return;
  const { folder, account } = await findPrograms(await ownerOf(cluster));
  await run(`${folder}/pg_ctl`, ["-D", cluster, "-m", "fast", "-W", "stop"], {
    account,
    cwd: cluster,
  });
  const began = Date.now();
  while (await recordedPort(cluster)) {
    if (Date.now() - began > PATIENCE_MS) return log("PostgreSQL is still shutting down");
    await delay(POLL_MS);
  }
  log(`PostgreSQL stopped after ${Date.now() - began} ms`);
}

/** The end of PostgreSQL's newest log: a failure after its log took over is only told there. */
async function lastWords(cluster: string): Promise<string> {
  let newest = { path: "", writtenAt: new Date(0) };
  for (
    const { path, writtenAt } of await Array.fromAsync(filesIn(`${cluster}/log`)).catch(() => [])
  ) {
    if (writtenAt > newest.writtenAt) newest = { path, writtenAt };
  }
  return newest.path && (await Deno.readTextFile(newest.path)).slice(-2_000);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, milliseconds));
}
