import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { openLink } from "./proxy.ts";
import { phoneOf, photo, scan, shop, untilUnsent } from "./staff_page.ts";

const RMAS = "/import-logistics/rmas";

browserTest("T6: a new RMA from a scanned serial takes at most 5 taps, photo and all", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { owner, customer } = await shop(site);
    const phone = await phoneOf(browser, site, "engineer");
    const { page } = phone;
    await phone.home();
    await page.click("nav.bar a[href='#/scan']");
    await scan(page, "SN-9001");
    await page.getByText("Under warranty").first().waitFor();
    await page.getByRole("link", { name: "No power" }).click();
    await page.getByText("Rahim Traders").waitFor();
    // one tap opens the phone's camera
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.locator(".add-photo input").click(),
    ]);
    await chooser.setFiles(photo);
    await page.waitForSelector(".photo img[src]");
    await page.getByRole("button", { name: "Save" }).click();
    await untilUnsent(page);
    const taps = await phone.taps();
    console.log(`  T6: ${taps} taps, limit 5`);
    assert(taps <= 5, `${taps} taps`);
    await phone.sendAll();
    const [rma] = (await owner.get(RMAS)).body.data;
    assertEquals(rma.customer_id, customer.id);
    assertEquals(rma.machine_serial_number, "SN-9001");
    assertEquals(rma.fault_description, "No power");
    const { uploads, warranty } = (await owner.get(`${RMAS}/${rma.id}`)).body.data;
    assertEquals([uploads.length, warranty.covered], [1, true]);
  } finally {
    await browser.close();
  }
});

browserTest(
  "T7 and T8: a part in 3 taps, a ticket closed in 5, also without internet",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const { owner, post, customer, ink } = await shop(site);
      const phone = await phoneOf(browser, site, "engineer", { port: link.port });
      const { page } = phone;
      const ticket = await post("/service-tickets", {
        customer_id: customer.id,
        serial_number: "SN-9001",
        problem_description: "Lines in the print",
        assigned_to: phone.who.id,
      });
      // a morning with internet: the tickets, the part list and the screens come to the phone
      await phone.open(`/service-tickets/${ticket.id}`);
      await page.getByRole("link", { name: "Add part" }).waitFor(); // its title stands at home, too
      await phone.open(`/service-tickets/${ticket.id}/parts/new`);
      await page.getByRole("button", { name: /Black ink/ }).waitFor();
      await phone.open(`/scan?code=INK-BK`);
      await page.getByRole("heading", { name: "Search" }).or(page.getByText("Black ink")).first()
        .waitFor();
      await page.reload();
      await phone.keepEveryScreen();
      await phone.home();
      await page.getByRole("link", { name: /Lines in the print/ }).waitFor();
      link.cut();

      await page.getByRole("link", { name: /Lines in the print/ }).click();
      await page.getByRole("link", { name: "Add part" }).click();
      await scan(page, "INK-BK");
      await page.locator(".picked").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(/1 × Black ink/).waitFor();
      const partTaps = await phone.taps();
      console.log(`  T7: ${partTaps} taps, limit 3`);
      assert(partTaps <= 3, `${partTaps} taps`);

      await phone.home();
      await page.getByRole("link", { name: /Lines in the print/ }).click();
      await page.getByRole("button", { name: "Close ticket" }).click();
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.locator(".add-photo input").click(),
      ]);
      await chooser.setFiles(photo);
      await page.waitForSelector(".photo img[src]");
      await page.getByRole("button", { name: "Repaired" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      const closeTaps = await phone.taps();
      console.log(`  T8: ${closeTaps} taps, limit 5`);
      assert(closeTaps <= 5, `${closeTaps} taps`);

      link.mend();
      await phone.sendAll();
      const { status, parts, uploads, history } =
        (await owner.get(`/service-tickets/${ticket.id}`)).body.data;
      assertEquals([status, parts.length, uploads.length], ["closed", 1, 1]);
      assertEquals(parts[0].product_id, ink.id);
      assertEquals(history.at(-1).note, "Repaired");
    } finally {
      await browser.close();
      await link.close();
    }
  },
);

browserTest(
  "T9: the answer to “where is my board?” is two taps away, ready for WhatsApp",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { owner, post } = await shop(site);
      const rma = await post(RMAS, {
        machine_serial_number: "SN-9001",
        board_serial_number: "BRD-77",
        board_type: "Main board",
        fault_description: "No power",
      });
      await owner.patch(`${RMAS}/${rma.id}/status`, { status: "under_repair" });
      const phone = await phoneOf(browser, site, "sales");
      const { page } = phone;
      for (const asked of ["BRD-77", "01712345678", rma.reference_no]) {
        await phone.home();
        await page.click("nav.bar a[href='#/search']");
        await page.locator("[role=search] input:focus").waitFor();
        await page.keyboard.type(asked);
        await page.locator("main .list a.row").first().waitFor();
        await page.locator("main .list a.row").first().click();
        const message = page.locator(".message").first();
        await message.waitFor();
        const taps = await phone.taps();
        console.log(`  T9 by ${asked}: ${taps} taps, limit 2`);
        assert(taps <= 2, `${asked}: ${taps} taps`);
        assertMatch(await message.innerText(), /মেরামত হচ্ছে.*RMA-/s);
        const link = page.locator("a[href^='https://wa.me/8801712345678?text=']");
        assertMatch(
          decodeURIComponent((await link.first().getAttribute("href"))!),
          /প্রিয় Rahim Traders/,
        );
      }
      await page.getByRole("button", { name: "English" }).click();
      assertMatch(await page.locator(".message").innerText(), /is being repaired/);
    } finally {
      await browser.close();
    }
  },
);

browserTest(
  "the passport has parts and repairs; cost and margin only for who may see costs",
  async () => {
    await using site = await openSite();
    const browser = await launch();
    try {
      const { post, customer, ink } = await shop(site);
      const ticket = await post("/service-tickets", {
        customer_id: customer.id,
        serial_number: "SN-9001",
        problem_description: "Lines in the print",
      });
      await post(`/service-tickets/${ticket.id}/parts`, { product_id: ink.id, quantity: 2 });
      await post(RMAS, { machine_serial_number: "SN-9001", fault_description: "No power" });
      for (const role of ["owner", "service_manager"] as const) {
        const { page, open } = await phoneOf(browser, site, role);
        await open("/serials/SN-9001");
        const parts = page.locator(".card", {
          has: page.getByRole("heading", { name: "Parts used" }),
        });
        assertMatch(await parts.innerText(), /Black ink 1 l[^]*2 pcs/);
        await page.getByRole("link", { name: /No power.*RMA-/s }).last().waitFor();
        const facts = await page.locator("dl.facts").innerText();
        assertEquals(
          /Landed cost\s+৳90,000\.00\s+Margin\s+৳60,000\.00/.test(facts),
          role === "owner",
        );
      }
    } finally {
      await browser.close();
    }
  },
);

browserTest(
  "what a day needs is packed with one button, and is there without internet",
  async () => {
    await using site = await openSite();
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const { post, customer } = await shop(site);
      const phone = await phoneOf(browser, site, "engineer", { port: link.port });
      const { page } = phone;
      const ticket = await post("/service-tickets", {
        customer_id: customer.id,
        serial_number: "SN-9001",
        problem_description: "Lines in the print",
        assigned_to: phone.who.id,
      });
      await page.reload();
      await phone.home();
      await page.getByRole("button", { name: "Pack my day" }).click();
      await page.getByText("Ready without internet").waitFor();
      await phone.keepEveryScreen();
      link.cut();
      await page.reload();
      await page.getByText("Ready without internet").waitFor();
      await page.getByRole("link", { name: /Lines in the print/ }).click();
      await page.getByText("12 Motijheel, Dhaka").waitFor();
      await page.getByRole("link", { name: "SN-9001" }).click();
      await page.getByText("Under warranty").first().waitFor();
      await phone.open(`/service-tickets/${ticket.id}/parts/new`);
      await page.getByRole("button", { name: /Black ink/ }).waitFor();
      // without internet nothing is packed, and what was packed stays
      await phone.open("/");
      await page.getByRole("button", { name: "Pack my day" }).click();
      await page.getByText("This needs internet").waitFor();
      await page.getByText("Ready without internet").waitFor();
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
