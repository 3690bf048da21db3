import type { Browser, Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { built } from "../../web/assets.ts";
import { browserTest, openSite, type Site } from "./browser.ts";
import { bars, qr, withCamera } from "./camera.ts";
import { origin } from "./house.ts";
import { keepEveryScreen, signIn, synced } from "./phone.ts";
import { type Link, openLink } from "./proxy.ts";

/**
 * From the press on Scan until the record is open (G15): over a link of 400 ms and 400 kbps, with a
 * processor four times slower. With TIMINGS=1 the limits hold for medians of five; else ten times as much, because a machine
 * that tests is busy.
 */
const strict = Deno.env.get("TIMINGS") === "1";
const [runs, slack] = strict ? [5, 1] : [1, 10];
const LIMIT_MS = 1000;
const DETECT_MS = 200;
const SKU = "PRN-X1-2026";

/** Notes in the page itself when each step was done, from the press on. */
function noteSteps() {
  const notes: Record<string, number> = {};
  const all = globalThis as unknown as { steps: typeof notes; looks: PerformanceEntry[] };
  all.steps = notes;
  all.looks = [];
  const note = (name: string) => notes[name] ??= performance.now();
  addEventListener("click", () => {
    all.looks = [];
    for (const name of Object.keys(notes)) delete notes[name];
    note("press");
  }, true);
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wanted) => {
    note("asked");
    const stream = await open(wanted);
    note("camera");
    return stream;
  };
  addEventListener("playing", () => note("picture"), true);
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (async (...given: Parameters<typeof instantiate>) => {
    const made = await instantiate(...given);
    note("reader");
    return made;
  }) as typeof instantiate;
  new PerformanceObserver((list) => {
    for (const look of list.getEntriesByName("detect")) {
      all.looks.push(look);
      if ((look as PerformanceMeasure).detail > 0) {
        notes.detected ??= look.startTime + look.duration;
      }
    }
  }).observe({ type: "measure" });
  const look = () => {
    if (document.querySelector(".viewfinder")) note("screen");
    if (location.hash.startsWith("#/products/")) note("address");
    const title = document.querySelector("h1")?.textContent;
    if (title?.includes("Printer X1") && location.hash.startsWith("#/products/")) note("open");
    requestAnimationFrame(look);
  };
  look();
}

const steps = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { steps: Record<string, number> }).steps);

async function scanOnce(page: Page, url: string, what: string): Promise<number> {
  await page.goto(`${url}#/`);
  await page.locator("nav.bar a[href='#/'][aria-current]").waitFor();
  await page.click("nav.bar a[href='#/scan']");
  await page.waitForFunction(() =>
    (globalThis as unknown as { steps: { open?: number } }).steps.open !== undefined
  );
  const { press, ...others } = await steps(page);
  const told = Object.entries(others).toSorted(([, a], [, b]) => a - b)
    .map(([name, at]) => `${name} ${Math.round(at - press)}`).join(", ");
  console.log(`  ${what}: ${told} ms`);
  return others.open - press;
}

/** What is held before the camera is read in every picture of it. */
async function twentyLooks(page: Page, url: string, kind: string): Promise<void> {
  await page.goto(`${url}#/cycle-count`);
  await page.getByRole("button", { name: "Scan to count" }).click();
  const looks = (await page.waitForFunction(() => {
    const { looks } = globalThis as unknown as { looks: PerformanceMeasure[] };
    const first = looks.findIndex(({ detail }) => detail > 0);
    const held = looks.slice(first, first + 20);
    return first >= 0 && held.length === 20 &&
      held.map(({ detail, duration }) => [detail, duration]);
  }).then((found) => found.jsonValue())) as [number, number][];
  const ms = median(looks.map(([, time]) => time));
  const read = looks.filter(([codes]) => codes > 0).length;
  console.log(`  ${kind}: ${read} of 20 pictures read, ${Math.round(ms)} ms each (median)`);
  assertEquals(read, 20);
  assert(ms <= DETECT_MS * slack, `${ms} ms`);
}

async function product(site: Site): Promise<number> {
  const manager = await site.app.as("manager");
  return (await manager.post("/products", { name: "Printer X1", sku: SKU, unit: "pcs" })).body.data
    .id;
}

/** Signs in on a new phone and leaves it alone until the reader has come; from then on all is slow. */
async function idlePhone(browser: Browser, site: Site, link: Link) {
  Object.assign(link, { delayMs: 0, bytesPerSecond: Infinity });
  const context = await browser.newContext({ permissions: ["camera"] });
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(noteSteps);
  const url = `${origin(link.port)}/mobile`;
  await signIn(page, url, await site.user("store"));
  await keepEveryScreen(page);
  await synced(page);
  await page.waitForFunction(() =>
    (globalThis as unknown as { steps: { reader?: number } }).steps.reader !== undefined
  );
  // the screens come after it
  await new Promise((wake) => setTimeout(wake, 2000));
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  Object.assign(link, { delayMs: 200, bytesPerSecond: 50_000 });
  return { context, page, url, asked };
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

for (const [kind, draw] of [["QR", qr], ["Code 128", bars]] as const) {
  browserTest(`the camera reads ${kind}, and the screen of what it is opens`, async () => {
    await using site = await openSite();
    const id = await product(site);
    const link = openLink(site.port);
    await withCamera(draw(SKU), async (browser) => {
      const first: number[] = [];
      const again: number[] = [];
      for (let run = 0; run < runs; run++) {
        const { context, page, url, asked } = await idlePhone(browser, site, link);
        first.push(await scanOnce(page, url, `${kind}, first`));
        for (let n = 0; n < 2; n++) again.push(await scanOnce(page, url, `${kind}, again`));
        assertEquals(await page.evaluate(() => location.hash), `#/products/${id}`);
        if (run === 0) await twentyLooks(page, url, kind);
        // Chromium on Linux reads no barcodes by itself: what reads is ours, and comes from us
        const reader = asked.filter((to) => /wasm/.test(to));
        assert(reader.length >= 2 && built.files.some((name) => /^wasm_reader/.test(name)));
        assertEquals(asked.filter((to) => !to.startsWith(`${origin(link.port)}/`)), []);
        await context.close();
      }
      for (const [what, times] of [["first", first], ["again", again]] as const) {
        const ms = median(times);
        console.log(`  G15 ${kind}, ${what}: ${Math.round(ms)} ms, limit ${LIMIT_MS}`);
        assert(ms <= LIMIT_MS * slack, `${kind}, ${what}: ${ms} ms`);
      }
    }).finally(() => link.close());
  });
}
