import type { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { openSite, start } from "./browser.ts";
import { origin } from "./house.ts";
import { signIn } from "./phone.ts";
import { choose, openBusiness, openScreen, routesOf, walk } from "./walk.ts";

/**
 * `deno run -A tests/web/sheets.ts [FOLDER]`: every screen of both pages, phone and desk, English beside
 * Bangla, as sheets to look at one by one. ONLY=invoices draws those screens alone.
 */
const folder = Deno.args[0] ?? await Deno.makeTempDir({ prefix: "sheets-" });
const only = new RegExp(Deno.env.get("ONLY") ?? "");
const langs = ["en", "bn"] as const;
/** width, height, how many screens stand side by side, how small each is drawn */
const looks = {
  phone: { width: 360, height: 740, across: 4, rows: 2, scale: 1 },
  desk: { width: 1440, height: 900, across: 1, rows: 3, scale: .6 },
};
type Look = keyof typeof looks;
const GAP = 12;
const NAME = 22;
interface Shot {
  address: string;
  pictures: Buffer[];
}

await Deno.mkdir(folder, { recursive: true });
await using site = await openSite();
const owner = await openBusiness(site);
const { body } = await site.app.anyone.post("/auth/login", {
  identifier: owner.email,
  password: owner.password,
});
const browser = await start();
const shared = new Set(await routesOf("staff"));
for (const [name, path] of [["staff", "/mobile"], ["owner", "/admin-mobile"]] as const) {
  const shots: Record<Look, Shot[]> = { phone: [], desk: [] };
  const context = await browser.newContext({ timezoneId: "Asia/Dhaka", reducedMotion: "reduce" });
  const page = await context.newPage();
  const url = `${origin(site.port)}${path}`;
  await signIn(page, url, owner);
  // what the owner shares with the staff is shown once
  const routes = (await routesOf(name)).filter((one) =>
    only.test(one) && (name === "staff" || one === "/" || !shared.has(one))
  );
  const left = await walk(page, url, routes, body.data.access_token, async (address) => {
    const made: Record<Look, Shot> = {
      phone: { address, pictures: [] },
      desk: { address, pictures: [] },
    };
    for (const lang of langs) {
      await choose(page, { lang });
      for (const look of ["phone", "desk"] as const) {
        await page.setViewportSize(looks[look]);
        await openScreen(page, url, address);
        made[look].pictures.push(await picture(page, look));
      }
    }
    for (const look of ["phone", "desk"] as const) shots[look].push(made[look]);
  });
  if (left.length) console.log(`not reached: ${left.join(" ")}`);
  for (const look of ["phone", "desk"] as const) await draw(name, look, shots[look]);
  await context.close();
}
await browser.close();

async function picture(page: Page, look: Look): Promise<Buffer> {
  // pictures and thumbnails come after the words
  await new Promise((wake) => setTimeout(wake, 250));
  const { width, height, scale } = looks[look];
  const shot = await page.screenshot();
  const small = sharp(shot).resize(Math.round(width * scale), Math.round(height * scale));
  return await small.png({ palette: true }).toBuffer();
}

/** English and Bangla of a screen beside each other, its address over them. */
async function draw(name: string, look: Look, shots: Shot[]): Promise<void> {
  const { across, rows, scale, ...full } = looks[look];
  const [width, height] = [Math.round(full.width * scale), Math.round(full.height * scale)];
  const pair = 2 * width + 3 * GAP;
  for (let from = 0, sheet = 1; from < shots.length; from += across * rows, sheet++) {
    const parts = shots.slice(from, from + across * rows).flatMap(({ address, pictures }, at) => {
      const left = (at % across) * pair + GAP;
      const top = Math.floor(at / across) * (height + GAP + NAME) + GAP;
      const label = { text: address, font: "sans 12", rgba: true };
      return [
        { input: { text: label }, left, top },
        ...pictures.map((input, lang) => ({
          input,
          left: left + lang * (width + GAP),
          top: top + NAME,
        })),
      ];
    });
    const file = `${folder}/${name}-${look}-${String(sheet).padStart(2, "0")}.png`;
    const picture = await sharp({
      create: {
        width: across * pair,
        height: rows * (height + GAP + NAME) + GAP,
        channels: 3,
        background: "#c9d1d9",
      },
    }).composite(parts).png({ palette: true, compressionLevel: 9 }).toBuffer();
    await Deno.writeFile(file, new Uint8Array(picture));
    console.log(file);
  }
}
