import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { About } from "../journal/line.ts";
import { judgeDay } from "../journal/period.ts";
import { type NewEntry, openEntry, postEntry } from "../journal/post_entry.ts";
import type { Discrepancy } from "./discrepancy.ts";

/**
 * The day on which a claim ends: never before the receipt or the return that gave it what it carries, nor
 * before what ended it was taken back.
 * @throws Refusal as `judgeDay` on `date`
 */
export async function judgeClaimDay(
  tx: Tx,
  actor: Actor,
  { id, receipt_id, credit_note_id, reference_no }: Pick<
    Discrepancy,
    "id" | "receipt_id" | "credit_note_id" | "reference_no"
  >,
  asked: string | undefined,
): Promise<string> {
  const day = await judgeDay(tx, actor, asked, "date");
  const [{ earliest }] = await tx.query<[{ earliest: string | null }]>(sql`
    select greatest((select posting_date from receipts where id = ${receipt_id}),
      (select return_date from credit_notes where id = ${credit_note_id}),
      ${lastMoved(sql`${id}`)}) as earliest`);
  if (earliest && day < earliest) {
    throw invalid({
      date: `must not be before ${earliest}, when ${reference_no} got the value it carries`,
    });
  }
  return day;
}

/** SQL: the last day on which claims moved in the journal; null where none did. */
export function lastMoved(ids: Sql): Sql {
  return sql`(
    select max(coalesce(undone.entry_date, e.entry_date))
    from journal_entries e left join journal_entries undone on undone.reverses_id = e.id
    where e.source_type = 'discrepancy' and e.source_id in (${ids}))`;
}

export function aboutClaim({ shipment_id }: Pick<Discrepancy, "shipment_id">): About {
  return { shipment_id };
}

/** Writes what came of a claim into the journal. Takes the JRN number, so call it last. */
export async function postClaim(
  tx: Tx,
  actor: Actor,
  { id, reference_no }: Pick<Discrepancy, "id" | "reference_no">,
  entry_date: string,
  entry: Pick<NewEntry, "kind" | "lines"> & { id?: number; narration?: string },
): Promise<void> {
  await postEntry(tx, actor, {
    narration: `Claim ${reference_no}`,
    ...entry,
    id: entry.id ?? await openEntry(tx),
    entry_date,
    source: { type: "discrepancy", id, reference_no },
  });
}
