import { textAt } from "./bytes.ts";
import { cutOff, damaged } from "./unfit_file.ts";

const END = 0xd9;
const START_OF_SCAN = 0xda;

/**
 * The parts of a JPEG that make the picture, and its colour profile. Camera data, position,
 * comments, previews and whatever stands after the end of the picture are left out; no pixel changes.
 * Source: ITU-T T.81, annex B.
 *
 * @throws UnfitFile when a segment or the end of the picture is missing
 */
export function strippedJpeg(bytes: Uint8Array): Uint8Array[] {
  const kept = [bytes.subarray(0, 2)];
  let scans = 0;
  for (let at = 2;;) {
    at = markerFrom(bytes, at);
    const marker = bytes[at + 1];
    if (marker === END) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    let end = at + 2 + lengthAt(bytes, at + 2);
    if (end > bytes.length) throw cutOff();
    if (marker === START_OF_SCAN) {
      scans++;
      end = endOfScan(bytes, end);
    }
    if (makesThePicture(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (scans === 0) throw damaged();
  return kept;
}

/** The next marker: stray bytes before it and fill bytes are skipped, as decoders do. */
function markerFrom(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) break;
    const standsAlone = code === 0x01 || (code >= 0xd0 && code <= 0xd8);
    if (code !== 0x00 && code !== 0xff && !standsAlone) return at;
  }
  throw cutOff();
}

function lengthAt(bytes: Uint8Array, at: number): number {
  if (at + 2 > bytes.length) throw cutOff();
  const length = bytes[at] << 8 | bytes[at + 1];
  if (length < 2) throw damaged();
  return length;
}

/** Where the packed pixels end: at a marker that is neither an escaped FF nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) break;
    if (code !== 0x00 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  throw cutOff();
}

function makesThePicture(marker: number, content: Uint8Array): boolean {
  if (marker === 0xe0) return content.length === 14 && textAt(content, 0, 5) === "JFIF\0"; // longer: a preview
  if (marker === 0xe2) return textAt(content, 0, 12) === "ICC_PROFILE\0";
  if (marker === 0xee) return content.length === 12 && textAt(content, 0, 5) === "Adobe"; // how colours are coded
  return marker >= 0xc0 && marker <= 0xdf; // frames, tables, scans
}
