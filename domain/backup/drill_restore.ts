import type { Actor } from "../access/access.ts";
import type { AuditKeys } from "../audit/audit_keys.ts";
import { type BooksReport, verifyBooks } from "../books/verify_books.ts";
import type { Config } from "../config/config.ts";
import { openUploads } from "../uploads/open_uploads.ts";
import type { Archive } from "./open_archive.ts";
import { restoreBackup, type Restored } from "./restore_backup.ts";
import { scratchDatabase } from "./scratch_database.ts";

export interface Drill {
  restored: Restored;
  books: BooksReport;
  /** where it was restored to */
  place: string;
  restore_ms: number;
  verify_ms: number;
}

/**
 * Proves that a backup brings the business back: restores it into a scratch database and a scratch
 * folder for files, verifies the books there, and throws both away. The real data is not touched.
 * Source: docs/terminal.md, "Backups".
 */
export async function drillRestore(
  config: Config,
  actor: Actor,
  archive: Archive,
  keys: AuditKeys,
  onProgress?: (line: string) => void,
): Promise<Drill> {
  const folder = await Deno.makeTempDir({ prefix: "back-office-drill-" });
  try {
    const uploads = await openUploads({
      ...config,
      UPLOAD_DIR: `${folder}/uploads`,
      UPLOAD_S3_ENDPOINT: undefined,
    });
    await using scratch = await scratchDatabase(config, folder);
    const { database, place } = scratch;
    const began = performance.now();
    const restored = await restoreBackup(database, actor, archive, { uploads, keys, onProgress });
    const between = performance.now();
    const books = await verifyBooks(database, actor, { uploads, keys, onProgress });
    const [restore_ms, verify_ms] = [between - began, performance.now() - between].map(Math.trunc);
    return { restored, books, place, restore_ms, verify_ms };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
