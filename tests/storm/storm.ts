import { check } from "./check.ts";
import { Clients } from "./clients.ts";
import { faultsOf } from "./faults.ts";
import { History } from "./history.ts";
import { wait } from "./link.ts";
import { openWorld } from "./world.ts";

const BACK_WITHIN_MS = 10_000;
const CALM_MS = 2_000;
/** So many writes come between two faults, also where a busy machine takes longer for them. */
const CALM_WRITES = 15;
const LONGEST_CALM_MS = 60_000;

export interface Storm {
  /** how long at least; every fault comes once in any case */
  minutes: number;
  /** parts of the names of the faults; none: all */
  only?: string[];
  writers?: number;
  readers?: number;
  say(line: string): void;
}

/**
 * Clients write and read over two servers and one database while one thing after the other goes wrong.
 * Each write is sent again with its key until it is acknowledged.
 * @returns all that was asked, and what is wrong with it
 */
export async function storm(
  { minutes, only = [], writers = 8, readers = 4, say }: Storm,
): Promise<History> {
  await using toEnd = new AsyncDisposableStack();
  const world = await openWorld(toEnd);
  const history = new History();
  const clients = new Clients(world, history, await setUp(world.servers[0].base));
  const chosen = faultsOf(world, only);
  if (chosen.length === 0) throw new Error("No such fault is possible here.");
  const running = clients.run(writers, readers);
  let failed: unknown;
  running.catch((error) => failed = error);
  const until = performance.now() + minutes * 60_000;
  for (let round = 0; round === 0 || performance.now() < until; round++) {
    for (const fault of chosen) {
      const [begun, wanted] = [performance.now(), history.deeds.length + CALM_WRITES];
      await wait(CALM_MS);
      while (!failed && history.deeds.length < wanted) {
        if (performance.now() - begun > LONGEST_CALM_MS) break;
        await wait(50);
      }
      if (failed) throw failed;
      const before = history.deeds.length;
      history.begins(fault.name);
      await fault.strike(world);
      const healed = performance.now();
      while (history.lastDone < healed && performance.now() - healed < 2 * BACK_WITHIN_MS) {
        await wait(50);
      }
      const back = history.lastDone - healed;
      if (!(back >= 0 && back <= BACK_WITHIN_MS)) history.found("no write in ten seconds after");
      history.ends();
      say(`${fault.name}: ${history.deeds.length - before} writes, back in ${back.toFixed(0)} ms`);
    }
  }
  clients.stop();
  await running;
  history.begins("the end");
  await check(world, history);
  for (const { output } of world.servers) {
    const faults = output().split("\n").filter((line) => line.includes('"event":"unexpected"'));
    if (faults.length > 0) history.found(`logged as a fault: ${faults[0].slice(0, 1500)}`);
  }
  return history;
}

async function setUp(base: string): Promise<string> {
  const owner = { name: "Owner", email: "owner@example.test", password: "long enough 1" };
  const answer = await fetch(`${base}/auth/setup-owner`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  return (await answer.json()).data.token;
}
