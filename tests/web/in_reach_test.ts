import type { Page } from "playwright-core";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { phoneOf, scan, shop, untilUnsent } from "./staff_page.ts";

/** How much of the screen has moved since it was opened anew, by no doing of the person. */
async function movedOn(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { moved: number };
    seen.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) seen.moved += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await page.locator(".figures .tile").first().waitFor();
  await page.waitForLoadState("networkidle");
  return await page.evaluate(() => (globalThis as unknown as { moved: number }).moved);
}

browserTest("Home does not move under a finger while it comes", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { post, customer } = await shop(site);
    for (const role of ["sales", "engineer"] as const) {
      const phone = await phoneOf(browser, site, role);
      for (const problem_description of ["Prints no cyan", "No display"]) {
        await post("/service-tickets", {
          customer_id: customer.id,
          problem_description,
          assigned_to: phone.who.id,
        });
      }
      const moved = await movedOn(phone.page);
      // what a figure does not say by itself stands under its name
      if (role === "sales") {
        const tile = (name: string) => phone.page.locator(".figures .tile", { hasText: name });
        await tile("Customers owe us").getByText("advances not taken off").waitFor();
        await tile("Sales this month").getByText("with VAT").waitFor();
        assertEquals(await tile("Overdue invoices").count(), 1);
      }
      console.log(`  layout shift of Home, ${role}: ${moved.toFixed(3)}, limit 0.05`);
      assert(moved < 0.05, `${moved}`);
    }
  } finally {
    await browser.close();
  }
});

browserTest("Save lies over no field in its midst, and clear of Scan", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    await shop(site);
    const { page, open } = await phoneOf(browser, site, "sales");
    await open("/invoices/new");
    await page.getByRole("button", { name: /Rahim Traders/ }).waitFor();
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const [save, scan, bar, pinned] = await Promise.all(
      [".pinned button", "nav.bar [href='#/scan'] .holder", "nav.bar", ".pinned"].map(boxOf),
    );
    assert(scan.y - (save.y + save.height) >= 8, `${scan.y - save.y - save.height} px`);
    // what scrolls goes beneath one whole bar
    assertEquals([pinned.x, pinned.width], [0, bar.width]);
    assert(Math.abs(pinned.y + pinned.height - bar.y) <= 1, "a gap above the bar");
    // on a screen that needs no scrolling it stands on the bar as well
    await open("/products/1");
    await page.getByRole("link", { name: "Places" }).or(
      page.getByRole("button", { name: "Places" }),
    )
      .waitFor();
    const short = await boxOf(".pinned");
    assert(Math.abs(short.y + short.height - bar.y) <= 1, JSON.stringify(short));
    const ground = await page.locator(".pinned").evaluate((one) =>
      getComputedStyle(one).backgroundColor
    );
    assertMatch(ground, /^rgb\(|oklch|color\(/);
  } finally {
    await browser.close();
  }
});

browserTest(
  "no tap takes goods out of stock by chance, and the camera waits to be asked",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { ink, customer } = await shop(site);
      for (const [role, first] of [["sales", ["Invoice"]], ["store", []]] as const) {
        const { page, open } = await phoneOf(browser, site, role);
        await open(`/products/${ink.id}`);
        await page.locator(".figure-line", { hasText: "40 pcs" }).waitFor();
        assertEquals(await page.locator(".pinned .button").allInnerTexts(), [...first]);
      }
      const { page, open, url } = await phoneOf(browser, site, "sales");
      await open(`/invoices/new?customer_id=${customer.id}`);
      await page.locator(".picked", { hasText: "Rahim Traders" }).waitFor();
      assertEquals(await page.locator("video").count(), 0);
      // its code stands once, and how many there are, with the price
      const offered = page.getByRole("button", { name: /Black ink/ });
      assertEquals(await offered.innerText(), "Black ink 1 l (INK-BK)\n40 pcs · ৳1,250.50");
      await page.getByRole("button", { name: "Scan", exact: true }).click();
      await scan(page, "INK-BK");
      await page.getByText("39 left after this").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await untilUnsent(page);
      await page.goto(`${url}#/queue`);
      await page.getByText("Invoice: Rahim Traders, ৳1,250.50").waitFor();
    } finally {
      await browser.close();
    }
  },
);

browserTest("one's own new ticket stays in the list when it is sent", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    await shop(site);
    const phone = await phoneOf(browser, site, "engineer");
    const { page } = phone;
    await phone.open("/customers/new");
    await page.getByText("Page not found").first().waitFor(); // an engineer may not make one
    await phone.open("/service-tickets/new");
    await page.fill("[name=customer_id]", "Nobody yet");
    await page.getByText("Ask sales or accounts to add a new customer").waitFor();
    // a serial that is typed tells as much as one that is scanned
    await page.fill("[name=serial_number]", "sn-9001");
    await page.fill("[name=problem_description]", "Prints no cyan. ".repeat(400));
    await page.locator(".picked", { hasText: "Rahim Traders" }).waitFor();
    await page.getByText("Under warranty").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("At most 5,000 letters").waitFor();
    await page.fill("[name=problem_description]", "Prints no cyan. ".repeat(300));
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    await phone.sendAll();
    await phone.open("/service-tickets");
    const row = page.locator("a.row", { hasText: "Prints no cyan" });
    assert((await row.boundingBox())!.height < 200, "a long text takes two lines of the list");
    assertEquals(await page.getByText("Waits to be sent").count(), 0);
  } finally {
    await browser.close();
  }
});

browserTest("what the server refuses is said in Bangla where the phone is", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { customer, ink, owner } = await shop(site);
    await owner.put(`/customers/${customer.id}`, { credit_limit: 1000 });
    const phone = await phoneOf(browser, site, "sales", { lang: "bn" });
    const { page } = phone;
    await phone.open(`/invoices/new?product_id=${ink.id}&customer_id=${customer.id}`);
    await page.locator(".picked", { hasText: "Rahim Traders" }).waitFor();
    await page.locator(`[name=price-${ink.id}]`).waitFor();
    await page.waitForFunction(
      (name) => !!document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value,
      `price-${ink.id}`,
    );
    await page.click("form button[type=submit]");
    await untilUnsent(page);
    await phone.open("/queue");
    await page.getByRole("button", { name: "এখনই পাঠান" }).first().click();
    const refusal = page.getByText("গ্রাহকের বাকির সীমা ছাড়িয়ে যায়");
    await refusal.waitFor();
    assertEquals(await page.getByText("Conflict").count(), 0);
    await page.locator("a[href*='/invoices/new?write=']").click();
    await refusal.waitFor();
  } finally {
    await browser.close();
  }
});
