import sql, { type Sql } from "sql-template-tag";
import { audit } from "../../domain/audit/audit.ts";
import { verifyAudit } from "../../domain/audit/verify_audit.ts";
import type { VerifyOptions } from "../../domain/audit/walk_chain.ts";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { actorWith, testAuditKeys } from "../support/app.ts";

/** Audit rows of deeds that never happened; answers their ids. */
export async function logDeeds(database: Database, count: number): Promise<number[]> {
  for (let i = 1; i <= count; i++) {
    await inTransaction(database, (tx) =>
      audit(tx, actorWith("owner"), {
        action: "product.update",
        entity: "product",
        entityId: i,
        reference_no: `SKU-${i}`,
        before: { selling_price: 100.25, name: "পাম্প" },
        after: { selling_price: 90 + i },
      }));
  }
  const rows = await database.query<{ id: number }[]>(
    sql`select id from audit_log order by id desc limit ${count}`,
  );
  return rows.map(({ id }) => id).reverse();
}

/** Changes the tables as someone with all rights on the database would, past the triggers. */
export async function tamper(database: Database, ...statements: Sql[]): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.query(sql`alter table audit_log disable trigger user`);
    await tx.query(sql`alter table audit_seals disable trigger user`);
    for (const statement of statements) await tx.query(statement);
    await tx.query(sql`alter table audit_log enable trigger user`);
    await tx.query(sql`alter table audit_seals enable trigger user`);
  });
}

export async function problemsOf(database: Database, options?: VerifyOptions): Promise<string[]> {
  return (await verifyAudit(database, testAuditKeys, options)).problems;
}
