import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import type { EntryType, NewEntry } from "./ledger_entry.ts";
import { isPaid } from "./other_side.ts";

type Repeatable = Pick<NewEntry, "reference" | "method" | "note" | "allow_duplicate">;

/**
 * A TrxID, a cheque or a transfer of one method pays once. Holds the number, so that of two at once the
 * second sees the first. Source: docs/books.md, "Supplier ledger".
 *
 * @throws Refusal `duplicate_reference`; `invalid_fields` where a repetition is allowed without a note
 */
export async function refuseRepeated(
  tx: Tx,
  { reference, method = "bank", note, allow_duplicate }: Repeatable,
  type: EntryType,
): Promise<void> {
  if (allow_duplicate && note === undefined) {
    throw invalid({ note: "is required: why is it taken twice?" });
  }
  if (allow_duplicate || !isPaid(type) || reference === undefined) return;
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`supplier ${method} `} || lower(${reference}), 0))`);
  const [earlier] = await tx.query<[{ id: number; reference_no: string }?]>(sql`
    select id, reference_no from supplier_ledger e
    where lower(reference) = lower(${reference}) and method = ${method}
      and entry_type in ('payment', 'advance') and reverses_id is null
      and not exists (select from supplier_ledger r where r.reverses_id = e.id)
    order by id limit 1`);
  if (earlier) {
    const paid = `${earlier.reference_no} was paid by ${method} ${reference} already`;
    throw repeated(paid, { duplicate_of_id: earlier.id });
  }
  if (method !== "cheque") return;
  const [cheque] = await tx.query<[{ id: number; reference_no: string }?]>(sql`
    select id, reference_no from issued_cheques
    where lower(cheque_number) = lower(${reference}) and state in ('issued', 'cleared')
    order by id limit 1`);
  if (!cheque) return;
  throw repeated(`${cheque.reference_no} is cheque ${reference} already`, { cheque_id: cheque.id });
}

function repeated(known: string, details: Record<string, number>) {
  return conflict(
    "duplicate_reference",
    `${known}; allow_duplicate with a note takes it again.`,
    details,
  );
}
