import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { deskKeys, signIn, typeAsScanner } from "./phone.ts";
import { shop } from "./staff_page.ts";

browserTest(
  "at the desk the keyboard finds, goes through a list, opens, makes and saves",
  async () => {
    await using site = await openSite();
    const { customer, owner } = await shop(site);
    assertEquals((await owner.post("/customers", { name: "Aziz Press" })).status, 201);
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(60_000);
      const url = `${origin(site.port)}/mobile`;
      const keys = deskKeys(page);
      await signIn(page, url, await site.user("owner"));
      await page.goto(`${url}#/customers`);
      const row = (name: string) => page.locator("main a.opens", { hasText: name });
      await row("Aziz Press").waitFor();
      await keys;
      await page.waitForLoadState("networkidle");

      await page.keyboard.press("j");
      await page.locator("a.opens:focus", { hasText: "Aziz Press" }).waitFor();
      await page.keyboard.press("j");
      await page.locator("a.opens:focus", { hasText: "Rahim Traders" }).waitFor();
      await page.keyboard.press("k");
      await page.locator("a.opens:focus", { hasText: "Aziz Press" }).waitFor();
      await page.keyboard.press("j");
      await page.locator("a.opens:focus", { hasText: "Rahim Traders" }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(`${url}#/customers?open=${customer.id}`);
      await page.getByText("Owes us").waitFor();
      await page.keyboard.press("Escape");
      await page.waitForURL(`${url}#/customers`);
      await row("Aziz Press").waitFor();

      // what is typed in a field is no command
      await page.keyboard.press("/");
      await page.locator("main [type=search]:focus").waitFor();
      await page.keyboard.type("n/j");
      assertEquals(await page.locator("main [type=search]").inputValue(), "n/j");
      assert(page.url().endsWith("#/customers"), page.url());
      await page.keyboard.press("Escape");

      await page.keyboard.press("n");
      await page.waitForURL(`${url}#/customers/new`);
      await page.fill("[name=name]", "Karim Signs");
      await page.keyboard.press("Control+s");
      await page.getByText("Karim Signs").waitFor();
      await page.waitForURL(`${url}#/customers`);

      // nor is what a scanner types
      await row("Karim Signs").waitFor();
      await typeAsScanner(page, "SN/n-9001");

      // single letters can be turned off
      await page.goto(`${url}#/me`);
      await page.check("[name=keys][value=false]");
      await page.goto(`${url}#/customers`);
      await row("Aziz Press").waitFor();
      await page.keyboard.press("n");
      await page.keyboard.press("j");
      assertEquals(await page.locator("a.opens:focus").count(), 0);
      assert(page.url().endsWith("#/customers"), page.url());
    } finally {
      await browser.close();
    }
  },
);
