import { stateDir } from "../config/state_dir.ts";
import { ifMissing } from "../files/folder.ts";
import { clusterOf } from "./embedded_cluster.ts";
import {
  accountForRoot,
  makeOpenFolder,
  ownerOf,
  placeOf,
  removeFolder,
  shippedPrograms,
  whyNotRunning,
} from "./embedded_programs.ts";

/**
 * As root: copies PostgreSQL's programs to where every account can run them, when the account that
 * PostgreSQL runs as cannot reach those in `node_modules`. A process of its own (the task `programs`),
 * because what the service may run it must not be able to write.
 *
 * A kernel lock, which vanishes with its process, lets one copy at a time; the copy gets its name only
 * when complete, and one that somebody has changed since is made anew.
 *
 * @throws DatabaseNotStarted when there is no account for PostgreSQL or no program for this platform
 */
export async function placePrograms(dataDir: string, log: (line: string) => void): Promise<void> {
  if (Deno.uid() !== 0) return;
  const cluster = await clusterOf(dataDir);
  const account = await (cluster ? ownerOf(cluster) : accountForRoot());
  const { folder: bin, version } = await shippedPrograms();
  if (!account || !await whyNotRunning(bin, account) || await whyNotRunning(bin)) return;
  const [from, to] = [bin.replace(/\/bin$/, ""), placeOf(version)];
  await makeOpenFolder(stateDir);
  await makeOpenFolder(`${stateDir}/programs`);
  using lock = await Deno.open(`${stateDir}/programs/lock`, {
    write: true,
    create: true,
    mode: 0o600,
  });
  await lock.lock(true);
  if (await isWhole(from, to)) return;
  log(`The account ${account.name} cannot enter ${bin}: copying PostgreSQL to ${to}`);
  await removeFolder(`${to}.new`); // of a copy that was killed
  await copyFolder(from, `${to}.new`);
  await removeFolder(to);
  await Deno.rename(`${to}.new`, to);
}

const MODE = 0o755;

/** Whether a copy has every file in its length, for every account. */
async function isWhole(from: string, to: string): Promise<boolean> {
  const copy = await Deno.stat(to).catch(ifMissing);
  if (!copy || (copy.mode! & MODE) !== MODE) return false;
  const original = await Deno.stat(from);
  if (!original.isDirectory) return copy.isFile && copy.size === original.size;
  for await (const { name } of Deno.readDir(from)) {
    if (!await isWhole(`${from}/${name}`, `${to}/${name}`)) return false;
  }
  return true;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  await Deno.chmod(to, MODE); // whatever the umask
  const links: string[] = [];
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(from)) {
    if (isSymlink) links.push(name);
    else if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else {
      await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
      await Deno.chmod(`${to}/${name}`, MODE);
    }
  }
  // Names of one library become hard links: Deno wants more rights for symbolic ones.
  for (const name of links) {
    await Deno.link(`${to}/${await Deno.readLink(`${from}/${name}`)}`, `${to}/${name}`);
  }
}

if (import.meta.main) {
  try {
    await placePrograms(Deno.args[0], (line) => console.error(line));
  } catch (error) {
    console.error((error as Error).message);
    Deno.exit(1);
  }
}
