import { assert, assertEquals } from "../support/assert.ts";
import { done } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { openBusiness } from "./owner_business.ts";
import { countTaps, sendNow, signIn } from "./phone.ts";
import { origin } from "./house.ts";

browserTest(
  "the owner sees, approves and rings up within the taps of T13, T14 and T15",
  async () => {
    await using site = await openSite();
    const { owner, late, receipts, supplier } = await openBusiness(site);
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      await signIn(page, `${origin(site.port)}/admin-mobile`, await site.user("owner"));
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
      await page.getByText("are opened: 1, over").waitFor();
      await page.waitForSelector(".evidence img[src^='blob:']");
      await page.click(".pinned button");
      assertEquals(await taps() - before, 3, "T14");
      await page.getByText("Saved on this phone").waitFor();
      await sendNow(page);
      const path = `/import-logistics/receipts/${receipts.broken.id}`;
      const statusOf = async () => done(await owner.get(path)).status;
      for (let tries = 0; await statusOf() === "draft" && tries < 300; tries++) {
        await new Promise((wake) => setTimeout(wake, 100));
      }
      assertEquals(await statusOf(), "approved");
      await page.getByRole("heading", { name: "Receipt to stock in" }).waitFor();
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
      `${origin(site.port)}/admin-mobile#/users/new`,
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
    await page.getByRole("heading", { name: "Jamal Uddin", exact: true }).waitFor();
    await page.locator("code.secret").waitFor({ state: "detached" });

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
