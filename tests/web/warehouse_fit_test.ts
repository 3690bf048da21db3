import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { origin } from "./house.ts";
import { fits, signIn } from "./phone.ts";
import { openWarehouse } from "./warehouse.ts";

async function screensOf(site: Site): Promise<string[]> {
  const { manager, shipment, ribbon } = await openWarehouse(site);
  const receipt = await manager.post("/import-logistics/receipts", {
    shipment_id: shipment.id,
    items: [{
      shipment_item_id: shipment.items[1].id,
      received_qty: 12,
      accepted_qty: 10,
      short_qty: 2,
    }],
  });
  const claim = await manager.post("/import-logistics/discrepancies", {
    shipment_id: shipment.id,
    discrepancy_type: "damage",
    quantity: 1,
  });
  return [
    "/shipments?status=local_transport",
    `/shipments/${shipment.id}`,
    `/shipments/${shipment.id}/costs/new`,
    "/receive",
    `/receive/${shipment.id}`,
    "/receipts",
    `/receipts/${receipt.body.data.id}`,
    "/products",
    `/products/${ribbon.id}`,
    "/cycle-count",
    "/discrepancies",
    `/discrepancies/${claim.body.data.id}`,
    `/discrepancies/new?shipment_id=${shipment.id}`,
  ];
}

async function eachScreen(lang: "en" | "bn", look: (page: Page, path: string) => Promise<void>) {
  await using site = await openSite();
  const screens = await screensOf(site);
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const url = `${origin(site.port)}/mobile`;
    await page.addInitScript((lang) => {
      localStorage.setItem("prefs", JSON.stringify({ lang, theme: "light" }));
    }, lang);
    await signIn(page, url, await site.user("manager"));
    for (const path of screens) {
      await page.locator("main").evaluate((main) => main.dataset.seen = "");
      await page.goto(`${url}#${path}`);
      await page.locator("main:not([data-seen]) :is(.card, .list, .form)").first().waitFor();
      await look(page, path);
    }
  } finally {
    await browser.close();
  }
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
    // what scrolls under the pinned button counts as small there; sizes are measured by themselves
    .disableRules("target-size").analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

/** Controls under 44 px; of a box to tick, its label counts. */
function smallOnes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *, .pinned *")]
      .filter((one) => one.matches("a, button, input, select, summary") && one.checkVisibility())
      .map((one) => one.closest<HTMLElement>("label, .box") ?? one)
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML.slice(0, 120))
  );
}

browserTest(
  "every screen of the warehouse is easy to hit and has no fault that axe finds",
  async () => {
    const faults: string[] = [];
    await eachScreen("en", async (page, path) => {
      await fits(page, path);
      const found = [...await faultsOf(page), ...await smallOnes(page)];
      faults.push(...found.map((fault) => `${path} ${fault}`));
    });
    assertEquals(faults, []);
  },
);

browserTest("every screen of the warehouse is in Bangla and fits 360 px", async () => {
  await eachScreen("bn", async (page, path) => {
    await fits(page, path);
    // names and codes are what they are; a button is never English
    const buttons = await page.locator("main .button, .pinned .button, main .chip").allInnerTexts();
    const english = buttons.filter((text) => /[A-Za-z]{4,}/.test(text));
    assert(buttons.length > 0, path);
    assertEquals(english, [], path);
  });
});
