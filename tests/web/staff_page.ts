import type { Role } from "../../domain/access/access.ts";
import type { Json } from "../support/app.ts";
import { made } from "../support/receiving.ts";
import type { Site, TestBrowser } from "./browser.ts";
import { countTaps, keepEveryScreen, sendAll, signIn } from "./phone.ts";

export { fits as assertFits, scanCode as scan, until, untilUnsent } from "./phone.ts";
import { origin } from "./house.ts";

/** A picture, as a phone's camera would give it. */
export const photo = `${import.meta.dirname}/../../web/static/icon-192.png`;

/** A phone of 360 px with somebody signed in, and a shop for it to work in. */
export async function phoneOf(
  browser: TestBrowser,
  site: Site,
  role: Role,
  { lang = "en", port = site.port }: { lang?: "en" | "bn"; port?: number } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const url = `${origin(port)}/mobile`;
  const who = await site.user(role);
  await signIn(page, url, who, lang);
  let taps = await countTaps(page);
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
      taps = await countTaps(page);
    },
    taps: () => taps(),
    sendAll: () => sendAll(page, url),
    keepEveryScreen: () => keepEveryScreen(page),
  };
}

export type Phone = Awaited<ReturnType<typeof phoneOf>>;

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
    opening_stock_date: "2020-01-01",
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
