import type { Config } from "../config/config.ts";
import { ifMissing, staleIn } from "../files/folder.ts";
import { folderStore } from "./folder_store.ts";
import type { Uploads } from "./store.ts";

/** Opens the storage that the settings name, and clears away what a crash left half received. */
export async function openUploads(config: Config): Promise<Uploads> {
  const folder = config.UPLOAD_DIR ?? `${config.DATA_DIR}/uploads`;
  const incoming = `${folder}/incoming`;
  await Deno.mkdir(incoming, { recursive: true, mode: 0o700 });
  for await (const path of staleIn(incoming, new Date())) {
    await Deno.remove(path, { recursive: true }).catch(ifMissing);
  }
  return {
    store: config.UPLOAD_S3_ENDPOINT
      ? (await import("./s3_store.ts")).s3Store({
        endpoint: config.UPLOAD_S3_ENDPOINT,
        bucket: config.UPLOAD_S3_BUCKET!,
        region: config.UPLOAD_S3_REGION,
        accessKeyId: config.UPLOAD_S3_ACCESS_KEY_ID!,
        secretAccessKey: config.UPLOAD_S3_SECRET_ACCESS_KEY!,
      })
      : await folderStore(`${folder}/files`),
    incoming,
    maxBytes: config.UPLOAD_MAX_BYTES,
    quotaBytes: config.UPLOAD_QUOTA_BYTES,
  };
}
