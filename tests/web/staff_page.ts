import type { Browser, Page } from "playwright-core";
import type { Role } from "../../domain/access.ts";
import type { Json } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import type { Site } from "./browser.ts";
import { keepEveryScreen } from "./phone.ts";

/** A picture, as a phone's camera would give it. */
export const photo = new URL("../../web/static/icon-192.png", import.meta.url).pathname;

declare global {
  var taps: number;
}

/** A phone of 360 px with somebody signed in; its presses are counted by the page's own click events. */
export async function phoneOf(
  browser: Browser,
  site: Site,
  role: Role,
  { lang = "en", port = site.port }: { lang?: "en" | "bn"; port?: number } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
  });
  await context.addInitScript(() => {
    globalThis.taps = 0;
    addEventListener("click", (event) => event.isTrusted && globalThis.taps++, true);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const url = `http://127.0.0.1:${port}/mobile`;
  const who = await site.user(role);
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  if (lang === "bn") await page.getByRole("button", { name: "বাংলা" }).click();
  await page.fill("#login-id", who.email);
  await page.fill("#login-password", who.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("nav.bar a[aria-current]");
  return {
    page,
    who,
    url,
    context,
    open: async (path: string) => {
      await page.goto(`${url}#${path}`);
    },
    /** Home as it is opened, with no press counted yet */
    home: async () => {
      await page.goto(`${url}#/`);
      await page.waitForSelector("nav.bar a[href='#/'][aria-current]");
      await page.evaluate(() => globalThis.taps = 0);
    },
    taps: () => page.evaluate(() => globalThis.taps),
    sendAll: () => sendAll(page),
    keepEveryScreen: async () => {
      await page.waitForFunction(() => !!navigator.serviceWorker.controller);
      await keepEveryScreen(page);
    },
  };
}

export type Phone = Awaited<ReturnType<typeof phoneOf>>;

/** A scanner that is a keyboard; it types faster than a test over a busy machine could. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.locator(".viewfinder:not([data-camera=starting])").waitFor({ state: "attached" });
  await page.evaluate((code) => {
    for (const key of [...code, "Enter"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  }, code);
}

/** Lets what waits go out at once, and waits until the server has it. */
async function sendAll(page: Page): Promise<void> {
  await page.evaluate(() => location.hash = "#/queue");
  for (let tries = 0; tries < 200; tries++) {
    if (await page.getByText("Nothing waits").count() > 0) return;
    const stuck = await page.getByText("Needs you", { exact: true }).count();
    if (stuck > 0) throw new Error(await page.locator("main").innerText());
    await page.getByRole("button", { name: "Send now" }).first().click({ timeout: 500 }).catch(
      () => undefined,
    );
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(await page.locator("main").innerText());
}

/** Nothing on the screen is wider than the screen, and no text is cut off. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll("#app *")].filter((one) => {
      if (one.closest(".filter-chips, .unseen, .ribbon, .strip-days")) return false;
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.right > width + 1 || box.left < -1);
    }).map((one) => `${one.className}: ${one.textContent?.slice(0, 60)}`);
  });
  assertEquals(wide, [], what);
}

/** A shop with what the staff's screens show: a machine that was sold, a case, a ticket, money owed. */
export async function shop(site: Site) {
  const owner = await site.app.as("owner");
  const post = async (path: string, body: Json) => made(await owner.post(path, body));
  const supplier = await post("/suppliers", {
    name: "Guangzhou Print Tech",
    phone: "+86 138 0000 1111",
    whatsapp: "+86 138 0000 1111",
    country: "China",
    currency: "USD",
  });
  const customer = await post("/customers", {
    name: "Rahim Traders",
    phone: "01712-345678",
    address: "12 Motijheel",
    city: "Dhaka",
    credit_limit: 200000,
  });
  const machine = await post("/products", {
    name: "Inkjet printer X1",
    sku: "IJ-X1",
    model: "X1",
    selling_price: 150000,
    purchase_price: 90000,
    warranty_months: 12,
    is_serialized: true,
  });
  const ink = await post("/products", {
    name: "Black ink 1 l",
    sku: "INK-BK",
    selling_price: 1250.5,
    purchase_price: 700,
    opening_stock: 40,
  });
  await post("/products/stock-movement", {
    product_id: machine.id,
    type: "in",
    quantity: 3,
    unit_cost: 90000,
    reason: "count",
    serial_numbers: ["SN-9001", "SN-9002", "SN-9003"],
  });
  const invoice = await post("/invoices", {
    customer_id: customer.id,
    items: [{
      product_id: machine.id,
      quantity: 1,
      unit_price: 150000,
      serial_numbers: ["SN-9001"],
    }],
  });
  return { owner, post, supplier, customer, machine, ink, invoice };
}

/** Waits for what the server has to become true. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  assert(false, "it did not come to pass in time");
}
