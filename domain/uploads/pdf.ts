import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { cutOff, UnfitFile } from "./unfit_file.ts";

const END = "%%EOF";
/** As far as readers look back for the end mark. */
const TAIL_BYTES = 1024;
const UNREADABLE =
  "has packed parts that cannot be looked into: print it to a new PDF and send that";
/** What packed objects may come to when they are unpacked. */
const UNPACKED_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 64 * 1024;
const inflateWhole = promisify(inflate);

/** What may stand between two words: white space and comments. */
const gap = /(?:[\0\s]|%[^\r\n]{0,200}[\r\n])*/.source;
/** An action of a script, or of a program of the machine; long enough never to be met in pixels. */
const action = new RegExp(`/S${gap}/(JavaScript|Launch)(?![\\w.-])`);
/** That, the script itself, files within the file, and forms that bring scripts of their own. */
const forbidden = new RegExp(
  `${action.source}|/JS${gap}[(<\\d]|/(EmbeddedFiles?|XFA|RichMedia)(?![\\w.-])`,
);
const packedObjects = /\/ObjStm(?![\w.-])/;
/** Rows that say only what differs from the row above: words would not be found in them. */
const differences = new RegExp(`/Predictor${gap}(?!1(?!\\d))\\d`);
const encrypted = new RegExp(`/Encrypt${gap}[<\\d]`);

/**
 * The part of a PDF up to its end mark. Refused are files that are cut off, and those that carry a script or
 * other files or start a program. That is looked for in plain and in packed objects; packed ones that cannot be
 * looked into are refused too, unless the file is encrypted: a PDF is only ever sent as an attachment besides. Source: ISO 32000-2, sections 7.5 and 12.6.
 *
 * @throws UnfitFile saying which
 */
export async function strippedPdf(bytes: Uint8Array): Promise<Uint8Array[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let length = file.length;
  while (length > 0 && /[\0\s]/.test(String.fromCharCode(file[length - 1]))) length--;
  const end = file.lastIndexOf(END, length - 1);
  if (end < 0 || end < length - TAIL_BYTES) throw cutOff();
  if (await runsSomething(file)) {
    throw new UnfitFile(
      "contains a script or other files, or starts a program: print it to a new PDF and send that",
    );
  }
  return [end + END.length === length ? bytes : bytes.subarray(0, end + END.length)];
}

/**
 * Looks at what stands between the streams, and into streams of objects. In pixels and fonts only for what
 * cannot stand there by chance: the word `stream` may be a comment's, and hide objects behind it.
 */
async function runsSomething(file: Buffer): Promise<boolean> {
  const isEncrypted = names(encrypted, file);
  let left = UNPACKED_BYTES;
  for (let at = 0; at < file.length;) {
    const stream = positionOf("stream", file, at);
    const objects = file.subarray(at, stream);
    if (names(forbidden, objects)) return true;
    const end = positionOf("endstream", file, stream);
    if (names(packedObjects, objects.subarray(-BLOCK_BYTES))) {
      const start = stream + (file[stream + 6] === 0x0d ? 8 : 7);
      const unpacked = names(differences, objects.subarray(-BLOCK_BYTES))
        ? undefined
        : await unpack(file.subarray(start, end), left);
      if (!unpacked && !isEncrypted) throw new UnfitFile(UNREADABLE);
      left -= unpacked?.length ?? 0;
      if (unpacked && names(forbidden, unpacked)) return true;
    } else if (names(action, file.subarray(stream, end))) return true;
    at = end + "endstream".length;
  }
  return false;
}

function positionOf(word: string, file: Buffer, from: number): number {
  const found = file.indexOf(word, from);
  return found < 0 ? file.length : found;
}

/** Looks block by block, with a little of the one before. Names may be escaped: `/J#53` is `/JS`. */
function names(what: RegExp, objects: Buffer): boolean {
  for (let at = 0; at < objects.length; at += BLOCK_BYTES) {
    const plain = objects.toString("latin1", Math.max(0, at - 500), at + BLOCK_BYTES)
      .replace(/#([0-9a-fA-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
    if (what.test(plain)) return true;
  }
  return false;
}

/** @returns undefined for what is packed in another way, or encrypted */
async function unpack(packed: Buffer, most: number): Promise<Buffer | undefined> {
  try {
    return await inflateWhole(packed, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") {
      throw new UnfitFile("unpacks to more than a document does");
    }
    return undefined;
  }
}
