import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { sendNow } from "./phone.ts";
import { assertFits, phoneOf, shop, until } from "./staff_page.ts";

const PATH = "/import-logistics";

browserTest(
  "faulty goods are claimed where they are taken back; a shipment in doubt is asked for",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, post, supplier, customer, ink } = await shop(site);
      const bring = async (supplier_id: number) => {
        const goods = { product_id: ink.id, product_name: "Black ink 1 l", ordered_qty: 5 };
        const items = [{ ...goods, purchase_value: 3000 }];
        const { id, items: [item] } = await post(`${PATH}/shipments`, {
          supplier_id,
          currency: "BDT",
          items,
        });
        const counted = [{ shipment_item_id: item.id, received_qty: 5 }];
        const receipt = await post(`${PATH}/receipts`, { shipment_id: id, items: counted });
        await owner.patch(`${PATH}/receipts/${receipt.id}/approve`);
        const posted = await owner.post(`${PATH}/receipts/${receipt.id}/post-stock`, {});
        assertEquals(posted.status, 200, JSON.stringify(posted.body));
        return item.id as number;
      };
      const item = await bring(supplier.id);
      await bring((await post("/suppliers", { name: "Ink of Dhaka" })).id);
      const sale = await post("/invoices", {
        customer_id: customer.id,
        items: [
          { product_id: ink.id, quantity: 2, unit_price: 1250 },
          { description: "Delivery", quantity: 1, unit_price: 100 },
        ],
      });

      const { page, open } = await phoneOf(browser, site, "accounts");
      await open(`/invoices/${sale.id}/return`);
      const line = (name: string) =>
        page.locator(".card", { has: page.getByRole("heading", { name, exact: true }) });
      const claimed = { name: "Faulty, claim from the supplier" };
      await line("Delivery").getByRole("button", { name: "More: Comes back" }).click();
      await line("Black ink 1 l").getByRole("button", { name: "More: Comes back" }).click();
      await line("Black ink 1 l").getByRole("radio", claimed).check();
      // a service is in no state
      assertEquals(await line("Delivery").getByRole("radio").count(), 0);
      await line("Delivery").getByRole("button", { name: "Less: Comes back" }).click();
      await page.fill("[name=reason]", "Dried up");
      await assertFits(page, "the return of goods that are claimed");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Waits to be sent").waitFor();
      await sendNow(page);

      await open("/queue");
      await page.getByText("Needs you", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Edit" }).click();
      await page.getByText(/say by which they came, such as/).first().waitFor();
      await page.getByLabel(/Item of the shipment/).fill(String(item));
      await page.getByRole("button", { name: "Save" }).click();
      const notes = async () => (await owner.get("/credit-notes")).body.data as Json[];
      await until(async () => (await notes()).length === 1);
      const [{ id, discrepancies: [claim] }] = await notes();
      await open(`/credit-notes/${id}`);
      await page.getByRole("link", { name: new RegExp(claim.reference_no) }).click();
      await page.getByText("Return of a customer").waitFor();
      const { supplier_id, quantity } = (await owner.get(`${PATH}/discrepancies/${claim.id}`)).body
        .data;
      assertEquals([supplier_id, quantity], [supplier.id, 1]);
    } finally {
      await browser.close();
    }
  },
);
