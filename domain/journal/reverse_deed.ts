import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { decimal } from "../money/decimal.ts";
import { postEntry } from "./post_entry.ts";
import type { Line } from "./line.ts";
import type { Deed } from "./rules.ts";

export interface Reversal {
  /** drawn by `openEntry`, for the ledgers' rows that name it */
  id: number;
  kind: Deed;
  source: { type: string; id: number };
  entry_date: string;
  narration: string;
  /** what cannot be mirrored as it was, such as value that no piece carries any more */
  more?: Line[];
}

type Written = {
  id: number;
  source_reference_no: string | null;
  lines: {
    account_id: number;
    amount: string;
    currency: string | null;
    amount_foreign: string | null;
    rate: string | null;
    party_type: string | null;
    party_id: number | null;
    product_id: number | null;
    shipment_id: number | null;
    lc_tt_id: number | null;
    invoice_id: number | null;
  }[];
};

/**
 * Mirrors the entry that a deed of a document made and that still stands: the stored amounts on the other
 * side, dated `entry_date`. Where there is none (a deed of no value) nothing is written. Takes the JRN
 * number, so call it last. Source: docs/books.md, "The journal".
 *
 * @throws Refusal `period_closed`
 */
export async function reverseDeed(tx: Tx, actor: Actor, reversal: Reversal): Promise<void> {
  const { id, kind, source, entry_date, narration, more = [] } = reversal;
  const [standing] = await tx.query<[Written?]>(sql`
    select e.id, e.source_reference_no, json_agg(json_build_object('account_id', l.account_id,
      'amount', (l.debit - l.credit)::text, 'currency', l.currency,
      'amount_foreign', l.amount_foreign::text, 'rate', l.rate::text, 'party_type', l.party_type,
      'party_id', l.party_id, 'product_id', l.product_id, 'shipment_id', l.shipment_id,
      'lc_tt_id', l.lc_tt_id, 'invoice_id', l.invoice_id) order by l.id) as lines
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source_type = ${source.type} and e.source_id = ${source.id} and e.kind = ${kind}
      and not exists (select from journal_entries r where r.reverses_id = e.id)
    group by e.id order by e.id desc limit 1`);
  if (!standing) return;
  await postEntry(tx, actor, {
    id,
    entry_date,
    kind: `${kind}.reversal`,
    source: { ...source, reference_no: standing.source_reference_no },
    narration,
    reverses_id: standing.id,
    lines: [...standing.lines.map(mirrored), ...more],
  });
}

function mirrored(line: Written["lines"][number]): Line {
  const { account_id, amount, currency, amount_foreign, rate, party_type, party_id, ...about } =
    line;
  return {
    ...about,
    account: account_id,
    amount: decimal(amount).neg(),
    ...party_type === "supplier" && { supplier_id: party_id },
    ...party_type === "customer" && { customer_id: party_id },
    ...currency !== null && {
      foreign: { currency, amount: decimal(amount_foreign!), rate: decimal(rate!) },
    },
  };
}
