import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Db, Tx } from "../db/connect.ts";
import * as field from "../records/fields.ts";

/** What the owner sets while the service runs; null: not set, and there is no default. */
export const settingsRecord = z.object({
  /** days in the port that cost nothing, of a container that does not say */
  demurrage_free_days: answer.wholeNumber.nullable(),
  /** days with us that cost nothing, of a container that does not say */
  detention_free_days: answer.wholeNumber.nullable(),
  /** local currency: from this value on a replacement is for the inbox of approvals */
  rma_approval_limit: answer.number.nullable(),
  updated_at: answer.instant,
  updated_by: answer.id.nullable(),
  version: answer.wholeNumber,
}).meta({ id: "Settings" });
export type Settings = z.output<typeof settingsRecord>;

export const settingsChanges = z.object({
  demurrage_free_days: field.count(0, 365).nullable().optional(),
  detention_free_days: field.count(0, 365).nullable().optional(),
  rma_approval_limit: field.localMoney().nullable().optional(),
});

const columns = sql`demurrage_free_days, detention_free_days, rma_approval_limit, updated_at,
  updated_by, version`;

/** @throws Refusal `forbidden` */
export async function findSettings(db: Db, actor: Actor): Promise<Settings> {
  allow(actor, "overview.read");
  const [settings] = await db.query<[Settings]>(sql`select ${columns} from settings`);
  return settings;
}

/** Changes what is sent; null takes a setting back. @throws Refusal `forbidden` */
export async function updateSettings(
  tx: Tx,
  actor: Actor,
  changes: z.output<typeof settingsChanges>,
): Promise<Settings> {
  allow(actor, "settings.write");
  const [before] = await tx.query<[Settings]>(
    sql`select ${columns} from settings for no key update`,
  );
  const set = assignments(before, changes);
  if (!set) return before;
  const [after] = await tx.query<[Settings]>(sql`
    update settings set ${set.sql}, updated_at = ${actor.now}, updated_by = ${actor.userId},
      version = version + 1
    returning ${columns}`);
  await audit(tx, actor, {
    action: "settings.update",
    entity: "settings",
    entityId: 1,
    before: set.before,
    after: set.after,
  });
  return after;
}
