import { dirname } from "node:path";
import { stateDir } from "../config/state_dir.ts";
import { ifMissing } from "../files/folder.ts";
import {
  type Account,
  canEnter,
  DatabaseNotStarted,
  makeOpenFolder,
  type Programs,
  removeFolder,
  run,
} from "./embedded_programs.ts";
import { rolesBeside, roleStatements } from "./roles.ts";

const NAME = "back_office";
const PASSWORD_FILE = "back_office.password";
const ROLES_FILE = "back_office.roles";
const NOTE = "postgres.place";

/** Written into postgresql.conf once, so that an administrator can tune them there. */
const settings = {
  shared_buffers: "64MB",
  max_connections: "100",
  // Tables of a young business grow fast: what the planner knows of them is renewed as fast.
  autovacuum_naptime: "10s",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // One file a weekday, each overwritten after a week.
  logging_collector: "on",
  log_filename: "postgresql-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_size: "0",
  log_checkpoints: "off",
  // Rows and statements hold customers' data, which does not belong in a log.
  log_error_verbosity: "terse",
  log_min_error_statement: "fatal",
  // Processes that a small office never needs: three readers ahead and the replication launcher.
  io_method: "sync",
  max_logical_replication_workers: "0",
};

/**
 * The address of the database of this cluster on that port: by its socket, which asks less of the machine
 * than the network, else (a server of an earlier release, a path too long) at 127.0.0.1.
 */
export async function addressOf(cluster: string, port: number): Promise<string> {
  const password = await Deno.readTextFile(`${cluster}/${PASSWORD_FILE}`);
  const socket = socketFolder(cluster) !== "" &&
    await Deno.lstat(`${cluster}/.s.PGSQL.${port}`).catch(ifMissing);
  const host = socket ? encodeURIComponent(cluster) : "127.0.0.1";
  return `postgres://${NAME}:${password}@${host}:${port}/${NAME}`;
}

/** Of a socket's path most systems take so many bytes. */
const LONGEST_SOCKET_PATH = 103;

/** Where the server of this cluster puts its socket, empty where it cannot: what `postgres -k` takes. */
export function socketFolder(cluster: string): string {
  const { length } = new TextEncoder().encode(`${cluster}/.s.PGSQL.65535`);
  return length > LONGEST_SOCKET_PATH ? "" : cluster;
}

/** Who may come in: whoever knows the password, on this machine. */
const OVER_NETWORK = "host all all 127.0.0.1/32 scram-sha-256\n";
const ACCESS = `local all all scram-sha-256\n${OVER_NETWORK}`;

/** A cluster of an earlier release let nobody in by its socket. */
export async function openSocket(cluster: string): Promise<void> {
  const file = `${cluster}/pg_hba.conf`;
  if (await Deno.readTextFile(file) === OVER_NETWORK) await Deno.writeTextFile(file, ACCESS);
}

/** @throws DatabaseNotStarted when these programs cannot serve these files */
export async function checkCluster(
  dataDir: string,
  cluster: string,
  programs: Programs,
): Promise<void> {
  const found = (await Deno.readTextFile(`${cluster}/PG_VERSION`)).trim();
  if (found !== programs.major) {
    throw new DatabaseNotStarted(
      `The database in ${cluster} was made by PostgreSQL ${found}, and this program brings ` +
        `PostgreSQL ${programs.major}. Use the release of this program that made it, make a backup ` +
        "there, and restore that backup into an empty data folder.",
    );
  }
  if (await letIn(dataDir, programs) || await canEnter(cluster, programs)) return;
  throw new DatabaseNotStarted(
    `The database in ${cluster} belongs to the account ${programs.account?.name}, which cannot enter ` +
      "that folder any more. Let it through the folders above (chmod o+x).",
  );
}

/**
 * Makes the database files for a data folder: all of them or none, because they get their name only
 * when complete. The role of the service owns its database and may make others (tests do), but is no
 * superuser: nobody can log in as one.
 */
export async function createCluster(
  dataDir: string,
  programs: Programs,
  log: (line: string) => void,
  fast: boolean,
): Promise<void> {
  const place = await choosePlace(dataDir, programs, log);
  const draft = `${place}.new`;
  log(`Making the database in ${place}`);
  await makeFolder(draft, programs.account);
  await initialise(draft, programs);
  await Deno.writeTextFile(`${draft}/pg_hba.conf`, ACCESS);
  const password = crypto.getRandomValues(new Uint8Array(24)).toHex();
  const file = `${draft}/${PASSWORD_FILE}`;
  await Deno.writeTextFile(file, password, { mode: 0o600 });
  if (programs.account) await Deno.chown(file, programs.account.uid, programs.account.gid);
  const statements = [
    `create role ${NAME} login createdb password '${password}'`,
    `grant pg_monitor to ${NAME}`,
    `create database ${NAME} owner ${NAME}`,
  ];
  // a password of 192 random bits is not guessed the sooner for that; tests let in thousands
  const quick = fast ? ["-c", "scram_iterations=1"] : [];
  // tests give a database back the rows it began with, past the triggers of ledgers
  if (fast) statements.push(`grant set on parameter session_replication_role to ${NAME}`);
  await makeRoles(draft, programs, statements, ["-c", "fsync=off", ...quick]);
  if (!fast) await initdb(programs, draft, ["--sync-only"]);
  await Deno.rename(draft, place);
}

/**
 * Makes the roles that serve, once: a database of an earlier release gets them before its server starts.
 * PostgreSQL runs it without a server, because nobody can log in as its superuser.
 */
export async function makeRoles(
  cluster: string,
  { folder, account }: Programs,
  before: string[] = [],
  settings: string[] = [],
): Promise<void> {
  const done = `${cluster}/${ROLES_FILE}`;
  if (await Deno.stat(done).catch(ifMissing)) return;
  const statements = [...before, ...roleStatements(rolesBeside(await addressOf(cluster, 0))!)];
  await run(
    `${folder}/postgres`,
    ["--single", "-D", cluster, "-c", "exit_on_error=on", "-c", "log_min_error_statement=panic"]
      .concat(settings, "postgres"),
    { account, cwd: cluster, stdin: statements.map((statement) => `${statement}\n`).join("") },
  );
  await Deno.writeTextFile(done, "The roles that serve were made.\n", { mode: 0o600 });
}

/** Where the files are: `postgres` in the data folder, a link of an earlier release, or what is noted. */
export async function clusterOf(dataDir: string): Promise<string | undefined> {
  const place = await Deno.readTextFile(`${dataDir}/${NOTE}`).catch(ifMissing);
  return await Deno.realPath(place ?? `${dataDir}/postgres`).catch(ifMissing);
}

/**
 * `postgres` in the data folder; or, when PostgreSQL's account cannot get in there, a folder outside
 * and a note of where. The note comes first and is kept, so that an interrupted start goes on there.
 * It is no symbolic link because Deno makes those only for programs that may write everywhere.
 */
async function choosePlace(
  dataDir: string,
  programs: Programs,
  log: (line: string) => void,
): Promise<string> {
  const place = `${dataDir}/postgres`;
  const noted = await Deno.readTextFile(`${dataDir}/${NOTE}`).catch(ifMissing) ??
    await Deno.readLink(place).catch(() => undefined);
  if (noted) return noted;
  if (!programs.account || await letIn(dataDir, programs)) return place;
  const away = `${stateDir}/data-${await shortHash(dataDir)}`;
  await makeOpenFolder(stateDir);
  await setAside(away, programs, log);
  const draft = `${dataDir}/${NOTE}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, away);
  await Deno.rename(draft, `${dataDir}/${NOTE}`);
  log(`The account ${programs.account.name} cannot enter ${dataDir}: the database is in ${away}`);
  return away;
}

/** Lets PostgreSQL's account through a data folder that is root's alone; says whether that was enough. */
async function letIn(dataDir: string, programs: Programs): Promise<boolean> {
  if (await canEnter(dataDir, programs)) return true;
  if (!programs.account || !await canEnter(dirname(dataDir), programs)) return false;
  const { uid, mode } = await Deno.stat(dataDir);
  if (uid !== 0) return false;
  await Deno.chown(dataDir, 0, programs.account.gid);
  await Deno.chmod(dataDir, (mode ?? 0o700) & 0o777 | 0o010);
  return await canEnter(dataDir, programs);
}

/** The data folder that once pointed here is gone: whoever removed it wants a new start, but nothing is deleted. */
async function setAside(
  away: string,
  { folder, account }: Programs,
  log: (line: string) => void,
): Promise<void> {
  if (!await Deno.stat(away).catch(() => undefined)) return;
  await run(`${folder}/pg_ctl`, ["-D", away, "-m", "fast", "stop"], { account, cwd: away })
    .catch(() => {}); // it was not running
  const aside = `${away}-${new Date().toISOString().replace(/\D/g, "")}`;
  await Deno.rename(away, aside);
  log(`The database of an earlier data folder of this name was kept in ${aside}`);
}

async function makeFolder(path: string, account?: Account): Promise<void> {
  await removeFolder(path);
  await Deno.mkdir(path, { mode: 0o700 });
  if (account) await Deno.chown(path, account.uid, account.gid);
}

/** PostgreSQL's search for parts of words needs a UTF-8 locale of the system; the rest is built in. */
async function initialise(cluster: string, programs: Programs): Promise<void> {
  const args = ["-U", "postgres", "-A", "reject", "-E", "UTF8", "--data-checksums"]
    .concat("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
    .concat(Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]))
    .concat("--no-sync", "--no-instructions");
  for (const locale of ["C.UTF-8", "en_US.UTF-8"]) {
    try {
      return await initdb(programs, cluster, [...args, `--lc-ctype=${locale}`]);
    } catch (error) {
      if (!(error as Error).message.includes("invalid locale name")) throw error;
    }
  }
  await initdb(programs, cluster, args);
}

async function initdb({ folder, account }: Programs, cluster: string, args: string[]) {
  await run(`${folder}/initdb`, ["-D", cluster, ...args], { account, cwd: cluster });
}

async function shortHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(hash).toHex().slice(0, 12);
}
