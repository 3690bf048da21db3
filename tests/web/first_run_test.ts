import { assertEquals } from "../support/assert.ts";
import { done, made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { fits, sendNow, signIn } from "./phone.ts";

browserTest(
  "an empty business leads from the owner to the first invoice, then steps aside",
  async () => {
    await using site = await openSite();
    const owner = await site.app.as("owner");
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      page.setDefaultTimeout(60_000);
      const url = `${origin(site.port)}/admin-mobile`;
      await signIn(page, url, await site.user("owner"));
      const steps = page.getByRole("list", { name: "From here to the first invoice" });
      await steps.waitFor();
      await fits(page, "the first steps");
      // no zeros in its place
      assertEquals(await page.locator(".kpi").count(), 0);
      const isDone = (step: string) =>
        steps.getByRole("listitem").filter({ hasText: step }).getByText("Done").waitFor();

      await steps.getByText("Name and BIN of the business").click();
      await page.fill("[name=vat_name]", "Example Machinery Ltd.");
      await page.fill("[name=vat_bin]", "004712345-0101");
      await page.getByRole("button", { name: "Save" }).click();
      await steps.waitFor();
      await sendNow(page);
      await isDone("Name and BIN of the business");
      const { vat_name, vat_bin } = done(await owner.get("/settings"));
      assertEquals([vat_name, vat_bin], ["Example Machinery Ltd.", "004712345-0101"]);

      const product = made(await owner.post("/products", { name: "Black ink 1 l" }));
      made(
        await owner.post("/users", { name: "Jamal Uddin", phone: "01811-223344", role: "store" }),
      );
      await page.reload();
      await isDone("First product, with what is in stock");
      await isDone("A user for each who works here");

      // what was owed before is no sale yet
      const customer = made(
        await owner.post("/customers", { name: "Rahim", opening_balance: 500 }),
      );
      await page.reload();
      await isDone("First product, with what is in stock");
      made(
        await owner.post("/invoices", {
          customer_id: customer.id,
          items: [{ description: product.name, quantity: 1, unit_price: 500 }],
        }),
      );
      await page.reload();
      await page.locator(".kpi").first().waitFor();
      assertEquals(await steps.count(), 0);
    } finally {
      await browser.close();
    }
  },
);
