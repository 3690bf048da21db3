import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { needReadable } from "../records/related.ts";
import { columns, type Upload, type uploadLink } from "./upload.ts";

/**
 * Says of a file that was sent before its record what record it belongs to: phones send photos first.
 * Once it belongs to one it stays there. The same record again changes nothing.
 *
 * @throws Refusal `not_found` for what neither is one's own nor a manager's to read,
 *   `upload_already_linked`, `forbidden`, `invalid_fields` on `related_type` or `related_id`
 */
export async function linkUpload(
  tx: Tx,
  actor: Actor,
  id: number,
  link: z.output<typeof uploadLink>,
): Promise<Upload> {
  const before = await lockUpload(tx, actor, id);
  await needReadable(tx, actor, link);
  const { related_type, related_id, reference_no } = before;
  if (related_type === link.related_type && related_id === link.related_id) return before;
  if (related_type !== null) {
    throw conflict(
      "upload_already_linked",
      `${reference_no} already belongs to ${related_type.replaceAll("_", " ")} ${related_id}.`,
      { related_type, related_id },
    );
  }
  const [after] = await tx.query<[Upload]>(sql`
    update uploads u set related_type = ${link.related_type}, related_id = ${link.related_id},
      updated_at = ${actor.now}, version = u.version + 1
    where u.id = ${id} returning ${columns}`);
  await audit(tx, actor, {
    action: "upload.link",
    entity: "upload",
    entityId: id,
    reference_no,
    before: { related_type: null, related_id: null },
    after: link,
  });
  return after;
}

/** One's own upload, or any where one reads all, locked. @throws Refusal `not_found` */
export async function lockUpload(tx: Tx, actor: Actor, id: number): Promise<Upload> {
  const own = may(actor, "uploads.read_all") ? sql`true` : sql`u.created_by = ${actor.userId}`;
  const [locked] = await tx.query<[Upload?]>(
    sql`select ${columns} from uploads u where u.id = ${id} and ${own} for no key update`,
  );
  if (!locked) throw notFound("Upload", id);
  return locked;
}
