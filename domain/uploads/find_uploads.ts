import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import { lookUp } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { downloadName } from "./file_name.ts";
import { thumbnailOf } from "./keep_files.ts";
import { readableBy } from "./readable.ts";
import type { Uploads } from "./store.ts";
import { columns, type Upload, upload, uploadFilters } from "./upload.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  file_name: { by: sql`lower(u.file_name)`, type: "text" },
  size_bytes: { by: sql`u.size_bytes`, type: "bigint" },
  created_at: { by: sql`u.created_at`, type: "timestamptz" },
};

export const uploadQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend(uploadFilters);

/** Uploads that the actor may read, newest first. `search` looks at name and number. */
export function listUploads(
  db: Db,
  actor: Actor,
  query: z.output<typeof uploadQuery>,
): Promise<Page<Upload>> {
  return recordPage<Upload>(db, query, {
    ...upload.listed(anybody),
    from: sql`uploads u`,
    id: sql`u.id`,
    sorts,
    where: [
      readableBy(actor),
      query.related_type !== undefined && sql`u.related_type = ${query.related_type}`,
      query.related_id !== undefined && sql`u.related_id = ${query.related_id}`,
      query.kind !== undefined && sql`u.kind = ${query.kind}`,
      madeWithin(sql`u.created_at`, query),
      lookUp(query.search, [sql`u.file_name`, sql`u.reference_no`]),
    ],
  });
}

/** One upload. @throws Refusal `not_found`, also where the actor may not read it */
export async function findUpload(db: Db, actor: Actor, id: number): Promise<Upload> {
  return await readOne<Upload>(
    db,
    sql`select ${columns} from uploads u where u.id = ${id} and ${readableBy(actor)}`,
    "Upload",
    id,
  );
}

/** A file to be sent: what it is, and how to open it. */
export interface StoredFile {
  content_type: string;
  /** where it is known beforehand */
  size_bytes?: number;
  /** changes with the content, and only then */
  tag: string;
  name: string;
  open(): Promise<ReadableStream<Uint8Array>>;
}

/**
 * The file of an upload, or its thumbnail.
 * @throws Refusal `not_found`, also where the actor may not read it, and for a thumbnail of no picture
 */
export async function findFile(
  db: Db,
  actor: Actor,
  { store }: Uploads,
  id: number,
  which: "file" | "thumbnail",
): Promise<StoredFile> {
  const [upload] = await db.query<[(Upload & { stored_name: string })?]>(sql`
    select ${columns}, u.stored_name from uploads u where u.id = ${id} and ${readableBy(actor)}`);
  if (!upload) throw notFound("Upload", id);
  const { stored_name, sha256, content_type, size_bytes, width } = upload;
  const name = downloadName(upload.file_name, content_type);
  if (which === "file") {
    return { content_type, size_bytes, tag: sha256, name, open: () => openNamed(stored_name) };
  }
  if (width === null) throw notFound("Thumbnail of upload", id);
  return {
    content_type: "image/webp",
    tag: `${sha256}-thumb`,
    name: `${name}.webp`,
    open: () => openNamed(thumbnailOf(stored_name)),
  };

  async function openNamed(name: string) {
    const content = await store.open(name);
    if (!content) throw notFound(`The file of upload ${upload!.reference_no}`);
    return content;
  }
}
