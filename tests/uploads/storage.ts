import { readConfig } from "../../domain/config/config.ts";
import { openUploads } from "../../domain/uploads/open_uploads.ts";
import type { Uploads } from "../../domain/uploads/store.ts";

/** A storage in a folder of this test's own. */
export async function anEmptyStorage(limits: Partial<Uploads> = {}) {
  const folder = await Deno.makeTempDir({ prefix: "back-office-uploads-" });
  const uploads = await openUploads({ ...readConfig(() => undefined), UPLOAD_DIR: folder });
  return {
    folder,
    uploads: { ...uploads, ...limits },
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Paths of every file below a folder, whatever its depth. */
export async function filesUnder(folder: string, within = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${within}`)) {
    if (isDirectory) found.push(...await filesUnder(folder, `${within}${name}/`));
    else found.push(within + name);
  }
  return found.sort();
}
