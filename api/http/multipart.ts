import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { invalid, Refusal } from "../../domain/errors.ts";
import { type IncomingFile, isOfTheDisk, storageAway } from "../../domain/uploads/store.ts";
import { bodyFailure } from "./client_closed.ts";
import { inTime } from "./in_time.ts";
import type { Reception } from "./route.ts";

const MOST_FILES = 10;
const MOST_FIELDS = 20;
/** Names under which clients send files; anything else is no file of ours. */
const fileFields = new Set(["file", "files", "file[]", "files[]"]);

export interface Form {
  fields: Record<string, string>;
  files: IncomingFile[];
  /** files under other names */
  ignored: string[];
  /** the files lie in here, until it is removed */
  folder: string;
}

/**
 * Reads a multipart form as it comes in (RFC 7578): fields into memory, each file straight to disk,
 * with its checksum, and no further than it may be long. When it is refused, no file stays behind.
 *
 * @throws Refusal `unsupported_media_type`, `malformed_body`, `body_too_large`, `body_too_slow`, `invalid_fields`
 */
export async function readForm(
  request: Request,
  reception: Reception,
  graceMs?: number,
): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new Refusal("unsupported_media_type", "Send the body as multipart/form-data.");
  }
  const mostBytes = MOST_FILES * reception.maxBytes + 1024 * 1024;
  refuseTooLong(Number(request.headers.get("content-length")), mostBytes, reception.maxBytes);
  const parser = parserFor(type, reception.maxBytes);
  const folder = await Deno.makeTempDir({ dir: reception.incoming });
  try {
    const reader = new FormReader(parser, folder, reception.maxBytes);
    return await inTime(
      request,
      { mostBytes, graceMs },
      (late) => reader.read(request.body, late),
    );
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
}

/** Before anything is read, where the length is told. */
function refuseTooLong(length: number, mostBytes: number, maxBytes: number): void {
  if (length > mostBytes) {
    throw new Refusal(
      "body_too_large",
      `At most ${MOST_FILES} files of ${maxBytes} bytes are taken at once.`,
    );
  }
}

function parserFor(type: string, fileSize: number): BusboyInstance {
  const limits = {
    fileSize,
    files: MOST_FILES,
    fields: MOST_FIELDS,
    parts: MOST_FILES + MOST_FIELDS,
    fieldNameSize: 100,
    fieldSize: 10_000,
    headerPairs: 20,
  };
  try {
    return new Busboy({ headers: { "content-type": type }, preservePath: true, limits });
  } catch (error) {
    throw malformed(error);
  }
}

class FormReader {
  readonly #fields = new Map<string, string>();
  readonly #ignored: string[] = [];
  readonly #streams: BusboyFileStream[] = [];
  readonly #saving: Promise<IncomingFile | undefined>[] = [];
  readonly #stop = new AbortController();

  constructor(readonly parser: BusboyInstance, readonly folder: string, readonly maxBytes: number) {
    parser.on("field", (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) this.#refuse(invalid({ [name]: "is too long" }));
      if (this.#fields.has(name)) {
        this.#refuse(malformed(`the field ${JSON.stringify(name)} stands there twice`));
      }
      this.#fields.set(name, value);
    });
    parser.on("file", (name, stream, fileName) => this.#receive(name, stream, fileName ?? ""));
    parser.on("filesLimit", () => this.#refuse(invalid({ file: `at most ${MOST_FILES} at once` })));
    parser.on("fieldsLimit", () => this.#refuse(malformed("too many fields")));
    parser.on("partsLimit", () => this.#refuse(malformed("too many parts")));
  }

  async read(body: ReadableStream<Uint8Array> | null, late: AbortSignal): Promise<Form> {
    late.addEventListener("abort", () => this.#refuse(late.reason));
    const source = Readable.fromWeb((body ?? new Blob().stream()) as NodeReadableStream);
    let failure: unknown;
    try {
      await pipeline(source, this.parser, { signal: this.#stop.signal });
    } catch (error) {
      failure = this.#stop.signal.aborted ? this.#stop.signal.reason : fault(error);
      for (const stream of this.#streams) stream.destroy(failure as Error);
    }
    const saved = await Promise.allSettled(this.#saving);
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
    if (failure !== undefined) throw failure;
    return {
      fields: Object.fromEntries(this.#fields),
      files: saved.flatMap((file) => file.status === "fulfilled" && file.value ? [file.value] : []),
      ignored: this.#ignored,
      folder: this.folder,
    };
  }

  #receive(name: string, stream: BusboyFileStream, fileName: string): void {
    if (!fileFields.has(name)) {
      this.#ignored.push(name);
      stream.resume();
      return;
    }
    this.#streams.push(stream);
    stream.on("limit", () => this.#refuse(tooLarge(fileName, this.maxBytes)));
    const saving = save(stream, `${this.folder}/${this.#saving.length}`, fileName);
    saving.catch((error) => this.#refuse(fault(error)));
    this.#saving.push(saving);
  }

  /** Ends the reading; the first reason counts. */
  #refuse(reason: Refusal): void {
    this.#stop.abort(reason);
  }
}

/** A file field that was left empty in a browser arrives without name and content: no file. */
async function save(
  stream: Readable,
  path: string,
  file_name: string,
): Promise<IncomingFile | undefined> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size_bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(stream, counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    throw isOfTheDisk(error) ? storageAway(error) : error;
  }
  if (size_bytes === 0 && file_name === "") return undefined;
  return { path, file_name, size_bytes, sha256: hash.digest("hex") };
}

function tooLarge(name: string, maxBytes: number): Refusal {
  return new Refusal(
    "body_too_large",
    `${name || "The file"} is larger than ${maxBytes} bytes, the most that is taken.`,
  );
}

function fault(error: unknown): Refusal {
  const cause = bodyFailure(error);
  return cause instanceof Refusal ? cause : malformed(cause);
}

function malformed(cause: unknown): Refusal {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Refusal("malformed_body", `The form cannot be read: ${reason}.`);
}
