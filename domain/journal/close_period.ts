import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { lockPeriods } from "./period.ts";

/**
 * Closes the books through a day, or, for the owner and with a note, opens them again: an earlier day, or
 * null for all of them. Waits for whoever is posting, and lets nobody post meanwhile, so that no entry slips
 * into what is being closed. Source: docs/books.md, "Periods and dates".
 *
 * @returns whether anything changed
 * @throws Refusal `forbidden`, `invalid_fields` on `note`, `date_in_future` on `closed_through`
 */
export async function closePeriod(
  tx: Tx,
  actor: Actor,
  closed_through: string | null,
  note: string | null | undefined,
): Promise<boolean> {
  allow(actor, "periods.close");
  if (closed_through !== null && closed_through > actor.today) {
    throw invalid(
      { closed_through: `must not be after today, ${actor.today}` },
      "date_in_future",
    );
  }
  await lockPeriods(tx);
  const [before] = await tx.query<[{ closed_through: string | null }]>(
    sql`select closed_through from settings for no key update`,
  );
  if (before.closed_through === closed_through) return false;
  const back = before.closed_through !== null &&
    (closed_through === null || closed_through < before.closed_through);
  if (back) {
    allow(actor, "periods.reopen");
    if (!note) {
      throw invalid({
        note: `is required: the books were closed through ${before.closed_through}`,
      });
    }
  }
  await tx.query(sql`
    update settings set closed_through = ${closed_through}, updated_at = ${actor.now},
      updated_by = ${actor.userId}, version = version + 1`);
  await audit(tx, actor, {
    action: back ? "period.reopen" : "period.close",
    entity: "settings",
    entityId: 1,
    before,
    after: { closed_through, ...note && { note } },
  });
  return true;
}
