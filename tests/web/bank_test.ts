import { statementCsv } from "../../web/src/screens/office/statement_csv.ts";
import { assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import { browserTest, launch, openSite, type Site } from "./browser.ts";
import { origin } from "./house.ts";
import { phoneOf } from "./staff_page.ts";
import { fits, signIn, until } from "./phone.ts";

Deno.test("rows of a statement are sent with their heading, or with the one of so many cells", () => {
  assertEquals(
    statementCsv('Date\tParticulars\tDebit\tCredit\n১৪/০৬/২০২৬\tCLG "77"\t450.50\n'),
    '"Date","Particulars","Debit","Credit"\n"14/06/2026","CLG ""77""","450.50"\n',
  );
  assertEquals(
    statementCsv("2026-06-14\tCHARGE\tTRX1\t-115\n\n2026-06-15\tFEE\t\t-5"),
    '"date","description","reference","amount"\n"2026-06-14","CHARGE","TRX1","-115"\n"2026-06-15","FEE","","-5"\n',
  );
  const csv = "date,amount\n2026-06-14,5\n";
  assertEquals(statementCsv(csv), csv);
});

/** A bank account with rent and a transfer that the bank knows, and one payment that it does not. */
async function bank(site: Site) {
  const owner = await site.app.as("owner");
  const post = async (path: string, body: Record<string, unknown>) =>
    made(await owner.post(path, body));
  const account = await post("/accounts", {
    name: "City Bank, Gulshan",
    name_bn: "সিটি ব্যাংক, গুলশান",
    money_type: "bank",
    opening_balance: 100000,
    opening_balance_date: "2026-05-31",
  });
  const spend = (amount: number, date: string, payee: string) =>
    post("/expenses", { category: "rent", account_id: account.id, amount, date, payee });
  await spend(45000, "2026-06-03", "Hasan Properties");
  await spend(1200, "2026-06-20", "DESCO");
  await post("/accounts/transfers", {
    from: "cash",
    to: String(account.id),
    amount: 30000,
    date: "2026-06-10",
    note: "Takings of the week",
  });
  const said = async () => (await owner.get(`/accounts/${account.id}/statement`)).body.data;
  return { account, said };
}

const statement = [
  "Txn Date\tParticulars\tRef No\tWithdrawal\tDeposit",
  "04/06/2026\tCLG CHQ 77\t\t45,000.00",
  "11/06/2026\tCASH DEPOSIT\tTRX9H2K\t\t30,000.00",
  "30/06/2026\tHALF-YEARLY CHARGE\tTRX9H3A\t575.00",
].join("\n");

browserTest(
  "a statement is pasted, matched, its charge entered, until the bank agrees",
  async () => {
    await using site = await openSite();
    const { account, said } = await bank(site);
    const browser = await launch();
    try {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        timezoneId: "Asia/Dhaka",
      });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const url = `${origin(site.port)}/mobile`;
      await signIn(page, url, await site.user("accounts"));
      await page.goto(`${url}#/accounts/${account.id}`);
      await page.getByRole("link", { name: "Compare with the bank" }).click();

      // nothing is taken of what is no statement, and it is said why
      const rows = page.locator("[name=pasted]");
      const take = page.getByRole("button", { name: "Take the rows" });
      await rows.fill("Date\tAmount\n31/06/2026\t5");
      await take.click();
      await page.locator(".field .error").getByText('line 2: "31/06/2026" is no date').waitFor();
      // what the paper ends with may be typed before its rows are taken
      await page.fill("[name=ends]", "84,425");
      await rows.fill(statement);
      await take.click();
      await page.getByText("Probably the same (2)").waitFor();
      assertEquals(await page.inputValue("[name=ends]"), "84,425");
      await page.getByText(/Bank's lines from 4 Jun( 2026)? to 30 Jun( 2026)?/).waitFor();

      await page.getByRole("button", { name: "Match all 2" }).click();
      await until(async () => (await said()).matched === 2);
      await page.getByText("Matched last (2)").waitFor();
      await page.getByText("Only at the bank (1)").waitFor();

      // the charge is in no book yet
      await page.getByRole("button", { name: "Enter as an expense" }).click();
      await page.getByRole("radio", { name: "Bank charges" }).check();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Only at the bank (0)").waitFor();
      await until(async () => (await said()).matched === 3);

      // 100,000 less rent and charge, with the takings; the rest is not at the bank yet
      await page.getByText("৳84,425.00").waitFor();
      // what only the book has is taken off it, as it stands in the book
      const fact = (name: string) =>
        page.locator(".facts > div", { hasText: name }).locator("dd").innerText();
      await until(async () => await fact("Less: in the book") === "-৳1,200.00");
      await until(async () => await fact("By the book") === "৳83,225.00");
      await page.fill("[name=ends]", "84,000");
      await page.getByText("-৳425.00 apart").waitFor();
      await page.fill("[name=ends]", "84,425");
      const agrees = "Agrees with the bank; still open: 0 at the bank, 1 in the book";
      await page.locator(".badge.warn", { hasText: agrees }).waitFor();

      // what was wrong is taken apart, and chosen by hand
      await page.getByText("Matched last (3)").click();
      await page.getByRole("button", { name: "Take apart" }).first().click();
      await until(async () => (await said()).matched === 2);
      await page.getByText("Probably the same (1)").waitFor();

      // cash is compared with no bank; what was typed of the bank's own stays meanwhile
      const { id: cash } = (await (await site.app.as("owner")).get("/accounts")).body.data
        .find(({ role }: { role: string }) => role === "cash");
      await page.goto(`${url}#/accounts/${cash}`);
      await page.getByRole("link", { name: "Opening balance" }).click();
      await page.getByRole("button", { name: "Enter the opening balance" }).waitFor();
      assertEquals(await page.getByText("Only at the bank").count(), 0);
      await page.goto(`${url}#/accounts/${account.id}/statement`);
      await until(async () => await page.inputValue("[name=ends]") === "84,425");

      // the table of expenses says what was paid for, and out of which account
      await page.goto(`${url}#/expenses`);
      const rent = page.locator(".desk tbody tr", { hasText: "Hasan Properties" });
      assertEquals((await rent.innerText()).split(/\s*\t\s*/).slice(2, 5), [
        "Rent",
        "Hasan Properties",
        "City Bank, Gulshan",
      ]);

      // the same on the narrowest phone, in Bangla
      const phone = await browser.newContext({ viewport: { width: 320, height: 700 } });
      const small = await phone.newPage();
      await signIn(small, url, await site.user("manager"), "bn");
      await small.goto(`${url}#/accounts/${account.id}/statement`);
      await small.getByText("সম্ভবত একই (1)").waitFor();
      await fits(small, "the statement");
      // who only reads the books matches nothing
      assertEquals(await small.getByRole("button", { name: "একই" }).count(), 0);
      assertEquals(await small.getByText("স্টেটমেন্ট নিন").count(), 0);
    } finally {
      await browser.close();
    }
  },
);

browserTest(
  "what a customer paid by the bank is entered from its line, and matched with it",
  async () => {
    await using site = await openSite();
    const { account, said } = await bank(site);
    const owner = await site.app.as("owner");
    made(await owner.post("/customers", { name: "Padma Signs" }));
    const browser = await launch();
    try {
      const { page, open, sendAll } = await phoneOf(browser, site, "accounts");
      await open(`/accounts/${account.id}/statement`);
      await page.fill(
        "[name=pasted]",
        "Date\tParticulars\tRef No\tAmount\n11/06/2026\tEFT\tE-77\t3,000",
      );
      await page.getByRole("button", { name: "Take the rows" }).click();
      await page.getByText("Only at the bank (1)").waitFor();
      await page.getByRole("link", { name: "A customer paid" }).click();
      await page.getByRole("button", { name: /Padma Signs/ }).click();
      assertEquals(await page.locator("[name=method]:checked").inputValue(), "bank");
      assertEquals(
        await page.locator("[name=account_id]:checked").inputValue(),
        String(account.id),
      );
      await page.locator("main [type=submit]").click();
      // back at the statement, for the next line
      await page.waitForURL(new RegExp(`#/accounts/${account.id}/statement$`));
      await page.getByText("Only at the bank (0)").waitFor();
      await sendAll();
      const { lines, matched } = await said();
      assertEquals([lines.length, matched], [0, 1]);
      const [payment] = (await owner.get("/payments")).body.data;
      assertEquals(
        [payment.amount, payment.payment_date, payment.reference, payment.customer_name],
        [3000, "2026-06-11", "E-77", "Padma Signs"],
      );
    } finally {
      await browser.close();
    }
  },
);
