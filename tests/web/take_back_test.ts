import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { fits } from "./phone.ts";
import { phoneOf, shop } from "./staff_page.ts";

browserTest(
  "openings, refunds and certificates are taken back, after it is said what that does",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, post, customer: debtor } = await shop(site);
      const customer = await post("/customers", { name: "Salma Prints", opening_balance: 5000 });
      const account = await post("/accounts", {
        name: "City Bank",
        money_type: "bank",
        opening_balance: 800,
      });
      const payment = await post("/invoices/receive-payment", {
        customer_id: customer.id,
        amount: 9000,
        method: "cash",
      });
      assertEquals(
        (await owner.post(`/payments/${payment.id}/refund`, { amount: 300, reason: "Too much" }))
          .status,
        200,
      );
      const certificate = await post("/tax-certificates", {
        customer_id: debtor.id,
        kind: "tds",
        certificate_number: "TDS-1",
        certificate_date: "2026-03-31",
        amount: 250,
      });
      const phone = await phoneOf(browser, site, "owner");
      const { page } = phone;
      await page.setViewportSize({ width: 320, height: 700 });
      const confirm = async (says: RegExp) => {
        await page.locator("dialog").getByText(says).waitFor();
        await page.fill("dialog [name=reason]", "Entered twice");
        await page.getByRole("button", { name: "Confirm" }).click();
        await phone.sendAll();
      };
      const takeBack = () => page.getByRole("button", { name: "Take back" }).click();
      const said = async (path: string) => (await owner.get(path)).body.data;

      await phone.open(`/payments/${payment.id}`);
      await page.getByRole("link", { name: "৳300.00" }).click();
      await fits(page, "the refunds");
      await takeBack();
      await confirm(/^৳300\.00 is on account for Salma Prints again/);
      assertEquals(Number((await said(`/payments/${payment.id}`)).refunded), 0);
      await phone.open(`/payments/${payment.id}/refunds`);
      await page.getByText("Taken back", { exact: true }).waitFor();
      assertEquals(await page.getByRole("button", { name: "Take back" }).count(), 0);

      await phone.open(`/customers/${customer.id}`);
      await page.locator(`a[href="#/customers/${customer.id}/opening"]`).click();
      await takeBack();
      await confirm(/^Salma Prints owes ৳5,000\.00 less\./);
      assertEquals(Number((await said(`/customers/${customer.id}`)).opening_balance), 0);
      const enter = async (amount: string) => {
        await page.getByRole("button", { name: "Enter the opening balance" }).click();
        await page.locator("dialog [name=amount]").fill(amount);
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByText(/^1 waiting/).first().waitFor(); // written down on the phone
        await phone.sendAll();
      };
      await phone.open(`/customers/${customer.id}/opening`);
      await enter("4,500");
      assertEquals(Number((await said(`/customers/${customer.id}`)).opening_balance), 4500);

      await phone.open(`/accounts/${account.id}/statement`);
      await takeBack();
      await confirm(/^৳800\.00 less is on City Bank\./);
      assertEquals(Number((await said(`/accounts/${account.id}`)).balance), 0);
      await phone.open(`/accounts/${account.id}/statement`);
      await enter("880");
      assertEquals(Number((await said(`/accounts/${account.id}`)).balance), 880);

      await phone.open(`/reports/tax-certificates/${certificate.id}`);
      await takeBack();
      await confirm(/^Rahim Traders owes ৳250\.00 again/);
      assertEquals((await said(`/tax-certificates/${certificate.id}`)).status, "reversed");
    } finally {
      await browser.close();
    }
  },
);
