import { addDays } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";
import type { Page } from "playwright-core";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { sendNow, signIn, until } from "./phone.ts";
import { shop } from "./staff_page.ts";

/** A shop whose books have a sale, rent and two cheques: one is due, of the other the day is not come. */
async function openBooks(site: Site) {
  const all = await shop(site);
  const { post, customer } = all;
  await post("/expenses", { category: "rent", amount: 45000, payee: "Hasan Properties" });
  const cheque = (amount: number, days: number) =>
    post("/invoices/receive-payment", {
      customer_id: customer.id,
      amount,
      method: "cheque",
      cheque_number: `00${amount}`,
      cheque_date: addDays(businessDate(), days),
      cleared: false,
    });
  return { ...all, due: await cheque(9000, 0), later: await cheque(7000, 30) };
}

async function ownersPage(site: Site, page: Page) {
  const url = `http://127.0.0.1:${site.port}/admin-mobile`;
  await signIn(page, url, await site.user("owner"));
  return (path: string) => page.evaluate((to) => location.hash = to, path);
}

browserTest("the owner reads what was earned, opens the account, and clears a cheque", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, due } = await openBooks(site);
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const open = await ownersPage(site, page);
    await open("/money");
    const card = (title: string) =>
      page.locator(".card", { has: page.getByRole("heading", { name: title, exact: true }) });
    // sold for 150,000 what stood at 90,000; counted in for 270,000; rent of 45,000
    await card("Profit and loss").getByText("৳2,85,000.00").waitFor();
    await card("Accounts").getByText("-৳45,000.00").waitFor();

    const cheques = card("Cheques due this week");
    await cheques.getByText("009000").waitFor();
    assertEquals(await cheques.getByText("007000").count(), 0);
    await cheques.getByRole("button", { name: "Deposit" }).click();
    // a hasty second press is none
    await page.getByRole("button", { name: "Confirm" })
      .evaluate((button: HTMLButtonElement) => [button, button].forEach((one) => one.click()));
    // what waits on this phone counts already
    await cheques.getByText("At the bank").waitFor();
    assertEquals(await cheques.getByRole("button", { name: "Deposit" }).count(), 0);
    await cheques.getByRole("button", { name: "Cleared" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await sendNow(page);
    const states = async () => (await owner.get(`/payments/${due.id}`)).body.data.cheque_state;
    await until(async () => await states() === "cleared");
    await cheques.getByText("No cheque is due within 7 days.").waitFor();

    await page.getByRole("link", { name: "By account" }).click();
    await page.getByRole("link", { name: /Rent/ }).click();
    await page.getByRole("heading", { name: "Rent" }).waitFor();
    await page.getByText("Rent, Hasan Properties").waitFor();
  } finally {
    await browser.close();
  }
});
