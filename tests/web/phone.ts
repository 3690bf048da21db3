import type { Page } from "playwright-core";
import { assert } from "../support/assert.ts";

/** What tests of screens do with a page: sign in, have it ready for no internet, count taps. */

export async function signIn(
  page: Page,
  url: string,
  who: { email: string; password: string },
): Promise<void> {
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  await page.fill("#login-id", who.email);
  await page.fill("#login-password", who.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("nav.bar a[aria-current]");
  // the worker has to hold the whole page before the link may go
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => !!navigator.serviceWorker.controller);
}

/** Asks for the screens that were not opened yet, as the page does by itself after a while. */
export async function keepEveryScreen(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const page = location.pathname.startsWith("/admin") ? "owner" : "staff";
    navigator.serviceWorker.controller!.postMessage({ later: page, lang: "bn" });
    const text = await (await fetch("/sw.js")).text();
    const build = JSON.parse(text.slice("const BUILD = ".length, text.indexOf(";\n")));
    const rest = [...build.later[page].en, ...build.later[page].bn].map((name) => `/web/${name}`);
    for (let tries = 0; tries < 600; tries++) {
      const kept = await Promise.all(rest.map((path) => caches.match(path)));
      if (kept.every(Boolean)) return;
      await new Promise((wake) => setTimeout(wake, 100));
    }
    throw new Error("the worker did not keep every screen");
  });
}

/** Until the page's first sync has been written: from then on it knows the lists without the server. */
export function synced(page: Page): Promise<void> {
  return until(() =>
    page.evaluate(async () => {
      const opened = indexedDB.open("back-office");
      const database = await new Promise<IDBDatabase>((resolve) =>
        opened.onsuccess = () => resolve(opened.result)
      );
      const token = database.transaction("kv").objectStore("kv").get("sync");
      const known = await new Promise((resolve) => token.onsuccess = () => resolve(token.result));
      database.close();
      return !!known;
    })
  );
}

/** What waits goes out now, without its time for undoing it. */
export async function sendAll(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/queue`);
  const empty = page.getByText("Nothing waits");
  const now = page.getByRole("button", { name: "Send now" }).first();
  await until(async () => {
    if (await empty.isVisible()) return true;
    await now.click({ timeout: 500 }).catch(() => undefined);
    return false;
  });
}

/** Counts what a finger does: clicks of the page that a person made, on Home and from there on. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = globalThis as { taps?: number };
    if (counter.taps === undefined) {
      // a tap on a label clicks its field too, without a pointer: that is one tap
      addEventListener("click", (event) => {
        if (event.isTrusted && (event as PointerEvent).pointerId >= 0) counter.taps!++;
      }, true);
    }
    counter.taps = 0;
  });
  return () => page.evaluate(() => (globalThis as { taps?: number }).taps!);
}

/** A scanner that is a keyboard: it types fast and ends with Enter. */
export async function scanCode(page: Page, code: string): Promise<void> {
  await page.locator(".viewfinder:not([data-camera=starting])").waitFor({ state: "attached" });
  // all keys at once, as a scanner sends them: typed from here they come too slowly on a busy machine
  await page.evaluate((keys) => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const key of keys) {
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    }
  }, [...code, "Enter"]);
}

/** Nothing of the page is wider than the screen. */
export async function fits(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `${what} is ${wide} px too wide`);
}

export async function until(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const start = performance.now(); performance.now() - start < withinMs;) {
    if (await holds()) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  assert(false, "it did not come to pass in time");
}
