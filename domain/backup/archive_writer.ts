import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type BackupKey, signatureOf } from "./backup_key.ts";
import { encrypted } from "./encrypted_file.ts";
import { MANIFEST, type Manifest, SEAL_LENGTH, SEAL_PREFIX, SIGNATURE } from "./manifest.ts";
import { writeSeal } from "./seal.ts";

/** Length and hash of a part, as they are before packing. */
export interface Part {
  bytes: number;
  sha256: string;
}

/**
 * Writes an archive part by part, holding no more of it in memory than a few blocks: a ZIP file that
 * any program opens, whose comment is the hash of everything before it. With a key its manifest is signed, and
 * the file is encrypted where the key does that: then its blocks hold together by themselves.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  /** of an encrypted file; another one is hashed when it is sealed */
  readonly #hash = createHash("sha256");

  constructor(readonly path: string, readonly key?: BackupKey) {
    const output = this.#zip.outputStream as Readable;
    this.#zip.on("error", (error) => output.destroy(error));
    const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
    this.#written = key?.encrypts
      ? pipeline(output, (content) => this.#hashed(encrypted(key, content)), file)
      : pipeline(output, file);
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
    const said = Buffer.from(JSON.stringify(manifest));
    this.#zip.addBuffer(said, MANIFEST);
    if (this.key) this.#zip.addBuffer(Buffer.from(signatureOf(this.key, said)), SIGNATURE);
    this.#zip.end({
      forceZip64Format: false,
      comment: SEAL_PREFIX + "0".repeat(SEAL_LENGTH),
    });
    await this.#written;
    if (!this.key?.encrypts) return await writeSeal(this.path);
    using file = await Deno.open(this.path, { read: true, write: true });
    await file.sync();
    return { bytes: (await file.stat()).size, sha256: this.#hash.digest("hex") };
  }

  async *#hashed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#hash.update(chunk);
      yield chunk;
    }
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
