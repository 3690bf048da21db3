import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { countTaps, keepEveryScreen, scanCode, sendAll, signIn, synced } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { openWarehouse } from "./warehouse.ts";
import { origin } from "./house.ts";

async function scanFromHome(page: Page, url: string, code: string) {
  await page.goto(`${url}#/`);
  await page.locator("nav.bar a[aria-current]").waitFor();
  const taps = await countTaps(page);
  await page.click("nav.bar a[href='#/scan']");
  await page.locator(".viewfinder").waitFor();
  await scanCode(page, code);
  return taps;
}

browserTest("T5 and T12 offline: the next status with its note, and a cost", async () => {
  await using site = await openSite();
  const { manager, shipment } = await openWarehouse(site);
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const page = await (await browser.newContext()).newPage();
    const url = `${origin(link.port)}/mobile`;
    await signIn(page, url, await site.user("accounts"));
    await keepEveryScreen(page);
    await synced(page);
    link.cut();

    const move = await scanFromHome(page, url, "TRK-778899");
    await page.getByRole("button", { name: "Next: At the warehouse" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    // the step that waits is the one that the next builds on
    await page.getByRole("button", { name: "Next: Quality check" }).waitFor();
    assert(await move() <= 3, "T5 takes more than 3 taps");

    const cost = await scanFromHome(page, url, "MSKU9070323");
    await page.getByRole("button", { name: "Add cost" }).click();
    await page.locator(".chip", { hasText: "Transport" }).click();
    await page.locator("[name=amount]").click();
    await page.keyboard.type("১২,৫০০");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Waits to be sent").first().waitFor();
    assert(await cost() <= 5, "T12 takes more than 5 taps");

    link.mend();
    await sendAll(page, url);
    const { data } = (await manager.get(`/import-logistics/shipments/${shipment.id}`)).body;
    assertEquals(data.status, "warehouse_received");
    assertEquals(data.history.at(-1).note ?? data.history[0].note, "As planned");
    assertEquals(
      data.costs.map((one: { cost_head: string; amount: number }) => [one.cost_head, one.amount]),
      [["freight", 45000], ["local_transport", 12500]],
    );
  } finally {
    await browser.close();
    await link.close();
  }
});

browserTest("T4 offline: one item out of stock; a count by bin becomes adjustments", async () => {
  await using site = await openSite();
  const { manager, ribbon, printer } = await openWarehouse(site);
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const page = await (await browser.newContext()).newPage();
    const url = `${origin(link.port)}/mobile`;
    await signIn(page, url, await site.user("store"));
    await keepEveryScreen(page);
    await synced(page);
    await page.goto(`${url}#/cycle-count`);
    await page.getByText("Inkjet printer X1").waitFor();
    link.cut();

    const out = await scanFromHome(page, url, "RIB-110");
    await page.getByRole("button", { name: "Stock out" }).click();
    await page.getByRole("button", { name: "More: Pieces" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Out: 2 × Ribbon 110 mm").first().waitFor();
    assert(await out() <= 4, "T4 takes more than 4 taps");
    // what is said of a number comes while it is typed, and takes nothing away from who types
    await page.getByRole("button", { name: "Stock out" }).click();
    const quantity = page.locator("dialog [name=quantity]");
    await quantity.fill("");
    await quantity.pressSequentially("999");
    await page.locator("dialog").getByText(/^Only \d+ pcs in stock/).waitFor();
    assertEquals(await quantity.inputValue(), "999");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });

    await page.goto(`${url}#/cycle-count`);
    await page.getByText("Inkjet printer X1").first().waitFor(); // what is there to count is shown
    assertEquals(await page.getByText(/\b(4|30) pcs/).count(), 0);
    await page.getByRole("button", { name: "Scan to count" }).click();
    for (let n = 0; n < 3; n++) await scanCode(page, "PRN-X1");
    await page.getByRole("button", { name: "Hand in · 1 counted" }).click();
    await page.getByText("1 counted, 1 differ").waitFor();

    link.mend();
    await sendAll(page, url);
    const stock = async (id: number) => (await manager.get(`/products/${id}`)).body.data.stock_qty;
    assertEquals([await stock(ribbon.id), await stock(printer.id)], [28, 3]);
    const reasons = await site.database.query<{ kind: string; reason: string }[]>(sql`
      select kind, reason from stock_movements where kind <> 'opening' order by id`);
    assertEquals(reasons, [
      { kind: "out", reason: "Issued" },
      { kind: "adjustment", reason: "Cycle count" },
    ]);
  } finally {
    await browser.close();
    await link.close();
  }
});
