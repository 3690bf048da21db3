import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { keepEveryScreen, sendAll, signIn, synced } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { openBusiness, openScreen, routesOf } from "./walk.ts";

/** What a day of work costs in bytes, and what opens without internet though it was never looked at (G13, G18). */
browserTest("a day of the staff costs little data, and lists open without a link", async () => {
  await using site = await openSite();
  await openBusiness(site);
  const who = await site.user("store");
  const link = openLink(site.port);
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const url = `http://127.0.0.1:${link.port}/mobile`;
    await signIn(page, url, who);
    await keepEveryScreen(page);
    await synced(page);

    // nothing of these was opened while there was a link: they come from what was synchronised
    link.cut();
    const lists = (await routesOf("staff")).filter((path) =>
      ["/shipments", "/products", "/receipts", "/tasks", "/discrepancies"].includes(path)
    );
    const records: string[] = [];
    for (const path of lists) {
      await openScreen(page, url, `${path}?all`);
      const said = await page.locator("#screen").innerText();
      assert(!/Not on this phone/.test(said), `${path} is not there`);
      assertEquals(said.match(/\bNaN\b|\bundefined\b|Invalid Date|\[object|\bnull\b/g), null, path);
      const first = page.locator(`main .list a[href^='#${path}/']`).first();
      if (await first.count()) records.push((await first.getAttribute("href"))!.slice(1));
    }
    assert(records.length >= 3, records.join());
    for (const path of records) {
      await openScreen(page, url, path);
      const said = await page.locator("#screen").innerText();
      assertEquals(said.match(/\bNaN\b|\bundefined\b|Invalid Date|\[object|\bnull\b/g), null, path);
    }
    link.mend();

    // the day: a hundred screens looked at, twenty writes
    const before = link.received;
    const views = ["/", ...lists, ...records];
    for (let view = 0; view < 100; view++) {
      await openScreen(page, url, views[view % views.length]);
    }
    for (let n = 0; n < 20; n++) {
      await page.evaluate(() => location.hash = "/tasks/new");
      await page.fill("[name=title]", `Count bay ${n}`);
      await page.click("form button[type=submit]");
      await page.waitForFunction(() => !location.hash.includes("/new"));
    }
    await sendAll(page, url);
    const used = link.received - before;
    console.log(`  G18 a day of 100 views and 20 writes: ${Math.round(used / 1024)} KB, limit 400`);
    assert(used <= 400 * 1024, `${used} bytes`);
  } finally {
    await browser.close();
    await link.close();
  }
});
