import { connect, type Database } from "../../domain/db/connect.ts";
import { testSecret } from "../support/app.ts";
import { makePostgres, type Postgres } from "../support/postgres.ts";
import { freePort, type Server, startServer } from "../support/server.ts";
import { type Link, openLink } from "./link.ts";

/** Two servers over one database, each thing where a fault can reach it alone. */
export interface World {
  postgres: Postgres;
  /** what the servers reach it through */
  link: Link;
  servers: Server[];
  /** how they were started, to start them again */
  start(at: number): Promise<void>;
  /** past the link, whatever is wrong with it */
  direct: Database;
  /** disks of their own, small enough to be filled; undefined where this account may not mount one */
  disks?: { database: string; files: string };
  /** what the clock of the servers is off by, as libfaketime reads it; undefined where that is missing */
  clock?: string;
  env: Record<string, string>;
  folder: string;
}

const DATABASE_DISK = "3g";
const FILES_DISK = "200m";
const FAKE_CLOCK = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(isThere);

export async function openWorld(toEnd: AsyncDisposableStack): Promise<World> {
  const folder = await Deno.makeTempDir({ prefix: "back-office-storm-" });
  toEnd.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.chmod(folder, 0o711);
  const disks = await openDisks(toEnd, folder);
  const postgres = toEnd.use(
    await makePostgres({ max_wal_size: "128MB", min_wal_size: "32MB" }, disks?.database),
  );
  await postgres.start();
  const link = toEnd.use(openLink(postgres.port));
  const direct = connect(postgres.url, { readers: 1, writers: 2 });
  toEnd.defer(() => direct.end());
  const clock = FAKE_CLOCK && `${folder}/clock`;
  if (clock) await Deno.writeTextFile(clock, "+0");
  const url = new URL(postgres.url);
  url.port = String(link.port);
  const env = {
    DATABASE_URL: url.href,
    JWT_SECRET: testSecret,
    LOG_LEVEL: "error",
    UPLOAD_DIR: disks?.files ?? `${folder}/files`,
  };
  const faked = clock && {
    LD_PRELOAD: FAKE_CLOCK!,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const ports = [freePort(), freePort()];
  const servers: Server[] = [];
  const start = async (at: number) => {
    servers[at] = await startServer(`${folder}/server`, {
      ...env,
      ...faked,
      PORT: String(ports[at]),
    });
  };
  for (const at of ports.keys()) await start(at); // the first one makes the tables
  toEnd.defer(async () => {
    for (const server of servers) await server.stop("SIGKILL");
  });
  return { postgres, link, servers, start, direct, disks, clock, env, folder };
}

/** Two disks in memory; only root may mount them. */
async function openDisks(toEnd: AsyncDisposableStack, folder: string): Promise<World["disks"]> {
  const disks = { database: `${folder}/database-disk`, files: `${folder}/files-disk` };
  for (const [path, size] of [[disks.database, DATABASE_DISK], [disks.files, FILES_DISK]]) {
    await Deno.mkdir(path);
    const mounted = await run(
      "mount",
      "-t",
      "tmpfs",
      "-o",
      `size=${size},mode=0711`,
      "tmpfs",
      path,
    );
    if (!mounted) return undefined;
    toEnd.defer(async () => void await run("umount", "-l", path));
  }
  return disks;
}

export async function run(program: string, ...args: string[]): Promise<boolean> {
  const ended = await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()
    .catch(() => undefined);
  return ended?.success ?? false;
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
