import { crc32 } from "node:zlib";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { TableError } from "./table_error.ts";

/**
 * Bounds against zip bombs. Sheets shrink to a tenth, very repetitive ones to a hundredth; a bomb
 * shrinks to a thousandth. yauzl stops a part that unpacks to more than its header says, so the sizes in the
 * header can be judged before anything is unpacked.
 */
const MAX_PART_BYTES = 2 * 2 ** 30;
const MAX_RATIO = 400;
const RATIO_COUNTS_FROM_BYTES = 16 * 2 ** 20;
const MAX_PARTS = 10_000;
/** One run of text or one tag; a cell of Excel holds 32,767 characters. */
const MAX_RUN_CHARS = 1 << 20;

/** The parts of an XLSX file by lower-case name, as OPC names parts without regard to case. */
export type XlsxPackage = { zip: ZipFile; entries: Map<string, Entry> };

/** @throws TableError when the archive is damaged or holds too many parts. */
export async function openPackage(path: string): Promise<XlsxPackage> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.size === MAX_PARTS) throw new Error(`more than ${MAX_PARTS} parts`);
      entries.set(entry.fileName.toLowerCase(), entry);
    }
    return { zip, entries };
  } catch (error) {
    zip?.close();
    throw damaged(1, error);
  }
}

/** What a part's reader does at each tag and text; it gives items out by `emit`. */
export type XmlVisitor = {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
};

interface PartOptions {
  line?: () => number;
  maxBytes?: number;
  /** called with the share of the part that was read, 0 to 1 */
  onRead?: (share: number) => void;
}

/**
 * Streams one XML part and gives out what the visitor emits. Tag names come without prefix.
 * `line` tells which row to name should the part turn out to be damaged.
 *
 * @throws TableError when the part is absent, protected, damaged or too large.
 */
export async function* readPart<Item>(
  { zip, entries }: XlsxPackage,
  name: string,
  visitor: (emit: (item: Item) => void) => XmlVisitor,
  { line = () => 1, maxBytes = MAX_PART_BYTES, onRead }: PartOptions = {},
): AsyncGenerator<Item> {
  const entry = entries.get(name.toLowerCase());
  if (!entry) throw notASpreadsheet();
  refuseBomb(entry, maxBytes);
  const items: Item[] = [];
  const xml = openXml(visitor((item) => items.push(item)));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let sum = 0;
  let bytesRead = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry) as AsyncIterable<Uint8Array>) {
      sum = crc32(chunk, sum);
      xml.write(decoder.decode(chunk, { stream: true }));
      onRead?.(Math.min(1, (bytesRead += chunk.length) / entry.uncompressedSize));
      yield* items.splice(0);
    }
    if (sum !== entry.crc32) throw new Error(`checksum of ${name}`);
    xml.write(decoder.decode()).close();
  } catch (error) {
    yield* items.splice(0);
    throw damaged(line(), error);
  }
  yield* items.splice(0);
}

function refuseBomb(entry: Entry, maxBytes: number): void {
  if (entry.isEncrypted()) {
    throw new TableError(1, "The XLSX file is protected by a password: save it without one.");
  }
  const { uncompressedSize: size, compressedSize } = entry;
  const tooDense = size > RATIO_COUNTS_FROM_BYTES && size > compressedSize * MAX_RATIO;
  if (size > maxBytes || tooDense) {
    const megabytes = Math.ceil(size / 2 ** 20);
    throw new TableError(
      1,
      `The XLSX file is refused: its part ${entry.fileName} would unpack to ${megabytes} MiB.`,
    );
  }
}

type PlainXml = { xmlns: false; position: false };

function openXml(visitor: XmlVisitor) {
  const parser = new SaxesParser<PlainXml>({ xmlns: false, position: false });
  let run = 0;
  const local = ({ name }: SaxesTagPlain) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", (tag) => {
    run = 0;
    visitor.open?.(local(tag), tag.attributes);
  });
  parser.on("text", (text) => {
    run = 0;
    visitor.text?.(text);
  });
  parser.on("cdata", (text) => visitor.text?.(text));
  parser.on("closetag", (tag) => visitor.close?.(local(tag)));
  parser.on("doctype", () => {
    throw new Error("a document type, which XLSX forbids");
  });
  return {
    write(text: string) {
      run += text.length;
      parser.write(text);
      if (run > MAX_RUN_CHARS) throw new Error("a cell of more than a million characters");
      return parser;
    },
  };
}

/** For what the zip, inflate, UTF-8 and XML readers throw; our own refusals pass through. */
function damaged(line: number, cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof TableError) return cause;
  const where = line > 1 ? ` after row ${line}` : "";
  return new TableError(
    line,
    `The XLSX file is damaged${where}: ${cause.message}.`,
    undefined,
    { cause },
  );
}

export function notASpreadsheet(): TableError {
  return new TableError(1, "The file is an archive but no XLSX spreadsheet.");
}
