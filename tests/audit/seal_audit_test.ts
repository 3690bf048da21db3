import sql from "sql-template-tag";
import { audit } from "../../domain/audit/audit.ts";
import { sealAudit } from "../../domain/audit/seal_audit.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Database } from "../../domain/db/connect.ts";
import { actorWith, testAuditKeys } from "../support/app.ts";
import { assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { logDeeds, problemsOf } from "./chain.ts";

const deed = { action: "supplier.create", entity: "supplier", entityId: 1 };

async function sealedIds(database: Database): Promise<number[]> {
  const rows = await database.query<{ audit_id: number }[]>(
    sql`select audit_id from audit_seals order by seal_number`,
  );
  return rows.map(({ audit_id }) => audit_id);
}

Deno.test("sealAudit() seals committed rows, tells their actions, and then has nothing to do", async () => {
  await using db = await freshDatabase();
  const ids = await logDeeds(db.database, 4);
  await inTransaction(db.database, (tx) => audit(tx, actorWith("owner"), deed));
  const sealed = await sealAudit(db.database, testAuditKeys);
  assertEquals([sealed.rows, [...sealed.actions]], [5, [["product.update", 4], [
    "supplier.create",
    1,
  ]]]);
  assertEquals((await sealedIds(db.database)).slice(0, 4), ids);
  assertEquals(await sealAudit(db.database, testAuditKeys), { rows: 0, actions: new Map() });
});

Deno.test("sealAudit() takes no notice of transactions that were rolled back", async () => {
  await using db = await freshDatabase();
  await logDeeds(db.database, 2);
  await thrownBy(() =>
    inTransaction(db.database, async (tx) => {
      await audit(tx, actorWith("owner"), deed);
      throw new Error("changed my mind");
    })
  );
  await inTransaction(db.database, (tx) => audit(tx, actorWith("owner"), deed), { dryRun: true });
  const [after] = await logDeeds(db.database, 1);
  assertEquals((await sealAudit(db.database, testAuditKeys)).rows, 3);
  assertEquals(await sealedIds(db.database), [1, 2, after]);
  assertEquals(after, 5, "two ids were lost");
  assertEquals(await problemsOf(db.database), []);
});

Deno.test("sealAudit() seals a row that becomes visible after younger ones, and waits for nobody", async () => {
  await using db = await freshDatabase();
  const slow = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const writer = inTransaction(db.database, async (tx) => {
    await audit(tx, actorWith("owner"), deed);
    await tx.query(sql`select`); // the row is sent, not waited for
    written.resolve();
    await slow.promise;
  });
  await written.promise;
  await logDeeds(db.database, 2);
  assertEquals((await sealAudit(db.database, testAuditKeys)).rows, 2);
  slow.resolve();
  await writer;
  assertEquals((await sealAudit(db.database, testAuditKeys)).rows, 1);
  assertEquals(await sealedIds(db.database), [2, 3, 1]);
  assertEquals(await problemsOf(db.database), []);
});

Deno.test("sealAudit() by several servers at once, with writers at work, seals each row once", async () => {
  await using db = await freshDatabase();
  const writers = Array.from({ length: 6 }, () => logDeeds(db.database, 40));
  let sealed = 0;
  const seal = async () => {
    const { rows } = await sealAudit(db.database, testAuditKeys);
    sealed += rows;
  };
  const sealers = Array.from({ length: 3 }, async () => {
    for (let i = 0; i < 15; i++) await seal();
  });
  await Promise.all([...writers, ...sealers]);
  await seal();
  assertEquals(sealed, 240);
  assertEquals(new Set(await sealedIds(db.database)).size, 240);
  assertEquals(await problemsOf(db.database), []);
});

Deno.test("sealAudit() works through more rows than it takes at once", async () => {
  await using db = await freshDatabase();
  await db.database.query(sql`
    with logged as (
      insert into audit_log (recorded_at, actor_name, source, action, entity, request_id)
      select now(), 'loader', 'cli', 'product.create', 'product', 'r' from generate_series(1, 1300)
      returning id)
    insert into audit_unsealed select id from logged`);
  assertEquals((await sealAudit(db.database, testAuditKeys)).rows, 1300);
  assertEquals(await problemsOf(db.database), []);
});
