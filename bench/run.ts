/**
 * Measures this checkout, and beside it in the same run: `--baseline FOLDER`, another version's checkout,
 * and a bare handler with the same statements. All over one PostgreSQL, each with a database of its own.
 *
 *     deno task bench [--baseline FOLDER] [--size PRODUCTS] [--seconds N] [--only WORDS]
 *
 * Prints a table of rates and ratios, and writes it to bench/RESULTS.md. Only ratios of one run mean
 * something: the machine's speed is not the program's.
 */
import { parseArgs } from "@std/cli/parse-args";
import sql, { raw, type Sql } from "sql-template-tag";
import { createApp } from "../api/app.ts";
import { tokenKeys } from "../domain/access/token_keys.ts";
import { connect } from "../domain/db/connect.ts";
import { openEmbedded } from "../domain/db/embedded.ts";
import { openUploads } from "../domain/uploads/open_uploads.ts";
import { readConfig } from "../domain/config/config.ts";
import { freePort } from "../tests/support/server.ts";
import { type Business, makeBusiness, reads, type Write, writes } from "./deeds.ts";
import { CLIENTS, rateOf, rateOfRead } from "./load.ts";
import { type Service, startService } from "./service.ts";

const BASE = "/api/v1";
const options = parseArgs(Deno.args, {
  string: ["baseline", "size", "seconds", "only"],
  default: { size: "200", seconds: "4", only: "" },
});
const size = Number(options.size);
const seconds = Number(options.seconds);

interface Row {
  name: string;
  now: number;
  baseline?: number;
  bare?: number;
}

async function main(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "back-office-bench-" });
  const embedded = await openEmbedded(`${folder}/data`);
  const rows: Row[] = [];
  try {
    const urls = await Promise.all(["now", "baseline"].map((name) => make(embedded.url, name)));
    const services = [await startService("now", Deno.cwd(), urls[0])];
    if (options.baseline) {
      services.push(await startService("baseline", options.baseline, urls[1]));
    }
    const businesses = await Promise.all(services.map((each) => makeBusiness(each, size)));
    const bare = await startBare(folder, urls[0], services[0], businesses[0]);
    for (const { name } of reads(businesses[0]).filter(wanted)) {
      const rates = [];
      for (const [i, service] of services.entries()) {
        const { path } = reads(businesses[i]).find((each) => each.name === name)!;
        rates.push(await rateOfRead(address(service.port, path), service.token, seconds));
      }
      const { path } = reads(businesses[0]).find((each) => each.name === name)!;
      rows.push({
        name,
        ...rated(rates),
        bare: await rateOfRead(address(bare.port, path), "", seconds),
      });
      console.log(lineOf(rows.at(-1)!));
    }
    for (const write of writes.filter(wanted)) {
      const rates = [];
      for (const [i, service] of services.entries()) {
        rates.push(await rateOfWrite(write, service, businesses[i]));
      }
      rows.push({ name: write.name, ...rated(rates) });
      console.log(lineOf(rows.at(-1)!));
    }
    bare.stop();
    for (const service of services) await service.stop();
  } finally {
    await embedded.release();
    await Deno.remove(folder, { recursive: true });
  }
  if (!options.only) await Deno.writeTextFile("bench/RESULTS.md", await page(rows));
}

const wanted = ({ name }: { name: string }) => name.includes(options.only);
const rated = ([now, baseline]: number[]) => ({ now, baseline });
const address = (port: number, path: string) => `http://127.0.0.1:${port}${BASE}${path}`;

async function make(url: string, name: string): Promise<string> {
  const admin = connect(url, { readers: 1, writers: 1 });
  await admin.query(sql`create database ${raw(name)}`);
  await admin.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

/** A first round unmeasured, so that code and plans are warm. */
async function rateOfWrite(write: Write, service: Service, business: Business): Promise<number> {
  const times = 80 * seconds / 4;
  const round = async () => {
    const ready: unknown[] = [];
    for (let i = 0; i < times; i++) ready.push(await write.prepare?.(service, business, i));
    return await rateOf(times, (i) => write.run(service, business, i, ready[i]));
  };
  await round();
  return await round();
}

/** What each path sends to PostgreSQL, seen by asking the app here over the same database. */
async function startBare(folder: string, url: string, service: Service, business: Business) {
  const seen: Record<string, { text: string; values: unknown[] }[]> = {};
  const database = connect(url);
  let sent: { text: string; values: unknown[] }[] = [];
  const note = (statement: Sql) => {
    const { text, values } = statement;
    sent.push({ text, values: JSON.parse(JSON.stringify(values)) });
  };
  const app = createApp({
    ...database,
    query: (statement) => (note(statement), database.query(statement)),
    async checkOut() {
      const client = await database.checkOut();
      const query = client.query.bind(client) as (statement: Sql) => Promise<unknown>;
      return new Proxy(client, {
        get: (target, name) =>
          name !== "query" ? bound(target, name) : (
            statement: Sql,
          ) => (typeof statement === "object" && note(statement), query(statement)),
      });
    },
  }, {
    keys: tokenKeys(["a-secret-for-measurements-only-0123456789"]),
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
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", "bench/bare.ts", file, url, String(port)],
  }).spawn();
  await new Promise((wake) => setTimeout(wake, 2000));
  return { port, stop: () => child.kill() };
}

function bound(target: object, name: string | symbol): unknown {
  const member = Reflect.get(target, name);
  return typeof member === "function" ? member.bind(target) : member;
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
Rates a second; of one run on one machine only their ratios mean something. The baseline is the checkout
that was given; bare is a Hono handler that runs the same statements, prepared and pipelined.

| job | now | baseline | × baseline | bare | of bare |
|---|---|---|---|---|---|
${rows.map(lineOf).join("\n")}
`;
}

await main();
