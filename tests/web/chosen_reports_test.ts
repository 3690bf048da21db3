import { dhakaDate } from "../../web/src/core/format.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { fits, signIn, until } from "./phone.ts";
import { phoneOf, shop } from "./staff_page.ts";

browserTest(
  "a report is about what was chosen: rows on a phone, a table at the desk, a file",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { ink, machine, invoice, owner } = await shop(site);
      const { page, open } = await phoneOf(browser, site, "owner", { lang: "bn" });
      await page.setViewportSize({ width: 320, height: 700 });
      await open("/reports");
      await page.getByRole("link", { name: "পণ্যের স্টক কার্ড" }).click();
      await page.getByText("ওপরে বেছে নিন, এখানে দেখা যাবে।").waitFor();
      await page.getByRole("button", { name: ink.name }).click();
      await page.getByText("এরপর স্টক: 40").waitFor();
      await page.getByRole("button", { name: "এ মাস" }).click();
      await page.getByText("এই সময়ে কিছু নেই।").waitFor();
      // the business year ends today, whatever was looked at before
      await page.getByRole("button", { name: "গত মাস" }).click();
      await page.getByRole("button", { name: "চলতি অর্থবছর" }).click();
      await page.waitForURL((url) => url.hash.includes(`to=${dhakaDate()}`));
      await page.getByRole("button", { name: "শুরু থেকে" }).click();
      await page.getByText("এরপর স্টক: 40").waitFor();
      await fits(page, "the stock card");
      // what it opens with is in sight, though it stands last in its row
      await page.reload();
      await page.getByText("এরপর স্টক: 40").waitFor();
      const chosen = page.locator(".filter-chips [aria-pressed=true]");
      await until(async () => {
        const { x, width } = (await chosen.boundingBox())!;
        return x >= 0 && x + width <= 320;
      });

      // what was chosen stands in the address, and so in the file
      assertEquals(new URL(page.url()).hash, `#/reports/stock-card?product_id=${ink.id}`);
      await page.getByRole("button", { name: "CSV ফাইল" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "ফাইল রাখুন" }).click(),
      ]);
      const text = await Deno.readTextFile(await file.path());
      assert(text.includes("running_quantity") && text.includes("40"), text);

      const desk = await (await browser.newContext({ viewport: { width: 1280, height: 800 } }))
        .newPage();
      desk.setDefaultTimeout(30_000);
      const url = `${origin(site.port)}/mobile`;
      await signIn(desk, url, await site.user("owner"));
      await desk.goto(`${url}#/reports/stock-card?product_id=${machine.id}`);
      await desk.getByRole("columnheader", { name: "In stock after" }).waitFor();
      const line = desk.getByRole("row", { name: new RegExp(invoice.reference_no) });
      assertEquals((await line.getByRole("cell").allInnerTexts()).slice(3, 5), ["-1", "2"]);

      // on a sheet of A4 too it is a table, and says of what time instead of asking
      await desk.goto(`${url}#/reports/stock-card?product_id=${machine.id}&from=2020-01-01`);
      await line.waitFor();
      await desk.setViewportSize({ width: 794, height: 1123 });
      await desk.emulateMedia({ media: "print" });
      await line.waitFor();
      assertEquals(await desk.locator("main a.row").count(), 0);
      await desk.getByText(/^1 Jan 2020 – \d+ \w+ \d{4}$/).waitFor();
      const boxes = desk.locator("main :is(input, button, .chip)");
      assertEquals(
        await boxes.evaluateAll((all) => all.filter((one) => one.checkVisibility())),
        [],
      );
      await fits(desk, "the stock card on paper");
      await desk.emulateMedia({ media: null });
      await desk.setViewportSize({ width: 1280, height: 800 });
      await desk.goto(`${url}#/reports/vat-register?product_id=${machine.id}`);
      await desk.getByRole("row", { name: /Rahim Traders/ }).waitFor();

      const { body } = await owner.get("/accounts?limit=200");
      const { id } = body.data.find(({ role }: { role: string }) => role === "customers");
      await desk.goto(`${url}#/reports/account-book?account_id=${id}`);
      await desk.getByRole("row", { name: /1,50,000\.00/ }).waitFor();
      await desk.goto(`${url}#/reports/cash-book`);
      await desk.getByText("Nothing in this time.").waitFor();
    } finally {
      await browser.close();
    }
  },
);
