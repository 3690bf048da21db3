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
  drawSample(canvas, pencil);
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

/** Rows of a QR code, and the bars of a Code 128, that say SCAN and AB. */
const SAMPLE_QR =
  "18nsv mwjl wt3x wpr1 worh mtz5 18prz 5c0 164sk 18c3u so48 rpzh nn8a 4h6 18rmr mxmj ws85 wojq " +
  "wrv5 myiv 18qj9";
const SAMPLE_BARS = "2112141113231311234111312331112";

/** The reader's first codes take it ten times as long as others: it reads these while nobody waits. */
function drawSample(canvas: HTMLCanvasElement, pencil: CanvasRenderingContext2D): void {
  [canvas.width, canvas.height] = [GLANCE, 480];
  pencil.fillStyle = "#fff";
  pencil.fillRect(0, 0, canvas.width, canvas.height);
  pencil.fillStyle = "#000";
  SAMPLE_QR.split(" ").forEach((row, y) =>
    [...parseInt(row, 36).toString(2).padStart(21, "0")].forEach((dark, x) =>
      dark === "1" && pencil.fillRect(40 + x * 10, 40 + y * 10, 10, 10)
    )
  );
  let x = 300;
  [...SAMPLE_BARS].forEach((width, at) => {
    if (at % 2 === 0) pencil.fillRect(x, 320, Number(width) * 4, 120);
    x += Number(width) * 4;
  });
}
