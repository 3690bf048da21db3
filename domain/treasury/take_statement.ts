import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import type { StatementRow } from "./read_statement.ts";
import { lockMoneyAccount, reconcile } from "./reconcile.ts";
import type { Reconciliation } from "./statement_line.ts";

/**
 * Takes the lines of a bank's statement. Those that were there before, from this file or one that overlaps
 * it, are not taken twice. Nothing is posted.
 *
 * @throws Refusal `forbidden`, `not_found`
 */
export async function takeStatement(
  tx: Tx,
  actor: Actor,
  id: number,
  file_name: string,
  rows: StatementRow[],
): Promise<Reconciliation> {
  allow(actor, "books.write");
  await lockMoneyAccount(tx, id);
  const seen = new Map<string, number>();
  const lines = rows.map((row) => {
    const said = JSON.stringify(row);
    const nth = (seen.get(said) ?? 0) + 1;
    seen.set(said, nth);
    return { ...row, nth };
  });
  const added = await tx.query<{ id: number }[]>(sql`
    insert into statement_lines (account_id, date, amount, reference, description, nth, file_name,
      created_at, updated_at, created_by)
    select ${id}::bigint, date, amount, reference, description, nth, ${file_name},
      ${actor.now}::timestamptz, ${actor.now}::timestamptz, ${actor.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as row (date date, amount numeric,
      reference text, description text, nth integer)
    on conflict do nothing returning id`);
  await audit(tx, actor, {
    action: "account.statement",
    entity: "account",
    entityId: id,
    after: { file_name, lines: rows.length, added: added.length },
  });
  return { ...await reconcile(tx, id), added: added.length };
}
