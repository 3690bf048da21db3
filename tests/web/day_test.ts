import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { keepEveryScreen, settle, signIn, synced, until } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { openBusiness, openScreen } from "./walk.ts";
import { openWarehouse } from "./warehouse.ts";

/** A day of who receives goods: twenty receipts, a hundred screens, no photos (G18); a fifth without TIMINGS=1. */
const strict = Deno.env.get("TIMINGS") === "1";
const RECEIPTS = strict ? 20 : 4;
const LIMIT = 400 * 1024 * RECEIPTS / 20;
/** The page asks for what changed every five minutes. */
const ROUNDS = 8 * 60 / 5 * RECEIPTS / 20;
const KB = (bytes: number) => `${Math.round(bytes / 1024)} KB`;

browserTest("a day of receiving takes little data", async () => {
  await using site = await openSite();
  await openBusiness(site);
  const reopened = { closed_through: null, note: "the warehouse's stock of years ago" };
  assertEquals((await (await site.app.as("owner")).put("/settings", reopened)).status, 200);
  const { shipment } = await openWarehouse(site);
  const who = await site.user("store");
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const page = await (await browser.newContext()).newPage();
    const url = `${origin(link.port)}/mobile`;
    await signIn(page, url, who);
    const first = link.received;
    await keepEveryScreen(page);
    await synced(page);
    const morning = link.received;

    const views = ["/", "/shipments", `/shipments/${shipment.id}`, "/receipts"];
    const received = async () =>
      (await site.database.query(sql`select from receipts where created_by = ${who.id}`)).length;
    for (let n = 1; n <= RECEIPTS; n++) {
      await openScreen(page, url, `/receive/${shipment.id}`);
      await page.getByRole("button", { name: /^More: Received/ }).first().click();
      await page.getByRole("button", { name: "Submit · 1" }).click();
      await page.waitForFunction(() => location.hash === "#/receipts");
      await settle(page);
      await until(async () => await received() === n);
      for (const view of views) await openScreen(page, url, view);
    }
    const day = link.received - morning;

    const sync = async () => {
      const before = link.received;
      const asked = page.waitForResponse(/\/sync\?/);
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await (await asked).finished();
      // written to the phone after its last byte
      await until(() => page.evaluate(async () => !(await navigator.locks.query()).held!.length));
      return link.received - before;
    };
    // the second still says more than those that nothing came before
    const changes = await sync() + await sync();
    const idle = await sync() * ROUNDS + changes;
    console.log(
      `  G18 ${RECEIPTS} receipts, ${RECEIPTS * 5} views: ${KB(day)}, limit ${
        KB(LIMIT)
      }; ${ROUNDS} ` +
        `rounds of sync ${KB(idle)}; once a version: sign-in ${KB(first)}, screens and lists ${
          KB(morning - first)
        }`,
    );
    assert(day + idle <= LIMIT, `${day} + ${idle} bytes`);
  } finally {
    await browser.close();
    await link.close();
  }
});
