import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import type { Line } from "./line.ts";
import { type NewEntry, openEntry, postEntry } from "./post_entry.ts";
import type { Deed } from "./rules.ts";

interface Stored {
  account: number;
  amount: Decimal;
  currency: string | null;
  amount_foreign: Decimal;
  rate: Decimal;
  supplier_id: number | null;
  customer_id: number | null;
  product_id: number | null;
  shipment_id: number | null;
  lc_tt_id: number | null;
  invoice_id: number | null;
}

/** The lines of an entry with its amounts on the other side: what takes it back. */
export async function mirrorOf(tx: Tx, entryId: number): Promise<Line[]> {
  const lines = await tx.query<Stored[]>(sql`
    select account_id as account, debit - credit as amount, currency, amount_foreign, rate,
      case party_type when 'supplier' then party_id end as supplier_id,
      case party_type when 'customer' then party_id end as customer_id,
      product_id, shipment_id, lc_tt_id, invoice_id
    from journal_lines where entry_id = ${entryId} order by id`);
  return lines.map(({ amount, currency, amount_foreign, rate, ...line }) => ({
    ...line,
    amount: amount.neg(),
    ...currency !== null && { foreign: { currency, amount: amount_foreign.abs(), rate } },
  }));
}

interface Source {
  type: string;
  id: number;
}

interface Standing {
  id: number;
  reference_no: string;
  entry_date: string;
}

/** The latest entry that a document's deed made and that still stands, of one kind or of any. */
export async function standingEntry(
  tx: Tx,
  { type, id }: Source,
  kind?: Deed,
): Promise<Standing | undefined> {
  const [entry] = await tx.query<[Standing?]>(sql`
    select e.id, e.reference_no, e.entry_date from journal_entries e
    where e.source_type = ${type} and e.source_id = ${id} and e.reverses_id is null
      and ${kind === undefined ? sql`true` : sql`e.kind = ${kind}`}
      and not exists (select from journal_entries r where r.reverses_id = e.id)
    order by e.id desc limit 1`);
  return entry;
}

interface Mirroring extends Pick<NewEntry, "entry_date" | "narration"> {
  /** drawn by `openEntry`, where rows of the ledgers name it */
  id?: number;
  /** what cannot be mirrored as it was, such as value that no piece carries any more */
  more?: Line[];
}

/**
 * Mirrors an entry: the stored lines on their other sides, dated the day of the correction. Takes the JRN
 * number, so call it last. Source: docs/books.md, "The journal".
 *
 * @throws Refusal `period_closed`
 */
export async function mirrorEntry(
  tx: Tx,
  actor: Actor,
  entryId: number,
  { id, entry_date, narration, more = [] }: Mirroring,
): Promise<void> {
  const [{ kind, ...source }] = await tx.query<[NewEntry["source"] & { kind: Deed }]>(sql`
    select kind, source_type as type, source_id as id, source_reference_no as reference_no
    from journal_entries where id = ${entryId}`);
  const lines = await mirrorOf(tx, entryId);
  await postEntry(tx, actor, {
    id: id ?? await openEntry(tx),
    entry_date,
    kind: `${kind}.reversal`,
    source,
    narration,
    reverses_id: entryId,
    lines: [...lines, ...more],
  });
}

/**
 * Mirrors the entry that a deed of a document made and that still stands. Where there is none (a deed of no
 * value) nothing is written. Takes the JRN number, so call it last. @throws as `mirrorEntry`
 */
export async function reverseDeed(
  tx: Tx,
  actor: Actor,
  { kind, source, ...mirroring }: Mirroring & { kind: Deed; source: Source },
): Promise<void> {
  const standing = await standingEntry(tx, source, kind);
  if (standing) await mirrorEntry(tx, actor, standing.id, mirroring);
}
