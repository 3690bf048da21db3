import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Db, Tx } from "../db/connect.ts";
import { stamps } from "../records/common.ts";
import { count, id, localMoney } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** What the owner sets while the service runs; null: not set, and there is no default. */
export const settings = record(
  "Settings",
  "settings",
  everybody({
    demurrage_free_days: count(
      "Days in the port that cost nothing, of a container that does not say.",
      { example: 14, max: 365, entry: "optional" },
    ),
    detention_free_days: count(
      "Days with us that cost nothing, of a container that does not say.",
      {
        example: 7,
        max: 365,
        entry: "optional",
      },
    ),
    rma_approval_limit: localMoney(
      "From this value on, local currency, a replacement waits in the inbox of approvals.",
      { example: 25_000, seenBy: "everybody", entry: "optional" },
    ),
    updated_at: stamps().updated_at,
    updated_by: id("Who changed them last.", { example: 3, nullable: true }),
    version: stamps().version,
  }),
);
export type Settings = z.output<typeof settings.schema>;

/** @throws Refusal `forbidden` */
export async function findSettings(db: Db, actor: Actor): Promise<Settings> {
  allow(actor, "overview.read");
  const [found] = await db.query<[Settings]>(sql`select ${settings.columns(actor)} from settings`);
  return found;
}

/** Changes what is sent; null takes a setting back. @throws Refusal `forbidden` */
export async function updateSettings(
  tx: Tx,
  actor: Actor,
  changes: z.output<typeof settings.changes>,
): Promise<Settings> {
  allow(actor, "settings.write");
  const [before] = await tx.query<[Settings]>(
    sql`select ${settings.columns(actor)} from settings for no key update`,
  );
  const set = assignments(before, changes, settings.whenCleared);
  if (!set) return before;
  const [after] = await tx.query<[Settings]>(sql`
    update settings set ${set.sql}, updated_at = ${actor.now}, updated_by = ${actor.userId},
      version = version + 1
    returning ${settings.columns(actor)}`);
  await audit(tx, actor, {
    action: "settings.update",
    entity: "settings",
    entityId: 1,
    before,
    after,
  });
  return after;
}
