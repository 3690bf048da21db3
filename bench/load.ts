import { pathOf } from "../tests/support/needs.ts";
import { inLanes } from "./deeds.ts";

export const CLIENTS = 16;

/** Answers per second to a GET by keep-alive clients, by `wrk` or, where it is missing, by autocannon. */
export async function rateOfRead(url: string, token: string, seconds: number): Promise<number> {
  const auth = `authorization: Bearer ${token}`;
  const wrk = pathOf("wrk");
  const { stdout } = await (wrk
    ? new Deno.Command(wrk, {
      args: ["-t1", `-c${CLIENTS}`, `-d${seconds}s`, "-H", auth, url],
    })
    : new Deno.Command("npx", {
      args: ["-y", "autocannon@8", "-j", "-c", `${CLIENTS}`, "-d", `${seconds}`, "-H", auth, url],
    })).output();
  const text = new TextDecoder().decode(stdout);
  if (!wrk) {
    const { non2xx, requests } = JSON.parse(text);
    if (non2xx > 0) throw new Error(`${url}: ${non2xx} answers are no success`);
    return requests.average;
  }
  if (/Non-2xx/.test(text)) throw new Error(`${url}: ${text}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)![1]);
}

/** How often a second `work` is done by as many clients. */
export async function rateOf(times: number, work: (i: number) => Promise<unknown>) {
  return times / (await timeOf(() => inLanes(times, CLIENTS, work)) / 1000);
}

/** Milliseconds that `work` takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Below which `share` of the values lie; 0 of none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
