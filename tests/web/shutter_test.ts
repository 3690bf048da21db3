import { assert, assertEquals } from "../support/assert.ts";
import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { browserTest, openSite, type Site } from "./browser.ts";
import { bars, qr, withCamera } from "./camera.ts";
import { phoneOf, photo, shop, until, untilUnsent } from "./staff_page.ts";
import { openWarehouse } from "./warehouse.ts";

/** With the camera in the page, driven by presses: a photo is its button and the shutter, no more. */

async function shoot(page: Page, button: string): Promise<void> {
  const photos = await page.locator(".photo img[src]").count();
  await page.locator(button).first().click();
  await page.locator(".camera .shutter:enabled").click();
  // it is used at once, and can be taken out again
  await page.locator(".photo img[src]").nth(photos).waitFor();
  await page.locator(".camera").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove photo" }).nth(photos).waitFor();
}

async function photosOf(site: Site, type: string) {
  return await site.database.query<{ kind: string; width: number; height: number; size: number }[]>(
    sql`select kind, width, height, size_bytes as size from uploads where related_type = ${type}`,
  );
}

function within(task: string, taps: number, limit: number): void {
  console.log(`  ${task}: ${taps} taps with the shutter, limit ${limit}`);
  assert(taps <= limit, `${task}: ${taps} taps`);
}

browserTest(
  "T6 and T8: a machine is scanned and photographed, a ticket closed with a photo",
  async () => {
    await using site = await openSite();
    const { owner, post, customer } = await shop(site);
    await withCamera(bars("SN-9001"), async (browser) => {
      const phone = await phoneOf(browser, site, "engineer");
      await phone.context.grantPermissions(["camera"]);
      const { page } = phone;
      const ticket = await post("/service-tickets", {
        customer_id: customer.id,
        serial_number: "SN-9001",
        problem_description: "Lines in the print",
        assigned_to: phone.who.id,
      });
      await phone.home();
      await page.click("nav.bar a[href='#/scan']");
      await page.getByRole("link", { name: "No power" }).click();
      await page.getByText("Rahim Traders").waitFor();
      await shoot(page, ".add-photo input");
      await page.getByRole("button", { name: "Save" }).click();
      await untilUnsent(page);
      within("T6", await phone.taps(), 5);

      await phone.home();
      await page.getByRole("link", { name: /Lines in the print/ }).click();
      await page.getByRole("link", { name: "Repaired" }).click();
      await shoot(page, ".add-photo input");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      within("T8", await phone.taps(), 5);

      await phone.sendAll();
      const { status, history } = (await owner.get(`/service-tickets/${ticket.id}`)).body.data;
      assertEquals([status, history.at(-1).note], ["closed", "Repaired"]);
      for (const type of ["rma", "service_ticket"]) {
        const [photo, ...others] = await photosOf(site, type);
        assertEquals([others.length, photo.width, photo.height], [0, 640, 480]);
        assert(photo.size <= 300 * 1024, `${photo.size} bytes`);
      }
    });
  },
);

browserTest("T2: a damaged piece is photographed while cartons are scanned", async () => {
  await using site = await openSite();
  await openWarehouse(site);
  await withCamera(qr("TRK-778899"), async (browser) => {
    const phone = await phoneOf(browser, site, "store");
    await phone.context.grantPermissions(["camera"]);
    const { page } = phone;
    await phone.home();
    await page.click("nav.bar a[href='#/scan']");
    await page.getByRole("button", { name: "All as shipped" }).click();
    await shoot(page, "label.file input");
    await page.getByRole("button", { name: "Submit · 34" }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    within("T2", await phone.taps(), 6);
    await phone.sendAll();
    assertEquals((await photosOf(site, "receipt")).map(({ kind }) => kind), ["damage"]);
  });
});

browserTest("T3: each carton before the camera adds one, held as long as it may be", async () => {
  await using site = await openSite();
  const { shipment } = await openWarehouse(site);
  const [held, away] = [2.5, 2];
  await withCamera([
    { dark: bars("RIB-110"), seconds: held },
    { dark: [], seconds: away },
  ], async (browser) => {
    const phone = await phoneOf(browser, site, "store");
    await phone.context.grantPermissions(["camera"]);
    const { page } = phone;
    await phone.open(`/receive/${shipment.id}?scan`);
    const counted = async () =>
      Number(await page.getByLabel("Received", { exact: true }).nth(1).inputValue());
    const before = await phone.taps();
    const at: number[] = [];
    await until(async () => {
      if (await counted() > at.length) at.push(performance.now());
      return at.length >= 3;
    });
    // a third carton comes two rounds after the first: what is held does not count again and again
    const took = at[2] - at[0];
    console.log(`  T3: 3 cartons, ${Math.round(took)} ms from the first to the last`);
    assert(took > (held + 2 * away - .5) * 1000, `${took} ms`);
    await page.getByRole("button", { name: /Submit · \d/ }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    within("T3 after Scan", await phone.taps() - before, 1);
  });
});

browserTest("without a camera the code is typed, and a photo is a file", async () => {
  await using site = await openSite();
  const { shipment } = await openWarehouse(site);
  await withCamera([], async (browser) => {
    const phone = await phoneOf(browser, site, "store");
    const { page } = phone;
    // asked for the camera, this person says no
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("denied", "NotAllowedError"));
    });
    await phone.home();
    await page.click("nav.bar a[href='#/scan']");
    await page.getByText("The camera is not available").waitFor();
    await page.getByText("tap the lock").waitFor();
    await page.locator("#code:focus").waitFor();
    await phone.open(`/receive/${shipment.id}`);
    const photos = page.locator(".photo img[src]");
    const damaged = page.locator("label.file input").first();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), damaged.click()]);
    await chooser.setFiles(photo);
    await photos.first().waitFor();
    // the same input is there to be filled in without any press
    await damaged.setInputFiles(photo.replace("192", "512"));
    await photos.nth(1).waitFor();
    await page.locator(".badge", { hasText: "0 accepted" }).first().waitFor();
  });
});
