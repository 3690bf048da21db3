import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { done } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { openBusiness } from "./owner_business.ts";
import { openLink } from "./proxy.ts";

/** Taps as the mobile plan counts them (1.4): clicks, from Home on. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  const key = "taps";
  await page.evaluate((name) => {
    const counted = globalThis as unknown as Record<string, number>;
    counted[name] = 0;
    addEventListener("click", () => counted[name]++, { capture: true });
  }, key);
  return () =>
    page.evaluate((name) => (globalThis as unknown as Record<string, number>)[name], key);
}

async function signIn(page: Page, url: string, who: { email: string; password: string }) {
  await page.goto(url);
  await page.waitForSelector("#login[data-ready]");
  await page.fill("#login-id", who.email);
  await page.fill("#login-password", who.password);
  await page.click("#login button[type=submit]");
  await page.waitForSelector("nav.bar a[aria-current]");
}

browserTest(
  "the owner sees, approves and rings up within the taps of T13, T14 and T15",
  async () => {
    await using site = await openSite();
    const { owner, late, receipts, supplier } = await openBusiness(site);
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      await signIn(page, `http://127.0.0.1:${site.port}/admin-mobile`, await site.user("owner"));
      const taps = await countTaps(page);

      // T13: cash, late shipments and open claims, without a tap
      const kpi = (name: string) =>
        page.locator(".kpi", { hasText: name }).locator("b").innerText();
      await page.locator(".kpi", { hasText: "Port rent today" }).waitFor();
      assertEquals(await kpi("Collected today"), "৳12,500");
      assertEquals(await kpi("Late shipments"), "2");
      assertEquals(await kpi("Claims, amount"), "৳28,800");
      // 1 container is 5 days over at $6: the other is still free
      assertEquals(await kpi("Port rent today"), "৳720");
      await page.locator("nav.bar .count", { hasText: "6" }).waitFor();
      assertEquals(await taps(), 0, "T13");

      // T15: from the figure to the phone of the supplier
      await page.click(".kpi:has-text('Late shipments')");
      await page.click(`a[href="#/late?open=${late.id}"]`);
      const call = page.getByRole("link", { name: "Call", exact: true });
      assertEquals(await call.getAttribute("href"), `tel:${supplier.phone.replace(/[^+\d]/g, "")}`);
      assertEquals(await taps() + 1, 3, "T15, with the call itself");
      await page.keyboard.press("Escape");

      // T14: approve one receipt with its evidence read
      await page.click("nav.bar a[href='#/']");
      await page.waitForSelector(".kpi");
      const before = await taps();
      await page.click("nav.bar a[href='#/approve']");
      await page.click(`a[href="#/approve/receipt_approve/${receipts.broken.id}"]`);
      await page.getByText("Pieces rejected, missing or too many: 2.").waitFor();
      await page.getByText("are opened: 1.").waitFor();
      await page.waitForSelector(".evidence img[src^='blob:']");
      await page.click(".pinned button");
      assertEquals(await taps() - before, 3, "T14");
      await page.getByText("Saved on this phone").waitFor();
      const path = `/import-logistics/receipts/${receipts.broken.id}`;
      const statusOf = async () => done(await owner.get(path)).status;
      for (let tries = 0; await statusOf() === "draft" && tries < 300; tries++) {
        await new Promise((wake) => setTimeout(wake, 100));
      }
      assertEquals(await statusOf(), "approved");
      await page.getByRole("heading", { name: "Receipt to post" }).waitFor();
    } finally {
      await browser.close();
    }
  },
);

browserTest(
  "a receipt that changed after an approval offline comes back with the difference",
  async () => {
    await using site = await openSite();
    const { owner, receipts } = await openBusiness(site);
    const link = openLink(site.port);
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      await signIn(page, `http://127.0.0.1:${link.port}/admin-mobile`, await site.user("owner"));
      const { id } = receipts.whole;
      await page.click("nav.bar a[href='#/approve']");
      await page.click(`a[href="#/approve/receipt_approve/${id}"]`);
      await page.getByText("Nothing is missing, broken or too much.").waitFor();
      link.cut();
      await page.click(".pinned button");
      await page.locator(".badge", { hasText: /Being sent|Approved when online/ }).waitFor();

      const path = `/import-logistics/receipts/${id}`;
      done(await owner.patch(`${path}/cancel`, { reason: "counted the wrong pallet" }));
      link.mend();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByRole("heading", { name: "Came back" }).waitFor();
      await page.click(`a[href="#/approve/receipt_approve/${id}"]`);
      await page.getByText("It no longer waits").waitFor();
      assertEquals(done(await owner.get(path)).status, "cancelled");
      await page.getByRole("button", { name: "Understood" }).click();
      await page.getByRole("heading", { name: "Came back" }).waitFor({ state: "detached" });

      // a claim that somebody moved meanwhile: still his to decide, with the difference shown
      const [claim] = (await owner.get("/approvals?kind=claim_resolve")).body.data;
      await page.click(`a[href="#/approve/claim_resolve/${claim.id}"]`);
      await page.getByText("How it ends").waitFor();
      await page.check("[value=written_off]");
      await page.fill("[name=amount]", "0");
      link.cut();
      await page.click(".pinned button");
      await page.locator(".badge", { hasText: /Being sent|Approved when online/ }).waitFor();
      const claimPath = `/import-logistics/discrepancies/${claim.id}`;
      done(await owner.patch(`${claimPath}/submit`, {}));
      link.mend();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByRole("heading", { name: "Came back" }).waitFor({ timeout: 60_000 });
      await page.locator("section").first().locator(`a[href="#/approve/claim_resolve/${claim.id}"]`)
        .click();
      await page.getByText("It changed after you decided").waitFor();
      await page.getByRole("row", { name: "status open submitted" }).waitFor();
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
        `http://127.0.0.1:${site.port}/admin-mobile#/approve`,
        await site.user("owner"),
      );
      await page.click(`a[href="#/approve/receipt_approve/${receipts.broken.id}"]`);
      await page.getByRole("button", { name: "Send back" }).click();
      const sheet = page.locator("dialog");
      await sheet.getByRole("button", { name: "Send back" }).click();
      await sheet.getByText("Please fill this in").waitFor();
      await sheet.getByRole("button", { name: "Count again, please" }).click();
      await sheet.getByRole("button", { name: "Send back" }).click();
      await page.getByRole("button", { name: "Approve 2 without any gap" }).click();
      await page.getByRole("heading", { name: "Receipt to post" }).waitFor({ timeout: 60_000 });
      const statusOf = async (id: number) =>
        done(await owner.get(`/import-logistics/receipts/${id}`)).status;
      for (let tries = 0; tries < 300; tries++) {
        if (await statusOf(receipts.another.id) !== "draft") break;
        await new Promise((wake) => setTimeout(wake, 100));
      }
      assertEquals(
        await Promise.all(
          [receipts.whole, receipts.broken, receipts.another].map(({ id }) => statusOf(id)),
        ),
        ["approved", "cancelled", "approved"],
      );
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

browserTest("a new user's password is shown once, and lets him in", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await signIn(
      page,
      `http://127.0.0.1:${site.port}/admin-mobile#/users/new`,
      await site.user("owner"),
    );
    await page.fill("[name=name]", "Jamal Uddin");
    await page.click("form button[type=submit]");
    await page.locator(".error").first().waitFor();
    await page.fill("[name=phone]", "01811-223344");
    await page.selectOption("[name=role]", "store");
    await page.click("form button[type=submit]");
    const password = await page.locator("code.secret").innerText();
    const login = (secret: string) =>
      site.app.anyone.post("/auth/login", { identifier: "01811-223344", password: secret });
    assertEquals((await login(password)).body.data.user.must_change_password, true);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Jamal Uddin" }).waitFor();
    assertEquals(await page.locator("code.secret").count(), 0);

    await page.getByRole("button", { name: "New password" }).click();
    await page.locator("dialog").getByRole("button", { name: "New password" }).click();
    const second = await page.locator("code.secret").innerText();
    assertEquals([(await login(password)).status, (await login(second)).status], [401, 200]);
    const kept = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name!);
      const texts = await Promise.all(names.map((name) =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = async () => {
            const database = opening.result;
            const all = [];
            for (const store of database.objectStoreNames) {
              all.push(
                await new Promise((found) => {
                  const asked = database.transaction(store).objectStore(store).getAll();
                  asked.onsuccess = () => found(asked.result);
                }),
              );
            }
            resolve(JSON.stringify(all));
          };
        })
      ));
      return texts.join();
    });
    assert(!kept.includes(password) && !kept.includes(second), "a password lies on the phone");
  } finally {
    await browser.close();
  }
});
