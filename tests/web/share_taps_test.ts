import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { phoneOf, shop } from "./staff_page.ts";

const LIMIT = 12;

interface Handed {
  title: string;
  name: string;
  type: string;
  bytes: number[];
}

/** A browser without a window has no sheet to share by: what the page gives it is kept. */
async function keepShared(page: Page): Promise<() => Promise<Handed | undefined>> {
  await page.addInitScript(() => {
    navigator.canShare = (data) => !!data?.files?.length;
    navigator.share = async ({ files, title } = {}) => {
      const [file] = files!;
      const bytes = [...new Uint8Array(await file.arrayBuffer())];
      Object.assign(globalThis, { handed: { title, name: file.name, type: file.type, bytes } });
    };
  });
  await page.reload();
  return () => page.evaluate(() => (globalThis as { handed?: Handed }).handed);
}

browserTest(
  "from a customer's arrival to the invoice's PDF that is shared: at most 12 taps on a phone",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, post, customer } = await shop(site);
      await owner.put(`/customers/${customer.id}`, { credit_limit: 500_000 });
      await post("/products", {
        name: "Cleaner 5 l",
        selling_price: 300,
        purchase_price: 150,
        opening_stock: 8,
        opening_stock_date: "2020-01-01",
      });
      const phone = await phoneOf(browser, site, "sales");
      const { page } = phone;
      const shared = await keepShared(page);

      const saved = async (products: number, who: string) => {
        await page.locator("main .pinned button[type=submit]").click();
        await page.locator("main").getByText(who).first().click();
        await page.getByRole("button", { name: "Invoice as PDF" }).click();
        const send = page.getByRole("button", { name: "Send to somebody" });
        await send.waitFor();
        if (Deno.env.get("SHOTS")) await page.screenshot({ path: `/tmp/share-${products}.png` });
        await send.click();
        await page.waitForFunction(() => "handed" in globalThis);
        const taps = await phone.taps();
        const [{ id }] = (await owner.get("/invoices?limit=1")).body.data;
        const invoice = (await owner.get(`/invoices/${id}`)).body.data;
        const { title, name, type, bytes } = (await shared())!;
        assertEquals([title, name, type], [name, `${invoice.reference_no}.pdf`, "application/pdf"]);
        assertEquals(new TextDecoder().decode(Uint8Array.from(bytes.slice(0, 5))), "%PDF-");
        assertEquals([invoice.customer_name, invoice.items.length], [who, products]);
        console.log(`  ${who}, ${products} products, to the PDF shared: ${taps} taps`);
        assert(taps <= LIMIT, `${taps} taps, more than ${LIMIT}`);
        return invoice;
      };

      // somebody known, who buys one thing
      await phone.home();
      await page.getByRole("link", { name: "Invoices", exact: true }).click();
      await page.getByRole("link", { name: "New invoice" }).click();
      await page.getByRole("button", { name: /Black ink/ }).click();
      await page.getByRole("button", { name: /Rahim Traders/ }).click();
      assertEquals((await saved(1, "Rahim Traders")).total, 1250.5);

      // somebody new, who buys two
      await page.reload();
      await phone.home();
      await page.getByRole("link", { name: "Invoices", exact: true }).click();
      await page.getByRole("link", { name: "New invoice" }).click();
      await page.getByRole("button", { name: /Black ink/ }).click();
      await page.locator("[name=product_id]").click();
      await page.keyboard.type("Cleaner");
      await page.getByRole("button", { name: /Cleaner/ }).click();
      await page.getByRole("button", { name: "New customer" }).click();
      // the sheet waits for the name
      await page.locator("dialog [name=name]:focus").waitFor();
      await page.keyboard.type("Karim Signs");
      await page.locator("dialog [name=phone]").click();
      await page.keyboard.type("01811111111");
      await page.getByRole("button", { name: "Confirm" }).click();
      const invoice = await saved(2, "Karim Signs");
      assertEquals(invoice.total, 1250.5 + 300);
      const made = (await owner.get(`/customers/${invoice.customer_id}`)).body.data;
      assertEquals(made.phone, "01811111111");
    } finally {
      await browser.close();
    }
  },
);
