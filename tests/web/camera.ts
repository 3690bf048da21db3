import type { Browser } from "playwright-core";
import sharp from "sharp";
import { encode } from "uqr";
import { start } from "./browser.ts";

/** What the camera of a test sees: drawn by us and handed to the browser as a film. */

const WIDTH = 640;
const HEIGHT = 480;
/** of a film, as the browser plays it */
const PER_SECOND = 30;

/** A dark rectangle: left, top, width, height. */
export type Box = [number, number, number, number];

export function qr(text: string): Box[] {
  const { data, size } = encode(text, { ecc: "M" });
  const box = Math.floor(300 / size);
  return data.flatMap((row, y) =>
    row.flatMap((dark, x): Box[] => dark ? [[170 + x * box, 90 + y * box, box, box]] : [])
  );
}

/** Widths of bars and gaps of Code 128, values 0 to 106. */
const code128 = ("212222222122222221121223121322131222122213122312132212221213221312231212112232" +
  "122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322" +
  "112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331" +
  "132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332" +
  "111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211" +
  "241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214" +
  "121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232" +
  "2331112").match(/.{6}/g)!;

export function bars(text: string): Box[] {
  const values = [104, ...[...text].map((letter) => letter.charCodeAt(0) - 32)];
  const check = values.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103;
  const widths = [...values, check].map((value) => code128[value]).join("") + "2331112";
  const module = Math.floor(560 / [...widths].reduce((sum, width) => sum + Number(width), 0));
  let x = 40;
  return [...widths].flatMap((width, at): Box[] => {
    const left = x;
    x += Number(width) * module;
    return at % 2 === 0 ? [[left, 160, x - left, 160]] : [];
  });
}

/**
 * A film is JPEGs one after the other, and begins again at its end. Drawn pixel by pixel, because the
 * service itself, which runs here too, lets the library read no drawings.
 */
async function film(scenes: { dark: Box[]; seconds: number }[]): Promise<string> {
  const frames: Uint8Array<ArrayBuffer>[] = [];
  for (const { dark, seconds } of scenes) {
    const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(255);
    for (const [left, top, width, height] of dark) {
      for (let y = top; y < top + height; y++) {
        pixels.fill(0, (y * WIDTH + left) * 3, (y * WIDTH + left + width) * 3);
      }
    }
    const picture = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ quality: 90, chromaSubsampling: "4:2:0" }).toBuffer();
    const frame = new Uint8Array(picture);
    frames.push(...Array.from({ length: Math.ceil(seconds * PER_SECOND) }, () => frame));
  }
  const path = await Deno.makeTempFile({ suffix: ".mjpeg" });
  await Deno.writeFile(path, new Uint8Array(await new Blob(frames).arrayBuffer()));
  return path;
}

/** A browser whose camera sees that, for as long as the test runs. */
export async function withCamera(
  seen: Box[] | { dark: Box[]; seconds: number }[],
  test: (browser: Browser) => Promise<void>,
): Promise<void> {
  const scenes = seen.every((one) => !Array.isArray(one)) && seen.length > 0
    ? seen as { dark: Box[]; seconds: number }[]
    : [{ dark: seen as Box[], seconds: .2 }];
  const path = await film(scenes);
  const browser = await start([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${path}`,
  ]);
  try {
    await test(browser);
  } finally {
    await browser.close();
    await Deno.remove(path);
  }
}
