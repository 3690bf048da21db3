/**
 * Measures what grows with the business: every list, detail, search, dashboard and summary at the size of
 * the demonstration and at so many times its rows, each over a PostgreSQL and a server of its own.
 *
 *     deno run -A bench/growth.ts [--times 50] [--rounds 40] [--from 10] [--only WORDS]
 *
 * Prints p95 of both and their ratio, worst first, and writes them to bench/GROWTH.md. Two clients, newest
 * page, a page further on, and a search; the goal is 1.5. With `--from` the smaller is so many times the
 * demonstration, with `--only` the paths with these words are measured: nothing is written then.
 */
import { parseArgs } from "@std/cli/parse-args";
import { businessDate } from "../domain/business/business.ts";
import { connect } from "../domain/db/connect.ts";
import { seedDemo } from "../domain/demo/seed_demo.ts";
import { inLanes } from "./deeds.ts";
import { grow, vacuum } from "./grow.ts";
import { percentile } from "./load.ts";
import { type Json, type Service, startHere } from "./service.ts";

const options = parseArgs(Deno.args, {
  string: ["times", "rounds", "from", "only"],
  default: { times: "50", rounds: "40", from: "1", only: "" },
});
const from = Number(options.from);
const times = Number(options.times);
const rounds = Number(options.rounds);
const GOAL = 1.5;
/** Rows to a page: the demonstration has so many of nearly everything. */
const PAGE = 10;
/** No part of the business that grows, or measured elsewhere. */
const skipped = /^\/(reports|health|openapi|docs|auth|uploads\/\{|scan|backups)|pdf|\/audit\/head/;

/**
 * Every path that reads a list, one record or the whole, as far as there are records. Lists are asked for
 * as many rows as both sizes have, so that none is compared with a shorter answer of its own.
 */
async function pathsOf(service: Service): Promise<string[]> {
  const { paths: documented } = await (await ask(service, "/openapi.json")).json();
  const gets = Object.entries<Json>(documented).filter(([, { get }]) => get)
    .map(([path, { get }]) => [path.replace("/api/v1", ""), get] as const)
    .filter(([path]) => !skipped.test(path));
  const paths: string[] = [];
  for (const [path, { parameters = [] }] of gets) {
    if (path.includes("{")) continue;
    const takes = (name: string) => parameters.some((each: Json) => each.name === name);
    const page = takes("limit") ? `${path}?limit=${PAGE}` : path;
    const answer = await ask(service, page);
    const body = answer.ok ? await answer.json() : await answer.body?.cancel();
    if (!body) continue;
    paths.push(page);
    if (!Array.isArray(body.data)) continue;
    const { next_cursor } = body.meta ?? {};
    if (next_cursor) paths.push(`${page}&cursor=${encodeURIComponent(next_cursor)}`);
    if (next_cursor && takes("search")) paths.push(await searchOf(service, path));
    paths.push(...await detailsOf(service, path, body.data[0]?.id, gets.map(([path]) => path)));
  }
  const searches = ["board", "INV-", "nobodyhasthis"].map((q) => `/search?limit=${PAGE}&q=${q}`);
  return [...new Set([...paths, ...searches])];
}

/** For as many rows as the smaller business finds, so that both answers are as long. */
async function searchOf(service: Service, path: string): Promise<string> {
  const { data } = await (await ask(service, `${path}?limit=${PAGE}&search=board`)).json();
  return `${path}?limit=${Math.max(1, data.length)}&search=board`;
}

async function detailsOf(service: Service, list: string, id: number | undefined, all: string[]) {
  const paths = id === undefined ? [] : all.filter((path) => path.startsWith(`${list}/{id}`))
    .map((path) => path.replace("{id}", String(id)));
  const there: string[] = [];
  for (const path of paths) {
    const answer = await ask(service, path);
    await answer.body?.cancel();
    if (answer.ok) there.push(path);
  }
  return there;
}

function ask(service: Service, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
}

/**
 * The best of three p95 of each, in turns: what else the machine does meets both alike. What is above the goal is
 * measured nine times, both sizes alike: a p95 of 40 answers is late by chance.
 */
async function quietP95(path: string, services: Service[]): Promise<number[]> {
  const best = services.map(() => Infinity);
  for (let i = 0, times = 3; i < times; i++) {
    for (const [at, service] of services.entries()) {
      best[at] = Math.min(best[at], await p95(service, path));
    }
    if (i === 2 && best[1] > GOAL * best[0]) times = 9;
  }
  return best;
}

/** Milliseconds within which 95 of 100 answers came, after a few that are not counted. */
async function p95(service: Service, path: string): Promise<number> {
  const took: number[] = [];
  await inLanes(rounds + 12, 2, async (i) => {
    const start = performance.now();
    const answer = await ask(service, path);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (i >= 12) took.push(performance.now() - start);
  });
  return percentile(took, 0.95);
}

/** The demonstration in a PostgreSQL of its own, with a server over it. */
async function open(toEnd: AsyncDisposableStack, now: Date) {
  const { service, url } = await startHere(toEnd);
  const database = connect(url);
  toEnd.defer(() => database.end());
  const me = await service.call("GET", "/auth/me");
  const actor = {
    userId: me.id,
    name: me.name,
    role: "owner",
    source: "cli",
    requestId: "growth",
    now: now.toISOString(),
    today: businessDate(now),
  } as const;
  const password = "a horse and a battery";
  await seedDemo(database, actor, { size: "small", seed: 1, password, dryRun: false });
  return { service, database };
}

async function main(): Promise<void> {
  await using toEnd = new AsyncDisposableStack();
  const now = new Date();
  const young = await open(toEnd, now);
  const old = await open(toEnd, now);
  if (from > 1) await grow(young.database, from);
  else await vacuum(young.database);
  const rows = await grow(old.database, from * times);
  const paths = (await pathsOf(young.service)).filter((path) => path.includes(options.only));
  const services = [young.service, old.service];
  console.log(`${paths.length} paths; grown ${times} times to ${rows} rows`);
  for (const service of services) {
    for (const path of paths) await p95(service, path); // code and plans are warm
  }
  const lines = [];
  for (const path of paths) {
    const [small, large] = await quietP95(path, services);
    lines.push({ path, small, large, ratio: large / small });
  }
  lines.sort((a, b) => b.ratio - a.ratio);
  const text = lines.map(({ path, small, large, ratio }) =>
    `| ${path} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${ratio.toFixed(2)} |`
  ).join("\n");
  const above = lines.filter(({ ratio }) => ratio > GOAL).length;
  const page = `# Measured by \`deno run -A bench/growth.ts\`

${businessDate(now)}, ${navigator.hardwareConcurrency} cores, 2 clients, ${
    from > 1 ? `${from} times ` : ""
  }the demonstration and ${times} times its rows
(${rows} in all). p95 in milliseconds, the best of three in turns (of nine where it is above the goal), worst
ratio first; the goal is ${GOAL}. Above it: ${above} of ${lines.length}.
Lists are asked for pages of ${PAGE}, searches for as many rows as the smaller finds, which both sizes fill: a page
of 50 would compare the few rows of the one with 50 of the other.

| path | small | large | ratio |
|---|---|---|---|
${text}
`;
  console.log(page);
  if (from === 1 && options.only === "") await Deno.writeTextFile("bench/GROWTH.md", page);
}

await main();
