import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { kept, sendNow, synced, until } from "./phone.ts";
import { phoneOf, photo, shop } from "./staff_page.ts";

browserTest(
  "a phone that is full says so, and keeps what was typed until it is saved",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, post, ink, customer } = await shop(site);
      await post("/products", { name: "Cleaning liquid", sku: "CLEAN", opening_stock: 5 });
      const task = (await owner.post("/tasks", { title: "Call Rahim" })).body.data;
      const { page, open } = await phoneOf(browser, site, "manager");
      // as a browser does it where the disk has no room: what was written is undone as a whole
      const room = (writes: number) =>
        page.evaluate((writes) => {
          const proto = IDBObjectStore.prototype as { add: IDBObjectStore["add"]; real?: unknown };
          const add = (proto.real ??= proto.add) as IDBObjectStore["add"];
          proto.add = function (this: IDBObjectStore, ...given: Parameters<typeof add>) {
            const asked = add.apply(this, given);
            if (this.name === "outbox" && writes-- < 1) this.transaction.abort();
            return asked;
          };
        }, writes);
      const full = page.getByText("Not saved. Is the phone full?");
      /** Pressed while there is room for all but the last of so many writes, then with room again. */
      const twice = async (press: () => Promise<unknown>, { said = full, writes = 1 } = {}) => {
        await full.waitFor({ state: "detached" });
        await room(writes - 1);
        await press();
        await said.waitFor();
        assertEquals((await kept(page, "outbox")).length, 0);
        await room(writes);
        await press();
        await until(async () => (await kept(page, "outbox")).length >= writes);
        assertEquals((await kept(page, "outbox")).length, writes);
        await sendNow(page);
      };
      await synced(page); // what hears of it has come by then

      await open("/tasks/new");
      await page.fill("[name=title]", "Count the ink");
      await twice(() => page.getByRole("button", { name: "Save" }).click());

      await open(`/products/${ink.id}`);
      // what it opened with is less, and the button moves when the rest comes
      await page.getByRole("list", { name: "Movements" }).waitFor();
      await page.getByRole("button", { name: "Adjust" }).click();
      await page.fill("dialog [name=quantity]", "2");
      const sheet = page.locator("dialog");
      // in the sheet, and not behind it
      await twice(
        () => sheet.getByRole("button", { name: "Confirm" }).click(),
        { said: sheet.getByText("Not saved. Is the phone full?") },
      );

      // money with its paper, and a count of two products: all or nothing
      await open(`/payments/new?customer_id=${customer.id}&customer_id_title=Rahim`);
      await page.fill("[name=amount]", "150.5");
      await page.setInputFiles(".add-photo input", photo);
      await page.locator(".photo img").waitFor();
      await twice(() => page.getByRole("button", { name: "Save" }).click(), { writes: 2 });
      await open("/cycle-count");
      for (const name of ["Black ink 1 l", "Cleaning liquid"]) {
        await page.locator(".card", { hasText: name }).getByRole("button", { name: /^More/ })
          .click();
      }
      const handIn = page.getByRole("button", { name: "Hand in · 2 counted" });
      await twice(() => handIn.click(), { writes: 2 });

      await open(`/tasks/${task.id}`);
      await page.fill("[name=comment]", "Called twice");
      await full.waitFor({ state: "detached" });
      await room(0);
      await page.press("[name=comment]", "Enter");
      await full.waitFor();
      assertEquals(await page.inputValue("[name=comment]"), "Called twice");
    } finally {
      await browser.close();
    }
  },
);
