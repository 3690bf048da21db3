import { randomBytes } from "node:crypto";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { needReadable } from "../records/related.ts";
import { type FitFile, inspectFile } from "./inspect_file.ts";
import { type IncomingFile, isOfTheDisk, storageAway, type Uploads } from "./store.ts";
import { UnfitFile } from "./unfit_file.ts";

/** A file in the storage that no row names yet. */
export interface KeptFile extends Omit<FitFile, "path" | "thumbnail"> {
  stored_name: string;
}

/** Files in the storage, and how to take them out again when their rows are not written. */
export interface KeptFiles {
  files: KeptFile[];
  undo(): Promise<void>;
}

/**
 * Inspects the files of one request and puts them into the storage under random names, all or none.
 * It comes before the transaction, which must not wait for a picture or a network; what a crash leaves
 * between the two is found by `sweepUploads`.
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `related_id`, `file` (`file.1` where there are
 *   several), `unsupported_file_type`, `storage_unavailable`
 */
export async function keepFiles(
  db: Db,
  actor: Actor,
  uploads: Uploads,
  input: Parameters<typeof needReadable>[2],
  incoming: IncomingFile[],
): Promise<KeptFiles> {
  await needReadable(db, actor, input); // before the work; createUploads asks again, in its transaction
  if (incoming.length === 0) throw invalid({ file: "is required" });
  const names: string[] = [];
  const undo = async () => {
    for (const name of names) await uploads.store.remove(name).catch(() => {}); // or else `sweepUploads`
  };
  const put: typeof uploads.store.put = async (name, file) => {
    names.push(name);
    await uploads.store.put(name, file);
  };
  try {
    const files = [];
    for (const [index, file] of incoming.entries()) {
      const field = incoming.length === 1 ? "file" : `file.${index}`;
      const { path, thumbnail, ...facts } = await inspected(file, field);
      const stored_name = randomBytes(16).toString("hex");
      await put(stored_name, { ...facts, path });
      if (thumbnail) await put(thumbnailOf(stored_name), thumbnail);
      files.push({ ...facts, stored_name });
    }
    return { files, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

export function thumbnailOf(storedName: string): string {
  return `${storedName}.thumb`;
}

async function inspected(file: IncomingFile, field: string): Promise<FitFile> {
  try {
    return await inspectFile(file);
  } catch (error) {
    if (error instanceof UnfitFile) throw invalid({ [field]: error.message });
    throw isOfTheDisk(error) ? storageAway(error) : error;
  }
}
