import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { assertFits, phoneOf, photo, shop } from "./staff_page.ts";

const RMAS = "/import-logistics/rmas";

browserTest("T6: a new RMA from a scanned serial takes at most 5 taps, photo and all", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, customer } = await shop(site);
    const phone = await phoneOf(browser, site, "engineer");
    const { page } = phone;
    await phone.home();
    await page.click("nav.bar a[href='#/scan']");
    await page.waitForSelector(".viewfinder");
    // a scanner that is a keyboard; the camera's path is the same from here on
    await page.keyboard.type("SN-9001");
    await page.keyboard.press("Enter");
    await page.getByText("Under warranty").first().waitFor();
    await page.getByRole("link", { name: "No power" }).click();
    await page.getByText("Rahim Traders").waitFor();
    // one tap opens the phone's camera
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.locator(".add-photo input").click(),
    ]);
    await chooser.setFiles(photo);
    await page.waitForSelector(".photo img[src]");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("T-", { exact: false }).first().waitFor();
    const taps = await phone.taps();
    console.log(`  T6: ${taps} taps, limit 5`);
    assert(taps <= 5, `${taps} taps`);
    await phone.sendAll();
    const [rma] = (await owner.get(RMAS)).body.data;
    assertEquals(rma.customer_id, customer.id);
    assertEquals(rma.machine_serial_number, "SN-9001");
    assertEquals(rma.fault_description, "No power");
    const { uploads, warranty } = (await owner.get(`${RMAS}/${rma.id}`)).body.data;
    assertEquals([uploads.length, warranty.covered], [1, true]);
  } finally {
    await browser.close();
  }
});
