import AxeBuilder from "@axe-core/playwright";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";

browserTest(
  "the documentation is read, searched, linked to and tried, on a phone and at a desk",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    const { token } = await site.app.as("owner");
    for (const width of [360, 1440]) {
      const context = await browser.newContext({ viewport: { width, height: 800 } });
      const page = await context.newPage();
      try {
        const wrong: string[] = [];
        page.on("pageerror", (error) => wrong.push(String(error)));
        page.on("console", (line) => line.type() === "error" && wrong.push(line.text()));
        await page.goto(`${origin(site.port)}/api/v1/docs#postInvoices`);
        const invoice = page.locator("#postInvoices");
        await invoice.locator("table").first().waitFor();
        const text = await invoice.innerText();
        const shown = [
          ...["items.unit_price", "Idempotency-Key", "curl -X POST"],
          ...["credit_limit_exceeded", "insufficient_stock"],
        ];
        for (const word of shown) assert(text.includes(word), word);
        assert((await page.innerText("header")).includes(`${origin(site.port)}/api/v1`));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert(wide <= width, `${wide} of ${width}`);
        await page.fill("#token", token);
        assert((await invoice.innerText()).includes(`Bearer ${token}`));
        await page.fill("#find", "insufficient_stock");
        assert(await page.locator("#postInvoices").isVisible());
        assert(!await page.locator("#getRates").isVisible());
        await page.fill("#find", "average_cost");
        assert(await page.locator("#getProducts").isVisible());
        await page.fill("#find", "");
        await page.goto(`${origin(site.port)}/api/v1/docs#getAuthMe`);
        const me = page.locator("#getAuthMe");
        await me.getByRole("button", { name: "Send GET" }).click();
        await me.locator("pre", { hasText: /^200/ }).waitFor();
        assertMatch(await me.innerText(), /"role": "owner"/);
        const { violations } = await new AxeBuilder({ page }).include("#getAuthMe").analyze();
        assertEquals(violations.map(({ id }) => id), []);
        assertEquals(wrong, []);
      } finally {
        await context.close();
      }
    }
    await browser.close();
  },
);
