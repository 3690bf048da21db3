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

/** What a process holds in memory now, in MB of a million bytes; Linux only. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024 / 1e6;
}
