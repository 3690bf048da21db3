import type { Page } from "playwright-core";

/** Taps as the mobile plan counts them (1.4): clicks, from Home on. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const key = "taps";
  await page.evaluate((name) => {
    const counted = globalThis as unknown as Record<string, number>;
    counted[name] = 0;
    addEventListener("click", () => counted[name]++, { capture: true });
  }, key);
  return () =>
    page.evaluate((name) => (globalThis as unknown as Record<string, number>)[name], key);
}

/** As a person does it; ends on whatever screen the address names. */
export async function signIn(page: Page, url: string, who: { email: string; password: string }) {
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  await page.fill("#login-id", who.email);
  await page.fill("#login-password", who.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("nav.bar");
}

/** Ends the time for undoing, as "Send now" in the queue does, and goes back to where one was. */
export async function sendNow(page: Page) {
  const address = page.url();
  await page.goto(`${address.split("#")[0]}#/queue`);
  const send = page.getByRole("button", { name: "Send now" });
  await send.first().waitFor({ timeout: 3000 }).catch(() => undefined);
  for (let left = 9; left > 0 && await send.count() > 0; left--) {
    await send.first().click({ timeout: 1000 }).catch(() => undefined);
  }
  await page.goto(address);
}
