import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Refusal } from "../errors.ts";
import { textAt } from "./bytes.ts";
import { readHead, turnUpright, writeThumbnail } from "./image.ts";
import { strippedJpeg } from "./jpeg.ts";
import { strippedPdf } from "./pdf.ts";
import { strippedPng } from "./png.ts";
import type { IncomingFile, LocalFile } from "./store.ts";
import { UnfitFile } from "./unfit_file.ts";
import { strippedWebp } from "./webp.ts";

/** A file found fit to be kept, still on its way in. */
export interface FitFile extends LocalFile {
  file_name: string;
  content_type: string;
  width: number | null;
  height: number | null;
  /** of pictures */
  thumbnail: LocalFile | null;
}

/**
 * Tells by its content what a file is, leaves out all that does not make the picture or the document,
 * and checks that it can be read to its end. Its name and the type it was sent with count for nothing.
 * Source: docs/records.md, "Upload".
 *
 * @throws UnfitFile for an empty, damaged, cut off or too large one; Refusal `unsupported_file_type`
 */
export async function inspectFile(file: IncomingFile): Promise<FitFile> {
  if (file.size_bytes === 0) throw new UnfitFile("is empty");
  const content_type = await typeOf(file);
  const facts = { file_name: file.file_name, content_type };
  if (content_type === "application/pdf") {
    return await inTurn(0, file.size_bytes, async (room) => {
      const kept = await keep(file, await strippedPdf(await readInto(room, file.path)));
      return { ...facts, ...kept, width: null, height: null, thumbnail: null };
    });
  }
  const { width, height, turned } = await readHead(file.path);
  return await inTurn(width * height, file.size_bytes, async (room) => {
    const thumbnail = `${file.path}.thumb`;
    let kept = await keep(file, strip[content_type](await readInto(room, file.path)));
    if (turned) {
      const upright = `${file.path}.upright`;
      await turnUpright(file.path, upright);
      kept = await described(upright);
    }
    await writeThumbnail(kept.path, thumbnail);
    return { ...facts, ...kept, width, height, thumbnail: await described(thumbnail) };
  });
}

const strip = {
  "image/jpeg": strippedJpeg,
  "image/png": strippedPng,
  "image/webp": strippedWebp,
};

async function typeOf({ path, file_name }: IncomingFile) {
  const head = new Uint8Array(12);
  using file = await Deno.open(path);
  await file.read(head);
  if (textAt(head, 0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (textAt(head, 0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (textAt(head, 0, 4) === "RIFF" && textAt(head, 8, 4) === "WEBP") return "image/webp";
  if (textAt(head, 0, 5) === "%PDF-") return "application/pdf";
  throw new Refusal(
    "unsupported_file_type",
    `${
      file_name || "The file"
    } is not a JPG, PNG, WEBP or PDF file. Its content counts, not its name.`,
  );
}

/** The file as it is where nothing has to go, which is the rule; else its parts in a new one. */
async function keep(file: LocalFile, parts: Uint8Array[]): Promise<LocalFile> {
  const { path, size_bytes, sha256 } = file;
  const [{ buffer }] = parts;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length === size_bytes && parts.every((part) => part.buffer === buffer)) {
    return { path, size_bytes, sha256 };
  }
  const kept = `${path}.kept`;
  using out = await Deno.open(kept, { write: true, createNew: true, mode: 0o600 });
  for (const part of parts) {
    for (let at = 0; at < part.length;) at += await out.write(part.subarray(at));
  }
  return described(kept);
}

async function described(path: string): Promise<LocalFile> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size_bytes += chunk.length;
  }
  return { path, size_bytes, sha256: hash.digest("hex") };
}

/**
 * A picture needs memory for its pixels while it is looked at, so as many are looked at together as
 * have 40 megapixels: two of a phone, one large one. The rest waits on the disk. What they are read
 * into is used again, because freed memory of this size comes back late.
 */
const ROOM_PIXELS = 40_000_000;
let free = ROOM_PIXELS;
const waiting: { need: number; go: () => void }[] = [];
const spare: Uint8Array<ArrayBuffer>[] = [];

async function inTurn<T>(
  pixels: number,
  size: number,
  work: (room: Uint8Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  const need = Math.max(pixels, ROOM_PIXELS / 2);
  if (waiting.length > 0 || need > free) {
    await new Promise<void>((go) => waiting.push({ need, go }));
  } else free -= need;
  const used = spare.pop();
  const room = used && used.length >= size ? used : new Uint8Array(size);
  try {
    return await work(room);
  } finally {
    spare.push(room);
    free += need;
    while (waiting.length > 0 && waiting[0].need <= free) {
      const next = waiting.shift()!;
      free -= next.need;
      next.go();
    }
  }
}

async function readInto(room: Uint8Array<ArrayBuffer>, path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  let length = 0;
  for (let read; (read = await file.read(room.subarray(length)));) length += read;
  return room.subarray(0, length);
}
