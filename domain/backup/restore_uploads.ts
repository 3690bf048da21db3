import { Refusal } from "../errors.ts";
import type { Uploads } from "../uploads/store.ts";
import { uploadEntry } from "./manifest.ts";
import type { Archive } from "./open_archive.ts";

/**
 * Puts an archive's files into the storage. They are there before their rows are committed, as with
 * every upload; `undo` takes out again what was not there before.
 */
export function restoreUploads(
  { manifest, read }: Archive,
  { store, incoming }: Uploads,
  onProgress: (line: string) => void,
) {
  const added: string[] = [];
  let present: Set<string> | undefined;
  return {
    async put(): Promise<void> {
      if (manifest.uploads.length === 0) return;
      present ??= new Set((await Array.fromAsync(store.list())).map(({ name }) => name));
      for (const upload of manifest.uploads) {
        onProgress(`file ${upload.name}`);
        const path = `${incoming}/${crypto.randomUUID()}.restore`;
        try {
          const file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
          await ReadableStream.from(read(uploadEntry(upload.name), upload)).pipeTo(file.writable);
          if (!present.has(upload.name)) added.push(upload.name);
          await store.put(upload.name, { path, size_bytes: upload.bytes, sha256: upload.sha256 });
        } finally {
          await Deno.remove(path).catch(() => {}); // a folder store has moved it
        }
      }
    },
    async undo(): Promise<void> {
      for (const name of added) {
        await store.remove(name).catch((error) => {
          if (!(error instanceof Refusal)) throw error; // `sweepUploads` finds what is left
        });
      }
    },
  };
}
