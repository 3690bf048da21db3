import { existsSync } from "node:fs";

/** Of 10 ms each: short, so that an answer does not wait for the next one. */
const PERIOD = 10_000;
const KINDS = [
  { root: "/sys/fs/cgroup/cpu", settings: ["cpu.cfs_period_us", "cpu.cfs_quota_us"] },
  { root: "/sys/fs/cgroup", settings: ["cpu.max"] },
];

/**
 * Lets a process have so much of one core and no more, by a control group of its own, until `toEnd` ends.
 * @returns false where this machine, or who we are, does not allow it
 */
export function bind(toEnd: AsyncDisposableStack, pid: number, share: number): boolean {
  const quota = Math.round(share * PERIOD);
  return KINDS.some(({ root, settings }) => {
    const group = `${root}/back-office-bench-${pid}`;
    try {
      Deno.mkdirSync(group);
      const values = settings.length === 1 ? [`${quota} ${PERIOD}`] : [`${PERIOD}`, `${quota}`];
      settings.forEach((name, i) => Deno.writeTextFileSync(`${group}/${name}`, values[i]));
      Deno.writeTextFileSync(`${group}/cgroup.procs`, String(pid));
    } catch {
      if (existsSync(group)) Deno.removeSync(group);
      return false;
    }
    toEnd.defer(() => {
      Deno.writeTextFileSync(`${root}/cgroup.procs`, String(pid));
      Deno.removeSync(group);
    });
    return true;
  });
}
