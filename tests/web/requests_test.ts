import { assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { sendNow, signIn } from "./phone.ts";

browserTest(
  "the owner approves a request beyond a limit, and refuses one with the reason",
  async () => {
    await using site = await openSite();
    const { owner, store } = await openBusiness(site);
    const { id: product_id } = made(
      await owner.post("/products", { name: "Damper", selling_price: 100 }),
    );
    const ask = async (quantity: number) =>
      made(
        await store.post("/approvals/requests", {
          operation: "stock.move",
          body: { product_id, type: "in", quantity, reason: "Counted" },
          reason: "A whole container",
        }),
      );
    const [yes, no] = [await ask(20_000), await ask(90_000)];
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const url = `${origin(site.port)}/admin-mobile#/approve`;
      await signIn(page, url, await site.user("owner"));
      const open = ({ id }: { id: number }) =>
        page.click(`a[href="#/approve/approval_request/${id}"]`);
      await open(yes);
      await page.getByText("Stock in: 20000 × Damper").waitFor();
      await page.getByText("A whole container").waitFor();
      await page.getByText("Counted").waitFor();
      await page.getByText("At risk: ৳20,00,000").waitFor();
      await page.getByRole("button", { name: "Approve" }).click();
      await page.waitForURL(/#\/approve$/);
      await sendNow(page);
      await open(no);
      await page.getByRole("button", { name: "Send back" }).click();
      await page.locator("dialog [name=note]").fill("Count again, please");
      await page.locator("dialog button[type=submit]").click();
      await page.waitForURL(/#\/approve$/);
      await sendNow(page);
      const became = async ({ id }: { id: number }) => {
        const { body } = await store.get(`/approvals/requests/${id}`);
        return [body.data.status, body.data.decision_note];
      };
      await page.getByRole("heading", { name: /Beyond a limit/ }).waitFor({ state: "detached" });
      assertEquals(await became(yes), ["approved", null]);
      assertEquals(await became(no), ["refused", "Count again, please"]);
    } finally {
      await browser.close();
    }
  },
);
