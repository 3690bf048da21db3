import { createHash } from "node:crypto";
import type pg from "pg";
import { verifyBooks } from "../../domain/books/verify_books.ts";
import { seedDemo } from "../../domain/demo/seed_demo.ts";
import type { Database } from "../../domain/db/connect.ts";
import { actorWith, testApp, testAuditKeys, testOptions } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { watching } from "../support/capture.ts";
import { serveBy, servingOf } from "../support/serving.ts";
import { stopClock } from "./clock.ts";
import { clockedDatabase } from "./clocked_database.ts";
import { type Office, PASSWORD, send } from "./office.ts";
import { oddities, type Plan, planReads } from "./plan.ts";
import { ask, tokensOfSync } from "./reads.ts";
import { type Role, roles } from "./roles.ts";
import { doDeeds } from "./writes.ts";

/**
 * The demonstration, the script of writes over it, and then every read that openapi.json names with every
 * parameter that it takes, under a clock that stands: a hash of all rows of each table, and of all answers
 * of each operation. What no test of its own looks at – a sort, a filter, a sum over two firms, the row of
 * a log – changes one of them; so does a lock that is not taken. ANSWERS=FOLDER keeps the answers
 * themselves, to be compared with those of the version before; when they should have changed, UPDATE=1
 * writes the file anew.
 */
const kept = new URL("kept_answers.txt", import.meta.url);
const BEGIN = Date.parse("2026-06-15T06:00:00Z");
const AT_ONCE = 6;

Deno.test("every table holds, and every operation answers, what answers/kept_answers.txt says", async () => {
  await using db = await clockedDatabase();
  const { admin } = db;
  const locks = new Map<string, number>();
  const watched = watching(servingOf(db.database), (statement, send) => {
    for (const lock of locksIn(statement.text)) locks.set(lock, (locks.get(lock) ?? 0) + 1);
    return send();
  });
  const office = await openHere(serveBy(db.database, watched), admin);
  const known = (await Deno.readTextFile(kept)).split("\n");
  const lines: string[] = [];
  /** What was made wrong is read wrong, too: the first part that differs says it. */
  const hold = (part: string, found: string[]) => {
    const named = found.map((line) => `${part} ${line}`);
    const before = known.filter((line) => line.startsWith(`${part} `));
    if (!Deno.env.get("UPDATE")) assertEquals(named, before);
    lines.push(...named);
  };
  hold("seeded", await rowsOf(admin));
  hold("locked", [...locks].map(([lock, times]) => `${lock} ${times} times`).sort());
  locks.clear();
  const since = await tokensOfSync(office);
  hold("wrote", await writesOf(office));
  hold("left", await rowsOf(admin));
  hold("held", [...locks].map(([lock, times]) => `${lock} ${times} times`).sort());
  hold("books", await booksOf(db.database));
  hold("read", await readsOf(office, since.get("owner")!));
  if (Deno.env.get("UPDATE")) await Deno.writeTextFile(kept, lines.join("\n") + "\n");
});

/** As `openOffice`, in this process and over the database of a test. */
async function openHere(
  database: Database,
  admin: pg.Client,
): Promise<Office> {
  const { app } = testApp(database);
  const tokens = new Map<Role, string>();
  let now = BEGIN;
  const office: Pick<Office, "ask" | "tick" | "tokens"> = {
    tokens,
    async tick() {
      now += 1000;
      const instant = new Date(now).toISOString();
      stopClock(instant);
      await admin.query("update clock.hand set at = $1", [instant]);
    },
    ask: (by, request, asked) =>
      send(app, typeof by === "object" ? by.token : tokens.get(by as Role), request, asked),
  };
  await office.tick();
  const body = { name: "Recorded Owner", email: "owner@demo.example", password: PASSWORD };
  await office.ask("anyone", "POST /auth/setup-owner", { body });
  const owner = { ...actorWith("owner", 1), requestId: "recorded" };
  await seedDemo(database, owner, { size: "small", seed: 7, password: PASSWORD, dryRun: false });
  for (const role of roles) {
    await office.tick();
    const identifier = `${role.replace("_", "-")}@demo.example`;
    const { text } = await office.ask("anyone", "POST /auth/login", {
      body: { identifier, password: PASSWORD },
    });
    tokens.set(role, JSON.parse(text).data.access_token);
  }
  return office as Office;
}

async function writesOf(office: Office): Promise<string[]> {
  const said = await doDeeds(office);
  await show("writes", said);
  return said.map(({ by, kept }, at) =>
    `${`${at}`.padStart(3, "0")} ${by} ${kept.request.slice(0, 60)} ${kept.status} ${hash(kept)}`
  );
}

/** Reading some others leaves rows behind that these show: they are read before, one by one. */
const logs = /^GET \/(audit|changes|sync|vat-challans)(?!.*pdf)/;

/** By the owner, who sees all of it. */
async function readsOf(office: Office, since: string): Promise<string[]> {
  const document = JSON.parse((await office.ask("anyone", "GET /openapi.json")).text);
  delete document.paths["/openapi.json"]; // tests/api/contract_test.ts
  const plans = (await planReads(office, document)).map(({ operation, paths }) => ({
    operation,
    // refused alike everywhere, by what tests/api looks at
    paths: paths.filter((path) => !oddities.some((each) => path.endsWith(each))),
  }));
  const others = plans.filter(({ operation }) => !logs.test(operation));
  const lines: string[] = [];
  const read = async (plan: Plan) => {
    const answers = await ask(office, "owner", plan, since);
    lines.push(`${plan.operation} ${answers.length} ${hash(answers)}`);
    await show(plan.operation, answers);
  };
  for (const plan of plans.filter((plan) => !others.includes(plan))) await read(plan);
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let plan = others.pop(); plan; plan = others.pop()) await read(plan);
  }));
  return lines.sort();
}

async function booksOf(database: Database): Promise<string[]> {
  const { uploads } = testOptions;
  const { checks } = await verifyBooks(database, actorWith("owner", 1), {
    uploads,
    keys: testAuditKeys,
  });
  return checks.map(({ name, count }) => `${name} ${count} differences`);
}

/** The table that a statement reads from last before it says so, and how it locks its rows. */
function locksIn(text: string): string[] {
  const plain = text.replace(/\s+/g, " ");
  const rows = [
    ...plain.matchAll(/\bfor (?:no key )?(?:update|share)(?: of \w+)?(?: nowait| skip locked)?/g),
  ]
    .map(({ 0: lock, index }) =>
      `${/.*\b(?:from|join) (\w+)/.exec(plain.slice(0, index))?.[1]} ${lock}`
    );
  const whole = [...plain.matchAll(/pg_(?:try_)?advisory_\w+/g)].map(([lock]) => lock);
  return [...rows, ...whole];
}

/** All rows of each table but for what chance makes. */
async function rowsOf(admin: pg.Client): Promise<string[]> {
  const { rows: tables } = await admin.query(`
    select c.relname as name, string_agg(quote_ident(attname), ', ' order by attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and atttypid not in ('xid8'::regtype, 'bytea'::regtype, 'uuid'::regtype)
      and attname !~ 'hash$|secret|^stored_name$' and relname <> 'schema_migrations'
    group by c.relname order by c.relname collate "C"`);
  const digests = await admin.query(
    tables.map(({ name, columns }) => `
      select '${name}' as name, count(*), md5(string_agg(t::text, ' ' order by t::text collate "C")) as digest
      from (select ${columns} from ${name}) t`).join(" union all "),
  );
  return digests.rows.map(({ name, count, digest }) =>
    `${name} ${count} ${(digest ?? "").slice(0, 12)}`
  ).sort();
}

/** ANSWERS=FOLDER keeps what the hashes are of, to be compared with `diff -r`. */
async function show(name: string, answers: unknown): Promise<void> {
  const folder = Deno.env.get("ANSWERS");
  if (!folder) return;
  await Deno.mkdir(folder, { recursive: true });
  const file = `${folder}/${name.replaceAll(/\W+/g, "_")}.json`;
  await Deno.writeTextFile(file, JSON.stringify(answers, null, 1));
}

function hash(part: unknown): string {
  return createHash("sha256").update(JSON.stringify(part)).digest("hex").slice(0, 12);
}
