import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { keepsItself } from "./browser.ts";

/** What tests of screens do with a page: sign in, have it ready for no internet, count taps. */

/** As a person does it; ends on whatever screen the address names. */
export async function signIn(
  page: Page,
  url: string,
  who: { email: string; password: string },
  lang: "en" | "bn" = "en",
): Promise<void> {
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  if (lang !== "en") await page.click(`[data-lang=${lang}]`);
  await page.fill("#login-id", who.email);
  await page.fill("#login-password", who.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("nav.bar a");
  if (!keepsItself(page)) return;
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

/** Until what was pressed is done: a form that was saved is in the queue. */
async function idle(page: Page): Promise<void> {
  await until(async () => await page.locator("[aria-busy=true]").count() === 0);
}

/**
 * A finger that presses a second time in the very moment in which what was pressed is let go. Answers a function
 * that says what could be pressed then: what was left by the first press is not on the screen any more.
 */
export async function pressAgain(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const pressed: string[] = (globalThis as { pressed?: string[] }).pressed = [];
    new MutationObserver((changes) => {
      for (const { target } of changes as (MutationRecord & { target: HTMLElement })[]) {
        if (target.ariaBusy || !target.isConnected) continue;
        pressed.push(target.innerText);
        if (pressed.length === 1) target.click();
      }
    }).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
  });
  return () => page.evaluate(() => (globalThis as { pressed?: string[] }).pressed!);
}

/** What waits goes out now, without its time for undoing it. */
export async function sendAll(page: Page, url: string): Promise<void> {
  await idle(page);
  await page.goto(`${url}#/queue`);
  const empty = page.getByText("Nothing waits");
  const stuck = page.getByText("Needs you", { exact: true });
  const now = page.getByRole("button", { name: "Send now" }).first();
  await until(async () => {
    if (await empty.isVisible()) return true;
    if (await stuck.count() > 0) throw new Error(await page.locator("main").innerText());
    await now.click({ timeout: 500 }).catch(() => undefined);
    return false;
  });
}

/** Ends the time for undoing, as "Send now" in the queue does, and goes back to where one was. */
export async function sendNow(page: Page): Promise<void> {
  await idle(page);
  const address = page.url();
  await page.goto(`${address.split("#")[0]}#/queue`);
  // what is refused is not sent again: after many tries a lost answer is waited for for a minute
  const send = page.locator(".card").filter({ hasNotText: "Needs you" })
    .getByRole("button", { name: "Send now" });
  await send.first().waitFor({ timeout: 3000 }).catch(() => undefined);
  for (let left = 9; left > 0 && await send.count() > 0; left--) {
    await send.first().click({ timeout: 1000 }).catch(() => undefined);
  }
  await page.goto(address);
}

/** What is kept on the phone, in one of the stores of its database. */
export function kept<T>(page: Page, store: string): Promise<T[]> {
  return page.evaluate(async (store) => {
    const opened = indexedDB.open("back-office");
    const database = await new Promise<IDBDatabase>((resolve) =>
      opened.onsuccess = () => resolve(opened.result)
    );
    const asked = database.transaction(store).objectStore(store).getAll();
    await new Promise((resolve) => asked.onsuccess = resolve);
    database.close();
    return asked.result.map((one) =>
      one.bytes ? { ...one, bytes: [...new Uint8Array(one.bytes)] } : one
    );
  }, store) as Promise<T[]>;
}

/** Other fields in the session that the phone has kept. */
export function changeSession(page: Page, fields: Record<string, unknown>): Promise<void> {
  return page.evaluate(async (fields) => {
    const opened = indexedDB.open("back-office");
    const database = await new Promise<IDBDatabase>((resolve) =>
      opened.onsuccess = () => resolve(opened.result)
    );
    const tx = database.transaction("kv", "readwrite");
    const store = tx.objectStore("kv");
    const asked = store.get("session");
    asked.onsuccess = () => store.put({ ...asked.result, ...fields }, "session");
    await new Promise((resolve) => tx.oncomplete = resolve);
    database.close();
  }, fields);
}

/** The time for undoing is over for all that waits: it goes out now, from the screen one is on. */
export async function settle(page: Page): Promise<void> {
  await endUndoing(page);
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

/** The same, but it goes out when something else makes it go. */
export async function endUndoing(page: Page): Promise<void> {
  await idle(page);
  await page.evaluate(async () => {
    const opened = indexedDB.open("back-office");
    const database = await new Promise<IDBDatabase>((resolve) =>
      opened.onsuccess = () => resolve(opened.result)
    );
    const tx = database.transaction("outbox", "readwrite");
    const asked = tx.objectStore("outbox").openCursor();
    asked.onsuccess = () => {
      if (!asked.result) return;
      if (asked.result.value.tries === 0) {
        asked.result.update({ ...asked.result.value, notBefore: 0 });
      }
      asked.result.continue();
    };
    await new Promise((resolve) => tx.oncomplete = resolve);
    database.close();
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

/** A code before the viewfinder, which takes a scanner that is a keyboard too. */
export async function scanCode(page: Page, code: string): Promise<void> {
  await page.locator(".viewfinder:not([data-camera=starting])").waitFor({ state: "attached" });
  await typeAsScanner(page, code);
}

/** A scanner that is a keyboard: it types fast and ends with Enter. */
export async function typeAsScanner(page: Page, code: string): Promise<void> {
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

/** Nothing on the screen is wider than the screen, but for what is pushed aside by a finger. */
export async function fits(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll("#app *")].filter((one) => {
      if (one.closest(".filter-chips, .unseen, .ribbon, .strip-days")) return false;
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.right > width + 1 || box.left < -1);
    }).map((one) => `${one.className}: ${one.textContent?.slice(0, 60)}`);
  });
  assertEquals(wide, [], what);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(over <= 0, `${what} is ${over} px too wide`);
}

/** Presses what makes a file and keeps it: what it is called, and its bytes. */
export async function handedOver(page: Page, button: string): Promise<[string, Uint8Array]> {
  await page.getByRole("button", { name: button }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save the file" }).click(),
  ]);
  const bytes = await Deno.readFile(await file.path());
  await page.keyboard.press("Escape");
  return [file.suggestedFilename(), bytes];
}

/** Of a PDF, whatever stands in it. */
export const isPdf = (bytes: Uint8Array) =>
  new TextDecoder().decode(bytes.subarray(0, 5)) === "%PDF-";

/** Until a write that was just saved is shown, under the number it has while it is unsent. */
export async function untilUnsent(page: Page): Promise<void> {
  await page.getByText(/\bT-[0-9A-F]{3}/).first().waitFor();
}

export async function until(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const start = performance.now(); performance.now() - start < withinMs;) {
    if (await holds()) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  assert(false, "it did not come to pass in time");
}

/** The keys of the desk, from when the module that has them was run and not only fetched. */
export async function deskKeys(page: Page): Promise<void> {
  const fetched = await page.waitForResponse(/\/office-[^/]*\.js$/);
  await page.evaluate(async (url) => void await import(url), fetched.url());
}
