import sql, { raw } from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertEquals } from "../support/assert.ts";
import { testApp } from "../support/app.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";

/** What each write changes in rows that there are few of: they are not cleared by a vacuum every few seconds. */
const changed = {
  products: "stock_qty = stock_qty + 1, stock_value = stock_value + 1, version = version + 1",
  place_stock: "quantity = quantity + 1, updated_at = now()",
  document_counters: "last_number = last_number + 1",
  account_months: "debit = debit + 1, credit = credit + 1",
  sales_days: "total = total + 1, due = due + 1",
  collection_days: "amount = amount + 1",
  receipt_months: "accepted_value = accepted_value + 1",
  customer_balances: "balance = balance + 1",
  supplier_balances: "balance = balance + 1, balance_local = balance_local + 1",
};

Deno.test("what every write changes is written again within its page, and in no index", async () => {
  await using db = await freshDatabase();
  await oneOfEverything(await testApp(db.database).as("owner"), "one");
  const written = () =>
    inTransaction(db.database, async (tx) => {
      const found = [];
      for (const [table, set] of Object.entries(changed)) {
        // what this connection changed a moment ago may still be counted with it
        const counts = () =>
          tx.query<[{ updated: number; within: number }]>(sql`
            select pg_stat_get_xact_tuples_updated(${table}::regclass) as updated,
              pg_stat_get_xact_tuples_hot_updated(${table}::regclass) as within`);
        const [before] = await counts();
        await tx.query(
          raw(`update ${table} set ${set} where ctid = (select min(ctid) from ${table})`),
        );
        const [after] = await counts();
        found.push({
          table,
          updated: after.updated - before.updated,
          within: after.within - before.within,
        });
      }
      return found;
    }, { dryRun: true });
  let moved = await written();
  // once in a slow run a row went to another page; one in an index does so each time
  for (let tries = 0; tries < 60 && moved.some(({ within }) => within === 0); tries++) {
    await new Promise((wake) => setTimeout(wake, 500));
    moved = await written();
  }
  assertEquals(moved, Object.keys(changed).map((table) => ({ table, updated: 1, within: 1 })));
});

Deno.test("plans are made anew when a table has grown by half, not by a tenth", async () => {
  await using db = await freshDatabase();
  const others = await db.database.query(sql`
    select relname from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and not coalesce(reloptions, '{}') @> array['autovacuum_analyze_scale_factor=0.5',
        'autovacuum_vacuum_insert_scale_factor=0.5']
    order by 1`);
  assertEquals(others, [], "a migration says it of each new table, as 0078 does");
  const few = await db.database.query<{ relname: string }[]>(sql`
    select relname from pg_class
    where reloptions @> array['autovacuum_vacuum_threshold=10000', 'autovacuum_analyze_threshold=10000']`);
  assertEquals(few.map(({ relname }) => relname).sort(), Object.keys(changed).sort());
});
