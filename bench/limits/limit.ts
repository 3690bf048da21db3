/** One figure, as it goes into the table. */
export interface Figure {
  what: string;
  found: string;
  goal: string;
  /** left out where there is no goal */
  kept?: boolean;
}

export interface Limit {
  name: string;
  measure(toEnd: AsyncDisposableStack): Promise<Figure[]>;
}

/** Below which `share` of the values lie; 0 of none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What a process holds in memory now, in MB of a million bytes; Linux only. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024 / 1e6;
}

/** Milliseconds that `work` takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
