import fc from "fast-check";
import { decimal } from "../../domain/money/decimal.ts";
import { invoiceTotals } from "../../domain/sales/totals.ts";
import {
  discountFault,
  invoiceTotal,
  lineAmount,
  shareOf,
  sumOf,
} from "../../web/src/core/amounts.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { openLink } from "./proxy.ts";
import { phoneOf, photo, scan, shop, untilUnsent } from "./staff_page.ts";

Deno.test("a discount is neither below nought nor more than what it is taken off", () => {
  assertEquals([discountFault("0", "0"), discountFault("5", "5.00")], [undefined, undefined]);
  assertEquals(discountFault("5.01", "5.00"), "discount_over");
  assertEquals(discountFault("-5000", "5.00"), "below_nought");
});

Deno.test("lineAmount() and invoiceTotal() round half up and lose nothing", () => {
  assertEquals(lineAmount("3", "1250.5"), "3751.50");
  assertEquals(lineAmount("0.005", "1"), "0.01");
  assertEquals(lineAmount("1.234", "99999999.9999"), "123400000.00");
  assertEquals(invoiceTotal(["100.00", "0.10"], "0.10", ["7.5", "7.5"]), "107.50");
  assertEquals(invoiceTotal(["0.10", "0.20"]), "0.30");
  // nothing to share a discount by
  assertEquals(invoiceTotal(["0.00"], "5", ["15"]), "-5.00");
});

Deno.test("invoiceTotal() of lines with rates of their own is what the server works out", () => {
  const cents = fc.integer({ min: 1, max: 100_000 }).map((n) => (n / 100).toFixed(2));
  const rate = fc.constantFrom("0", "5", "7.5", "15");
  const lines = fc.array(fc.tuple(cents, rate), { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
    const all = lines.reduce((sum, [amount]) => sum + Number(amount), 0);
    const discount = (Math.floor(all * part * 100) / 100).toFixed(2);
    const { total } = invoiceTotals({
      items: lines.map(([amount, vat_percent]) => ({
        quantity: decimal("1"),
        unit_price: decimal(amount),
        vat_percent: decimal(vat_percent),
      })),
      discount: decimal(discount),
      vat_included: false,
    });
    const [amounts, rates] = [0, 1].map((at) => lines.map((line) => line[at]));
    assertEquals(invoiceTotal(amounts, discount, rates), total.toFixed(2));
  }));
});

Deno.test("shareOf() rounds half to even and sumOf() loses nothing, as the server shares a line", () => {
  assertEquals(shareOf("69.95", "2", "7"), "19.99");
  // 0.005 and 0.015 lie in the middle: to the even neighbour
  assertEquals([shareOf("0.01", "1", "2"), shareOf("0.03", "1", "2")], ["0.00", "0.02"]);
  assertEquals(shareOf("99999999999.99", "0.001", "0.001"), "99999999999.99");
  assertEquals([sumOf([0.1, 0.2, -0.3], 2), sumOf(["7", -0.125], 3)], ["0.00", "6.875"]);
});

browserTest("T10: an invoice with 2 scanned products takes at most 5 taps", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, customer } = await shop(site);
    const phone = await phoneOf(browser, site, "sales");
    const { page } = phone;
    await phone.home();
    await page.click("nav.bar a[href='#/scan']");
    await scan(page, "SN-9002");
    await page.getByRole("link", { name: "Invoice", exact: true }).click();
    await page.getByText("1 left after this").waitFor();
    await scan(page, "INK-BK");
    await page.getByText("39 left after this").waitFor();
    await page.getByRole("button", { name: /Rahim Traders/ }).click();
    await page.getByText("One lakh fifty-one thousand two hundred fifty taka and fifty poisha only")
      .waitFor();
    // 150,000 are owed already, of a limit of 200,000
    await page.getByText(/over the credit limit/).waitFor();
    await owner.put(`/customers/${customer.id}`, { credit_limit: 500000 });
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    const taps = await phone.taps();
    console.log(`  T10: ${taps} taps, limit 5`);
    assert(taps <= 5, `${taps} taps`);
    await phone.sendAll();
    const [{ id }] = (await owner.get("/invoices")).body.data;
    const invoice = (await owner.get(`/invoices/${id}`)).body.data;
    assertEquals(invoice.customer_id, customer.id);
    assertEquals(invoice.total, 151250.5);
    assertEquals(invoice.items[0].serial_numbers, ["SN-9002"]);
  } finally {
    await browser.close();
  }
});

browserTest("T10 from a product: a SKU, +Invoice, a machine, the customer, Save", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, customer, ink } = await shop(site);
    await owner.put(`/customers/${customer.id}`, { credit_limit: 500000 });
    const phone = await phoneOf(browser, site, "sales");
    const { page } = phone;
    await phone.home();
    await page.click("nav.bar a[href='#/scan']");
    await scan(page, "INK-BK");
    await page.getByRole("button", { name: "Invoice", exact: true }).click();
    await page.getByText("39 left after this").waitFor();
    await scan(page, "SN-9003");
    await page.getByText("1 left after this").waitFor();
    await page.getByRole("button", { name: /Rahim Traders/ }).click();
    // who may take no payments is not asked for one
    assertEquals(await page.locator("[name=paid]").count(), 0);
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    const taps = await phone.taps();
    console.log(`  T10 from a product: ${taps} taps, limit 5`);
    assert(taps <= 5, `${taps} taps`);
    await phone.sendAll();
    const [{ id }] = (await owner.get("/invoices")).body.data;
    const { items } = (await owner.get(`/invoices/${id}`)).body.data;
    assertEquals(items[0].product_id, ink.id);
    assertEquals(items[1].serial_numbers, ["SN-9003"]);
  } finally {
    await browser.close();
  }
});

browserTest("who buys for cash pays at the counter, in the same write as his invoice", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, customer, ink } = await shop(site);
    await owner.put(`/customers/${customer.id}`, { cash_only: true });
    const phone = await phoneOf(browser, site, "accounts");
    const { page } = phone;
    await phone.open(`/invoices/new?product_id=${ink.id}&customer_id=${customer.id}`);
    await page.getByText("39 left after this").waitFor();
    await page.getByText("this needs a payment").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    await phone.open("/queue");
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("Needs you", { exact: true }).waitFor();

    // refused as was said: mended where it is, it goes out under the same key
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Paid in full" }).click();
    assertEquals(await page.locator("[name=paid]").inputValue(), "1250.50");
    await page.getByText("this needs a payment").waitFor({ state: "detached" });
    await page.locator("[name=method][value=bkash]").click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Nothing waits").waitFor();
    const [{ id }] = (await owner.get("/invoices")).body.data;
    const { status, payments } = (await owner.get(`/invoices/${id}`)).body.data;
    assertEquals([status, payments.length, payments[0].method], ["paid", 1, "bkash"]);
  } finally {
    await browser.close();
  }
});

browserTest("T11: a customer's payment takes at most 5 taps, without internet too", async () => {
  await using site = await openSite();
  const link = openLink(site.port);
  const browser = await launch({ offline: true });
  try {
    const { owner, customer, invoice } = await shop(site);
    const phone = await phoneOf(browser, site, "accounts", { port: link.port });
    const { page } = phone;
    await phone.open("/customers");
    await page.getByText("Rahim Traders").waitFor();
    await phone.open(`/customers/${customer.id}`);
    await page.getByText("Owes us").waitFor();
    await phone.keepEveryScreen();
    link.cut();
    await phone.home();
    await page.click("nav.bar a[href='#/search']");
    await page.locator("[role=search] input:focus").waitFor();
    await page.keyboard.type("5678");
    await page.locator("main a.row", { hasText: "Rahim Traders" }).first().click();
    await page.getByRole("button", { name: "Receive payment" }).click();
    await page.locator("[name=amount]").click();
    await page.keyboard.type("৫০ হাজার");
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    const taps = await phone.taps();
    console.log(`  T11: ${taps} taps, limit 5`);
    assert(taps <= 5, `${taps} taps`);
    link.mend();
    await phone.sendAll();
    assertEquals((await owner.get(`/invoices/${invoice.id}`)).body.data.paid, 50000);

    // the same with a cheque: its number, its date and its picture go along
    await phone.open(`/payments/new?customer_id=${customer.id}&amount=1000`);
    await page.locator("[name=method][value=cheque]").click();
    await page.fill("[name=cheque_number]", "0099");
    await page.setInputFiles(".add-photo input", photo);
    await page.waitForSelector(".photo img[src]");
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    await phone.sendAll();
    const [{ id }] = (await owner.get("/payments")).body.data;
    const { cheque_number, uploads } = (await owner.get(`/payments/${id}`)).body.data;
    assertEquals([cheque_number, uploads.length], ["0099", 1]);
  } finally {
    await browser.close();
    await link.close();
  }
});

browserTest(
  "a payment comes into the account of its way, and into another where that is chosen",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, post, customer } = await shop(site);
      const chart = (await owner.get("/accounts")).body.data;
      const bank = chart.find(({ role }: { role: string | null }) => role === "bank").id;
      const added = await post("/accounts", { name: "City Bank", money_type: "bank" });
      const phone = await phoneOf(browser, site, "accounts");
      const { page } = phone;
      const into = page.locator("[name=account_id]");
      const newest = async () => (await owner.get("/payments")).body.data[0];
      const pay = async (amount: string, method: string) => {
        await phone.open(`/payments/new?customer_id=${customer.id}&amount=${amount}`);
        await page.locator(`[name=amount]`).waitFor();
        await page.waitForLoadState("networkidle");
        await page.locator(`[name=method][value=${method}]`).click();
      };
      const save = async () => {
        await page.getByRole("button", { name: "Save" }).click();
        await untilUnsent(page);
        await phone.sendAll();
      };
      await pay("100", "bkash");
      await into.first().waitFor({ state: "detached" }); // one wallet is no choice
      await page.locator("[name=method][value=bank]").click();
      await page.getByText("Comes into").waitFor();
      assertEquals(
        await page.locator("[name=account_id]:checked").getAttribute("value"),
        `${bank}`,
      );
      assertEquals(await into.count(), 2);
      await save();
      assertEquals([(await newest()).amount, (await newest()).account_id], [100, bank]);

      await pay("200", "bank");
      await page.getByRole("radio", { name: "City Bank" }).check();
      // what was chosen stays, and is seen, when the way changes
      await page.locator("[name=method][value=cheque]").click();
      assert(await page.getByRole("radio", { name: "City Bank" }).isChecked());
      await save();
      assertEquals([(await newest()).amount, (await newest()).account_id], [200, added.id]);
    } finally {
      await browser.close();
    }
  },
);
