import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { Refusal } from "../errors.ts";
import { nextNumbers } from "../records/numbering.ts";
import { madeWithin } from "../records/paging.ts";
import { needReadable } from "../records/related.ts";
import { cleanFileName } from "./file_name.ts";
import type { KeptFile } from "./keep_files.ts";
import { columns, type Upload, upload } from "./upload.ts";

/**
 * Enters files that `keepFiles` put into the storage, with the record they belong to. One user may send
 * `quotaBytes` in a business day. Source: docs/records.md, "Upload".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `related_type` or `related_id`, `upload_quota_exceeded`
 */
export async function createUploads(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof upload.entry>,
  files: KeptFile[],
  quotaBytes: number,
): Promise<Upload[]> {
  await needReadable(tx, actor, input);
  await refuseBeyondQuota(tx, actor, files, quotaBytes);
  const numbers = await nextNumbers(tx, "FIL", actor.today, files.length);
  const rows = files.map((file, index) => ({
    ...file,
    reference_no: numbers[index],
    file_name: cleanFileName(file.file_name),
  }));
  const created = await tx.query<Upload[]>(sql`
    insert into uploads as u (reference_no, file_name, content_type, size_bytes, sha256, stored_name,
      width, height, kind, related_type, related_id, client_id, created_by)
    select reference_no, file_name, content_type, size_bytes, sha256, stored_name, width, height,
      ${input.kind}, ${input.related_type}, ${input.related_id}::bigint, ${input.client_id},
      ${actor.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as file (reference_no text,
      file_name text, content_type text, size_bytes bigint, sha256 text, stored_name text,
      width integer, height integer)
    order by reference_no
    returning ${columns}`);
  await auditAll(
    tx,
    actor,
    created.map((made) => ({
      action: "upload.create",
      entity: "upload",
      entityId: made.id,
      reference_no: made.reference_no,
      after: made,
    })),
  );
  return created.sort((a, b) => a.id - b.id);
}

/** Uploads of one user wait for each other here, so that two at once cannot both use the same room. */
async function refuseBeyondQuota(
  tx: Tx,
  actor: Actor,
  files: KeptFile[],
  quotaBytes: number,
): Promise<void> {
  if (actor.userId === null) return;
  await tx.query(sql`select id from users where id = ${actor.userId} for no key update`);
  const today = madeWithin(sql`u.created_at`, { from: actor.today, to: undefined });
  const [{ sent }] = await tx.query<[{ sent: number }]>(sql`
    select coalesce(sum(u.size_bytes), 0)::bigint as sent from uploads u
    where u.created_by = ${actor.userId} and ${today}`);
  const asked = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (sent + asked <= quotaBytes) return;
  throw new Refusal(
    "upload_quota_exceeded",
    `You have sent ${megabytes(sent)} today; with this it would be more than ${
      megabytes(quotaBytes)
    }. Go on tomorrow.`,
    { extra: { quota_bytes: quotaBytes, sent_bytes: sent } },
  );
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`;
}
