import type { Buffer } from "node:buffer";
import { Parser } from "pg-protocol/parser";

/**
 * A row as PostgreSQL sends it: how many columns there are, and of each the four bytes of its length, -1
 * for null, and its text in UTF-8.
 */
export type RowBytes = Uint8Array;

/** Where the first column of a row begins. */
export const FIRST_COLUMN = 2;
const DATA_ROW = "D".charCodeAt(0);

/** Rows lie side by side: memory of its own for each costs as much as reading it. */
const SLAB = 64 * 1024;
let slab = new Uint8Array(SLAB);
let used = 0;

function copyOf(row: Uint8Array): RowBytes {
  if (row.length > SLAB / 4) return new Uint8Array(row);
  if (used + row.length > SLAB) {
    slab = new Uint8Array(SLAB);
    used = 0;
  }
  slab.set(row, used);
  return slab.subarray(used, used += row.length);
}

/**
 * What the driver's parser answers for a row. Its texts are made when somebody asks for them: of a page of
 * 50 products, which is only sent on, those are 1,500 strings.
 */
class LazyRow {
  readonly name = "dataRow";

  constructor(readonly length: number, readonly message: Buffer, readonly start: number) {}

  get fields(): (string | null)[] {
    const { message, start } = this;
    const texts = new Array<string | null>(message.readInt16BE(start));
    let at = start + FIRST_COLUMN;
    for (let column = 0; column < texts.length; column++) {
      const size = message.readInt32BE(at);
      at += 4;
      texts[column] = size < 0 ? null : message.toString("utf8", at, at += size);
    }
    return texts;
  }

  /** A copy: the parser uses the buffer again. */
  bytes(): RowBytes {
    const end = this.start + this.length - 4; // which counts itself
    return copyOf(this.message.subarray(this.start, end));
  }
}

interface Packets {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown;
}

const packets = Parser.prototype as unknown as Packets;
const { handlePacket } = packets;
packets.handlePacket = function (this: Packets, offset, code, length, bytes) {
  if (code === DATA_ROW) return new LazyRow(length, bytes, offset);
  return handlePacket.call(this, offset, code, length, bytes);
};

/** @throws Error where the driver read the row by itself, as one of another version might */
export function bytesOf(row: unknown): RowBytes {
  if (row instanceof LazyRow) return row.bytes();
  throw new Error("The driver reads rows otherwise than pg-protocol does; see row_bytes.ts");
}

/** Bytes in the column after `at`, or -1 for null. */
export function sizeAt(row: RowBytes, at: number): number {
  return row[at] << 24 | row[at + 1] << 16 | row[at + 2] << 8 | row[at + 3];
}

const utf8 = new TextDecoder();

/** What stands in one column of a row. */
export function textIn(row: RowBytes, column: number): string | null {
  let at = FIRST_COLUMN;
  for (let before = 0; before < column; before++) at += 4 + Math.max(sizeAt(row, at), 0);
  const size = sizeAt(row, at);
  return size < 0 ? null : utf8.decode(row.subarray(at + 4, at + 4 + size));
}
