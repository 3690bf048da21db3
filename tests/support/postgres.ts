import { connect } from "../../domain/db/connect.ts";
import { accountForRoot, findPrograms, run } from "../../domain/db/embedded_programs.ts";
import { ifMissing } from "../../domain/files/folder.ts";
import { freePort } from "./server.ts";

/** A PostgreSQL server as an administrator runs one, whose superuser somebody knows. */
export interface Postgres extends AsyncDisposable {
  folder: string;
  port: number;
  /** of its superuser */
  url: string;
  settings: Record<string, string>;
  start(): Promise<void>;
  /** `immediate` is a crash: what was not on the disk is gone */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  promote(): Promise<void>;
}

const account = await accountForRoot();
const programs = await findPrograms(account);
const PASSWORD = "of-a-superuser-for-tests-only";

/** A new one, not started yet; its files are in a folder of their own, in `dir` where one is named. */
export async function makePostgres(
  settings: Record<string, string> = {},
  dir?: string,
): Promise<Postgres> {
  const folder = await Deno.makeTempDir({ prefix: "postgres-", dir });
  await owned(folder);
  const password = `${folder}/password`;
  await write(password, PASSWORD);
  await run(`${programs.folder}/initdb`, [
    ...["-D", `${folder}/data`, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", password],
    ...["-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
  ], { account, cwd: folder });
  return serverIn(folder, settings);
}

/** Copies a running server and starts the copy as its standby; `into` is one that was stopped, or a new one. */
export async function standbyOf(primary: Postgres, into?: Postgres): Promise<Postgres> {
  const standby = await copyOf(primary, into);
  const follow = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`;
  await startCopy(standby, "standby", { primary_conninfo: follow });
  return standby;
}

/** A copy of a running server, not started. */
export async function copyOf(primary: Postgres, into?: Postgres): Promise<Postgres> {
  const copy = into ?? serverIn(await Deno.makeTempDir({ prefix: "postgres-" }), primary.settings);
  await owned(copy.folder);
  await Deno.remove(`${copy.folder}/data`, { recursive: true }).catch(ifMissing);
  await copied(`${primary.folder}/data`, `${copy.folder}/data`, primary.url);
  return copy;
}

/** Starts a copy that goes on from where it was copied: as a standby, or from an archive. */
export async function startCopy(
  copy: Postgres,
  signal: "standby" | "recovery",
  settings: Record<string, string>,
): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await write(`${copy.folder}/data/postgresql.auto.conf`, lines.join(""));
  await write(`${copy.folder}/data/${signal}.signal`, "");
  await copy.start();
}

/** What pg_basebackup does, which does not come with the programs: the write-ahead log follows by itself. */
async function copied(from: string, to: string, url: string): Promise<void> {
  const database = connect(url, { readers: 1, writers: 1 });
  const client = await database.checkOut();
  try {
    await client.query("select pg_backup_start('copy', true)");
    const script =
      'mkdir -m 700 "$2" && tar -C "$1" --exclude="./pg_wal/*" --exclude=./postmaster.pid ' +
      '-cf - . 2>/dev/null | tar -C "$2" -xpf -';
    const { success } = await new Deno.Command("sh", { args: ["-c", script, "sh", from, to] })
      .output();
    if (!success) throw new Error(`${from} could not be copied`);
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    await write(`${to}/backup_label`, rows[0].labelfile);
  } finally {
    client.release(true);
    await database.end();
  }
}

/** The server over the files in `folder`/data, not started yet. */
function serverIn(folder: string, settings: Record<string, string>): Postgres {
  const port = freePort();
  const control = (args: string[]) =>
    run(`${programs.folder}/pg_ctl`, ["-D", `${folder}/data`, "-w", ...args], {
      account,
      cwd: folder,
    });
  const given = { port: String(port), unix_socket_directories: "", max_connections: "60" };
  const options = Object.entries({ ...given, ...settings })
    .map(([name, value]) => `-c ${name}='${value}'`).join(" ");
  let running = false;
  const stop: Postgres["stop"] = async (mode = "fast") => {
    if (running) await control(["-m", mode, "stop"]);
    running = false;
  };
  return {
    folder,
    port,
    settings,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async start() {
      await control(["-l", `${folder}/log`, "-o", options, "start"]);
      running = true;
    },
    stop,
    promote: () => control(["promote"]),
    async [Symbol.asyncDispose]() {
      await stop("immediate");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function write(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text);
  await owned(path);
}

/** PostgreSQL refuses to run as root, so its files belong to somebody else then. */
export async function owned(path: string): Promise<void> {
  await Deno.chmod(path, 0o700);
  if (account) await Deno.chown(path, account.uid, account.gid);
}
