import { dirname } from "node:path";
import { ifMissing } from "../files/folder.ts";
import {
  addressOf,
  checkCluster,
  clusterOf,
  createCluster,
  makeRoles,
} from "./embedded_cluster.ts";
import { accountForRoot, DatabaseNotStarted, findPrograms, ownerOf } from "./embedded_programs.ts";
import { runningPort, startServer, stopServer } from "./embedded_server.ts";

/** PostgreSQL that this program brings along, in use until `release`. */
export interface EmbeddedDatabase {
  /** `postgres://user:password@%2Ffolder:port/back_office`, by its socket; or at 127.0.0.1 */
  url: string;
  /**
   * Stops using it; the last user stops the server. Close your connections first: the server does not
   * wait for them. Calling it again does nothing.
   */
  release(): Promise<void>;
}

export interface OpenOptions {
  log?: (line: string) => void;
  /** For tests: does not wait for the disk, so a power failure may lose everything. */
  fast?: boolean;
}

type Log = (line: string) => void;

/**
 * Opens the database kept in `dataDir`, making it at the first call and starting its server when none
 * runs. Any number of processes may do so, at any moment.
 *
 * Two kernel locks, which vanish with their process, keep order: `postgres.start.lock` is held alone
 * while one decides to start or stop the server, `postgres.users.lock` is shared by all who use it.
 *
 * A server that died leaves the others with an address that no longer answers; the next call starts it
 * again on the same port if that is free, so their connections come back by themselves.
 *
 * @throws DatabaseNotStarted with the reason and what to do
 */
export async function openEmbedded(
  dataDir: string,
  { log = () => {}, fast = false }: OpenOptions = {},
): Promise<EmbeddedDatabase> {
  if (Deno.build.os === "windows") {
    throw new DatabaseNotStarted("On Windows set DATABASE_URL to a PostgreSQL of your own.");
  }
  try {
    return await open(dataDir, log, fast);
  } catch (error) {
    throw explained(error, dataDir);
  }
}

async function open(dataDir: string, log: Log, fast: boolean): Promise<EmbeddedDatabase> {
  await makeDataFolder(dataDir);
  const folder = await Deno.realPath(dataDir);
  using opened = new DisposableStack();
  const start = opened.use(await openLock(`${folder}/postgres.start.lock`));
  const users = opened.use(await openLock(`${folder}/postgres.users.lock`));
  await start.lock(true);
  await users.lock(false);
  const { cluster, port } = await findOrStart(folder, log, fast);
  const url = await addressOf(cluster, port);
  await start.unlock();
  const locks = opened.move();

  async function release(): Promise<void> {
    using _ = locks;
    await start.lock(true);
    await users.unlock();
    if (await users.tryLock(true)) await stopServer(cluster, log);
  }
  let released: Promise<void> | undefined;
  return { url, release: () => released ??= release() };
}

/** Ours alone; folders above that are missing too may be entered by others, as PostgreSQL's account must. */
async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await Deno.mkdir(dataDir, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return;
    ifMissing(error);
    await Deno.mkdir(dirname(dataDir), { recursive: true });
    await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
  }
}

function openLock(path: string): Promise<Deno.FsFile> {
  return Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
}

async function findOrStart(folder: string, log: Log, fast: boolean) {
  let cluster = await clusterOf(folder);
  const running = cluster && await runningPort(cluster);
  if (cluster && running) return { cluster, port: running };
  const account = await (cluster ? ownerOf(cluster) : accountForRoot());
  const programs = await findPrograms(account);
  if (!cluster) {
    await createCluster(folder, programs, log, fast);
    cluster = (await clusterOf(folder))!;
  } else await checkCluster(folder, cluster, programs);
  await makeRoles(cluster, programs)
    .catch((error) => log(`The roles that serve were not made: ${error.message.trim()}`));
  return { cluster, port: await startServer(cluster, programs, log, fast) };
}

/** Says what a person can do about it; a missing permission of Deno's says so itself. */
function explained(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof DatabaseNotStarted || error instanceof Deno.errors.NotCapable) return error;
  const { message } = error;
  const say = (text: string) => new DatabaseNotStarted(text, { cause: error });
  if (/No space left on device/.test(message)) {
    return say(
      `The disk that holds the data folder ${dataDir} is full. Free some space and try again.`,
    );
  }
  const refused =
    [Deno.errors.PermissionDenied, Deno.errors.AlreadyExists, Deno.errors.NotADirectory]
      .some((kind) => error instanceof kind) || /Read-only file system/.test(message);
  if (refused) {
    return say(`The data folder ${dataDir} cannot be used by this account: ${message}`);
  }
  const cause = message.match(/(FATAL|PANIC|error): .*/g)?.at(-1) ?? message.trim();
  return say(`PostgreSQL did not start in ${dataDir}: ${cause}`);
}
