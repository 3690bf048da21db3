import { textAt } from "./bytes.ts";
import { cutOff, damaged, UnfitFile } from "./unfit_file.ts";

const makesThePicture = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP"]);
/** Bits of the VP8X chunk that announce an animation, and camera data (Exif, XMP). */
const ANIMATED = 0x02;
const CAMERA_DATA = 0x0c;

/**
 * The parts of a WebP that make the picture. Camera data, unknown chunks and whatever stands after
 * the end are left out; no pixel changes. Source: RFC 9649, section 2.
 *
 * @throws UnfitFile when a chunk is cut off, and for an animation
 */
export function strippedWebp(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(4, true) + 8;
  if (length > bytes.length) throw cutOff();
  const kept: Uint8Array[] = [];
  for (let at = 12; at < length;) {
    if (at + 8 > length) throw damaged();
    const type = textAt(bytes, at, 4);
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + size % 2;
    if (end > length) throw damaged();
    if (makesThePicture.has(type)) {
      kept.push(
        type === "VP8X" ? withoutCameraData(bytes.subarray(at, end)) : bytes.subarray(at, end),
      );
    } else if (type === "ANIM" || type === "ANMF") throw animation();
    at = end;
  }
  const keptLength = kept.reduce((sum, part) => sum + part.length, 12);
  if (keptLength === length) return [bytes.subarray(0, 12), ...kept];
  const head = new Uint8Array(bytes.subarray(0, 12)); // a copy
  new DataView(head.buffer).setUint32(4, keptLength - 8, true);
  return [head, ...kept];
}

function withoutCameraData(chunk: Uint8Array): Uint8Array {
  if (chunk[8] & ANIMATED) throw animation();
  if (!(chunk[8] & CAMERA_DATA)) return chunk;
  const copy = new Uint8Array(chunk);
  copy[8] &= ~CAMERA_DATA;
  return copy;
}

function animation(): UnfitFile {
  return new UnfitFile("is an animation: send a still picture");
}
