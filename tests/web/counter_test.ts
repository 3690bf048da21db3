import { addDays, dhakaDate } from "../../web/src/core/format.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { phoneOf, shop, untilUnsent } from "./staff_page.ts";

/** What a form lets through and the server does not: a sign that no database keeps. */
const REFUSED = "12 Topkhana\u0000Road";

browserTest(
  "an invoice of yesterday, with a line's discount, for somebody new with a BIN",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, ink, machine } = await shop(site);
      const { page, open, sendAll } = await phoneOf(browser, site, "accounts");

      // the rate of VAT that is used where none is entered, and the product's own before it
      await owner.put("/settings", { vat_percent: 15 });
      await owner.put(`/products/${machine.id}`, { vat_percent: 5 });
      await open(`/invoices/new?product_id=${ink.id}`);
      await page.getByText("Empty: 15%").waitFor();
      await page.getByText("৳1,438.08").waitFor();
      await page.fill("[name=product_id]", "IJ-X1");
      await page.getByRole("button", { name: /Inkjet printer X1/ }).click();
      await page.getByText("VAT 5%").waitFor();
      await page.getByText("৳1,58,938.08").waitFor();
      await owner.put("/settings", { vat_percent: null });
      await open("/");
      await page.locator("[name=product_id]").waitFor({ state: "detached" });

      const yesterday = addDays(dhakaDate(), -1);
      // left without being saved: all of it is there again, until somebody wants none of it
      await open(`/invoices/new?product_id=${ink.id}`);
      await page.locator("[name^=price-]").nth(1).waitFor();
      await page.getByRole("button", { name: "Start anew" }).click();
      await page.locator("[name^=price-]").first().waitFor({ state: "detached" });
      await page.fill("[name=product_id]", "INK-BK");
      await page.getByRole("button", { name: /Black ink/ }).click();
      await page.getByText("39 left after this").waitFor();
      await page.fill(`[name="discount-${ink.id}"]`, "50.50");
      await page.getByText("One thousand two hundred taka only").waitFor();
      await page.getByRole("button", { name: "New customer" }).click();
      await page.getByRole("dialog").locator("[name=name]").fill("Padma Signs");
      await page.getByRole("dialog").locator("[name=bin]").fill("004712345-0101");
      // the second of two quick taps does not reach what lies below the sheet
      await page.getByRole("dialog").locator("[type=submit]").dblclick();
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.waitForTimeout(300);
      assert(page.url().includes("#/invoices/new"), page.url());
      await page.fill("[name=invoice_date]", yesterday);

      // more off than there is, of a line or of all: said in the form, and nothing is sent
      const over = (name: string) =>
        page.locator(".field", { has: page.locator(`[name="${name}"]`) })
          .getByText("More than the goods come to").waitFor();
      await page.fill(`[name="discount-${ink.id}"]`, "1250.51");
      await page.getByRole("button", { name: "Save" }).click();
      await over(`discount-${ink.id}`);
      assertEquals(await page.getByText("More than the goods come to").count(), 1);
      await page.fill(`[name="discount-${ink.id}"]`, "50.50");
      // it is said where it is, and until it is mended
      assertEquals(await page.getByText("More than the goods come to").count(), 0);
      await page.fill("[name=discount]", "1200.01");
      await over("discount");
      await page.fill("[name=discount]", "-5000");
      await page.getByText("Cannot be below zero").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.fill("[name=discount]", "200");
      await page.getByRole("button", { name: "Paid in full" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await untilUnsent(page);
      await sendAll();

      const [{ id }] = (await owner.get("/invoices?limit=1")).body.data;
      const invoice = (await owner.get(`/invoices/${id}`)).body.data;
      assertEquals(
        [invoice.invoice_date, invoice.items[0].discount, invoice.discount, invoice.total],
        [yesterday, 50.5, 200, 1000],
      );
      const customer = (await owner.get(`/customers/${invoice.customer_id}`)).body.data;
      assertEquals([customer.name, customer.bin], ["Padma Signs", "004712345-0101"]);

      // all of it comes back: it was returned, not paid
      made(
        await owner.post(`/invoices/${id}/returns`, {
          date: dhakaDate(),
          items: [{ line: 1, quantity: 1, condition: "good" }],
          reason: "Wrong ink",
        }),
      );
      await open(`/invoices/${id}`);
      await page.locator(".badges").getByText("Returned", { exact: true }).waitFor();
      await open("/invoices");
      await page.getByRole("button", { name: "Paid", exact: true }).click();
      const row = page.locator("a.row", { hasText: "Padma Signs" });
      await row.getByText("Returned", { exact: true }).waitFor();
      assertEquals(await row.getByText("Paid", { exact: true }).count(), 0);
    } finally {
      await browser.close();
    }
  },
);

browserTest("what was refused says so in its list, and its fields by their names", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    await shop(site);
    for (
      const [lang, needs, label, edit, save] of [
        ["en", "Needs you", "Address", "Edit", "Save"],
        ["bn", "আপনাকে দেখতে হবে", "ঠিকানা", "সম্পাদনা", "সংরক্ষণ"],
      ] as const
    ) {
      const { page, open } = await phoneOf(browser, site, "sales", { lang });
      await open("/customers/new");
      await page.fill("[name=name]", `Meghna ${lang}`);
      await page.fill("[name=address]", REFUSED);
      await page.getByRole("button", { name: save }).click();
      const row = page.locator("a.row", { hasText: `Meghna ${lang}` });
      await row.getByText(needs, { exact: true }).waitFor();
      await row.click();
      const fault = page.locator(".error .line");
      await fault.waitFor();
      assert(page.url().endsWith("#/queue"), page.url());
      assertEquals(await fault.count(), 1);
      const said = await page.locator("main .error").innerText();
      assert(said.startsWith(`${label}: `) && !said.includes("\n"), said);
      await page.getByRole("link", { name: edit }).click();
      await page.fill("[name=address]", "");
      await page.getByRole("button", { name: save }).click();
      await page.locator("main .error").waitFor({ state: "detached" });
    }
  } finally {
    await browser.close();
  }
});

browserTest(
  "an invoice of a customer whom the server refused waits for him, and goes with him",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, ink } = await shop(site);
      const { page, open, sendAll } = await phoneOf(browser, site, "accounts");
      await open(`/invoices/new?product_id=${ink.id}`);
      await page.getByText("39 left after this").waitFor();
      await page.getByRole("button", { name: "New customer" }).click();
      const sheet = page.getByRole("dialog");
      await sheet.locator("[name=name]").fill("Jamuna Signs");
      await sheet.locator("[name=bin]").fill("12345");
      await sheet.locator("[type=submit]").click();
      await sheet.getByText(/13 digits/).waitFor();
      await sheet.locator("[name=bin]").fill("");
      await sheet.locator("[name=address]").fill(REFUSED);
      await sheet.locator("[type=submit]").click();
      await page.getByRole("button", { name: "Save" }).click();
      await open("/queue");
      await page.getByText("Needs you", { exact: true }).waitFor();
      await page.getByText(/^Waits until this is mended: .*Jamuna Signs/).waitFor();
      assertEquals(await page.getByRole("button", { name: "Send now" }).count(), 1);
      await page.getByRole("button", { name: "Discard" }).first().click();
      await page.getByText(/^This goes with it: .*1,250\.50/).waitFor();
      assertEquals(await page.getByText(/^This goes with it/).count(), 1);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Edit" }).first().click();
      await page.fill("[name=address]", "Old Town");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Nothing waits").waitFor();
      await sendAll();
      const [made] = (await owner.get("/invoices?limit=1")).body.data;
      assertEquals([made.customer_name, made.total], ["Jamuna Signs", 1250.5]);
    } finally {
      await browser.close();
    }
  },
);
