import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { origin } from "./house.ts";
import {
  changeSession,
  keepEveryScreen,
  kept,
  signIn,
  synced,
  until,
  untilUnsent,
} from "./phone.ts";
import { type Link, openLink } from "./proxy.ts";

/** What a phone still knows when its user may no longer see it. */

const PRICE = 7_654_321;

interface Phone {
  site: Site;
  link: Link;
  page: Page;
  url: string;
  who: { id: number };
  shipment: string;
}

/** An accountant's phone that shows a shipment with its costs, and a task of his that waits unsent. */
function accountantsPhone(name: string, body: (phone: Phone) => Promise<void>): void {
  browserTest(name, async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const owner = await site.app.as("owner");
      const supplier = (await owner.post("/suppliers", { name: "Jet", currency: "BDT" })).body.data;
      const { id } = (await owner.post("/import-logistics/shipments", {
        supplier_id: supplier.id,
        currency: "BDT",
        items: [{ product_name: "Press", ordered_qty: 1, purchase_value: PRICE }],
      })).body.data;
      const page = await (await browser.newContext()).newPage();
      const url = `${origin(link.port)}/mobile`;
      const who = await site.user("accounts");
      await signIn(page, url, who);
      await keepEveryScreen(page);
      await synced(page);
      const shipment = `${url}#/shipments/${id}`;
      await page.goto(shipment);
      await shown(page).waitFor();
      link.cut();
      await page.goto(`${url}#/tasks/new`);
      await page.fill("[name=title]", "Ask the bank");
      await page.click("form button[type=submit]");
      await untilUnsent(page);
      await body({ site, link, page, url, who, shipment });
    } finally {
      await browser.close();
      await link.close();
    }
  });
}

const shown = (page: Page) => page.getByText("76,54,321").first();
const costsKept = async (page: Page) =>
  JSON.stringify(await kept(page, "reads")).includes(String(PRICE));
const waiting = async (page: Page) => (await kept(page, "outbox")).length;
const backOnline = async ({ link, page }: Phone) => {
  link.mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
};

accountantsPhone("a phone forgets costs when its user may no longer read them", async (phone) => {
  const { site, page, who, shipment } = phone;
  await page.goto(shipment);
  await shown(page).waitFor();
  await site.database.query(sql`update users set role = 'store' where id = ${who.id}`);
  phone.link.mend();
  await page.reload();
  await until(async () => !await costsKept(page));
  await page.getByText("Jet").first().waitFor();
  assertEquals(await shown(page).count(), 0);
});

accountantsPhone("a phone forgets what it read when its login was ended", async (phone) => {
  const { site, page, who, shipment } = phone;
  await page.goto(shipment);
  await shown(page).waitFor();
  await site.database.query(sql`update users set active = false where id = ${who.id}`);
  await backOnline(phone);
  let asked = 0;
  page.on("request", () => asked++);
  await page.getByText("Your password, please").waitFor();
  assertEquals(await shown(page).isVisible(), false);
  await until(async () => !await costsKept(page));
  assertEquals(await waiting(page), 1, "what waits to be sent stays");
  const before = asked;
  await page.waitForTimeout(3000);
  assert(asked - before < 10, `${asked - before} requests while it waits for the password`);
  phone.link.cut();
  await page.reload();
  await page.waitForSelector("nav.bar a");
  assertEquals(await shown(page).count(), 0);
});

accountantsPhone(
  "a phone shows nothing that is older than the server's last word",
  async (phone) => {
    const { page, shipment } = phone;
    assert(await costsKept(page));
    const goBack = (days: number) =>
      changeSession(page, { confirmedAt: Date.now() - days * 86_400_000 });
    await goBack(13);
    await page.goto(shipment);
    await page.reload();
    await shown(page).waitFor();
    await goBack(15);
    await page.reload();
    await page.waitForSelector("nav.bar a");
    await until(async () => !await costsKept(page));
    assertEquals(await shown(page).count(), 0);
    assertEquals(await waiting(page), 1, "what waits to be sent stays");
  },
);
