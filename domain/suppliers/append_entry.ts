import sql, { raw } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { isZero } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import { type Entry, supplierEntry } from "./ledger_entry.ts";

const columns = [
  "supplier_id",
  "entry_date",
  "entry_type",
  "particulars",
  "credit",
  "debit",
  "currency",
  "exchange_rate",
  "amount_local",
  "shipment_id",
  "lc_tt_id",
  "receipt_id",
  "reference",
  "reverses_id",
  "reason",
  "cause_id",
  "account_id",
  "method",
  "discrepancy_id",
  "note",
] as const;
/** A row as it is stored: amounts decided, numbered by its date. */
export type Posting = Pick<Entry, typeof columns[number]>;
export type Posted = Posting & Pick<Entry, "id" | "reference_no">;
export const postingColumns = raw(columns.join(", "));

const derived = {
  amount_local: "numeric",
  receipt_id: "bigint",
  reverses_id: "bigint",
  reason: "text",
  cause_id: "bigint",
};

/** Writes a row as it stands and remembers who did it. The only place that writes the ledger. */
export async function append(
  tx: Tx,
  actor: Actor,
  action: string,
  row: Posting,
  /** the journal's entry that carries it (`domain/journal/post_entry.ts`) */
  entry: number,
): Promise<Posted> {
  const number = await nextNumber(tx, "SLE", row.entry_date);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into supplier_ledger (${postingColumns}, entry_id, reference_no, created_at, created_by)
    select ${postingColumns}, ${
    isZero(row.amount_local) ? undefined : entry
  }::bigint, ${number}, ${actor.now}::timestamptz, ${actor.userId}::bigint
    from ${supplierEntry.rows([row], derived)}
    returning id`);
  await audit(tx, actor, {
    action,
    entity: "supplier_ledger",
    entityId: id,
    reference_no: number,
    after: row,
  });
  return { ...row, id, reference_no: number };
}
