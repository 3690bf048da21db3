import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { About } from "../journal/line.ts";
import { judgeDay } from "../journal/period.ts";
import { type NewEntry, openEntry, postEntry } from "../journal/post_entry.ts";
import type { Discrepancy } from "./discrepancy.ts";

/**
 * The day on which a claim ends: never before the receipt that gave it what it carries.
 * @throws Refusal as `judgeDay` on `date`
 */
export async function judgeClaimDay(
  tx: Tx,
  actor: Actor,
  { receipt_id, reference_no }: Pick<Discrepancy, "receipt_id" | "reference_no">,
  asked: string | undefined,
): Promise<string> {
  const day = await judgeDay(tx, actor, asked, "date");
  const [receipt] = await tx.query<[{ posting_date: string | null }?]>(
    sql`select posting_date from receipts where id = ${receipt_id}`,
  );
  const earliest = receipt?.posting_date;
  if (earliest && day < earliest) {
    throw invalid({
      date: `must not be before ${earliest}, when the goods of ${reference_no} came`,
    });
  }
  return day;
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
