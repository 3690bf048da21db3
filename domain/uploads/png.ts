import { crc32 } from "node:zlib";
import { textAt } from "./bytes.ts";
import { cutOff, damaged } from "./unfit_file.ts";

/** Size, palette, pixels, transparency, and how colours and points are meant. */
const makesThePicture = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs".split(" "),
);

/**
 * The parts of a PNG that make the picture. Texts, camera data, times, further frames and whatever
 * stands after the end are left out; no pixel changes. Source: PNG specification, third edition.
 *
 * @throws UnfitFile when a chunk is cut off, has a wrong checksum, or is needed and unknown
 */
export function strippedPng(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8, type = ""; type !== "IEND";) {
    if (at + 12 > bytes.length) throw cutOff();
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) throw cutOff();
    type = textAt(bytes, at + 4, 4);
    if (!/^[A-Za-z]{4}$/.test(type) || (at === 8) !== (type === "IHDR")) throw damaged();
    if (makesThePicture.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) throw damaged();
      kept.push(bytes.subarray(at, end));
    } else if (/^[A-Z]/.test(type)) throw damaged();
    at = end;
  }
  return kept;
}
