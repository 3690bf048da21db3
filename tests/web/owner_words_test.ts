import { calledBy, filledIn } from "../../web/src/core/format.ts";
import { bn as figuresBn } from "../../web/src/strings/figures.bn.ts";
import { en as figuresEn } from "../../web/src/strings/figures.en.ts";
import { bn as todayBn } from "../../web/src/strings/today.bn.ts";
import { en as todayEn } from "../../web/src/strings/today.en.ts";
import { assertEquals } from "../support/assert.ts";
import { made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { signIn } from "./phone.ts";

Deno.test("calledBy() leaves titles out", () => {
  for (
    const [name, called] of [
      ["Md. Rahim Uddin", "Rahim"],
      ["MD Karim", "Karim"],
      ["Mst. Rahima Khatun", "Rahima"],
      ["Mohammad Ali", "Ali"],
      ["মোঃ করিম", "করিম"],
      ["Md.", "Md."],
      ["Jamal Uddin", "Jamal"],
    ]
  ) assertEquals(calledBy(name), called);
});

Deno.test("filledIn() says one day and two days", () => {
  assertEquals(filledIn("{n} day{s} left", { n: "1" }), "1 day left");
  assertEquals(filledIn("{n} day{s} left", { n: "১" }), "১ day left");
  assertEquals(filledIn("{n} day{s} left", { n: 12 }), "12 days left");
});

Deno.test("the owner's figures are called as everybody's are", () => {
  for (const [today, figures] of [[todayEn, figuresEn], [todayBn, figuresBn]] as const) {
    for (const [name, word] of Object.entries(today)) {
      if (!name.startsWith("fig_")) continue;
      assertEquals(word, figures[name.slice(4) as keyof typeof figures]);
    }
  }
});

browserTest("whoever may not see costs is led from the owner's page to his own", async () => {
  await using site = await openSite();
  await openBusiness(site);
  const browser = await launch();
  try {
    for (const role of ["store", "engineer"] as const) {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const url = `${origin(site.port)}/admin-mobile#/`;
      const who = await site.user(role);
      await page.goto(url);
      await page.waitForSelector("#login[data-ready]");
      await page.fill("#login-id", who.email);
      await page.fill("#login-password", who.password);
      await page.click("#login button[type=submit]");
      await page.waitForURL(/\/mobile#\/$/);
      await page.getByRole("link", { name: "Work", exact: true }).waitFor();

      // a record that is not his says so in words, and is not loading for ever
      await page.goto(`${origin(site.port)}/mobile#/lc-tt/1`);
      await page.getByText("The link is old, or not for your role.").waitFor();
      assertEquals(await page.getByRole("heading", { name: "Loading" }).count(), 0);
      assertEquals(await page.getByText("costs.read").count(), 0);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});

browserTest("what customers owe and we owe is one figure, on every screen", async () => {
  await using site = await openSite();
  const { owner, supplier } = await openBusiness(site);
  const other = made(await owner.post("/customers", { name: "Paid in advance" }));
  made(await owner.post("/invoices/receive-payment", { customer_id: other.id, amount: 2500 }));
  made(
    await owner.post("/import-logistics/supplier-ledger", {
      supplier_id: supplier.id,
      debit: 5000,
      currency: "CNY",
      exchange_rate: 16,
      entry_type: "advance",
      particulars: "Advance",
    }),
  );
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const url = `${origin(site.port)}/admin-mobile`;
    await signIn(page, url, await site.user("owner"));
    const kpi = (name: string) =>
      page.locator(".kpi", { has: page.getByText(name, { exact: true }) });
    const names = ["Customers owe us", "We owe suppliers"];
    await kpi(names[0]).waitFor();
    const figures = await Promise.all(names.map((name) => kpi(name).locator("b").innerText()));
    // collected today, and what was collected on each day before
    const points = await kpi("Collected today").locator("polyline").getAttribute("points");
    assertEquals(points!.trim().split(/\s+/).length, 14);
    await page.goto(`${url}#/money`);
    for (const [at, name] of names.entries()) {
      const card = page.locator(".card", { has: page.getByRole("heading", { name }) });
      await card.getByText(`${figures[at]} in all`).waitFor();
    }

    // red is for what is late: being in the port is not
    await page.goto(`${url}#/imports`);
    await page.getByRole("heading", { level: 1, name: "Imports" }).waitFor();
    await page.locator("svg.chart").first().waitFor();
    assertEquals(await page.locator("svg.chart rect.bad, .key.bad").count(), 0);
  } finally {
    await browser.close();
  }
});
