import type { Page } from "playwright-core";
import type { Role } from "../../domain/access/access.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { dhakaDay } from "./days.ts";
import { origin } from "./house.ts";
import { fits, keepEveryScreen, sendAll, signIn } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { openWarehouse } from "./warehouse.ts";

const clock = (page: Page) => page.locator(".clock");

browserTest("a container is entered and leaves the port, without internet", async () => {
  await using site = await openSite();
  const { manager, shipment } = await openWarehouse(site);
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
      .newPage();
    const url = `${origin(link.port)}/mobile`;
    await signIn(page, url, await site.user("accounts"));
    await keepEveryScreen(page);
    await page.goto(`${url}#/shipments/${shipment.id}`);
    await page.getByText("MSKU9070323").first().waitFor();
    await page.getByText("rent a day").waitFor();
    link.cut();

    await page.getByRole("link", { name: "Add container" }).click();
    const field = page.locator("[name=container_number]");
    const warning = page.locator(".field .warning");
    await field.fill("csqu 305438 4");
    await warning.getByText("it ends in 3").waitFor();
    await field.fill("csqu 305438 3");
    assertEquals(await warning.innerText(), "", "a right digit is not warned of");
    await field.fill("box");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Letters and digits, such as").waitFor();
    assertEquals(
      await page.evaluate(() => document.activeElement?.getAttribute("name")),
      [
        "container_number",
      ].join(),
    );
    // warned of, and taken: some containers carry numbers of their own
    await field.fill("csqu 305438 4");
    await page.locator(".chip", { hasText: "40 ft" }).click();
    await page.locator("[name=arrived_on]").fill(dhakaDay(-2));
    await page.locator("[name=free_days]").fill("৭");
    await page.getByRole("button", { name: "Save" }).click();
    await clock(page).filter({ hasText: "CSQU3054384" }).getByText("Waits to be sent").waitFor();

    const first = clock(page).filter({ hasText: "MSKU9070323" });
    await first.getByRole("button", { name: "Gate out today" }).click();
    const day = page.locator("dialog [name=gate_out_on]");
    assertEquals(await day.inputValue(), dhakaDay(0));
    await day.fill(dhakaDay(-6));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Not before").waitFor();
    await day.fill(dhakaDay(0));
    await page.getByRole("button", { name: "Confirm" }).click();
    await first.getByText("Left the port").waitFor();
    assertEquals(await first.getByText("Demurrage").count(), 0, "its clock stands");
    await first.getByRole("button", { name: "Empty returned today" }).waitFor();
    await fits(page, "the shipment");

    link.mend();
    await sendAll(page, url);
    const { body } = await manager.get(`/import-logistics/shipments/${shipment.id}/containers`);
    assertEquals(
      body.data.map((box: Record<string, unknown>) => [
        box.container_number,
        box.size,
        box.free_days,
        box.arrived_on,
        box.gate_out_on,
      ]),
      [
        ["MSKU9070323", 20, 4, dhakaDay(-5), dhakaDay(0)],
        ["CSQU3054384", 40, 7, dhakaDay(-2), null],
      ],
    );
  } finally {
    await browser.close();
    await link.close();
  }
});

browserTest("the free time is seen by store and accounts, taka by accounts only", async () => {
  await using site = await openSite();
  const { shipment } = await openWarehouse(site);
  const browser = await launch();
  try {
    const seen: Record<string, unknown> = {};
    for (const role of ["store", "accounts"] as const satisfies Role[]) {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
        .newPage();
      const url = `${origin(site.port)}/mobile`;
      await signIn(page, url, await site.user(role));
      await page.goto(`${url}#/shipments/${shipment.id}`);
      await clock(page).getByText("Days over: 1").waitFor();
      seen[role] = [
        await clock(page).getByText("৳1,440.00").count(),
        await page.getByRole("button", { name: "Gate out today" }).count(),
        await page.getByRole("link", { name: "Add container" }).count(),
      ];
    }
    assertEquals(seen, { store: [0, 0, 0], accounts: [2, 1, 1] });
  } finally {
    await browser.close();
  }
});
