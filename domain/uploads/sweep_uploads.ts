import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { thumbnailOf } from "./keep_files.ts";
import type { Uploads } from "./store.ts";

/** A request may still be between its file and its row. */
const UNDER_WAY_MS = 60 * 60 * 1000;

export interface Swept {
  /** names in the storage that no row names, as a crash leaves them */
  orphans: string[];
  /** uploads whose file or thumbnail is not in the storage */
  missing: { id: number; reference_no: string }[];
}

/**
 * Compares storage and rows, both ways. Nothing younger than an hour counts as an orphan. With
 * `remove` orphans are deleted for good: never on a database restored from a backup, whose newer
 * files would all be orphans, and never on a bucket that something else uses too.
 */
export async function sweepUploads(
  db: Db,
  { store }: Uploads,
  { remove = false, now = new Date() } = {},
): Promise<Swept> {
  const stored = new Map<string, Date>();
  for await (const { name, storedAt } of store.list()) stored.set(name, storedAt);
  const missing = [];
  for (let after = 0;;) {
    const rows = await db.query<Row[]>(sql`
      select id, reference_no, stored_name, width from uploads where id > ${after} and created_at < ${now.toISOString()} -- its file was there before it was
      order by id limit 1000`);
    for (const { id, reference_no, stored_name, width } of rows) {
      const there = stored.delete(stored_name);
      const thumbnailThere = width === null || stored.delete(thumbnailOf(stored_name));
      if (!there || !thumbnailThere) missing.push({ id, reference_no });
      after = id;
    }
    if (rows.length < 1000) break;
  }
  const orphans = [...stored].filter(([, at]) => now.getTime() - at.getTime() > UNDER_WAY_MS)
    .map(([name]) => name).sort();
  if (remove) { for (const name of orphans) await store.remove(name); }
  return { orphans, missing };
}

type Row = { id: number; reference_no: string; stored_name: string; width: number | null };
