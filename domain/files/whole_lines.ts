import { isUtf8 } from "node:buffer";
import { TableError } from "./table_error.ts";

/** Longer rows are refused: an unclosed quote would otherwise take in the rest of the file. */
export const MAX_ROW_BYTES = 1 << 20;
const LF = 10;
const CR = 13;

/**
 * Cuts the bytes of a text file into blocks that end with a line, and refuses what is no UTF-8 text.
 *
 * @throws TableError naming the line.
 */
export async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let line = 1;
  let rest = new Uint8Array();
  const checked = (block: Uint8Array) => {
    refuseOtherFiles(block, line);
    line += lineBreaksIn(block);
    return block;
  };
  for await (const chunk of bytes) {
    const joined = new Uint8Array(rest.length + chunk.length);
    joined.set(rest);
    joined.set(chunk, rest.length);
    const end = endOfLastLine(joined);
    if (end > 0) yield checked(joined.subarray(0, end));
    rest = joined.slice(end);
    if (rest.length > MAX_ROW_BYTES) {
      throw new TableError(line, `Line ${line} is longer than 1 MiB: the file is no spreadsheet.`);
    }
  }
  if (rest.length > 0) yield checked(rest);
}

function refuseOtherFiles(block: Uint8Array, line: number): void {
  if (line === 1 && block[0] === 0xff && block[1] === 0xfe) {
    throw new TableError(1, "The file is UTF-16 (line 1): save it as CSV UTF-8.");
  }
  if (line === 1 && /^\uFEFF?\s*(<|%PDF)/.test(new TextDecoder().decode(block.subarray(0, 64)))) {
    throw new TableError(1, "The file is no spreadsheet (line 1): save it as CSV UTF-8 or .xlsx.");
  }
  const broken = (bytes: Uint8Array) => !isUtf8(bytes) || bytes.includes(0);
  if (!broken(block)) return;
  let from = 0;
  for (let at = line;; at++) {
    const next = endOfFirstLine(block, from);
    if (broken(block.subarray(from, next))) {
      throw new TableError(at, `Line ${at} is not UTF-8 text: save the file as CSV UTF-8.`);
    }
    from = next;
  }
}

/** A CR alone ends a line too, so a CR at the very end must wait for the byte after it. */
function endOfLastLine(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] === LF || (bytes[at] === CR && at + 1 < bytes.length)) return at + 1;
  }
  return 0;
}

function endOfFirstLine(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) return at + 1;
  }
  return bytes.length;
}

function lineBreaksIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count++;
  }
  return count;
}
