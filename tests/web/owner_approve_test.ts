import type { Json } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { done, made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { sendNow, signIn } from "./phone.ts";
import { openLink } from "./proxy.ts";

browserTest(
  "a receipt that changed after an approval offline comes back with the difference",
  async () => {
    await using site = await openSite();
    const { owner, receipts } = await openBusiness(site);
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      await signIn(page, `${origin(link.port)}/admin-mobile`, await site.user("owner"));
      const two = [receipts.whole.id, receipts.another.id];
      const pathOf = (id: number) => `/import-logistics/receipts/${id}`;
      const waiting = page.locator(".badge", { hasText: /Being sent|Approved when online/ });
      await page.click("nav.bar a[href='#/approve']");
      for (const [i, id] of two.entries()) {
        await page.click(`a[href="#/approve/receipt_approve/${id}"]`);
        await page.getByText("Nothing is missing, broken or too much.").waitFor();
        link.cut();
        await page.click(".pinned button");
        await waiting.nth(i).waitFor();
        if (i === 0) link.mend();
      }
      for (const id of two) {
        done(await owner.patch(`${pathOf(id)}/cancel`, { reason: "counted the wrong pallet" }));
      }
      link.mend();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      const cameBack = page.getByRole("heading", { name: "Came back" });
      const understood = page.getByRole("button", { name: "Understood" });
      const back = (id: number) =>
        page.locator("section").first().locator(`a[href="#/approve/receipt_approve/${id}"]`);
      await cameBack.waitFor();
      // before the server has said whether it still waits
      link.delayMs = 2000;
      await back(two[0]).click();
      await page.locator(".thin-bar").waitFor({ state: "attached" });
      await understood.click();
      link.delayMs = 0;
      await page.waitForURL("**/admin-mobile#/approve");
      await back(two[1]).click();
      await page.getByText("It no longer waits").waitFor();
      assertEquals(done(await owner.get(pathOf(two[1]))).status, "cancelled");
      await understood.click();
      await cameBack.waitFor({ state: "detached" });

      // a claim that somebody moved meanwhile: still his to decide, with the difference shown
      const [claim] = (await owner.get("/approvals?kind=claim_resolve")).body.data;
      await page.click(`a[href="#/approve/claim_resolve/${claim.id}"]`);
      await page.getByText("How it ends").waitFor();
      await page.check("[value=written_off]");
      await page.fill("[name=amount]", "0");
      link.cut();
      await page.click(".pinned button");
      await waiting.waitFor();
      const claimPath = `/import-logistics/discrepancies/${claim.id}`;
      done(await owner.patch(`${claimPath}/submit`, {}));
      link.mend();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await cameBack.waitFor({ timeout: 60_000 });
      await page.locator("section").first().locator(`a[href="#/approve/claim_resolve/${claim.id}"]`)
        .click();
      await page.getByText("It changed after you decided").waitFor();
      await page.getByRole("row", { name: "Status Open Submitted" }).waitFor();
      assertEquals(done(await owner.get(claimPath)).status, "submitted");
      await page.check("[value=written_off]");
      await page.fill("[name=amount]", "0");
      await page.click(".pinned button");
      for (let tries = 0; tries < 300; tries++) {
        if (done(await owner.get(claimPath)).status === "resolved") break;
        await new Promise((wake) => setTimeout(wake, 100));
      }
      assertEquals(done(await owner.get(claimPath)).status, "resolved");
    } finally {
      await browser.close();
      await link.close();
    }
  },
);

browserTest(
  "receipts without a gap are approved together, and sending back makes a task",
  async () => {
    await using site = await openSite();
    const { owner, store, receipts } = await openBusiness(site);
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      await signIn(
        page,
        `${origin(site.port)}/admin-mobile#/approve`,
        await site.user("owner"),
      );
      await page.click(`a[href="#/approve/receipt_approve/${receipts.broken.id}"]`);
      await page.getByRole("button", { name: "Send back" }).click();
      const sheet = page.locator("dialog");
      await sheet.getByRole("button", { name: "Confirm" }).click();
      await sheet.getByText("Please fill this in").waitFor();
      await sheet.getByRole("button", { name: "Count again, please" }).click();
      await sheet.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "Approve 2 without any gap" }).click();
      await sendNow(page);
      await page.getByRole("heading", { name: "Receipt to stock in" }).waitFor({ timeout: 60_000 });
      const statuses = () =>
        Promise.all(
          [receipts.whole, receipts.broken, receipts.another].map(async ({ id }) =>
            done(await owner.get(`/import-logistics/receipts/${id}`)).status
          ),
        );
      // they are sent one after the other
      for (let tries = 0; tries < 300 && (await statuses()).includes("draft"); tries++) {
        await new Promise((wake) => setTimeout(wake, 100));
      }
      assertEquals(await statuses(), ["approved", "cancelled", "approved"]);
      const tasks = done(await store.get("/tasks?assigned_to=me"));
      assertEquals(
        tasks.map((task: { description: string; priority: string; related_id: number }) => [
          task.description,
          task.priority,
          task.related_id,
        ]),
        [["Count again, please", "high", receipts.broken.id]],
      );
    } finally {
      await browser.close();
    }
  },
);

browserTest(
  "what one phone took as it stands or put off, no other phone of his asks again",
  async () => {
    await using site = await openSite();
    const { owner, receipts } = await openBusiness(site);
    const supplier_id = (await owner.get("/suppliers")).body.data[0].id;
    for (const amount of [100, 100, 100, 100, 100, 500, 900]) {
      const items = [{ product_name: "Ink", ordered_qty: 1, purchase_value: 1000 }];
      const goods = { supplier_id, currency: "BDT", items };
      const { id } = made(await owner.post("/import-logistics/shipments", goods));
      const cost = { cost_head: "insurance", amount };
      made(await owner.post(`/import-logistics/shipments/${id}/costs`, cost));
    }
    const browser = await launch({ offline: true });
    const link = openLink(site.port);
    try {
      const user = await site.user("owner");
      const open = async (port: number) => {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
        const page = await context.newPage();
        await signIn(page, `${origin(port)}/admin-mobile#/approve`, user);
        await page.getByRole("heading", { name: /Unusual cost/ }).waitFor();
        return page;
      };
      const [one, two] = [await open(site.port), await open(link.port)];
      const money = await one.locator("[aria-label='Unusual cost'] .side").allTextContents();
      assertEquals(money.length, 2);
      assert(money[0].includes("800") && money[1].includes("400"), money.join());

      // the second phone loses its network; there the dear one is taken too, and a receipt is put off
      link.cut();
      const dear = two.locator("[aria-label='Unusual cost'] a").first();
      await dear.click();
      await two.getByRole("button", { name: "It is right" }).click();
      await two.locator(".badge", { hasText: "Approved when online" }).waitFor();
      await two.click(`a[href="#/approve/receipt_approve/${receipts.broken.id}"]`);
      await two.getByRole("button", { name: "Later" }).click();
      await two.locator(".badge", { hasText: "Later" }).waitFor();

      // several at once on the first, taken back, and taken again
      const all = one.getByRole("button", { name: "All 2 are right" });
      await all.click();
      await one.getByRole("button", { name: "Undo" }).click();
      await all.click();
      await sendNow(one);
      const gone = (page: typeof one) =>
        page.getByRole("heading", { name: /Unusual cost/ })
          .waitFor({ state: "detached", timeout: 60_000 });
      await gone(one);
      link.mend();
      await two.evaluate(() => dispatchEvent(new Event("online")));
      await gone(two);
      await two.getByText("Later (1)").waitFor();
      assertEquals(await two.getByRole("heading", { name: "Came back" }).count(), 0);
      await one.reload();
      await one.getByText("Later (1)").click();
      await one.click(`a[href="#/approve/receipt_approve/${receipts.broken.id}"]`);
      await one.getByRole("button", { name: "Approve" }).waitFor(); // may still be decided

      const kept = done(await owner.get("/approvals/acknowledged?sort=created_at"));
      assertEquals(
        kept.map(({ kind, until, seen }: Json) => [kind, until === null, seen.median_percent]),
        [
          ["cost_out_of_range", true, 10],
          ["cost_out_of_range", true, 10],
          ["receipt_approve", false, undefined],
        ],
        "once each, with what was seen",
      );
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
