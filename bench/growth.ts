/**
 * Measures what grows with the business: every list, detail, search, dashboard and summary at the size of
 * the demonstration and at so many times its rows, over one PostgreSQL and one server.
 *
 *     deno run -A bench/growth.ts [--times 50] [--rounds 40]
 *
 * Prints p95 of both and their ratio, worst first, and writes them to bench/GROWTH.md. Two clients, newest
 * page, a page further on, and a search; the goal is 1.5.
 */
import { parseArgs } from "@std/cli/parse-args";
import sql, { raw } from "sql-template-tag";
import { withoutChecks } from "../domain/backup/schema_tables.ts";
import { businessDate } from "../domain/business/business.ts";
import { connect, type Database, type Tx } from "../domain/db/connect.ts";
import { inTransaction } from "../domain/db/transaction.ts";
import { seedDemo } from "../domain/demo/seed_demo.ts";
import { inLanes } from "./deeds.ts";
import { type Json, type Service, startPostgres, startService } from "./service.ts";

const options = parseArgs(Deno.args, {
  string: ["times", "rounds"],
  default: { times: "50", rounds: "40" },
});
const times = Number(options.times);
const rounds = Number(options.rounds);
const GOAL = 1.5;

/** There once, however long the business runs, or not the business's. */
const notGrown = new Set([
  "accounts",
  "audit_head",
  "audit_seals",
  "audit_unsealed",
  "client_records",
  "demurrage_tariffs",
  "document_counters",
  "idempotency_keys",
  "imported_rows",
  "installation",
  "known_addresses",
  "login_failures",
  "method_accounts",
  "rates",
  "refresh_tokens",
  "sessions",
  "settings",
  "statement_lines",
  "users",
]);
/** Texts that stand once in their table, or that people look for. */
const distinct =
  /^(reference_no|sku|serial|serial_number|cheque_number|certificate_number|reference|external_ref|stored_name|tracking_number)$/;
const APART = 10_000_000;

/** Copies every row of the business `times` − 1 times, with ids of their own that refer to each other. */
async function grow(database: Database): Promise<number> {
  await inTransaction(database, async (tx) => {
    const tables = (await columnsOf(tx)).filter(({ table }) => !notGrown.has(table));
    const grown = new Set(tables.map(({ table }) => table));
    await withoutChecks(tx, async () => {
      for (const { table, columns } of tables) {
        const copied = columns.map(({ name, type, refers }) => {
          const isId = type === "bigint" && (name === "id" || name.endsWith("_id"));
          if (isId && (refers === null || grown.has(refers))) return `${name} + k * ${APART}`;
          return type === "text" && distinct.test(name) ? `${name} || '~' || k` : name;
        });
        const names = columns.map(({ name }) => name).join(", ");
        await tx.query(raw(`insert into ${table} (${names}) overriding system value
          select ${copied.join(", ")} from ${table}, generate_series(1, ${times - 1}) k`));
      }
    });
  }, { unhurried: true });
  const admin = await database.checkOut();
  await admin.query("vacuum analyze").finally(() => admin.release());
  const [{ rows }] = await database.query<[{ rows: number }]>(sql`
    select sum(reltuples)::bigint as rows from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`);
  return rows;
}

interface Column {
  name: string;
  type: string;
  /** the table that it refers to */
  refers: string | null;
}

function columnsOf(tx: Tx): Promise<{ table: string; columns: Column[] }[]> {
  return tx.query(sql`
    select c.relname as table, json_agg(json_build_object('name', a.attname,
      'type', format_type(a.atttypid, null), 'refers', (
        select k.confrelid::regclass::text from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum]))
      order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> 'schema_migrations' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    group by c.relname order by c.relname`);
}

/** Every path that reads a list, one record or the whole, as far as there are records. */
async function pathsOf(service: Service): Promise<string[]> {
  const document = await (await ask(service, "/openapi.json")).json();
  const paths: string[] = [];
  const gets = Object.entries<Json>(document.paths).filter(([, { get }]) => get);
  const skipped =
    /^\/(reports|health|openapi|docs|auth|uploads\/\{|scan|backups)|pdf|\/audit\/head/;
  for (const [path] of gets.map(([path, item]) => [path.replace("/api/v1", ""), item] as const)) {
    if (skipped.test(path) || path.includes("{")) continue;
    const answer = await ask(service, path);
    const body = answer.ok ? await answer.json() : await answer.body?.cancel();
    if (!body) continue;
    paths.push(path);
    if (!Array.isArray(body.data)) continue;
    if (body.meta?.next_cursor) {
      paths.push(`${path}?cursor=${encodeURIComponent(body.meta.next_cursor)}`);
      paths.push(`${path}?search=board`);
    }
    const id = body.data[0]?.id;
    for (const [detail] of gets) {
      const under = detail.replace("/api/v1", "");
      if (id && under.startsWith(`${path}/{id}`) && !skipped.test(under)) {
        const read = await ask(service, under.replace("{id}", String(id)));
        await read.body?.cancel();
        if (read.ok) paths.push(under.replace("{id}", String(id)));
      }
    }
  }
  return [
    ...new Set([...paths, ...["board", "INV-", "nobodyhasthis"].map((q) => `/search?q=${q}`)]),
  ];
}

function ask(service: Service, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
}

/** The best of three p95, because PostgreSQL has its own work to do after so many rows. */
async function quietP95(service: Service, path: string): Promise<number> {
  const three: number[] = [];
  for (let i = 0; i < 3; i++) three.push(await p95(service, path));
  return Math.min(...three);
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
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)];
}

async function main(): Promise<void> {
  await using toEnd = new AsyncDisposableStack();
  const { folder, url } = await startPostgres(toEnd);
  const service = toEnd.use(
    await startService({ checkout: Deno.cwd(), url, data: `${folder}/service` }),
  );
  const database = connect(url);
  toEnd.defer(() => database.end());
  const me = await service.call("GET", "/auth/me");
  const now = new Date();
  const actor = {
    userId: me.id,
    name: me.name,
    role: "owner",
    source: "cli",
    requestId: "growth",
    now: now.toISOString(),
    today: businessDate(now),
  } as const;
  await seedDemo(database, actor, {
    size: "small",
    seed: 1,
    password: "a horse and a battery",
    dryRun: false,
  });
  const paths = await pathsOf(service);
  const small: number[] = [];
  for (const path of paths) await p95(service, path); // code and plans are warm
  for (const path of paths) small.push(await quietP95(service, path));
  console.log(`${paths.length} paths measured; growing ${times} times`);
  const rows = await grow(database);
  const lines = [];
  for (const path of paths) await p95(service, path);
  for (const [i, path] of paths.entries()) {
    const large = await quietP95(service, path);
    lines.push({ path, small: small[i], large, ratio: large / small[i] });
  }
  lines.sort((a, b) => b.ratio - a.ratio);
  const text = lines.map(({ path, small, large, ratio }) =>
    `| ${path} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${ratio.toFixed(2)} |`
  ).join("\n");
  const above = lines.filter(({ ratio }) => ratio > GOAL).length;
  const page = `# Measured by \`deno run -A bench/growth.ts\`

${
    businessDate(now)
  }, ${navigator.hardwareConcurrency} cores, 2 clients, the demonstration and ${times} times its rows
(${rows} in all). p95 in milliseconds, the best of three, worst ratio first; the goal is ${GOAL}. Above it: ${above} of ${lines.length}.

| path | small | large | ratio |
|---|---|---|---|
${text}
`;
  await Deno.writeTextFile("bench/GROWTH.md", page);
  console.log(page);
}

await main();
