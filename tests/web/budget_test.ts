import { built, hashedAsset, textAsset } from "../../web/assets.ts";
import { shell } from "../../web/shell.ts";
import { assert } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";

/**
 * docs/phones.md, "Budgets", in bytes; timings_test.ts has those in seconds.
 */
const KB = 1024;

async function gzipBytes(names: string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => {
    return (await hashedAsset(name)!).gzip!.length;
  }));
  return sizes.reduce((a, b) => a + b, 0);
}

function within(what: string, actual: number, limit: number): void {
  console.log(`  ${what}: ${(actual / KB).toFixed(1)} KB gzip, limit ${limit / KB}`);
  assert(actual <= limit, `${what}: ${actual} bytes, more than ${limit}`);
}

Deno.test("scripts until Home stay within 24 KB for staff and 28 KB for the owner", async () => {
  within("G1 staff", await gzipBytes(built.pages.staff), 24 * KB);
  within("G2 owner", await gzipBytes(built.pages.owner), 28 * KB);
});

// Each file counts by itself, as it is fetched. The plan wants 60 KB for staff and 50 KB for the owner,
// whose page has every screen of the staff too.
Deno.test("a whole page of one language, without the reader of barcodes, grows no further", async () => {
  for (const [page, limit] of [["staff", 89], ["owner", 111]] as const) {
    const names = [...built.pages[page], ...built.later[page].en];
    within(`${page}, every screen`, await gzipBytes(names), limit * KB);
  }
});

Deno.test("Bangla costs at most 5 KB until Home", async () => {
  within("core.bn", await gzipBytes(built.files.filter((name) => /^core\.bn/.test(name))), 5 * KB);
});

for (const page of ["staff", "owner"] as const) {
  Deno.test(`the first load of ${page} stays within 40 KB`, async () => {
    const html = textAsset(shell(page, false), "text/html").gzip!.length;
    within("G3", html + await gzipBytes([...built.pages[page], built.css]), 40 * KB);
  });
}

browserTest("a first load takes at most 6 requests, all of them ours", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const context = await browser.newContext({ serviceWorkers: "block" });
    for (const path of ["/mobile", "/admin-mobile"]) {
      const page = await context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`${origin(site.port)}${path}`);
      await page.waitForSelector("#login[data-ready]");
      assert(asked.length <= 6, asked.join("\n"));
      for (const url of asked) assert(url.startsWith(`${origin(site.port)}/`), url);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
