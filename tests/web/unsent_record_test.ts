import { settled, type Write } from "../../web/src/core/write.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { openLink } from "./proxy.ts";
import { phoneOf, scan, shop, untilUnsent } from "./staff_page.ts";

Deno.test("settled() names a record by its number in the writes that wait for it", () => {
  const [made, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const write = {
    record: `/service-tickets/~${made}`,
    path: `/service-tickets/~${made}/parts`,
    body: { product_id: `~${other}`, note: "as ~made" },
  } as unknown as Write;
  assertEquals(
    settled(write, new Map([[made, 7]])),
    {
      record: "/service-tickets/7",
      path: "/service-tickets/7/parts",
      body: { product_id: `~${other}`, note: "as ~made" },
    } as unknown as Write,
  );
});

browserTest(
  "a ticket made without internet gets a part and is closed before it is sent",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const { owner, ink } = await shop(site);
      const phone = await phoneOf(browser, site, "engineer", { port: link.port });
      const { page } = phone;
      // a morning with internet: customers, parts and the screens come to the phone
      await phone.open("/service-tickets/new");
      await page.getByRole("button", { name: /Rahim Traders/ }).waitFor();
      await phone.open("/scan?code=INK-BK");
      await page.getByText("Black ink").first().waitFor();
      await phone.keepEveryScreen();
      link.cut();

      await phone.open("/service-tickets/new");
      await page.getByRole("button", { name: /Rahim Traders/ }).click();
      await page.fill("[name=problem_description]", "Prints no cyan");
      await page.getByRole("button", { name: "Save" }).click();
      await untilUnsent(page);
      // whose it is, is known before the server has heard of it
      await page.getByRole("link", { name: /Prints no cyan/ }).click();
      await page.getByRole("heading", { name: "Rahim Traders" }).waitFor();

      await page.getByRole("link", { name: "Add part" }).click();
      await scan(page, "INK-BK");
      await page.locator(".picked", { hasText: "Black ink" }).waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(/1 × Black ink/).waitFor();
      await page.getByRole("button", { name: "Close ticket" }).click();
      await page.getByRole("button", { name: "Repaired" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Close ticket" }).waitFor({ state: "detached" });

      link.mend();
      await phone.sendAll();
      const [{ id }] = (await owner.get("/service-tickets")).body.data;
      const { status, parts, history } = (await owner.get(`/service-tickets/${id}`)).body.data;
      assertEquals([status, parts.length, parts[0].product_id], ["closed", 1, ink.id]);
      assertEquals(history.at(-1).note, "Repaired");
    } finally {
      await browser.close();
      await link.close();
    }
  },
);

browserTest(
  "a customer made without internet gets a ticket and is changed before he is sent",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const { owner } = await shop(site);
      const phone = await phoneOf(browser, site, "sales", { port: link.port });
      const { page } = phone;
      await phone.keepEveryScreen();
      link.cut();
      await phone.open("/customers/new");
      await page.fill("[name=name]", "Karim Press");
      await page.getByRole("button", { name: "Save" }).click();
      await untilUnsent(page);
      await page.getByRole("link", { name: /Karim Press/ }).click();
      await page.getByRole("heading", { name: "Karim Press" }).waitFor();
      await page.getByRole("button", { name: "New ticket" }).click();
      await page.locator(".picked", { hasText: "Karim Press" }).waitFor();
      await page.fill("[name=problem_description]", "Lines in the print");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("link", { name: /Lines in the print/ }).waitFor();

      // what is not sent yet is changed where it was written
      await phone.open("/customers");
      await page.getByRole("link", { name: /Karim Press/ }).click();
      await page.getByRole("button", { name: "Change" }).click();
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[name=name]")?.value === "Karim Press"
      );
      await page.fill("[name=city]", "Bogura");
      await page.getByRole("button", { name: "Save" }).click();

      link.mend();
      await phone.sendAll();
      const [ticket] = (await owner.get("/service-tickets")).body.data;
      const customer = (await owner.get(`/customers/${ticket.customer_id}`)).body.data;
      assertEquals([customer.name, customer.city], ["Karim Press", "Bogura"]);
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
