import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { businessDate } from "../../domain/business/business.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { deskKeys, fits, signIn, until } from "./phone.ts";
import { shop } from "./staff_page.ts";

const totals = [1_500, 25_000, 900];
/** What the shop has sold before. */
const FIRST = "৳1,50,000.00";

browserTest(
  "at the desk a list is a table: sorted in the address, added up, the record beside it",
  async () => {
    await using site = await openSite();
    const { customer, owner } = await shop(site);
    const ids: number[] = [];
    for (const unit_price of totals) {
      const { status, body } = await owner.post("/invoices", {
        customer_id: customer.id,
        items: [{ description: "Head cleaning", quantity: 1, unit_price }],
      });
      assertEquals(status, 201, JSON.stringify(body));
      ids.push(body.data.id);
    }
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(60_000);
      const url = `${origin(site.port)}/mobile`;
      const keys = deskKeys(page);
      await signIn(page, url, await site.user("owner"));
      await page.goto(`${url}#/invoices?all`);
      await page.locator(".desk tbody tr").nth(2).waitFor();
      assertEquals(await cells(page, 5), ["৳900.00", "৳25,000.00", "৳1,500.00", FIRST]);
      assertEquals(await page.locator(".desk tfoot td").nth(4).innerText(), "৳1,77,400.00");

      const heading = page.locator(".desk th[aria-sort]", { hasText: "Total" });
      await heading.getByRole("button").click();
      await page.waitForURL(`${url}#/invoices?all=&by=total`);
      await page.locator(".desk th[aria-sort=ascending]").waitFor();
      await untilCells(page, ["৳900.00", "৳1,500.00", "৳25,000.00", FIRST]);
      await heading.getByRole("button").click();
      await untilCells(page, [FIRST, "৳25,000.00", "৳1,500.00", "৳900.00"]);

      // the address alone brings order and words back
      await page.goto(`${url}#/`);
      await page.goto(`${url}#/invoices?all=&by=total&search=INV`);
      await untilCells(page, ["৳900.00", "৳1,500.00", "৳25,000.00", FIRST]);
      assertEquals(await page.locator("main [type=search]").inputValue(), "INV");

      await page.locator(".desk tbody tr").nth(1).click();
      await page.waitForURL(`${url}#/invoices?all=&by=total&search=INV&open=${ids[0]}`);
      const beside = page.locator(".beside");
      await beside.getByText("Head cleaning").waitFor();
      assertEquals(await page.locator("tr[aria-selected=true]").count(), 1);
      assertEquals(await page.locator("h1").allInnerTexts(), ["Invoices"]);
      await fits(page, "an invoice beside the list");
      const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa"])
        .analyze();
      assertEquals(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
      if (Deno.env.get("SHOTS")) await page.screenshot({ path: "/tmp/desk-beside.png" });

      // another one takes its place, and one step back is the list
      await page.locator(".desk tbody tr").nth(2).locator("a.opens").click();
      await page.waitForURL(`${url}#/invoices?all=&by=total&search=INV&open=${ids[1]}`);
      await page.goBack();
      await beside.waitFor({ state: "detached" });

      await page.locator(".desk tbody tr").nth(1).click();
      await beside.getByText("Head cleaning").waitFor();
      await page.locator("h1").focus();
      await keys;
      await until(async () => {
        await page.keyboard.press("j", { delay: 120 });
        return await page.locator("a.opens:focus").count() === 1;
      });
      await page.keyboard.press("Escape");
      await beside.waitFor({ state: "detached" });
      assert(page.url().endsWith("#/invoices?all=&by=total&search=INV"), page.url());

      // what does not fit is scrolled to in the table's own box, and what the rows are called stays
      await page.setViewportSize({ width: 1024, height: 900 });
      await page.locator(".desk tbody tr").nth(1).click();
      await beside.waitFor();
      const edges = await page.locator(".desk > .scroll").evaluate((box) => {
        box.scrollLeft = 9999;
        const [inside, first] = [box, box.querySelector("tbody th")!]
          .map((one) => one.getBoundingClientRect().left);
        return { scrolled: box.scrollLeft > 0, off: Math.round(first - inside) };
      });
      assertEquals(edges, { scrolled: true, off: 1 });
      await page.keyboard.press("Escape");

      // what is void stays in the list, and in no sum
      const of900 = ids[totals.indexOf(900)];
      const gone = await owner.post(`/invoices/${of900}/void`, { reason: "twice" });
      assertEquals(gone.status, 200, JSON.stringify(gone.body));
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${url}#/`);
      await page.goto(`${url}#/invoices?all`);
      await page.locator(".desk tfoot th", { hasText: "3 of 4, less what is void" }).waitFor();
      assertEquals(await page.locator(".desk tbody tr").count(), 4);
      assertEquals(await page.locator(".desk tfoot td").nth(4).innerText(), "৳1,76,500.00");

      // a book's long words take two lines, so that its amounts are in sight
      const supplier = await owner.post("/suppliers", {
        name: "Guangzhou Haoyin Digital Technology Co., Ltd.",
        currency: "USD",
      });
      const { status, body } = await owner.post("/import-logistics/supplier-ledger", {
        supplier_id: supplier.body.data.id,
        entry_type: "adjustment",
        entry_date: businessDate(),
        particulars: "Goods received with RCP-2026-000015 of SHP-2026-000019, less their samples",
        credit: 37_541,
        exchange_rate: 122.5,
      });
      assertEquals(status, 201, JSON.stringify(body));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${url}#/supplier-ledger`);
      await page.getByRole("row", { name: /Guangzhou/ }).waitFor();
      const balance = (await page.locator(".desk tbody td.end").last().boundingBox())!;
      assert(balance.x + balance.width <= 1280, JSON.stringify(balance));

      // an account's book stands beside the list too, and the list stays the page
      await page.goto(`${url}#/accounts`);
      await page.getByRole("row", { name: /Cash/ }).click();
      await page.locator(".beside h2, .beside h1").first().waitFor();
      assertEquals(await page.locator("main").count(), 1);
      assertEquals(await page.locator("h1").allInnerTexts(), ["Accounts"]);

      // where there is no room it is the phone's list
      await page.goto(`${url}#/invoices?all=&by=total&search=INV`);
      await page.setViewportSize({ width: 800, height: 900 });
      await page.locator("main a.row").nth(2).waitFor();
      assertEquals(await page.locator(".desk").count(), 0);
    } finally {
      await browser.close();
    }
  },
);

const cells = (page: Page, at: number) =>
  page.locator(`.desk tbody tr > :nth-child(${at + 1})`).allInnerTexts();

async function untilCells(page: Page, wanted: string[]): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      JSON.stringify(
        [...document.querySelectorAll(".desk tbody tr > :nth-child(6)")].map((cell) =>
          (cell as HTMLElement).innerText
        ),
      ) === wanted,
    JSON.stringify(wanted),
  );
}
