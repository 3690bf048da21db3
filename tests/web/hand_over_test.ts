import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import sql from "sql-template-tag";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { keepEveryScreen, sendAll, signIn, untilUnsent } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { photo, shop } from "./staff_page.ts";

const RMAS = "/import-logistics/rmas";

async function offer(page: Page, name: string, text: string): Promise<void> {
  await page.setInputFiles("label:has-text('Take in a file') input", {
    name,
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
}

browserTest(
  "a queue with its photo is handed over to another phone, both send it, and it is done once",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const { owner } = await shop(site);
      const who = await site.user("engineer");
      const phone = async (port: number): Promise<[Page, string]> => {
        const context = await browser.newContext({ acceptDownloads: true });
        const page = await context.newPage();
        const url = `${origin(port)}/mobile`;
        await signIn(page, url, who);
        return [page, url];
      };
      const [first, firstUrl] = await phone(link.port);
      await keepEveryScreen(first);
      link.cut();
      await first.goto(`${firstUrl}#/rmas/new`);
      await first.fill("[name=machine_serial_number]", "SN-9001");
      await first.getByRole("button", { name: "No power" }).click();
      await first.setInputFiles(".add-photo input", photo);
      await first.waitForSelector(".photo img[src]");
      await first.getByRole("button", { name: "Save" }).click();
      await untilUnsent(first);
      await first.goto(`${firstUrl}#/queue`);
      const [download] = await Promise.all([
        first.waitForEvent("download"),
        first.getByRole("button", { name: "Save as a file" }).click(),
      ]);
      const file = await Deno.readTextFile(await download.path());

      // what is no file of ours, a broken one, and somebody else's are refused in words
      const [second, secondUrl] = await phone(site.port);
      await second.goto(`${secondUrl}#/queue`);
      for (
        const wrong of ["no JSON", '{"writes": []}', file.replace('"/uploads"', '"https://x.test"')]
      ) {
        await offer(second, "wrong.json", wrong);
        await second.getByText("is no queue of ours").waitFor();
        await second.reload();
      }
      await offer(
        second,
        "other.json",
        file.replace(`"user":{"id":${who.id}`, '"user":{"id":9999'),
      );
      await second.getByText("Log in as Rahima Khatun here to send it").waitFor();
      await second.getByText("Nothing waits").waitFor();

      await offer(second, "queue.json", file);
      await second.locator("dialog").getByText("New RMA: Machine · SN-9001").first().waitFor();
      await second.getByRole("button", { name: "Send 2 from here" }).click();
      await second.getByText("2 came").waitFor();
      await second.getByText("Nothing waits").waitFor();
      const cases = async () => {
        const { data } = (await owner.get(RMAS)).body;
        const { uploads, machine_serial_number } =
          (await owner.get(`${RMAS}/${data[0].id}`)).body.data;
        return [data.length, machine_serial_number, uploads.length];
      };
      assertEquals(await cases(), [1, "SN-9001", 1]);
      // again: nothing of it comes twice
      await offer(second, "queue.json", file);
      await second.getByRole("button", { name: "Send 2 from here" }).click();
      await second.getByText("All of it is here already").waitFor();

      link.mend();
      await sendAll(first, firstUrl);
      assertEquals(await cases(), [1, "SN-9001", 1]);
      const [{ uploads }] = await site.database.query<[{ uploads: number }]>(
        sql`select count(*)::int as uploads from uploads`,
      );
      assertEquals(uploads, 1);
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
