import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { kept, sendNow, synced } from "./phone.ts";
import { phoneOf, shop } from "./staff_page.ts";

browserTest(
  "a phone that is full says so, and keeps what was typed until it is saved",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, ink } = await shop(site);
      const task = (await owner.post("/tasks", { title: "Call Rahim" })).body.data;
      const { page, open } = await phoneOf(browser, site, "manager");
      // as a browser does it where the disk has no room: what was written is undone as a whole
      const room = (some: boolean) =>
        page.evaluate((some) => {
          const proto = IDBObjectStore.prototype as { add: IDBObjectStore["add"]; real?: unknown };
          const add = (proto.real ??= proto.add) as IDBObjectStore["add"];
          proto.add = function (this: IDBObjectStore, ...given: Parameters<typeof add>) {
            const asked = add.apply(this, given);
            if (!some && this.name === "outbox") this.transaction.abort();
            return asked;
          };
        }, some);
      const full = page.getByText("Not saved. Is the phone full?");
      /** Pressed while there is no room, then with room again. */
      const twice = async (press: () => Promise<unknown>, said = full) => {
        await full.waitFor({ state: "detached" });
        await room(false);
        await press();
        await said.waitFor();
        assertEquals((await kept(page, "outbox")).length, 0);
        await room(true);
        await press();
        await page.getByText("Saved on this phone").waitFor();
        assertEquals((await kept(page, "outbox")).length, 1);
        await sendNow(page);
      };
      await synced(page); // what hears of it has come by then

      await open("/tasks/new");
      await page.fill("[name=title]", "Count the ink");
      await twice(() => page.getByRole("button", { name: "Save" }).click());

      await open(`/products/${ink.id}`);
      await page.getByRole("button", { name: "Adjust" }).click();
      await page.fill("dialog [name=quantity]", "2");
      const sheet = page.locator("dialog");
      // in the sheet, and not behind it
      await twice(
        () => sheet.getByRole("button", { name: "Confirm" }).click(),
        sheet.getByText("Not saved. Is the phone full?"),
      );

      await open(`/tasks/${task.id}`);
      await page.fill("[name=comment]", "Called twice");
      await full.waitFor({ state: "detached" });
      await room(false);
      await page.press("[name=comment]", "Enter");
      await full.waitFor();
      assertEquals(await page.inputValue("[name=comment]"), "Called twice");
    } finally {
      await browser.close();
    }
  },
);
