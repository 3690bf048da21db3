import { businessDate } from "../../domain/business/business.ts";
import { assertEquals } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { origin } from "./house.ts";
import { sendAll, signIn, until } from "./phone.ts";
import { openWarehouse } from "./warehouse.ts";

const before = () =>
  Temporal.PlainDate.from(businessDate()).toPlainYearMonth().subtract({ months: 1 }).toString();
const monthBefore = (language: string) =>
  new Intl.DateTimeFormat(language, { month: "long", year: "numeric" })
    .format(new Date(`${before()}-15`));

browserTest(
  "accounts enter a bill of entry, borrow for an LC, withhold tax, issue a 6.3 and file the return",
  async () => {
    await using site = await openSite();
    const { manager, shipment } = await openWarehouse(site);
    const made = async (path: string, body: Json) => {
      const answer = await manager.post(path, body);
      assertEquals(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.data;
    };
    const supplier = { id: shipment.supplier_id, name: shipment.supplier_name };
    const listed = async (path: string) => (await manager.get(path)).body.data;
    assertEquals((await manager.put("/settings", { vat_bin: "004712345-0101" })).status, 200);
    const item = shipment.items[0];
    const lc = await made("/lc-tt", { supplier_id: supplier.id, type: "LC", amount: 900 });
    const customer = await made("/customers", { name: "Rahim", phone: "01712345678" });
    const invoice = await made("/invoices", {
      customer_id: customer.id,
      invoice_date: `${before()}-28`,
      items: [{ description: "Service", quantity: 1, unit_price: 1000, vat_percent: 15 }],
    });
    const browser = await launch();
    try {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } }))
        .newPage();
      const url = `${origin(site.port)}/mobile`;
      await Promise.all([
        page.waitForResponse("**/auth/me"),
        signIn(page, url, await site.user("accounts")),
      ]);
      const save = async () => {
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByText("Waits to be sent").first().waitFor();
        await sendAll(page, url);
      };
      const confirm = async () => {
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByText("Waits to be sent").first().waitFor();
        await sendAll(page, url);
      };

      // a bill of entry, its levies as customs wrote them
      await page.goto(`${url}#/shipments/${shipment.id}`);
      await page.getByRole("button", { name: "Bills of entry" }).click();
      await page.getByRole("link", { name: "Enter a bill of entry" }).click();
      await page.fill("[name=number]", "C796229");
      await page.fill(`[name=hs_${item.id}]`, "3215.19.00");
      await page.fill(`[name=av_${item.id}]`, "1000");
      await page.locator("summary").first().click();
      const levies = { cd: "250", rd: "30", sd: "0", vat: "192", at: "96", ait: "50" };
      for (const [levy, amount] of Object.entries(levies)) {
        await page.fill(`[name=${levy}_${item.id}]`, amount);
      }
      await save();
      const [bill] = await listed("/import-logistics/bills-of-entry");
      assertEquals([bill.number, bill.total, bill.status], ["C796229", 618, "draft"]);

      // what was mistyped is corrected in the form that it was typed in, with all that it has
      await page.goto(`${url}#/shipments/bills/${bill.id}`);
      await page.getByRole("button", { name: "Change" }).click();
      await until(async () => await page.inputValue(`[name=cd_${item.id}]`) === "250");
      assertEquals(await page.inputValue("[name=number]"), "C796229");
      assertEquals(await page.inputValue(`[name=av_${item.id}]`), "1000");
      await page.fill("[name=number]", "C796230");
      await page.fill(`[name=ait_${item.id}]`, "60");
      await save();
      const corrected = await listed(`/import-logistics/bills-of-entry/${bill.id}`);
      assertEquals([corrected.number, corrected.total, corrected.lines.length], [
        "C796230",
        628,
        1,
      ]);
      assertEquals([corrected.lines[0].cd, corrected.lines[0].ait], [250, 60]);

      await page.goto(`${url}#/shipments/bills/${bill.id}`);
      await page.getByRole("button", { name: "Book its duties as costs" }).click();
      await confirm();
      assertEquals((await listed("/import-logistics/bills-of-entry"))[0].status, "posted");
      // once it is booked, how it was paid
      await page.goto(`${url}#/shipments/bills/${bill.id}`);
      await page.getByRole("button", { name: "Change" }).click();
      await page.fill("[name=challan_amount]", "628");
      assertEquals(await page.locator("[name=number], [name=entry_date]").count(), 0);
      await save();
      const paid = await listed(`/import-logistics/bills-of-entry/${bill.id}`);
      assertEquals([paid.challan_amount, paid.status, paid.total], [628, "posted", 628]);
      await page.goto(`${url}#/shipments/${shipment.id}/bills`);
      await page.getByRole("row", { name: /CD/ }).first().waitFor();

      // a loan of the bank, paid back in part
      await page.goto(`${url}#/lc-tt/${lc.id}`);
      await page.getByRole("button", { name: "Take a loan (LTR)" }).click();
      await page.fill("[name=amount]", "50000");
      await page.fill("[name=interest_percent]", "12");
      await page.fill("[name=due_on]", "2099-01-01");
      await save();
      const [loan] = await listed("/lc-loans");
      await page.goto(`${url}#/lc-tt/loans/${loan.id}`);
      await page.getByRole("button", { name: "Pay back" }).click();
      await page.fill("dialog [name=principal]", "20000");
      await confirm();
      assertEquals((await listed("/lc-loans"))[0].outstanding, 30_000);

      // tax withheld, and paid to the treasury
      await made("/withheld-taxes", { kind: "vds", supplier_id: supplier.id, amount: 300 });
      await page.goto(`${url}#/reports`);
      await page.getByRole("link", { name: "Tax withheld" }).click();
      await page.getByText("VDS (VAT)").last().waitFor();
      await page.getByRole("row", { name: new RegExp(supplier.name) }).getByRole("link").click();
      await page.getByRole("button", { name: "Paid to the treasury" }).click();
      await page.fill("dialog [name=challan_number]", "T-48");
      await confirm();
      assertEquals((await listed("/withheld-taxes"))[0].challan_number, "T-48");

      // the tax invoice
      await page.goto(`${url}#/invoices/${invoice.id}`);
      await page.getByRole("button", { name: "Issue the tax invoice (6.3)" }).click();
      await page.fill("dialog [name=vehicle]", "DM-TA-11");
      await confirm();
      const [challan] = await listed("/vat-challans");
      assertEquals([challan.vehicle, challan.vat], ["DM-TA-11", 150]);
      await page.goto(`${url}#/invoices/${invoice.id}`);
      await page.getByRole("button", { name: "Tax invoice (Mushak 6.3)" }).waitFor();

      // the return of the month before
      await page.goto(`${url}#/reports/vat-returns/new`);
      await page.fill("[name=submission_number]", "SUB-1");
      await save();
      const [filed] = await listed("/vat-returns");
      assertEquals([filed.submission_number, filed.amendment], ["SUB-1", 0]);
      await page.goto(`${url}#/reports/vat-returns/${filed.id}`);
      await page.getByText("To be paid").first().waitFor();
      assertEquals(await page.locator("h1").innerText(), monthBefore("en-GB"));
      await page.getByText("VAT ৳150.00, on ৳1,000.00").waitFor();
      await page.getByText("4 · Sales at the standard rate").waitFor();

      // what is changed or taken back is named
      const [cost] =
        (await manager.get(`/import-logistics/shipments/${shipment.id}`)).body.data.costs;
      await page.goto(`${url}#/shipments/${shipment.id}/costs/${cost.id}/reverse`);
      await page.locator(".row", { hasText: shipment.reference_no }).waitFor();
      await page.goto(`${url}#/shipments/${shipment.id}/edit`);
      await page.locator(".top p", { hasText: supplier.name }).waitFor();
      // and what is not there is no empty form
      await page.goto(`${url}#/rmas/consignments/999/edit`);
      await page.getByRole("heading", { name: "Page not found" }).waitFor();
      assertEquals(await page.locator("input").count(), 0);

      // the same return in Bangla
      const phone = await (await browser.newContext()).newPage();
      await signIn(phone, url, await site.user("manager"), "bn");
      await phone.goto(`${url}#/reports/vat-returns/${filed.id}`);
      await phone.getByText("4 · সাধারণ হারে বিক্রি").waitFor();
      assertEquals(await phone.locator("h1").innerText(), monthBefore("bn-BD-u-nu-latn"));
    } finally {
      await browser.close();
    }
  },
);
