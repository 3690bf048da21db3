import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { fits, signIn } from "./phone.ts";

browserTest("what is due is reminded of by WhatsApp with one tap, in the language", async () => {
  await using site = await openSite();
  const { owner } = await openBusiness(site);
  const { body: { data: customer } } = await owner.post("/customers", {
    name: "Karim Signs",
    phone: "01812-000111",
  });
  const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10);
  const cheque = await owner.post("/invoices/receive-payment", {
    customer_id: customer.id,
    amount: 40000,
    method: "cheque",
    cheque_number: "0045512",
    cheque_date: today,
    cleared: false,
  });
  assertEquals(cheque.status, 201, JSON.stringify(cheque.body));
  const agent = await owner.post("/suppliers", {
    name: "Port Clearing",
    supplier_type: "C&F agent",
    phone: "01911222333",
  });
  assertEquals(agent.status, 201, JSON.stringify(agent.body));
  const browser = await launch();
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      timezoneId: "Asia/Dhaka",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const url = `${origin(site.port)}/admin-mobile`;
    await signIn(page, url, await site.user("owner"), "bn");
    await page.goto(`${url}#/more`);
    await page.locator("a[href='#/reminders']").click();
    const row = (text: string) => page.locator("li.row").filter({ hasText: text });
    const link = async (text: string) => {
      const to = row(text).first().locator("a.button");
      await row(text).first().locator("a.button[href*='wa.me/880']").waitFor();
      return decodeURIComponent((await to.getAttribute("href"))!);
    };
    await row("Karim Signs").first().waitFor();
    const said = await link("Karim Signs");
    assert(said.startsWith("https://wa.me/8801812000111?text=Karim Signs, আপনার"), said);
    assert(said.includes("0045512") && said.includes("৳40,000.00"), said);
    const port = page.locator("section, .card").filter({ hasText: "কনটেইনারের ফ্রি দিন" }).last();
    const container = port.locator("li.row").first();
    await container.locator("a[href*='wa.me/8801911222333']").waitFor();
    assert((await container.innerText()).includes("Port Clearing"));
    await fits(page, "reminders");

    // an exporter is written to in English, and what was opened is remembered
    const lc = page.locator(".card").filter({ hasText: "এলসির মেয়াদ" }).last()
      .locator("li.row").first();
    const words = decodeURIComponent((await lc.locator("a.button").getAttribute("href"))!);
    assert(/\?text=Dear .* our LC .* expires on \d{4}-\d\d-\d\d/.test(words), words);
    await context.route(/wa\.me/, (route) => route.abort());
    await row("Karim Signs").first().locator("a.button").click();
    await row("Karim Signs").first().getByText("হোয়াটসঅ্যাপ খোলা হয়েছে").waitFor();
    await page.reload();
    await row("Karim Signs").first().getByText("হোয়াটসঅ্যাপ খোলা হয়েছে").waitFor();
    if (Deno.env.get("SHOTS")) {
      await page.screenshot({ path: "/tmp/reminders.png", fullPage: true });
    }
  } finally {
    await browser.close();
  }
});
