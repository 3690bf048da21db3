import sharp from "sharp";
import { encode } from "uqr";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { signIn } from "./phone.ts";
import { built } from "../../web/assets.ts";

/** What the camera sees is drawn by us and handed to the browser as a film (G15). */

const WIDTH = 640;
const HEIGHT = 480;

/** A dark rectangle: left, top, width, height. */
type Box = [number, number, number, number];

function qr(text: string): Box[] {
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

function bars(text: string): Box[] {
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
 * A film of still pictures is JPEGs one after the other. Drawn pixel by pixel, because the service
 * itself, which runs here too, lets the library read no drawings.
 */
async function film(dark: Box[]): Promise<string> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(255);
  for (const [left, top, width, height] of dark) {
    for (let y = top; y < top + height; y++) {
      pixels.fill(0, (y * WIDTH + left) * 3, (y * WIDTH + left + width) * 3);
    }
  }
  const picture = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: "4:2:0" }).toBuffer();
  const path = await Deno.makeTempFile({ suffix: ".mjpeg" });
  const frames = Array.from({ length: 5 }, () => new Uint8Array(picture));
  await Deno.writeFile(path, new Uint8Array(await new Blob(frames).arrayBuffer()));
  return path;
}

for (const [kind, draw] of [["QR", qr], ["Code 128", bars]] as const) {
  browserTest(`the camera reads ${kind}, and the screen of what it is opens`, async () => {
    await using site = await openSite();
    const manager = await site.app.as("manager");
    const sku = "PRN-X1-2026";
    const { body } = await manager.post("/products", { name: "Printer X1", sku, unit: "pcs" });
    const seen = await film(draw(sku));
    const browser = await launch([
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${seen}`,
    ]);
    try {
      const context = await browser.newContext({ permissions: ["camera"] });
      const page = await context.newPage();
      const asked: string[] = [];
      context.on("request", (request) => asked.push(request.url()));
      const url = `http://127.0.0.1:${site.port}/mobile`;
      await signIn(page, url, await site.user("store"));
      for (const round of ["first", "again"]) {
        await page.goto(`${url}#/`);
        await page.waitForFunction(() => location.hash === "#/");
        const start = performance.now();
        await page.click("nav.bar a.centre");
        await page.waitForFunction((id) => location.hash === `#/products/${id}`, body.data.id);
        console.log(
          `  ${kind}, ${round}: ${Math.round(performance.now() - start)} ms until it is open`,
        );
      }
      await page.getByRole("heading", { name: "Printer X1" }).waitFor();
      // Chromium on Linux reads no barcodes by itself: what reads is ours, and comes from us
      const reader = asked.filter((to) => /wasm/.test(to));
      assert(reader.length >= 2 && built.files.some((name) => /^wasm_reader/.test(name)));
      assertEquals(asked.filter((to) => !to.startsWith(`http://127.0.0.1:${site.port}/`)), []);
    } finally {
      await browser.close();
      await Deno.remove(seen);
    }
  });
}
