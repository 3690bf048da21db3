import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { judgeDay } from "../journal/period.ts";

/**
 * The day on which a document is taken back: `asked`, or today, never before the document's own.
 * @throws Refusal `invalid_fields` on `date`; as `judgeDay`
 */
export async function judgeReversalDay(
  tx: Tx,
  actor: Actor,
  asked: string | undefined,
  own: string,
): Promise<string> {
  if (asked !== undefined && asked < own) {
    throw invalid({ date: `must not be before ${own}, the day of what it takes back` });
  }
  // documents of after today are of before the books had periods
  if (own > actor.today) return asked ?? own;
  return await judgeDay(tx, actor, asked, "date");
}

/** The entry of the journal that a document's deed made and that still stands, for its reversal to name. */
export async function standingEntry(
  tx: Tx,
  source: { type: string; id: number },
): Promise<number | undefined> {
  const [entry] = await tx.query<[{ id: number }?]>(sql`
    select e.id from journal_entries e
    where e.source_type = ${source.type} and e.source_id = ${source.id} and e.reverses_id is null
      and not exists (select from journal_entries r where r.reverses_id = e.id)
    order by e.id desc limit 1`);
  return entry?.id;
}
