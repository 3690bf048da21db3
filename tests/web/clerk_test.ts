import { assert, assertEquals } from "../support/assert.ts";
import { done, made } from "../support/receiving.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { kept } from "./phone.ts";
import { openLink } from "./proxy.ts";
import { phoneOf, photo, shop, until } from "./staff_page.ts";

browserTest(
  "accounts pays out of an account, keeps a margin, ends a cheque and closes the books",
  async () => {
    await using site = await openSite();
    const { owner, post, supplier } = await shop(site);
    const bank = await post("/accounts", { name: "Karnaphuli Bank", money_type: "bank" });
    const lc = await post("/lc-tt", { supplier_id: supplier.id, type: "LC", amount: 900 });
    done(await owner.patch(`/lc-tt/${lc.id}/status`, { status: "lc_opened" }));
    const cheque = await post(`/suppliers/${supplier.id}/cheques`, {
      amount: 5000,
      currency: "BDT",
      cheque_number: "0778",
      cheque_date: "2026-12-20",
    });
    const drawn = await post("/lc-tt", {
      supplier_id: supplier.id,
      type: "LC",
      amount: 90,
      tolerance_percent: 20,
    });
    const shipment = await post("/import-logistics/shipments", {
      supplier_id: supplier.id,
      lc_tt_id: drawn.id,
      currency: "USD",
      exchange_rate: 120,
      items: [{ product_name: "Printer", ordered_qty: 1, purchase_value: 100, unit: "pcs" }],
    });
    const browser = await launch({ offline: true });
    try {
      const { page, open, sendAll } = await phoneOf(browser, site, "accounts");
      const read = async (path: string) => (await owner.get(path)).body.data;
      const save = () => page.locator("main [type=submit]").click();
      const bankChip = page.locator(`[name=account_id][value="${bank.id}"]`);

      await open(`/supplier-ledger/new?supplier_id=${supplier.id}`);
      await page.fill("[name=debit]", "500");
      await page.fill("[name=exchange_rate]", "123");
      await page.fill("[name=particulars]", "TT sent");
      await bankChip.check();
      await save();
      await sendAll();
      const [entry] = await read("/import-logistics/supplier-ledger?limit=1");
      const stands = async (id: number) => (await read(`/accounts/${id}`)).balance;
      assertEquals([entry.debit, await stands(bank.id)], [500, -61500]);

      await open(`/lc-tt/${lc.id}/charges/new`);
      await page.getByRole("link", { name: "LC margin" }).click();
      await page.getByText("The bank keeps ৳0.00 now.").waitFor();
      await page.fill("[name=amount]", "9000");
      await bankChip.check();
      await save();
      await sendAll();
      const kept = await read(`/lc-tt/${lc.id}`);
      assertEquals([kept.margin_held, kept.status, await stands(bank.id)], [
        9000,
        "lc_opened",
        -70500,
      ]);
      await open(`/lc-tt/${lc.id}/margin/new`);
      await page.locator("[name=way][value=margin_released]").check();
      await page.getByText("The bank keeps ৳9,000.00 now.").waitFor();
      await page.fill("[name=amount]", "4000");
      await bankChip.check();
      await save();
      await sendAll();
      assertEquals((await read(`/lc-tt/${lc.id}`)).margin_held, 5000);

      // what the bank took is seen at its LC, with what it went to
      await open(`/lc-tt/${lc.id}`);
      await page.getByRole("button", { name: "Charges" }).click();
      await page.getByText("The bank has taken nothing yet.").waitFor();
      await page.getByRole("link", { name: "Book a bank charge" }).click();
      await page.fill("[name=amount]", "1150");
      await page.context().setOffline(true);
      await save();
      // seen there before it was sent, so that nobody books it twice
      await open(`/lc-tt/${lc.id}/charges`);
      await page.locator("a.row").getByText("Waits to be sent").waitFor();
      await page.context().setOffline(false);
      await sendAll();
      await post(`/lc-tt/${lc.id}/charges`, { amount: 350, reference: "SWIFT" });
      await open(`/lc-tt/${lc.id}`);
      await page.locator(".facts > div", { hasText: "Charges" }).getByText("৳1,500.00").waitFor();
      await page.getByRole("button", { name: "Charges" }).click();
      const [spent] = await read("/expenses?sort=amount&limit=1");
      await page.getByText(`Bank charges · ${spent.reference_no}`).waitFor();
      assertEquals(await page.locator("main a.row").count(), 2);
      const sum = page.locator(".facts > div", { hasText: "Taken by the bank, in all" });
      await sum.getByText("৳1,500.00").waitFor();
      await page.locator(".facts > div", { hasText: "Margin" }).getByText("৳5,000.00").waitFor();

      // what is left of an LC, and how that comes
      await open(`/lc-tt/${drawn.id}`);
      const left = page.locator(".facts > div", { hasText: "Left to draw" });
      await left.getByText(/90\.00 \+ 20% − .*100\.00/).waitFor();
      assertEquals(/8\.00/.test(await left.innerText()), true);

      await open(`/shipments/${shipment.id}/costs/new`);
      await page.locator("[name=cost_head]").first().check();
      await page.fill("[name=amount]", "700");
      await page.locator(`[name=paid_from][value="${bank.id}"]`).check();
      await save();
      await sendAll();
      assertEquals(await stands(bank.id), -70500 + 4000 - 700);

      await open("/reports");
      await page.getByRole("link", { name: "Our cheques" }).click();
      await page.locator("a.row", { hasText: "0778" }).click();
      await page.getByRole("button", { name: "Came back" }).click();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      await sendAll();
      assertEquals((await read(`/supplier-cheques/${cheque.id}`)).state, "returned");

      await open("/reports");
      await page.getByRole("link", { name: "Close the books" }).click();
      await page.fill("[name=closed_through]", "2026-10-31");
      await save();
      await sendAll();
      assertEquals((await read("/settings")).closed_through, "2026-10-31");
      await open("/reports/closing");
      await until(async () => await page.inputValue("[name=closed_through]") === "2026-10-31");

      // what is being typed stays when something else is sent meanwhile, after which the settings are read anew
      await open("/tasks/new");
      await page.fill("[name=title]", "Ask the bank");
      await save();
      await open("/reports/closing");
      await page.fill("[name=closed_through]", "2026-09-30");
      const readAnew = page.waitForResponse(/\/settings$/);
      await until(async () => (await read("/tasks")).length === 1);
      await readAnew;
      await page.waitForTimeout(300);
      assertEquals(await page.inputValue("[name=closed_through]"), "2026-09-30");

      // what the month says is seen before it is filed
      await open("/reports/vat-returns/new");
      await page.locator(".card", { hasText: "To be paid" }).getByText("৳0.00").first().waitFor();
    } finally {
      await browser.close();
    }
  },
);

browserTest("what a refused form was made of is there when it is mended", async () => {
  await using site = await openSite();
  const { owner, supplier, customer, ink } = await shop(site);
  made(await owner.post("/stock-places", { code: "SHOW", name: "Showroom" }));
  const browser = await launch();
  try {
    const { page, open, url, sendAll } = await phoneOf(browser, site, "manager");
    const save = () => page.locator("main [type=submit]").click();
    const mend = async () => {
      await page.goto(`${url}#/queue`);
      await page.getByText("Needs you", { exact: true }).first().waitFor();
      await page.getByRole("link", { name: "Edit" }).click();
    };
    // the goods of a shipment, for which a rate is missing
    await open(`/shipments/new?supplier_id=${supplier.id}&supplier_id_title=Guangzhou`);
    const goods = "IJ-X1\tInkjet printer X1\t2\t1,800\nINK-BK\tBlack ink\t10\t95.50";
    await page.fill("[name=goods]", goods);
    // a photo of the invoice, kept also when the form was left by a slip of the finger
    await page.setInputFiles(".add-photo input", photo);
    await page.locator(".photo img").waitFor();
    await page.goBack();
    await page.goForward();
    await page.locator(".photo img").waitFor();
    assertEquals(await page.inputValue("[name=goods]"), goods);
    await save();
    await mend();
    await until(async () => await page.inputValue("[name=goods]") === goods);
    await page.setInputFiles(".add-photo input", photo); // its second page, while it is mended
    await page.locator(".photo img").waitFor();
    await page.fill("[name=exchange_rate]", "122");
    await save();
    await page.waitForURL(/#\/queue$/); // its files are kept first
    await sendAll();
    const [{ id }] = (await owner.get("/import-logistics/shipments?limit=1")).body.data;
    const { items } = (await owner.get(`/import-logistics/shipments/${id}`)).body.data;
    assertEquals(items.map(({ ordered_qty }: { ordered_qty: number }) => ordered_qty), [2, 10]);
    const papers = await owner.get(`/uploads?related_type=shipment&related_id=${id}`);
    assertEquals(papers.body.data.map(({ kind }: { kind: string }) => kind), [
      "commercial_invoice",
      "commercial_invoice",
    ]);

    // what goes out while it is being mended is not entered a second time
    await page.context().setOffline(true);
    await open(`/shipments/new?supplier_id=${supplier.id}&supplier_id_title=Guangzhou`);
    await page.fill("[name=goods]", goods);
    await page.fill("[name=exchange_rate]", "122");
    await save();
    await page.goto(`${url}#/queue`);
    await page.getByRole("link", { name: "Edit" }).click();
    await until(async () => await page.inputValue("[name=goods]") === goods);
    await page.context().setOffline(false);
    await until(async () => {
      await page.evaluate(() => dispatchEvent(new Event("online")));
      return (await kept(page, "outbox")).length === 0;
    });
    await save();
    await page.getByText("Too late").waitFor();
    const all = (await owner.get("/import-logistics/shipments?include_total=true")).body.meta.total;
    assertEquals([all, (await kept(page, "outbox")).length], [2, 0]);

    // what an emptied limit means is said where it is emptied
    await open(`/customers/${customer.id}/edit`);
    await page.getByText("Empty or 0: no limit. No credit at all: “Cash only”").waitFor();

    // more than lies there
    await open(`/stock-transfers/new?product_id=${ink.id}&product_id_title=Ink`);
    await page.locator("[name=from_place_id]").first().check();
    await page.locator("[name=to_place_id]").nth(1).check();
    await page.fill("[name=quantity]", "700");
    await save();
    await mend();
    await until(async () => await page.inputValue("[name=quantity]") === "700");
    await page.fill("[name=quantity]", "7");
    await save();
    await sendAll();
    const [sent] = (await owner.get("/stock-transfers?limit=1")).body.data;
    assertEquals([sent.lines[0].product_id, sent.lines[0].quantity], [ink.id, 7]);
  } finally {
    await browser.close();
  }
});

browserTest(
  "without internet a list leaves out what the phone does not know of a record",
  async () => {
    await using site = await openSite();
    const { post, supplier, ink } = await shop(site);
    const shipment = await post("/import-logistics/shipments", {
      supplier_id: supplier.id,
      currency: "USD",
      exchange_rate: 120,
      items: [{
        product_id: ink.id,
        product_name: "Black ink",
        ordered_qty: 9,
        purchase_value: 90,
      }],
    });
    await post("/import-logistics/receipts", {
      shipment_id: shipment.id,
      items: [{ shipment_item_id: shipment.items[0].id, received_qty: 9 }],
    });
    const link = openLink(site.port);
    const browser = await launch({ offline: true });
    try {
      const { page, open, keepEveryScreen } = await phoneOf(browser, site, "manager", {
        port: link.port,
      });
      await keepEveryScreen();
      await until(async () => {
        const paths = (await kept<{ path: string }>(page, "reads")).map(({ path }) => path);
        return ["/sync/receipts", "/sync/products"].every((path) => paths.includes(path));
      });
      link.cut();
      await open("/receipts");
      await page.locator("a.row", { hasText: "RCP-" }).waitFor();
      assertEquals(await page.getByText("0 received").count(), 0);
      await open("/invoices/new");
      await page.fill("[name=product_id]", "INK");
      await page.getByRole("button", { name: /Black ink/ }).waitFor();
      assert(!/NaN/.test(await page.innerText("main")));
    } finally {
      await browser.close();
      await link.close();
    }
  },
);
