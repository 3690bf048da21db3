import { assert, assertEquals } from "../support/assert.ts";
import { done, made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { openBusiness } from "./owner_business.ts";
import { signIn } from "./phone.ts";

browserTest(
  "bars measure what they say, lead to the record, and change with what is chosen",
  async () => {
    await using site = await openSite();
    const { owner, arrived } = await openBusiness(site);
    const [customer] = done(await owner.get("/customers"));
    made(
      await owner.post("/service-tickets", {
        customer_id: customer.id,
        problem_description: "No display",
        assigned_to: owner.userId,
      }),
    );
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const url = `${origin(site.port)}/admin-mobile`;
      await signIn(page, url, await site.user("owner"));
      const open = async (path: string) => {
        await page.evaluate((path) => location.hash = path, `#${path}`);
        await page.locator(".figure").first().waitFor();
      };
      const row = (text: string) => page.locator(".figure .row", { hasText: text });
      const widths = (text: string) =>
        row(text).locator("rect").evaluateAll((bars) =>
          bars.map((bar) => Math.round(bar.getBoundingClientRect().width))
        );

      // 9 days in the port, of which 4 cost nothing; the other container has 2 of its 4 left
      await open("/demurrage");
      await row("MSKU1234565").waitFor();
      const [free, costs] = await widths("MSKU1234565");
      assert(Math.abs(costs / free - 5 / 4) < .1, `${free} and ${costs}`);
      assertEquals(await widths("MSKU1234565").then(({ length }) => length), 2);
      assert(await row("MSKU1234565").getByText("5 days over").isVisible());
      assert(await row("TCLU7654321").getByText("2 free days left").isVisible());

      // of the whole shipment, then of one unit of what it brought
      await open(`/landed/${arrived.id}`);
      await row("Landed in the warehouse").waitFor();
      const [head] = (await owner.get(`/reports/landed-cost?shipment_id=${arrived.id}`)).body.data
        .filter((one: { title: string }) => /Print head/.test(one.title));
      await page.check(`[name=of][value="${head.title}"]`);
      const unit = new Intl.NumberFormat("en-IN", {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      })
        .format(head.landed_value / head.shipped_qty);
      await row("Landed in the warehouse").getByText(`৳${unit}`).waitFor();

      // ninety days are thirteen weeks
      await open("/money");
      await page.getByRole("button", { name: "90 days" }).click();
      await page.getByText("in 91 days").waitFor();
      const cash = page.locator(".card", { hasText: "Cash in and out" });
      assertEquals(await cash.locator("svg.chart rect").count(), 26);
      const [supplier] = (await owner.get("/reports/supplier-ageing")).body.data;
      assertEquals(
        await row(supplier.supplier_name).first().getAttribute("href"),
        `#/supplier-ledger?supplier_id=${supplier.supplier_id}`,
      );

      await open("/stock-value");
      const [held] = (await owner.get("/reports/stock-valuation?in_stock=true")).body.data;
      assertEquals(
        await row(held.product_name).getAttribute("href"),
        `#/products/${held.id}`,
      );

      await open("/people");
      const tickets = page.locator(".card", { hasText: "Open tickets by technician" });
      await tickets.getByText("Tickets open: 1, older than 7 days: 0.").waitFor();
      assert(
        (await tickets.locator(".row").getAttribute("href"))!.endsWith(
          `&assigned_to=${owner.userId}`,
        ),
      );
    } finally {
      await browser.close();
    }
  },
);

browserTest("every figure of Home opens a list with what it counts", async () => {
  await using site = await openSite();
  const { owner } = await openBusiness(site);
  made(await owner.post("/products", { name: "Low ink", min_stock: 5 }));
  const { links, ...figures } = done(await owner.get("/dashboard"));
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const refused: string[] = [];
    page.on("response", (one) => one.status() >= 400 && refused.push(one.url()));
    const url = `${origin(site.port)}/mobile`;
    await signIn(page, url, await site.user("owner"));
    const tiles = page.locator(".tiles.figures a");
    await tiles.first().waitFor();
    const hrefs = await tiles.evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
    const counted: Record<string, unknown> = {};
    const shown: Record<string, unknown> = {};
    for (const [name, link] of Object.entries<string>(links)) {
      const href = `#${link.replace("/import-logistics", "")}`;
      if (!hrefs.includes(href)) continue;
      await page.goto(`${url}#/me`);
      await page.locator("[name=lang]").first().waitFor({ state: "attached" });
      await page.goto(url + href);
      await page.locator("main :is(a.row, .empty)").first().waitFor();
      if (
        /^(open|pending|overdue_tasks|low|in_tr|delayed|total_cust|warr)(?!.*amount)/.test(name)
      ) {
        counted[name] = figures[name];
        shown[name] = await page.locator("main a.row").count();
      }
    }
    assertEquals(shown, counted);
    assertEquals([counted.low_stock, Object.keys(counted).length, refused], [1, 12, []]);
  } finally {
    await browser.close();
  }
});

browserTest(
  "what is decided on is said in Bangla, and what is changed is never opened empty",
  async () => {
    await using site = await openSite();
    const { owner } = await openBusiness(site);
    const [tariff] =
      (await owner.get("/import-logistics/demurrage-tariffs?sort=from_day")).body.data;
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const url = `${origin(site.port)}/admin-mobile`;
      // straight to the form: this phone has never seen the record
      await signIn(
        page,
        `${url}#/demurrage-tariffs/${tariff.id}/edit`,
        await site.user("owner"),
      );
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[name=rate]")?.value === "6"
      );
      await page.goto(`${url}#/me`);
      await page.check("[name=lang][value=bn]");
      await page.goto(`${url}#/approve`);
      // a claim's type and whom it is against are codes of the API
      await page.locator(".row-title", { hasText: "নষ্ট" }).first().click();
      await page.locator(".facts", { hasText: "সরবরাহকারী" }).waitFor();
      const text = await page.locator("main").innerText();
      for (const raw of ["damage", "supplier\n", "credit_note"]) assert(!text.includes(raw), text);
    } finally {
      await browser.close();
    }
  },
);
