import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../../domain/access/access.ts";
import { auditQuery, listAudit } from "../../domain/audit/find_audit.ts";
import { customerQuery, listCustomers } from "../../domain/customers/find_customers.ts";
import type { Database, Db } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { search, searchQuery } from "../../domain/overview/search.ts";
import type { Page } from "../../domain/records/paging.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsReadFor } from "../support/rows_read.ts";

const ROWS = 20_000;
const actor: Actor = {
  userId: null,
  name: "Owner",
  role: "owner",
  source: "cli",
  requestId: "test",
  now: "2026-03-02T04:15:00.000Z",
  today: "2026-03-02",
};

const filled = sql`
  insert into audit_log
    (recorded_at, actor_name, source, action, entity, entity_id, reference_no, request_id)
  select now(), 'Karim', 'api', 'invoice.create', 'invoice', n, 'INV-2026-' || n, md5(n::text)
  from generate_series(1, ${ROWS}::integer) n`;
const customers = sql`
  insert into customers (reference_no, name, phone_digits)
  select 'CUS-' || n, 'Rahim ' || md5(n::text), '01711' || lpad(n::text, 6, '0')
  from generate_series(1, ${ROWS}::integer) n`;

/** How many rows of tables a read looks at, after it has come so often that its plan might be kept. */
async function rowsRead<Row>(database: Database, list: (db: Db) => Promise<Page<Row>>) {
  return await inTransaction(database, async (tx) => {
    for (let i = 0; i < 10; i++) await list(tx);
    const { answer, rows } = await rowsReadFor(tx, () => list(tx));
    return { found: answer.data.length, rows };
  }, { snapshot: true });
}

async function grown(database: Database, statement: Sql, table: string) {
  await inTransaction(database, (tx) => tx.query(statement));
  const client = await database.checkOut(); // as the autovacuum does, which no transaction may
  await client.query(`vacuum analyze ${table}`).finally(() => client.release());
}

Deno.test("a search reads few rows of a long list, whether what it looks for is rare or not", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  await grown(database, filled, "audit_log");
  await grown(database, customers, "customers");
  const audit = (search: string) =>
    rowsRead(database, (db) => listAudit(db, actor, auditQuery.parse({ search, limit: "10" })));
  const bought = (search: string) =>
    rowsRead(
      database,
      (db) => listCustomers(db, actor, customerQuery.parse({ search, limit: "10" })),
    );
  for (
    const [search, found] of [["nobodyhasthis", 0], ["inv-2026-19999", 1], ["karim", 10]] as const
  ) {
    const read = await audit(search);
    assertEquals(read.found, found, search);
    assert(read.rows < 60, `audit, ${search}: ${read.rows} rows`);
  }
  for (
    const [search, found] of [["nobodyhasthis", 0], ["01711019999", 1], ["rahim", 10]] as const
  ) {
    const read = await bought(search);
    assertEquals(read.found, found, search);
    assert(read.rows < 60, `customers, ${search}: ${read.rows} rows`);
  }
});

Deno.test("a page of a long list is planned once, not each time it is asked", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  await grown(database, customers, "customers");
  const plans = await inTransaction(database, async (tx) => {
    for (let i = 0; i < 15; i++) await listCustomers(tx, actor, customerQuery.parse({}));
    return await tx.query(sql`
      select generic_plans > 0 as kept from pg_prepared_statements
      where statement like '%from customers c%'`);
  }, { snapshot: true });
  assertEquals(plans, [{ kept: true }]);
});

Deno.test("what looks for words is read once, and planned for the words where that finds it sooner", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  await grown(database, customers, "customers");
  const plans = await inTransaction(database, async (tx) => {
    for (let i = 0; i < 40; i++) {
      await listCustomers(tx, actor, customerQuery.parse({ search: `rahim ${i % 3}` }));
      await search(tx, actor, searchQuery.parse({ q: ["rahim", "017", "karim"][i % 3] }));
    }
    return await tx.query(sql`
      select case when statement like '%from customers c%ilike%' then 'list'
          when statement like '%over () as hits%' then 'search' else 'search of what many have' end as what,
        bool_or(generic_plans > 0) as kept, min(custom_plans) >= 10 as often
      from pg_prepared_statements
      where statement like '%from customers c%ilike%' or statement like '%t.search_text like%'
      group by 1 order by 1`);
  }, { snapshot: true });
  assertEquals(plans, [
    { what: "list", kept: false, often: true },
    { what: "search", kept: true, often: false },
    { what: "search of what many have", kept: false, often: true },
  ]);
});
