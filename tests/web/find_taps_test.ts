import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { phoneOf, shop } from "./staff_page.ts";

browserTest(
  "T16: a part of a serial, a tracking number or a phone finds it in 2 taps",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { post, supplier, customer } = await shop(site);
      const shipment = await post("/import-logistics/shipments", {
        supplier_id: supplier.id,
        tracking_number: "TRK-778899",
        currency: "USD",
        exchange_rate: 120,
        items: [{ product_name: "Printer", ordered_qty: 1, purchase_value: 100, unit: "pcs" }],
      });
      const phone = await phoneOf(browser, site, "manager");
      const { page } = phone;
      for (
        const [part, href] of [
          ["9002", "#/serials/SN-9002"],
          ["7788", `#/shipments/${shipment.id}`],
          ["২-৩৪৫৬৭৮", `#/customers/${customer.id}`],
        ]
      ) {
        await phone.home();
        await page.click("nav.bar a[href='#/search']");
        await page.locator("[role=search] input:focus").waitFor();
        await page.keyboard.type(part);
        await page.click(`main .list a.row[href='${href}']`);
        await page.waitForFunction((href) => location.hash === href, href);
        await page.locator("#screen h1").first().waitFor();
        assertEquals(await phone.taps(), 2, part);
      }
    } finally {
      await browser.close();
    }
  },
);
