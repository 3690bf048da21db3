import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { MANIFEST, type Manifest, SEAL_LENGTH, SEAL_PREFIX } from "./manifest.ts";
import { sealOf } from "./seal.ts";

/** Length and hash of a part, as they are before packing. */
export interface Part {
  bytes: number;
  sha256: string;
}

/**
 * Writes an archive part by part, holding no more of it in memory than a few blocks: a ZIP file that
 * any program opens, whose comment is the hash of everything before it.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;

  constructor(readonly path: string) {
    const output = this.#zip.outputStream as Readable;
    this.#zip.on("error", (error) => output.destroy(error));
    this.#written = pipeline(output, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    this.#written.catch(() => {}); // `add` and `finish` throw it
  }

  /** Adds a part to the end; pictures and PDFs are packed already. */
  async add(name: string, content: AsyncIterable<Uint8Array>, compress: boolean): Promise<Part> {
    const hash = createHash("sha256");
    let bytes = 0;
    const stream = Readable.from((async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })());
    this.#zip.addReadStream(stream, name, { compressionLevel: compress ? 3 : 0 });
    try {
      const broke = this.#written.then(() => Promise.reject(new Error("The archive ended early")));
      await Promise.race([finished(stream, { writable: false }), broke]);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    return { bytes, sha256: hash.digest("hex") };
  }

  /** Ends the archive, seals it and waits for the disk. Answers its size and seal. */
  async finish(manifest: Manifest): Promise<Part> {
    this.#zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST);
    this.#zip.end({
      forceZip64Format: false,
      comment: SEAL_PREFIX + "0".repeat(SEAL_LENGTH),
    });
    await this.#written;
    using file = await Deno.open(this.path, { read: true, write: true });
    const { size } = await file.stat();
    const sha256 = await sealOf(file, size);
    await file.seek(size - SEAL_LENGTH, Deno.SeekMode.Start);
    await file.write(new TextEncoder().encode(sha256));
    await file.sync();
    return { bytes: size, sha256 };
  }

  /** Throws away what was written. */
  async abandon(because: unknown): Promise<void> {
    (this.#zip.outputStream as Readable).destroy(
      because instanceof Error ? because : new Error(String(because)),
    );
    await this.#written.catch(() => {});
    await Deno.remove(this.path).catch(() => {});
  }
}
