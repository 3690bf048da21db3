import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from "zxing-wasm/reader";
import type { Read } from "./scanner.ts";

const formats: ReadInputBarcodeFormat[] = [
  "QRCode",
  "Code128",
  "Code39",
  "EAN13",
  "EAN8",
  "DataMatrix",
  "ITF",
];
/** Longest side of what is read: the whole picture at a glance, its middle closely. */
const [GLANCE, CLOSE] = [640, 1280];
/** What is read closely: the frame that codes are held in, and somewhat more. */
const MIDDLE = 0.85;

/**
 * Our reader, with all that it needs before its first picture. A glance takes a tenth of a second on a
 * slow phone and reads what is held well; careful is for small codes and such that lie on their side.
 */
export async function wasmReader(): Promise<Read> {
  // served by us: the page loads nothing from elsewhere
  await prepareZXingModule({
    overrides: { locateFile: () => "/web/zxing_reader-3.1.3.wasm" },
    fireImmediately: true,
  });
  const canvas = document.createElement("canvas");
  const pencil = canvas.getContext("2d", { willReadFrequently: true })!;
  const read = async (careful: boolean) => {
    const hits = await readBarcodes(pencil.getImageData(0, 0, canvas.width, canvas.height), {
      formats,
      tryHarder: careful,
      tryRotate: careful,
      tryInvert: careful,
      tryDownscale: careful,
    });
    return hits.map(({ text }) => text);
  };
  // the first picture of all takes longer
  await read(false);
  return (video, careful) => {
    const part = careful ? MIDDLE : 1;
    const [width, height] = [video.videoWidth * part, video.videoHeight * part];
    const scale = Math.min(1, (careful ? CLOSE : GLANCE) / Math.max(width, height));
    canvas.width = width * scale;
    canvas.height = height * scale;
    const [left, top] = [(video.videoWidth - width) / 2, (video.videoHeight - height) / 2];
    pencil.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height);
    return read(careful);
  };
}
