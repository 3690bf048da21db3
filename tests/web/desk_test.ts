import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { fits, signIn } from "./phone.ts";

const MORE_INVOICES = 40;

browserTest(
  "at the desk the bar stands at the side and a screen shows what a phone scrolls for",
  async () => {
    await using site = await openSite();
    const { owner } = await openBusiness(site);
    const { body: { data: [customer] } } = await owner.get("/customers?limit=1");
    const { body: { data: [product] } } = await owner.get("/products?limit=1");
    const stock = { product_id: product.id, quantity: 1000, type: "in", reason: "Found" };
    assertEquals((await owner.post("/products/stock-movement", stock)).status, 201);
    for (let n = 0; n < MORE_INVOICES; n++) {
      const { status, body } = await owner.post("/invoices", {
        customer_id: customer.id,
        items: [{ description: "Service", quantity: 1, unit_price: 500 + n }],
      });
      assertEquals(status, 201, JSON.stringify(body));
    }
    const browser = await launch();
    try {
      for (const [width, height, lang] of [[1440, 900, "en"], [1920, 1080, "bn"]] as const) {
        const context = await browser.newContext({
          viewport: { width, height },
          locale: "en-GB",
          timezoneId: "Asia/Dhaka",
        });
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        const url = `${origin(site.port)}/mobile`;
        await signIn(page, url, await site.user("owner"));
        await page.goto(`${url}#/me`);
        await page.check(`[name=lang][value=${lang}]`);
        for (
          const path of [
            "/",
            "/invoices",
            "/invoices/new",
            "/customers",
            "/shipments",
            "/products",
          ]
        ) {
          await page.goto(`${url}#${path}`);
          await page.locator("main:not([data-seen]) :is(.card, .list, .form, .tiles, .desk)")
            .first()
            .waitFor();
          await fits(page, `${path} at ${width}`);
          const bar = await boxOf(page, "nav.bar");
          assert(bar.x === 0 && bar.width < 130 && bar.height >= height - 1, JSON.stringify(bar));
          const main = await boxOf(page, "main");
          assert(main.x >= bar.width && main.width > 900, JSON.stringify(main));
          const { violations } = await new AxeBuilder({ page })
            .withTags(["wcag2a", "wcag2aa", "wcag21aa"]).analyze();
          assertEquals(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0].html}`), []);
          if (Deno.env.get("SHOTS")) {
            const name = path.replaceAll("/", "_");
            await page.screenshot({ path: `/tmp/desk${name}-${lang}-${width}.png` });
          }
        }
        await page.goto(`${url}#/invoices`);
        await page.locator(".desk tbody tr").nth(20).waitFor();
        const seen = await page.locator(".desk tbody tr").evaluateAll(
          (rows, bottom) =>
            rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length,
          height,
        );
        assert(seen >= 12, `${seen} invoices on a screen of ${width} × ${height}`);
        await context.close();
      }
    } finally {
      await browser.close();
    }
  },
);

/** Where it stands; a screen that is drawn anew in this moment is waited for. */
async function boxOf(page: Page, selector: string) {
  for (;;) {
    const box = await page.locator(selector).first().boundingBox();
    if (box) return box;
  }
}
