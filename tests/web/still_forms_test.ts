import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { fits } from "./phone.ts";
import { phoneOf, shop } from "./staff_page.ts";

const LIMIT = 0.05;
const RECORDS = 6;

interface Shift {
  value: number;
  sources: { node?: Element }[];
}
interface Moved {
  moved: number;
  what: string[];
}

/** A form, and what its pickers offer once they have come. */
const forms = [
  ["/invoices/new", ["Black ink 6", "Customer 6"]],
  ["/shipments/new", ["Supplier 6"]],
  ["/service-tickets/new", ["Customer 6"]],
] as const;

browserTest(
  "a form stands still while its pickers load, with many records and with one",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { post } = await shop(site);
      for (const many of [false, true]) {
        for (let n = 1; many && n <= RECORDS; n++) {
          await post("/customers", { name: `Customer ${n}`, phone: `0171100000${n}` });
          await post("/suppliers", { name: `Supplier ${n}`, currency: "USD" });
          await post("/products", {
            name: `Black ink ${n}`,
            selling_price: 900,
            opening_stock: 4,
            opening_stock_date: "2020-01-01",
          });
        }
        // a phone that has read none of them yet
        const { page, url } = await phoneOf(browser, site, "manager");
        await page.addInitScript(() => {
          const seen: Moved = { moved: 0, what: [] };
          Object.assign(globalThis, { seen });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as unknown as Shift[]) {
              seen.moved += entry.value;
              seen.what.push(
                ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? ""),
              );
            }
          }).observe({ type: "layout-shift", buffered: true });
        });
        for (const [path, offered] of forms) {
          await page.goto(`${url}#${path}`);
          await page.reload();
          await page.locator("main form").waitFor();
          for (const one of many ? offered : []) await page.getByText(one).first().waitFor();
          await page.locator("main form ul button.row").first().waitFor();
          await page.waitForLoadState("networkidle");
          const { moved, what } = await page.evaluate(() =>
            (globalThis as unknown as { seen: Moved }).seen
          );
          const said = `${path}, ${many ? "many" : "few"}: ${moved.toFixed(3)}, limit ${LIMIT}`;
          console.log(`  layout shift of ${said}`);
          assert(moved < LIMIT, `${said}\n${what.join("\n")}`);
          // opened again it keeps room for no more than there is
          await page.goto(`${url}#/me`);
          await page.locator("main form").waitFor({ state: "detached" });
          await page.goto(`${url}#${path}`);
          await page.locator("main form ul button.row").first().waitFor();
          assertEquals(await page.locator("main form .room").count(), 0);
          await fits(page, path);
          if (Deno.env.get("SHOTS")) {
            await page.screenshot({ path: `/tmp/still${path.replaceAll("/", "_")}-${many}.png` });
          }
        }
        await page.context().close();
      }
    } finally {
      await browser.close();
    }
  },
);
