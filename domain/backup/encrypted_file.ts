import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";
import { Refusal } from "../errors.ts";
import { type BackupKey, derived } from "./backup_key.ts";

/*
 * A file as blocks of 64 KiB, each sealed by AES-256-GCM with a key of this file's own, its number and
 * whether it is the last one: no block can be changed, moved, left out or cut off without notice, and any of
 * them can be read by itself. Before them stand the mark, the key's id and the salt, which every seal covers.
 */
const MARK = "BACK-OFFICE-BACKUP-1\n";
const ID_LENGTH = 16;
const SALT_BYTES = 16;
const HEAD_BYTES = MARK.length + ID_LENGTH + SALT_BYTES;
const BLOCK_BYTES = 64 * 1024;
const SEAL_BYTES = 16;

function nonce(block: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(block, 4, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Encrypts a stream as it passes, a block at a time. */
export async function* encrypted(
  key: BackupKey,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const head = Buffer.concat([Buffer.from(MARK + key.id), salt]);
  const fileKey = derived(key, "encrypt", salt);
  let block = 0;
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonce(block++, isLast)).setAAD(head);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  yield head;
  let held = Buffer.alloc(0);
  for await (const chunk of content) {
    held = Buffer.concat([held, chunk]);
    for (; held.length > BLOCK_BYTES; held = held.subarray(BLOCK_BYTES)) {
      yield seal(held.subarray(0, BLOCK_BYTES), false);
    }
  }
  yield seal(held, true);
}

/** Whether a file begins as an encrypted backup does. */
export async function isEncrypted(file: Deno.FsFile): Promise<boolean> {
  const head = await readAt(file, 0, MARK.length);
  return head.toString("latin1") === MARK;
}

/** What is within an encrypted file, readable from any place on. */
export class EncryptedFile extends RandomAccessReader {
  private constructor(
    private readonly file: Deno.FsFile,
    private readonly head: Buffer,
    private readonly fileKey: Buffer,
    private readonly blocks: number,
    /** of what is within */
    readonly size: number,
  ) {
    super();
  }

  /** @throws Refusal `backup_key_missing` without the key that made it */
  static async open(file: Deno.FsFile, key: BackupKey | undefined): Promise<EncryptedFile> {
    const head = await readAt(file, 0, HEAD_BYTES);
    const id = head.toString("latin1", MARK.length, MARK.length + ID_LENGTH);
    if (id !== key?.id) {
      throw new Refusal(
        "backup_key_missing",
        `The backup is encrypted with the key ${id}` +
          `${key ? `, ${key.path} holds ${key.id}` : ""}: name its file in BACKUP_KEY_FILE.`,
      );
    }
    const { size } = await file.stat();
    const body = size - HEAD_BYTES;
    const blocks = Math.ceil(body / (BLOCK_BYTES + SEAL_BYTES));
    const salt = head.subarray(MARK.length + ID_LENGTH);
    const fileKey = derived(key, "encrypt", salt);
    return new EncryptedFile(file, head, fileKey, blocks, body - blocks * SEAL_BYTES);
  }

  /** Looks at every block. @returns the file's hash @throws where one is not what was written */
  async check(): Promise<string> {
    const hash = createHash("sha256").update(this.head);
    for (let block = 0; block < this.blocks; block++) {
      const sealed = await this.#sealed(block);
      hash.update(sealed);
      this.#opened(block, sealed);
    }
    if (this.blocks === 0) throw new Error("it is cut off");
    return hash.digest("hex");
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const block = Math.floor(at / BLOCK_BYTES);
      const plain = this.#opened(block, await this.#sealed(block));
      const from = at - block * BLOCK_BYTES;
      const part = plain.subarray(from, Math.min(plain.length, from + end - at));
      if (part.length === 0) return;
      yield part;
      at += part.length;
    }
  }

  #sealed(block: number): Promise<Buffer> {
    const length = BLOCK_BYTES + SEAL_BYTES;
    return readAt(this.file, HEAD_BYTES + block * length, length);
  }

  #opened(block: number, sealed: Buffer): Buffer {
    const isLast = block === this.blocks - 1;
    const plain = sealed.length - SEAL_BYTES;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.fileKey, nonce(block, isLast))
        .setAAD(this.head).setAuthTag(sealed.subarray(plain));
      return Buffer.concat([decipher.update(sealed.subarray(0, plain)), decipher.final()]);
    } catch {
      throw new Error(`its block ${block + 1} of ${this.blocks} is not what was written`);
    }
  }
}

/** Reads follow each other: a file has one place at a time. */
const turns = new WeakMap<Deno.FsFile, Promise<unknown>>();

function readAt(file: Deno.FsFile, position: number, length: number): Promise<Buffer> {
  const read = (turns.get(file) ?? Promise.resolve()).then(async () => {
    const bytes = Buffer.alloc(length);
    await file.seek(position, Deno.SeekMode.Start);
    let filled = 0;
    while (filled < length) {
      const more = await file.read(bytes.subarray(filled));
      if (more === null) break;
      filled += more;
    }
    return bytes.subarray(0, filled);
  });
  turns.set(file, read.catch(() => {}));
  return read;
}
