import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import type { EntryType } from "./ledger_entry.ts";

/** A row as it is stored: amounts decided, numbered by its date. */
export interface Posting {
  supplier_id: number;
  entry_date: string;
  entry_type: EntryType;
  particulars: string;
  credit: Decimal;
  debit: Decimal;
  currency: string;
  exchange_rate: Decimal;
  amount_local: Decimal;
  shipment_id: number | null;
  lc_tt_id: number | null;
  receipt_id: number | null;
  reference: string | null;
  reverses_id: number | null;
  reason: string | null;
}
export type Posted = Posting & { id: number; reference_no: string };

/** Writes a row as it stands and remembers who did it. The only place that writes the ledger. */
export async function append(
  tx: Tx,
  actor: Actor,
  action: string,
  row: Posting,
): Promise<Posted> {
  const number = await nextNumber(tx, "SLE", row.entry_date);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into supplier_ledger (reference_no, supplier_id, entry_date, entry_type, particulars,
      credit, debit, currency, exchange_rate, amount_local, shipment_id, lc_tt_id, receipt_id,
      reference, reverses_id, reason, created_at, created_by)
    values (${number}, ${row.supplier_id}, ${row.entry_date}, ${row.entry_type}, ${row.particulars},
      ${row.credit}, ${row.debit}, ${row.currency}, ${row.exchange_rate}, ${row.amount_local},
      ${row.shipment_id}, ${row.lc_tt_id}, ${row.receipt_id}, ${row.reference}, ${row.reverses_id},
      ${row.reason}, ${actor.now}, ${actor.userId})
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
