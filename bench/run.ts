/**
 * Measures this checkout, and beside it in the same run: `--baseline FOLDER`, another version's checkout,
 * and bare handlers with the same statements and rows. All over one PostgreSQL, each with a database of its own.
 *
 *     deno task bench [--baseline FOLDER] [--size PRODUCTS] [--seconds N] [--only WORDS]
 *
 * Prints a table of rates and ratios, and writes it to bench/RESULTS.md. Only ratios of one run mean
 * something: the machine's speed is not the program's.
 */
import { parseArgs } from "@std/cli/parse-args";
import sql, { raw } from "sql-template-tag";
import { createApp } from "../api/app.ts";
import { tokenKeys } from "../domain/access/token_keys.ts";
import { connect } from "../domain/db/connect.ts";
import { openUploads } from "../domain/uploads/open_uploads.ts";
import { readConfig } from "../domain/config/config.ts";
import { type Sent, watching } from "../tests/support/capture.ts";
import { type Business, inLanes, makeBusiness, reads, type Write, writes } from "./deeds.ts";
import { vacuum } from "./grow.ts";
import { CLIENTS, percentile, rateOf, rateOfRead } from "./load.ts";
import { type Deed, tablesOf, writtenBy } from "./written_rows.ts";
import {
  type Bare,
  SECRET,
  type Service,
  startChild,
  startPostgres,
  startService,
} from "./service.ts";

const BASE = "/api/v1";
const options = parseArgs(Deno.args, {
  string: ["baseline", "size", "seconds", "only"],
  default: { size: "200", seconds: "2", only: "" },
});
const size = Number(options.size);
const seconds = Number(options.seconds);

interface Row {
  name: string;
  now: number;
  baseline?: number;
  bare?: number;
}

/** So often each is measured, one after the other; the middle one of its rates counts. */
const TURNS = 3;

async function main(): Promise<void> {
  const rows: Row[] = [];
  await using toEnd = new AsyncDisposableStack();
  const { folder, url: place } = await startPostgres(toEnd);
  const services: Service[] = [];
  for (const [name, checkout] of [["now", Deno.cwd()], ["baseline", options.baseline]]) {
    if (!checkout) continue;
    const url = await make(place, name!);
    services.push(toEnd.use(await startService({ checkout, url, data: `${folder}/${name}` })));
  }
  const businesses = await Promise.all(services.map((each) => makeBusiness(each, size)));
  for (const { url } of services) await analyze(url);
  const bare = toEnd.use(await startBare(folder, services[0], businesses[0]));
  const paths = businesses.map(reads);
  for (const [at, { name, path }] of paths[0].entries()) {
    if (!wanted({ name })) continue;
    await keep(name, [
      ...services.map(({ port, token }, i) => () =>
        rateOfRead(address(port, paths[i][at].path), token, seconds)
      ),
      () => rateOfRead(address(bare.port, path), "", seconds),
    ]);
  }
  const chosen = writes.filter(wanted);
  const writer = chosen.length > 0
    ? toEnd.use(await startBareWrites(folder, place, chosen))
    : undefined;
  for (const write of chosen) {
    const rounds = [
      ...services.map((service, i) => (times: number) =>
        rateOfWrite(write, service, businesses[i], times)
      ),
      (times: number) => rateOfBare(write, writer!, times),
    ];
    for (const round of rounds) await round(50 * seconds); // so that code and plans are warm
    await keep(write.name, rounds.map((round) => () => round(100 * seconds)));
  }
  if (!options.only) await Deno.writeTextFile("bench/RESULTS.md", await page(rows));

  /** Measures now, the baseline where there is one, and bare. */
  async function keep(name: string, measures: (() => Promise<number>)[]): Promise<void> {
    const [now, ...others] = await inTurns(measures);
    const bare = others.pop();
    rows.push({ name, now, baseline: others.pop(), bare });
    console.log(lineOf(rows.at(-1)!));
  }
}

const wanted = ({ name }: { name: string }) => name.includes(options.only);
const address = (port: number, path: string) => `http://127.0.0.1:${port}${BASE}${path}`;

async function make(url: string, name: string): Promise<string> {
  const admin = connect(url, { readers: 1, writers: 1 });
  await admin.query(sql`create database ${raw(name)}`);
  await admin.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

/** So that PostgreSQL knows the tables at the first figure as well as at the last. */
async function analyze(url: string): Promise<void> {
  const database = connect(url, { readers: 1, writers: 1 });
  await vacuum(database);
  await database.end();
}

/** In turns each gets the same of a machine that is faster now and slower then. */
async function inTurns(measures: (() => Promise<number>)[]): Promise<number[]> {
  const found: number[][] = measures.map(() => []);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [i, measure] of measures.entries()) found[i].push(await measure());
  }
  return found.map((rates) => percentile(rates, 0.5));
}

async function rateOfWrite(write: Write, service: Service, business: Business, times: number) {
  const ready = await inLanes(times, 8, async (i) => await write.prepare?.(service, business, i));
  return await rateOf(times, (i) => write.run(service, business, i, ready[i]));
}

/** As many of a deed are done over and over: of one alone all would wait for the same product. */
const DEEDS = 32;

async function rateOfBare({ name }: Write, { port }: Bare, times: number): Promise<number> {
  const url = `http://127.0.0.1:${port}/${encodeURIComponent(name)}`;
  return await rateOf(times, async () => {
    const answer = await fetch(url, { method: "POST" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
  });
}

/** Over a database whose business this service has made, and left. */
async function startBareWrites(folder: string, place: string, chosen: Write[]): Promise<Bare> {
  const url = await make(place, "bare");
  const left: Record<string, Deed[]> = {};
  {
    const checkout = Deno.cwd();
    await using service = await startService({ checkout, url, data: `${folder}/bare` });
    const business = await makeBusiness(service, size);
    const database = connect(url);
    const tables = await tablesOf(database);
    for (const { name, prepare, run } of chosen) {
      left[name] = [];
      for (let i = 0; i < DEEDS; i++) {
        const ready = await prepare?.(service, business, i);
        left[name].push(await writtenBy(database, tables, () => run(service, business, i, ready)));
      }
    }
    await database.end();
  }
  const file = `${folder}/deeds.json`;
  await Deno.writeTextFile(file, JSON.stringify(left));
  return await startChild(["bench/bare_writes.ts", file, url], "/");
}

/** What each path sends to PostgreSQL, seen by asking the app here over the same database. */
async function startBare(folder: string, service: Service, business: Business): Promise<Bare> {
  const seen: Record<string, Sent[]> = {};
  const database = connect(service.url);
  let sent: Sent[] = [];
  const noted = watching(database, ({ text, values }, send) => {
    sent.push({ text, values: JSON.parse(JSON.stringify(values)) });
    return send();
  });
  const app = createApp(noted, {
    keys: tokenKeys([SECRET]),
    uploads: await openUploads({ ...readConfig(() => undefined), UPLOAD_DIR: `${folder}/uploads` }),
  });
  for (const { path } of reads(business)) {
    sent = [];
    const headers = { authorization: `Bearer ${service.token}` };
    const answer = await app.request(`http://localhost${BASE}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    seen[BASE + path] = sent;
  }
  await database.end();
  const file = `${folder}/statements.json`;
  await Deno.writeTextFile(file, JSON.stringify(seen));
  return await startChild(["bench/bare.ts", file, service.url], "/");
}

function lineOf({ name, now, baseline, bare }: Row): string {
  const times = baseline ? `${(now / baseline).toFixed(2)} ×` : "–";
  const share = bare ? `${(100 * now / bare).toFixed(0)} %` : "–";
  const rate = (value?: number) => value === undefined ? "–" : value.toFixed(0);
  return `| ${name} | ${rate(now)} | ${rate(baseline)} | ${times} | ${rate(bare)} | ${share} |`;
}

async function page(rows: Row[]): Promise<string> {
  const head = new TextDecoder().decode(
    (await new Deno.Command("git", { args: ["rev-parse", "--short", "HEAD"] }).output()).stdout,
  ).trim();
  return `# Measured by \`deno task bench\`

${
    new Date().toISOString().slice(0, 10)
  }, ${head}, Deno ${Deno.version.deno}, ${navigator.hardwareConcurrency} cores, ${CLIENTS} clients, ${size} products.
Rates a second, of ${TURNS} measured in turns the middle one; of one run on one machine only their ratios mean something. The baseline is the checkout
that was given; bare is a Hono handler that runs the same statements, prepared and pipelined, or, for writes,
leaves the same rows by one statement.

| job | now | baseline | × baseline | bare | of bare |
|---|---|---|---|---|---|
${rows.map(lineOf).join("\n")}
`;
}

await main();
