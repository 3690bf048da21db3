import type { Page } from "playwright-core";
import sharp from "sharp";
import { openSite, start } from "./browser.ts";
import { origin } from "./house.ts";
import { signIn } from "./phone.ts";
import { choose, openBusiness, openScreen, type PageName, routesOf, walk } from "./walk.ts";

/**
 * `deno run -A tests/web/shots.ts`: every screen of both pages in both languages, over an invented
 * business, as one picture: web/contact_sheet.png.
 */
const LIMIT = 1_500_000;
const [WIDTH, HEIGHT] = [360, 740];
const GAP = 12;
const sheet = `${import.meta.dirname}/../../web/contact_sheet.png`;

await using site = await openSite();
const owner = await openBusiness(site);
const { body } = await site.app.anyone.post("/auth/login", {
  identifier: owner.email,
  password: owner.password,
});
const browser = await start();
const shots: Uint8Array[] = [];
const shared = new Set(await routesOf("staff"));

async function shoot(page: Page): Promise<void> {
  // pictures and thumbnails come after the words
  await new Promise((wake) => setTimeout(wake, 250));
  shots.push(new Uint8Array(await page.screenshot()));
}

for (const [name, path] of [["staff", "/mobile"], ["owner", "/admin-mobile"]] as const) {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    timezoneId: "Asia/Dhaka",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const url = `${origin(site.port)}${path}`;
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  for (const lang of ["en", "bn"]) {
    await page.click(`[data-lang=${lang}]`);
    await shoot(page);
  }
  await page.click("[data-lang=en]");
  await signIn(page, url, owner);
  const routes = await ownRoutes(name);
  await walk(page, url, routes, body.data.access_token, async (address) => {
    for (const lang of ["en", "bn"]) {
      await choose(page, { lang });
      await openScreen(page, url, address);
      await shoot(page);
    }
    await choose(page, { lang: "en" });
  });
}
await browser.close();

/** Screens that the owner shares with the staff are shown once. */
async function ownRoutes(name: PageName): Promise<string[]> {
  const routes = await routesOf(name);
  return name === "staff" ? routes : routes.filter((path) => path === "/" || !shared.has(path));
}

/** As large as the limit of the file allows. */
for (let scale = .5;; scale *= .9) {
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  const columns = Math.ceil(Math.sqrt(shots.length * 2.4) / 2) * 2;
  const rows = Math.ceil(shots.length / columns);
  const small = await Promise.all(
    shots.map((shot) => sharp(shot).resize(width, height).png().toBuffer()),
  );
  const picture = await sharp({
    create: {
      width: columns * (width + GAP) + GAP,
      height: rows * (height + GAP) + GAP,
      channels: 3,
      background: "#5b6570",
    },
  }).composite(small.map((input, at) => ({
    input,
    left: GAP + (at % columns) * (width + GAP),
    top: GAP + Math.floor(at / columns) * (height + GAP),
  }))).png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer();
  if (picture.length > LIMIT) continue;
  await Deno.writeFile(sheet, new Uint8Array(picture));
  console.log(`${sheet}: ${shots.length} pictures, ${Math.round(picture.length / 1024)} KB`);
  break;
}
