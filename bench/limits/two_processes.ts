import { makeBusiness, reads } from "../deeds.ts";
import { rateOfRead } from "../load.ts";
import { startHere, startServer } from "../service.ts";
import { bind } from "./bound.ts";
import type { Figure } from "./limit.ts";

const GOAL = 1.6;
const SECONDS = 5;
/** So many it takes for a second process to have one of its own, beside PostgreSQL and who asks. */
const CORES = 4;
/** On fewer each process gets so much of a core, which leaves PostgreSQL more than both can ask of it. */
const SHARE = 0.25;
const MEASURED = /one product|list of 50|shipment of 10/;

/** Reads of one process, then of two that share its port. */
export async function twoProcesses(toEnd: AsyncDisposableStack): Promise<Figure[]> {
  const env = { SHARE_PORT: "yes", LOG_LEVEL: "warn" };
  const { folder, url, service: one } = await startHere(toEnd, env);
  const paths = reads(await makeBusiness(one, 50)).filter(({ name }) => MEASURED.test(name));
  const ratesNow = async () => {
    const rates = [];
    for (const { path } of paths) {
      const address = `http://127.0.0.1:${one.port}/api/v1${path}`;
      await rateOfRead(address, one.token, 1);
      rates.push(await rateOfRead(address, one.token, SECONDS));
    }
    return rates;
  };
  const whole = await ratesNow(); // warm, and what one process can do without a limit
  const enough = navigator.hardwareConcurrency >= CORES;
  const bound = !enough && bind(toEnd, one.pid, SHARE);
  const alone = bound ? await ratesNow() : whole;
  const other = toEnd.use(
    await startServer({
      checkout: Deno.cwd(),
      url,
      data: `${folder}/other`,
      env: { ...env, PORT: String(one.port) },
    }),
  );
  await listens(other.pid);
  await ratesNow(); // so that the second is warm too
  if (bound && !bind(toEnd, other.pid, SHARE)) throw new Error("The second was not bound");
  const before = [one.pid, other.pid].map(cpuSeconds);
  const both = await ratesNow();
  const [mine, others] = [one.pid, other.pid].map((pid, i) => cpuSeconds(pid) - before[i]);
  const figures: Figure[] = paths.map(({ name }, i) => ({
    what: bound ? `${name}, each process on ${100 * SHARE} % of a core` : name,
    found: `${both[i].toFixed(0)} of ${alone[i].toFixed(0)} a second, ${
      (both[i] / alone[i]).toFixed(2)
    } ×`,
    goal: enough || bound ? `≥ ${GOAL} ×` : `≥ ${GOAL} × on ${CORES} cores or more`,
    kept: enough || bound ? both[i] / alone[i] >= GOAL : undefined,
  }));
  const share = 100 * others / (mine + others);
  return [...figures, { what: "done by the second", found: `${share.toFixed(0)} %`, goal: "–" }];
}

/** Its `/readyz` may have been answered by the first: it is up when it has worked and then rests. */
async function listens(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (cpuSeconds(pid) > 0.5 && await quiet(pid)) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error("The second process did not come up");
}

/** Whether it has done nothing for a second, which a process that starts never does. */
async function quiet(pid: number): Promise<boolean> {
  const before = cpuSeconds(pid);
  await new Promise((wake) => setTimeout(wake, 1000));
  return cpuSeconds(pid) - before < 0.05;
}

function cpuSeconds(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1].split(" ");
  return (Number(stat[11]) + Number(stat[12])) / 100;
}
