import { statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Moves the databases of a stopped cluster into memory, where the machine has some to spare: tests make
 * and drop hundreds of them, of some 800 files each. Answers what to remove in the end.
 */
export async function moveToMemory(cluster: string): Promise<string | undefined> {
  if (!hasRoom()) return undefined;
  await removeOrphans();
  const place = `${MEMORY}/back-office-test-${Deno.pid}`;
  await Deno.mkdir(place, { mode: 0o755 });
  const base = `${cluster}/base`;
  const { success } = await new Deno.Command("cp", { args: ["-a", base, place] }).output();
  if (!success) throw new Error(`${base} could not be copied to ${place}`);
  await Deno.remove(base, { recursive: true });
  await Deno.symlink(`${place}/base`, base);
  return place;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const available = /MemAvailable:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/meminfo"));
    return Math.min(bavail * bsize, Number(available?.[1] ?? 0) * 1024) >= NEEDED_BYTES;
  } catch {
    return false; // not Linux, or no memory that is a folder
  }
}

/** What runs that were killed have left. */
async function removeOrphans(): Promise<void> {
  for await (const { name } of Deno.readDir(MEMORY)) {
    const pid = /^back-office-test-(\d+)$/.exec(name)?.[1];
    if (!pid || await Deno.stat(`/proc/${pid}`).catch(() => undefined)) continue;
    await Deno.remove(`${MEMORY}/${name}`, { recursive: true }).catch(() => {}); // another user's
  }
}
