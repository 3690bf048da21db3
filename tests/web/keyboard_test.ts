import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { done } from "../support/receiving.ts";
import { openBusiness } from "./owner_business.ts";
import { sendAll, sendNow, signIn, until } from "./phone.ts";
import { openWarehouse } from "./warehouse.ts";

/** Moves on with Tab until what has the focus is called so; it has to be seen, and not under a bar. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const { said, seen } = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement;
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const over = document.elementFromPoint(x, y);
      return {
        said: one.getAttribute("aria-label") ?? one.innerText,
        seen: !!over && (one.contains(over) || over.contains(one)),
      };
    });
    if (!name.test(said)) continue;
    assert(seen, `${said} has the focus and is covered`);
    return;
  }
  throw new Error(`Tab does not come to ${name}`);
}

browserTest("T1 is done by the keyboard alone: scan, all as shipped, submit", async () => {
  await using site = await openSite();
  await openWarehouse(site);
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } }))
      .newPage();
    const url = `http://127.0.0.1:${site.port}/mobile`;
    await signIn(page, url, await site.user("store"));
    await tabTo(page, /^Scan$/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#code");
    await page.focus("#code");
    await page.keyboard.type("TRK-778899");
    await page.keyboard.press("Enter");
    await page.getByText("Inkjet printer X1").first().waitFor();
    await tabTo(page, /^All as shipped$/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Submit · 34 pcs$/);
    await page.keyboard.press("Enter");
    await page.getByText("Waits to be sent").first().waitFor();
    await sendAll(page, url);
    const [{ n }] = await site.database.query<[{ n: number }]>(
      sql`select sum(received_qty)::int as n from receipt_items`,
    );
    assertEquals(n, 34);
  } finally {
    await browser.close();
  }
});

browserTest("T14 is done by the keyboard alone: approvals, the card, approve", async () => {
  await using site = await openSite();
  const { owner, receipts } = await openBusiness(site);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await signIn(
      page,
      `http://127.0.0.1:${site.port}/admin-mobile`,
      await site.user("owner"),
    );
    await page.locator("nav.bar .count").waitFor();
    await tabTo(page, /Approve$/);
    await page.keyboard.press("Enter");
    const { id, reference_no } = receipts.whole;
    await page.locator(`a[href="#/approve/receipt_approve/${id}"]`).waitFor();
    await tabTo(page, new RegExp(reference_no));
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is missing, broken or too much.").waitFor();
    await tabTo(page, /^Approve$/);
    await page.keyboard.press("Enter");
    await sendNow(page);
    await until(async () =>
      done(await owner.get(`/import-logistics/receipts/${id}`)).status === "approved"
    );
  } finally {
    await browser.close();
  }
});
