import { inLanes, makeBusiness, reads } from "../deeds.ts";
import { type Service, startHere } from "../service.ts";
import { percentile } from "../load.ts";
import type { Figure } from "./limit.ts";

const USERS = 20;
const READERS = 4;
const SECONDS = 20;
/** Between two reads of one reader: somebody who looks at what he was shown. */
const PAUSE_MS = 50;
const GOAL = 2;
const PASSWORD = "a horse and a battery";

/** p99 of reads while so many log in again and again, against p99 without them. */
export async function loginsBesideReads(toEnd: AsyncDisposableStack): Promise<Figure[]> {
  const { service } = await startHere(toEnd);
  const paths = reads(await makeBusiness(service, 50)).map(({ path }) => path);
  const users = await inLanes(USERS, 2, async (i) => {
    const email = `clerk${i}@example.test`;
    await service.call("POST", "/users", {
      name: `Clerk ${i}`,
      email,
      role: "sales",
      password: PASSWORD,
    });
    return email;
  });
  await readFor(service, paths);
  const without = await readFor(service, paths);
  const ended = new AbortController();
  const logins = logInUntil(service, users, ended.signal);
  const beside = await readFor(service, paths);
  ended.abort();
  const { done, refused } = await logins;
  const [before, after] = [percentile(without, 0.99), percentile(beside, 0.99)];
  return [
    {
      what: `p99 of ${READERS} readers without and beside ${USERS} who log in`,
      found: `${before.toFixed(1)} and ${after.toFixed(1)} ms, ${(after / before).toFixed(1)} ×`,
      goal: `≤ ${GOAL} ×`,
      kept: after <= GOAL * before,
    },
    {
      what: "logins meanwhile",
      found: `${(done / SECONDS).toFixed(1)} a second, ${refused} refused`,
      goal: "0 refused",
      kept: refused === 0,
    },
  ];
}

async function readFor(service: Service, paths: string[]): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  await inLanes(READERS, READERS, async (lane) => {
    for (let i = lane; performance.now() < end; i++) {
      const start = performance.now();
      await service.call("GET", paths[i % paths.length]);
      took.push(performance.now() - start);
      await new Promise((wake) => setTimeout(wake, PAUSE_MS));
    }
  });
  return took;
}

async function logInUntil(service: Service, users: string[], signal: AbortSignal) {
  let done = 0;
  let refused = 0;
  await inLanes(users.length, users.length, async (i) => {
    while (!signal.aborted) {
      const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ identifier: users[i], password: PASSWORD }),
      });
      await answer.body?.cancel();
      if (answer.ok) done++;
      else refused++;
    }
  });
  return { done, refused };
}
