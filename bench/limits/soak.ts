import { connect } from "../../domain/db/connect.ts";
import sql from "sql-template-tag";
import { type Business, inLanes, makeBusiness, reads, type Write, writes } from "../deeds.ts";
import { type Service, startHere } from "../service.ts";
import { percentile } from "../load.ts";
import { type Figure, residentMb } from "./limit.ts";

const CLIENTS = 16;
const WARM_UP_MS = 15_000;
const MINUTE_MS = 60_000;
/** One write to so many requests. */
const WRITES_EVERY = 5;
const IDLE_MB = 150;
const LOADED_MB = 300;

interface Minute {
  p99: number;
  mb: number;
  connections: number;
}

/** A mix of reads and writes at half of what the service can do, for `minutes`. */
export async function soak(toEnd: AsyncDisposableStack, minutes: number): Promise<Figure[]> {
  const { service, url } = await startHere(toEnd);
  const idle = await residentMb(service.pid);
  const ask = mixOf(service, await makeBusiness(service, 50));
  const full = await fullRate(ask);
  const database = connect(url, { readers: 1 });
  toEnd.defer(() => database.end());
  let failed = 0;
  const seen: Minute[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const took: number[] = [];
    failed += await paced(ask, full / 2, took);
    const [{ connections }] = await database.query<[{ connections: number }]>(sql`
      select count(*) as connections from pg_stat_activity
      where application_name = 'back-office' and datname = current_database()`);
    seen.push({ p99: percentile(took, 0.99), mb: await residentMb(service.pid), connections });
    console.log(minute + 1, seen.at(-1));
  }
  return figures(seen, { idle, rate: full / 2, failed });
}

function figures(
  seen: Minute[],
  { idle, rate, failed }: { idle: number; rate: number; failed: number },
): Figure[] {
  const of = (name: keyof Minute) => seen.map((minute) => minute[name]);
  const most = Math.max(...of("mb"));
  const half = Math.floor(seen.length / 2); // no minute is in both
  const p99 = half === 0
    ? undefined
    : [of("p99").slice(0, half), of("p99").slice(-half)].map((part) => percentile(part, 0.5));
  const list = (values: number[]) => values.map((value) => value.toFixed(0)).join(" ");
  return [
    {
      what: "memory when started",
      found: `${idle.toFixed(0)} MB`,
      goal: `< ${IDLE_MB} MB`,
      kept: idle < IDLE_MB,
    },
    {
      what: `memory after each of ${seen.length} minutes at ${rate.toFixed(0)} requests/s`,
      found: `${list(of("mb"))} MB`,
      goal: `< ${LOADED_MB} MB`,
      kept: most < LOADED_MB,
    },
    {
      what: "p99 in each minute",
      found: `${list(of("p99"))} ms`,
      goal: "second half ≤ 1.5 × the first",
      kept: p99 && p99[1] <= 1.5 * p99[0],
    },
    {
      what: "connections after each minute, one is the bench's",
      found: list(of("connections")),
      goal: "–",
    },
    { what: "answers that are no success", found: String(failed), goal: "0", kept: failed === 0 },
  ];
}

type Ask = (i: number) => Promise<void>;

function mixOf(service: Service, business: Business): Ask {
  const paths = reads(business).map(({ path }) => path);
  const deeds = writes.filter(({ prepare }: Write) => prepare === undefined);
  return async (i) => {
    if (i % WRITES_EVERY === 0) {
      const turn = i / WRITES_EVERY;
      await deeds[turn % deeds.length].run(service, business, turn, undefined);
    } else await service.call("GET", paths[i % paths.length]);
  };
}

/** Requests a second that as many clients get answered one after the other. */
async function fullRate(ask: Ask): Promise<number> {
  let done = 0;
  for (const ms of [WARM_UP_MS, WARM_UP_MS]) { // the first time nothing is warm
    done = 0;
    const end = performance.now() + ms;
    await inLanes(CLIENTS, CLIENTS, async (lane) => {
      for (let i = lane; performance.now() < end; i += CLIENTS, done++) await ask(i);
    });
  }
  return done / (WARM_UP_MS / 1000);
}

/**
 * Sends at this rate for a minute, whether or not those before were answered: whoever waits counts from
 * when it was his turn.
 * @returns how many failed
 */
async function paced(ask: Ask, rate: number, took: number[]): Promise<number> {
  let failed = 0;
  const start = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < rate * MINUTE_MS / 1000; i++) {
    const due = start + i * 1000 / rate;
    const early = due - performance.now();
    if (early > 1) await new Promise((wake) => setTimeout(wake, early));
    sent.push(
      ask(i).then(() => void took.push(performance.now() - due), (error) => {
        if (failed++ === 0) console.error(error);
      }),
    );
  }
  await Promise.all(sent);
  return failed;
}
