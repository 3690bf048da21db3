import { assertEquals } from "../support/assert.ts";
import { done } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { kept, sendNow, settle, signIn, until, untilUnsent } from "./phone.ts";
import { openLink } from "./proxy.ts";

browserTest(
  "two phones and a desk, one cut off: no decision is asked twice, nothing is lost",
  async () => {
    await using site = await openSite();
    const { owner, receipts } = await openBusiness(site);
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const [boss, keeper] = [await site.user("owner"), await site.user("store")];
      const open = async (port: number, path: string, who: typeof boss, width: number) => {
        const viewport = { width, height: width > 1000 ? 900 : 740 };
        const page = await (await browser.newContext({ viewport })).newPage();
        await signIn(page, `${origin(port)}${path}`, who);
        return page;
      };
      const phone = await open(link.port, "/admin-mobile#/approve", boss, 360);
      const desk = await open(site.port, "/admin-mobile#/approve", boss, 1440);
      const shed = await open(site.port, "/mobile", keeper, 360);
      const card = (id: number) => `a[href="#/approve/receipt_approve/${id}"]`;
      const { whole, another } = receipts;
      for (const page of [phone, desk]) await page.locator(card(whole.id)).waitFor();

      // cut off, he decides on both and leaves; at the desk one of them is decided meanwhile
      await phone.locator(card(another.id)).waitFor();
      for (const { id } of [whole, another]) {
        await phone.goto(`${origin(link.port)}/admin-mobile#/approve`);
        await phone.click(card(id));
        await phone.getByText("Nothing is missing, broken or too much.").waitFor();
        link.cut();
        await phone.click(".pinned button");
        await until(async () =>
          (await kept<{ path: string }>(phone, "outbox"))
            .some(({ path }) => path.includes(`/receipts/${id}/`))
        );
        if (id === whole.id) link.mend();
      }
      await desk.click(card(whole.id));
      await desk.getByText("Nothing is missing, broken or too much.").waitFor();
      await desk.click(".pinned button");
      await sendNow(desk);
      const statusOf = async (id: number) =>
        done(await owner.get(`/import-logistics/receipts/${id}`)).status;
      await until(async () => await statusOf(whole.id) === "approved");

      // the shed goes on by itself
      await shed.goto(`${origin(site.port)}/mobile#/tasks/new`);
      await shed.fill("[name=title]", "Sweep the container");
      await shed.click("form button[type=submit]");
      await untilUnsent(shed);
      await settle(shed);

      link.mend();
      await settle(phone);
      await until(async () => await statusOf(another.id) === "approved");
      await until(async () => (await kept(phone, "outbox")).length === 0);
      for (const page of [phone, desk]) {
        await page.goto(`${page.url().split("#")[0]}#/approve`);
        await page.reload();
        await page.locator(card(receipts.broken.id)).waitFor(); // that one still waits
        // what the phone keeps of the list is shown until the server has said it anew
        await until(async () => await page.locator(card(another.id)).count() === 0);
        assertEquals(await page.getByRole("heading", { name: "Came back" }).count(), 0);
        for (const { id } of [whole, another]) {
          assertEquals(await page.locator(card(id)).count(), 0, `${id} is asked again`);
        }
      }
      await until(async () =>
        done(await owner.get("/tasks?search=Sweep")).map(({ title }: { title: string }) => title)
          .join() === "Sweep the container"
      );
      const approvals = done(await owner.get("/audit?action=receipt.approve"));
      assertEquals(
        approvals.map(({ entity_id }: { entity_id: number }) => entity_id).toSorted(),
        [whole.id, another.id].toSorted(),
      );
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
