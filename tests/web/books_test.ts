import { addDays } from "../../domain/business/calendar.ts";
import { businessDate } from "../../domain/business/business.ts";
import type { Page } from "playwright-core";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { origin } from "./house.ts";
import { sendNow, signIn, until, untilUnsent } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { phoneOf, photo, shop } from "./staff_page.ts";

/** A shop whose books have a sale, rent and two cheques, one due, one later; a third of its own. */
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
  const agent = await post("/suppliers", { name: "Hasan Transport", currency: "BDT" });
  const given = await post(`/suppliers/${agent.id}/cheques`, {
    amount: 1250,
    cheque_number: "0077",
    cheque_date: businessDate(),
  });
  return { ...all, given, due: await cheque(9000, 0), later: await cheque(7000, 30) };
}

async function ownersPage(site: Site, page: Page) {
  const url = `${origin(site.port)}/admin-mobile`;
  await signIn(page, url, await site.user("owner"));
  return (path: string) => page.evaluate((to) => location.hash = to, path);
}

browserTest(
  "a sheet stays with its button while what it does takes other buttons away",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, due } = await openBooks(site);
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      const open = await ownersPage(site, page);
      await open(`/payments/${due.id}`);
      for (const [step, status] of [["Cleared", "cleared"], ["Bounced", "bounced"]]) {
        await page.getByRole("button", { name: step, exact: true }).click();
        const sheet = page.getByRole("dialog");
        await sheet.getByRole("button", { name: "Confirm" }).click();
        await sheet.waitFor({ state: "detached" });
        await page.getByRole("button", { name: step, exact: true }).waitFor({ state: "detached" });
        await sendNow(page);
        await until(async () =>
          (await owner.get(`/payments/${due.id}`)).body.data.cheque_state === status
        );
      }
      assertEquals(faults, []);
    } finally {
      await browser.close();
    }
  },
);

browserTest("the owner reads what was earned, opens the account, and clears a cheque", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, due, given } = await openBooks(site);
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

    await open(`/suppliers/${given.supplier_id}`);
    await page.getByText("Our cheques, not cleared yet: ৳1,250.00").waitFor();
    await open("/money");
    const ours = card("Our cheques due this week");
    await ours.getByText("Hasan Transport").waitFor();
    assertEquals(await ours.getByRole("button", { name: "Deposit" }).count(), 0);
    await ours.getByRole("button", { name: "Cleared" }).click();
    await page.getByText("৳1,250.00 to Hasan Transport").waitFor();
    await page.getByRole("button", { name: "Confirm" }).click();
    await sendNow(page);
    const { id } = given;
    const stateOfOurs = async () => (await owner.get(`/supplier-cheques/${id}`)).body.data.state;
    await until(async () => await stateOfOurs() === "cleared");
    await ours.getByText("No cheque is due within 7 days.").waitFor();

    await page.getByRole("link", { name: "By account" }).click();
    await page.getByRole("link", { name: /Rent/ }).click();
    await page.getByRole("heading", { name: "Rent" }).waitFor();
    await page.getByText("Rent, Hasan Properties").waitFor();
    // the day before, as each entry says what it stands at
    const { id: cash } = (await owner.get("/accounts")).body.data
      .find(({ role }: { role: string }) => role === "cash");
    const year = businessDate().slice(0, 4); // that of today is not said
    await open(`/accounts/${cash}?from=${year}-01-02&to=${year}-01-31`);
    await page.getByText("1 Jan · Stands at ৳0.00").waitFor();
  } finally {
    await browser.close();
  }
});

browserTest("accounts spends, moves and takes back without internet, each of it once", async () => {
  await using site = await openSite();
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const { owner, post, customer, invoice, machine, ink } = await openBooks(site);
    const sale = await post("/invoices", {
      customer_id: customer.id,
      items: [{ product_id: ink.id, quantity: 7, unit_price: 10 }],
      vat_percent: 5,
      discount: 0.05,
    });
    const phone = await phoneOf(browser, site, "accounts", { port: link.port });
    const { page } = phone;
    const save = () => page.getByRole("button", { name: "Save" });
    // what was opened in the morning is there without internet
    await phone.open("/expenses/new");
    await page.getByText("Salary").waitFor();
    await phone.open(`/invoices/${sale.id}/return`);
    await page.getByText("The customer has 7").waitFor();
    await phone.open(`/invoices/${invoice.id}/return`);
    await page.getByText("SN-9001").waitFor();
    await phone.keepEveryScreen();
    link.cut();

    await phone.open("/expenses/new");
    await page.getByRole("radio", { name: "Utilities" }).check();
    await page.fill("[name=amount]", "২.৫ হাজার");
    await page.fill("[name=payee]", "DESCO");
    await page.setInputFiles(".add-photo input", photo);
    await page.waitForSelector(".photo img[src]");
    await save().evaluate((button: HTMLButtonElement) => (button.click(), button.click()));
    await page.getByText("Expense of ৳2,500.00: DESCO").waitFor();
    await phone.open("/accounts/transfers/new");
    await page.locator("[name=from][value='1300']").check();
    await page.locator("[name=to][value='3200']").check();
    await page.fill("[name=amount]", "1000");
    await save().click();
    await page.getByText("Move ৳1,000.00").waitFor();

    // 2 of 7, at 70.00 less 0.05 and with VAT: 19.99 and 1.00
    await phone.open(`/invoices/${sale.id}/return`);
    await page.getByRole("button", { name: "More: Comes back" }).click();
    await page.getByRole("button", { name: "More: Comes back" }).click();
    await save().click();
    // nobody's guess: what is taken for good is sold again
    assertEquals(await page.getByText("Please fill this in").count(), 2);
    await page.getByRole("radio", { name: "Good", exact: true }).check();
    await page.fill("[name=reason]", "Wrong colour");
    const total = await page.locator(".sum").innerText();
    await save().click();
    await page.getByText("Waits to be sent").waitFor();
    await phone.open(`/invoices/${invoice.id}/return`);
    await page.getByRole("checkbox", { name: "SN-9001" }).check();
    await page.getByRole("radio", { name: "Faulty", exact: true }).check();
    await page.fill("[name=reason]", "No power");
    await save().click();
    await page.getByText("Waits to be sent").waitFor();
    link.mend();
    await phone.sendAll();

    const said = async (path: string) => (await owner.get(path)).body.data;
    const [spent, ...others] = await said("/expenses");
    assertEquals([spent.amount, spent.payee, spent.category_name, others.length], [
      2500,
      "DESCO",
      "Utilities",
      1,
    ]);
    assertEquals((await said(`/expenses/${spent.id}`)).uploads.length, 1);
    assertEquals((await said("/accounts/transfers")).map((one: Json) => one.amount), [1000]);
    const [faulty, good] = await said("/credit-notes");
    assertEquals([faulty.items[0].serial_numbers, faulty.items[0].condition], [
      ["SN-9001"],
      "faulty",
    ]);
    assertEquals(`৳${good.total.toFixed(2)}`, total);

    // each stands on its invoice, and is undone there
    await phone.open(`/invoices/${sale.id}`);
    await page.getByRole("link", { name: /Wrong colour/ }).click();
    await page.getByRole("button", { name: "Undo this return" }).click();
    await page.fill("dialog [name=reason]", "Entered twice");
    await page.getByRole("button", { name: "Confirm" }).click();
    await sendNow(page);
    await until(async () => (await said(`/invoices/${sale.id}`)).returned === 0);

    // a machine is sold by its number, tapped from those in stock
    await owner.put(`/customers/${customer.id}`, { credit_limit: 500000 });
    await phone.open(`/invoices/new?product_id=${machine.id}&customer_id=${customer.id}`);
    await page.getByText("SN-9002").waitFor();
    await save().click();
    await page.getByText("Say which pieces: 1").waitFor();
    await page.getByRole("checkbox", { name: "SN-9002" }).check();
    await save().click();
    await untilUnsent(page);
    await phone.sendAll();
    const [{ id }] = await said("/invoices");
    assertEquals((await said(`/invoices/${id}`)).items[0].serial_numbers, ["SN-9002"]);
  } finally {
    await browser.close();
    await link.close();
  }
});

browserTest(
  "who only reads the books enters nothing, and who sells sees none of them",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { invoice, due } = await openBooks(site);
      const manager = await phoneOf(browser, site, "manager");
      await manager.open("/expenses");
      await manager.page.getByText("Hasan Properties").waitFor();
      assertEquals(await manager.page.getByText("New expense").count(), 0);
      await manager.open("/accounts");
      await manager.page.getByRole("link", { name: /Cash/ }).waitFor();
      assertEquals(await manager.page.getByText("Move money").count(), 0);
      await manager.context.close();

      const sales = await phoneOf(browser, site, "sales");
      await sales.open("/work");
      await sales.page.getByRole("link", { name: "Invoices", exact: true }).waitFor();
      assertEquals(
        await sales.page.locator("a[href='#/accounts'], a[href='#/expenses']").count(),
        0,
      );
      await sales.open(`/payments/${due.id}`);
      await sales.page.getByText("In hand").waitFor();
      assertEquals(await sales.page.getByRole("button", { name: "Deposit" }).count(), 0);
      // goods he may take back, money he may not give
      await sales.open(`/invoices/${invoice.id}/return`);
      await sales.page.getByText("SN-9001").waitFor();
      assertEquals(await sales.page.locator("[name=refund]").count(), 0);
    } finally {
      await browser.close();
    }
  },
);
