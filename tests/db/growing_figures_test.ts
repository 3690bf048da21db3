import sql, { raw, type Sql } from "sql-template-tag";
import { grow, vacuum } from "../../bench/grow.ts";
import type { Actor } from "../../domain/access/access.ts";
import { findFiledReturn } from "../../domain/accountant/find_filed_returns.ts";
import type { Database, Db, Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { seedDemo } from "../../domain/demo/seed_demo.ts";
import { findDashboard } from "../../domain/overview/dashboard.ts";
import { findSummary } from "../../domain/overview/summary.ts";
import { NEAR } from "../../domain/records/list_statement.ts";
import { sync, syncQuery } from "../../domain/phones/sync.ts";
import { actorWith, insertUser, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { type Sent, watching } from "../support/capture.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsReadFor, rowsReadOf, rowsReadSoFar } from "../support/rows_read.ts";

const TIMES = 50;
const GOAL = 1.5;
/** Read in any case: who asks, his session, settings. */
const ALWAYS = 20;

const paths = [
  "/dashboard",
  "/import-logistics/summary",
  "/approvals?limit=10",
  "/import-logistics/supplier-ledger?limit=10",
  "/import-logistics/shipments?limit=10",
  "/import-logistics/receipts?limit=10",
  "/import-logistics/discrepancies?limit=10",
  "/import-logistics/rmas?limit=10",
  "/invoices?limit=10",
  "/payments?limit=10",
  "/expenses?limit=10",
  "/products?limit=10",
  "/tasks?limit=10",
  "/sync?limit=10",
];
/**
 * Lists that have grown so far that an index is the shortest way through them, each with its own table. They are
 * searched for what nobody has: no page of it is ever full.
 */
const searched: Record<string, string> = {
  "/import-logistics/supplier-ledger": "supplier_ledger",
  "/invoices": "invoices",
  "/payments": "payments",
  "/products/stock-movements": "stock_movements",
  "/serials": "serials",
};
/** Searched for words of which so many are linked that these are not looked up one by one: the same rows by SQL. */
const common: { path: string; word: string; table: string; near: boolean; found: Sql }[] = [
  {
    path: "/products/stock-movements",
    word: "board",
    table: "stock_movements",
    near: true,
    found: sql`select m.id from stock_movements m join products p on p.id = m.product_id
      where p.name ilike '%board%' or p.sku ilike '%board%' order by m.id desc`,
  },
  {
    path: "/import-logistics/shipments",
    word: "co., ltd.",
    table: "shipments",
    near: true,
    found: sql`select s.id from shipments s join suppliers p on p.id = s.supplier_id
      where p.name ilike '%co., ltd.%' order by s.id desc`,
  },
  {
    path: "/import-logistics/supplier-ledger",
    word: "zzz",
    table: "supplier_ledger",
    near: false,
    found: sql`select e.id from supplier_ledger e join suppliers p on p.id = e.supplier_id
      where p.name ilike '%zzz%' order by e.entry_date desc, e.id desc`,
  },
];
interface Found {
  data: { id: number }[];
  meta: { next_cursor: string | null };
}

/** What we owe all suppliers is read there: a row of each and currency. */
const owing = ["/dashboard", "/import-logistics/supplier-ledger?limit=10"];
/** What waits to be posted is read there, line by line. */
const waiting = ["/import-logistics/summary"];

/** Asked all day, and with one plan from the sixth time on. */
const often: Record<string, (db: Db, actor: Actor) => Promise<unknown>> = {
  "/dashboard": findDashboard,
  "/import-logistics/summary": findSummary,
  "/sync?limit=10": (db, actor) => sync(db, actor, syncQuery.parse({ limit: "10" })),
};

Deno.test("figures and lists read as few rows of a business that has grown", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  await noVacuumBeside(database);
  const userId = await insertUser(database, "owner");
  const actor = actorWith("owner", userId);
  await seedDemo(database, actor, {
    size: "small",
    seed: 1,
    password: "a horse and a battery",
    dryRun: false,
  });
  await allVisible(database);
  let sent: Sent[] = [];
  let many: Sent[] = [];
  const watched = watching(database, (statement, send) => {
    sent.push(statement);
    return send();
  });
  const owner = await testApp(watched).signedIn(userId, "owner");
  await using client = await lent(database);

  /** The rows that what a path sends reads in the tables, or in one, beside what it reads of their indexes. */
  async function rowsOf(path: string, table?: string): Promise<number> {
    sent = [];
    assertEquals((await owner.get(path)).status, 200, path);
    let read = 0;
    many = [];
    for (const statement of [...sent]) {
      await client.query("begin");
      const count = async () =>
        (await client.query(table ? rowsReadOf(table) : rowsReadSoFar)).rows[0].rows as number;
      const before = await count();
      await client.query(statement);
      const rows = await count() - before;
      if (rows > ALWAYS) many.push(statement);
      read += rows;
      await client.query("rollback");
    }
    return read;
  }

  /** Says of too many the plans of what was sent last and reads more than a few. */
  async function holdTo(most: number, rows: number, says = `${rows} rows`): Promise<void> {
    const told = [says];
    for (const { text, values } of rows > most ? many : []) {
      const { rows } = await client.query({ text: `explain (analyze, buffers) ${text}`, values });
      told.push(...rows.map((row) => row["QUERY PLAN"]));
    }
    assert(rows <= most, told.join("\n"));
  }

  const young = new Map<string, number>();
  for (const path of paths) young.set(path, await rowsOf(path));
  await grow(database, TIMES);
  await inTransaction(database, async (tx) => {
    await tx.query(sql`update suppliers set name = name || ' (Zzz)' where name ilike '%boda%'`);
    await tx.query(sql`insert into suppliers (reference_no, name, currency)
      select 'SUP-Z' || n, 'Zzz ' || n, 'USD' from generate_series(1, 60) n`);
  });
  await allVisible(database);
  const [{ balances, lines }] = await database.query<[{ balances: number; lines: number }]>(sql`
    select (select count(*)::integer from supplier_balances) as balances,
      (select count(*)::integer from receipt_items line join receipts r on r.id = line.receipt_id
        where r.status = 'approved') as lines`);
  const atMost = (path: string) =>
    GOAL * young.get(path)! + ALWAYS + (owing.includes(path) ? balances : 0) +
    (waiting.includes(path) ? lines : 0);
  for (const path of paths) {
    await t.step(path, async () => {
      const [at, now] = [young.get(path)!, await rowsOf(path)];
      await holdTo(atMost(path), now, `${at} rows at first, ${now} of ${TIMES} times as many`);
    });
  }
  for (const [path, table] of Object.entries(searched)) {
    await t.step(`${path}, searched for what nobody has`, async () => {
      await holdTo(0, await rowsOf(`${path}?limit=10&search=nobodyhasthis`, table));
    });
  }
  for (const { path, word, table, near, found } of common) {
    await t.step(`${path}, searched for ${word}`, async () => {
      const search = `${path}?limit=10&search=${encodeURIComponent(word)}`;
      const all = (await database.query<{ id: number }[]>(found)).map(({ id }) => id);
      assert(all.length > 150, `${all.length} rows`);
      let next = "";
      for (let at = 0; at < 30; at += 10) {
        const { data, meta }: Found = (await owner.get(search + next)).body;
        assertEquals(data.map(({ id }) => id), all.slice(at, at + 10), `${at}`);
        next = `&cursor=${encodeURIComponent(meta.next_cursor!)}`;
      }
      const rows = await rowsOf(search, table);
      // near ones, and all that have the word where those did not fill the page
      const most = NEAR + (near ? 30 : 2 * all.length);
      await holdTo(most, rows);
    });
  }
  await t.step("a filed return of VAT", async () => {
    const [{ id }] = await database.query<[{ id: number }]>(
      sql`select max(id) as id from vat_returns`,
    );
    const found = await inTransaction(database, async (tx) => {
      const { answer, rows } = await rowsReadFor(tx, () => findFiledReturn(tx, actor, id));
      return { differences: answer.differences, rows };
    }, { snapshot: true });
    assertEquals(found.differences, []);
    assert(found.rows <= 2 * ALWAYS, `${found.rows} rows of a month of which nothing came late`);
  });
  for (const [path, ask] of Object.entries(often)) {
    await t.step(`${path}, asked often`, async () => {
      const { rows, kept } = await inTransaction(
        database,
        (tx) => keptPlan(tx, () => ask(tx, actor)),
        {
          snapshot: true,
        },
      );
      assert(kept, "planned each time");
      assert(
        rows <= atMost(path),
        `${young.get(path)} rows at first, ${rows} by the plan that is kept`,
      );
    });
  }
});

/** One that PostgreSQL begins by itself keeps ours from calling pages visible to all, and so rows are read. */
async function noVacuumBeside(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }[]>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`);
  for (const { name } of tables) {
    await database.query(raw(`alter table ${name} set (autovacuum_enabled = false)`));
  }
}

/**
 * Marks every page as visible to all, so that an index answers alone. What still looks at an older moment,
 * such as the sealing of the audit, keeps a page from it for a while.
 */
async function allVisible(database: Database): Promise<void> {
  const hidden = sql`select count(*)::integer as pages from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relallvisible < relpages`;
  for (let tries = 0; tries < 20; tries++) {
    await vacuum(database);
    const [{ pages }] = await database.query<[{ pages: number }]>(hidden);
    if (pages === 0) return;
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Error("Something looks at an older moment for seconds");
}

/** Whether what is asked often is planned once, and the rows that it reads then. */
async function keptPlan(tx: Tx, ask: () => Promise<unknown>) {
  for (let i = 0; i < 12; i++) await ask();
  const { rows } = await rowsReadFor(tx, ask);
  const [{ kept }] = await tx.query<[{ kept: boolean | null }]>(sql`
    select bool_and(generic_plans > 0) as kept from pg_prepared_statements
    where generic_plans + custom_plans >= 10`);
  return { rows, kept };
}

/** A connection that goes back whatever happens: the database waits for it before it is dropped. */
async function lent(database: Database) {
  const client = await database.checkOut();
  const query = client.query.bind(client) as typeof client.query;
  return { query, [Symbol.asyncDispose]: () => Promise.resolve(client.release()) };
}
