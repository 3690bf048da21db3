import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { isZero, sum } from "../money/decimal.ts";
import { drawIds, nextNumbersOf } from "../records/numbering.ts";
import type { Line } from "./line.ts";
import { inOpenPeriod } from "./period.ts";
import type { Deed } from "./rules.ts";

export interface NewEntry {
  /** drawn by `openEntry`, for the ledgers' rows that name it */
  id: number;
  /** where it was drawn already; then some line is not zero */
  reference_no?: string;
  entry_date: string;
  /** the deed: which rule made the lines */
  kind: Deed | `${Deed}.reversal`;
  source: { type: string; id: number | null; reference_no: string | null };
  narration: string;
  /** lines of zero are left out; without any other nothing is written */
  lines: Line[];
  reverses_id?: number;
}

/** Draws the id of an entry that is about to be written, so that rows of the ledgers can name it. */
export async function openEntry(tx: Tx): Promise<number> {
  return (await openEntries(tx, 1))[0];
}

/** `count` of them, for bulk work. */
export async function openEntries(tx: Tx, count: number): Promise<number[]> {
  return (await drawIds(tx, { journal_entries: count })).journal_entries;
}

/**
 * Writes one entry of the journal. The only way into it, with `postEntries`: verbs that move value call it
 * last, within their transaction, because it takes the JRN number. Final: it can only be reversed.
 * Source: docs/books.md, "The journal".
 *
 * @throws Refusal `period_closed`; Error where the lines do not sum to zero, which is a bug
 */
export async function postEntry(tx: Tx, actor: Actor, entry: NewEntry): Promise<void> {
  await postEntries(tx, actor, [entry]);
}

/** The same for many: one statement however many entries and lines. */
export async function postEntries(tx: Tx, actor: Actor, entries: NewEntry[]): Promise<void> {
  const kept = entries.map((entry) => ({
    ...entry,
    lines: entry.lines.filter(({ amount }) => !isZero(amount)),
  })).filter(({ lines }) => lines.length > 0);
  if (kept.length === 0) return;
  for (const entry of kept) refuseUnbalanced(entry);
  const unnumbered = kept.filter(({ reference_no }) => reference_no === undefined);
  const numbers = await nextNumbersOf(tx, "JRN", unnumbered.map(({ entry_date }) => entry_date));
  const rows = kept.map(({ lines: _, source, ...entry }, i) => ({
    ...entry,
    reference_no: entry.reference_no ?? numbers[unnumbered.indexOf(kept[i])],
    source_type: source.type,
    source_id: source.id,
    source_reference_no: source.reference_no,
  }));
  const lines = kept.flatMap(({ id, lines }) => lines.map((line) => rowOf(id, line)));
  await tx.later(inOpenPeriod(() =>
    tx.query(sql`
      with entry as (
        insert into journal_entries (id, reference_no, entry_date, kind, source_type, source_id,
          source_reference_no, narration, reverses_id, created_at, created_by)
        select id, reference_no, entry_date, kind, source_type, source_id, source_reference_no,
          narration, reverses_id, ${actor.now}, ${actor.userId}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id bigint, reference_no text,
          entry_date date, kind text, source_type text, source_id bigint, source_reference_no text,
          narration text, reverses_id bigint)
        returning id, entry_date)
      insert into journal_lines (entry_id, entry_date, account_id, debit, credit, currency,
        amount_foreign, rate, party_type, party_id, product_id, shipment_id, lc_tt_id, invoice_id)
      select entry.id, entry.entry_date, coalesce(line.account_id, account.id),
        greatest(line.amount, 0), greatest(-line.amount, 0), line.currency, line.amount_foreign,
        line.rate, line.party_type, line.party_id, line.product_id, line.shipment_id, line.lc_tt_id,
        line.invoice_id
      from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (entry_id bigint,
          role text, account_id bigint, amount numeric, currency text, amount_foreign numeric,
          rate numeric, party_type text, party_id bigint, product_id bigint, shipment_id bigint,
          lc_tt_id bigint, invoice_id bigint)) with ordinality as line
        join entry on entry.id = line.entry_id
        left join accounts account on account.role = line.role
      order by line.ordinality`)
  ));
}

/** Found here a wrong rule names itself; the database holds it too. */
function refuseUnbalanced({ kind, source, lines }: NewEntry): void {
  const rest = sum(lines.map(({ amount }) => amount));
  if (isZero(rest)) return;
  throw new Error(`The entry ${kind} of ${source.type} ${source.id} is off by ${rest}`);
}

function rowOf(entry_id: number, line: Line) {
  const { account, amount, supplier_id, customer_id, foreign, ...about } = line;
  const party_id = supplier_id ?? customer_id ?? null;
  const abroad = foreign && foreign.currency !== business.localCurrency ? foreign : undefined;
  return {
    ...about,
    entry_id,
    [typeof account === "number" ? "account_id" : "role"]: account,
    amount,
    currency: abroad?.currency,
    amount_foreign: abroad && (amount.gt("0") ? abroad.amount.abs() : abroad.amount.abs().neg()),
    rate: abroad?.rate,
    party_type: party_id === null ? null : supplier_id == null ? "customer" : "supplier",
    party_id,
  };
}
