import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";
import type { Line } from "./line.ts";
import { judgeDay } from "./period.ts";
import { type NewEntry, openEntry, postEntry } from "./post_entry.ts";
import type { Deed } from "./rules.ts";

/**
 * Mirrors an entry that no ledger's rows belong to: the stored lines on their other sides, dated the day of
 * the correction. Takes the JRN number, so call it last.
 *
 * @returns the id of the new entry
 * @throws Refusal `period_closed`
 */
export async function mirrorEntry(
  tx: Tx,
  actor: Actor,
  entryId: number,
  { entry_date, narration }: Pick<NewEntry, "entry_date" | "narration">,
): Promise<number> {
  const [mirrored] = await tx.query<[Mirrored]>(sql`
    select kind, source_type as type, source_id, source_reference_no as reference_no
    from journal_entries where id = ${entryId}`);
  const lines = await tx.query<Stored[]>(sql`
    select account_id, debit - credit as amount, currency, abs(amount_foreign) as amount_foreign, rate,
      case party_type when 'supplier' then party_id end as supplier_id,
      case party_type when 'customer' then party_id end as customer_id,
      product_id, shipment_id, lc_tt_id, invoice_id
    from journal_lines where entry_id = ${entryId} order by id`);
  const id = await openEntry(tx);
  await postEntry(tx, actor, {
    id,
    entry_date,
    kind: `${mirrored.kind}.reversal`,
    source: { type: mirrored.type, id: mirrored.source_id, reference_no: mirrored.reference_no },
    narration,
    lines: lines.map(({ account_id, amount, currency, amount_foreign, rate, ...about }): Line => ({
      ...about,
      account: account_id,
      amount: amount.neg(),
      foreign: currency === null ? undefined : { currency, amount: amount_foreign!, rate: rate! },
    })),
    reverses_id: entryId,
  });
  return id;
}

interface Mirrored {
  kind: Deed;
  type: string;
  source_id: number | null;
  reference_no: string | null;
}

interface Stored {
  account_id: number;
  amount: Decimal;
  currency: string | null;
  amount_foreign: Decimal | null;
  rate: Decimal | null;
  supplier_id: number | null;
  customer_id: number | null;
  product_id: number | null;
  shipment_id: number | null;
  lc_tt_id: number | null;
  invoice_id: number | null;
}

/**
 * The day a document is taken back: `asked`, else today; never before its own.
 * @throws Refusal as `judgeDay`; `invalid_fields` on `field`
 */
export async function judgeReversalDay(
  tx: Tx,
  actor: Actor,
  document: { date: string; reference_no: string },
  asked: string | undefined,
  field = "date",
): Promise<string> {
  const day = await judgeDay(tx, actor, asked, field);
  if (day >= document.date) return day;
  throw invalid({
    [field]: `must not be before ${document.date}, the date of ${document.reference_no}`,
  });
}
