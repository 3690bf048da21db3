import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { deskKeys, signIn, until } from "./phone.ts";
import { shop } from "./staff_page.ts";

browserTest(
  "a field that looks for a record takes it by Enter or by the arrows, and Tab goes on from there",
  async () => {
    await using site = await openSite();
    const { owner, post, supplier } = await shop(site);
    const supplier_id = supplier.id;
    const lc = await post("/lc-tt", { supplier_id, type: "LC", amount: 900, currency: "USD" });
    await post("/lc-tt", { supplier_id, type: "LC", amount: 500, currency: "USD" });
    await post("/suppliers", { name: "Shenzhen Boards", currency: "CNY" });
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.setDefaultTimeout(60_000);
      const url = `${origin(site.port)}/mobile`;
      const keys = deskKeys(page);
      await signIn(page, url, await site.user("manager"));
      await keys;
      await page.goto(`${url}#/shipments/new`);
      await page.locator("[name=supplier_id]").waitFor();
      const to = async (name: string) => {
        const there = page.locator(`[name=${name}]:focus`);
        for (let presses = 0; await there.count() === 0; presses++) {
          assert(presses < 12, `Tab does not come to ${name}`);
          await page.keyboard.press("Tab");
        }
      };
      await to("supplier_id");
      // what was typed is looked for before it is taken, however fast Enter follows
      await page.keyboard.type("Guang");
      await page.keyboard.press("Enter");
      await page.locator(".picked", { hasText: "Guangzhou Print Tech" }).locator("button:focus")
        .waitFor();
      assert(page.url().endsWith("#/shipments/new"), "Enter sent the form");
      await page.keyboard.press("Tab");
      await page.locator("[name=goods]:focus").waitFor();
      await page.keyboard.type("Fan; 3; pcs; 12.5");
      await page.keyboard.press("Enter");
      await page.keyboard.type("Cutter; 2; box; 8");
      await page.getByText("2 lines, together 20.5").waitFor();
      await to("currency");
      await page.keyboard.press("Space");
      await page.locator("[name=currency][value=USD]:checked").waitFor();
      await to("exchange_rate");
      await page.keyboard.type("122");
      await to("lc_tt_id");
      // the one that was entered before the last
      await page.locator("ul[aria-label='LC or TT that pays it'] button").nth(1).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown"); // there is no third
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.locator(".picked button:focus").waitFor();
      await page.keyboard.press("Control+s");
      await page.waitForURL(`${url}#/shipments`);
      const list = async () => (await owner.get("/import-logistics/shipments")).body.data;
      await until(async () => (await list()).length === 1);
      const [{ id }] = await list();
      const shipment = (await owner.get(`/import-logistics/shipments/${id}`)).body.data;
      assertEquals([shipment.supplier_id, shipment.lc_tt_id], [supplier_id, lc.id]);
      assertEquals(
        shipment.items.map((one: Record<string, unknown>) => [
          one.product_name,
          one.ordered_qty,
          one.unit,
          one.purchase_value,
        ]),
        [["Fan", 3, "pcs", 12.5], ["Cutter", 2, "box", 8]],
      );
    } finally {
      await browser.close();
    }
  },
);
