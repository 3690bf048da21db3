import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { phoneOf, shop } from "./staff_page.ts";

browserTest(
  "terms, rates, certificates, cheques and charges are entered at the pages",
  async () => {
    await using site = await openSite();
    const { owner, supplier, customer } = await shop(site);
    const browser = await launch();
    try {
      const { page, open, sendAll } = await phoneOf(browser, site, "owner");
      const enter = async (path: string, values: Record<string, string>) => {
        await open(path);
        for (const [name, value] of Object.entries(values)) {
          await page.locator(`[name="${name}"]`).first().waitFor();
          const chip = page.locator(`[name="${name}"][value="${value}"]`);
          if (await chip.count() > 0) await chip.check();
          else await page.fill(`[name="${name}"]`, value);
        }
        await page.locator("main [type=submit]").click();
        await page.waitForURL((url) => !url.hash.includes("/new"));
        await sendAll();
      };
      await enter("/shipments/terms/new", {
        valid_from: "2026-07-01",
        landing_percent: "১",
        sea_freight_percent: "20",
        air_freight_percent: "15",
        insurance_percent: "1",
      });
      await enter("/shipments/rates/new", {
        currency: "USD",
        date: "2026-07-01",
        customs: "121.5",
        bank_selling: "122.85",
      });
      await enter("/shipments/tariff/new", {
        hs_code: "3215.19.00",
        valid_from: "2026-07-01",
        cd_percent: "25",
        vat_percent: "15",
      });
      await enter("/reports/vat-rates/new", {
        valid_from: "2026-07-01",
        standard_percent: "15",
        trade_percent: "7.5",
      });
      const read = async (path: string) => (await owner.get(path)).body.data[0];
      const terms = await read("/import-logistics/customs-terms");
      assertEquals([terms.landing_percent, terms.settlement], [1, false]);
      assertEquals((await read("/rates?currency=USD")).bank_selling, 122.85);
      const vat = (await owner.get("/vat-rates?limit=50")).body.data;
      assert(vat.some(({ valid_from }: { valid_from: string }) => valid_from === "2026-07-01"));

      // what would it cost: 10 at 100 dollars, freight 20 %, insurance 1 %, landing 1 %
      await open("/shipments/estimate");
      await page.fill("[name=unit_price]", "100");
      await page.fill("[name=quantity]", "10");
      await page.locator("main [type=submit]").click();
      await page.locator(".field[data-error=true]").waitFor();
      await page.fill("[name=hs_code]", "3215.19.00");
      await page.locator("main [type=submit]").click();
      await page.getByText("৳1,48,485.15").waitFor();

      await enter(`/suppliers/${supplier.id}/cheques/new`, {
        amount: "5000",
        cheque_number: "0099",
        cheque_date: "2026-12-20",
      });
      const cheque = await read("/supplier-cheques");
      assertEquals([cheque.cheque_number, cheque.amount, cheque.state].slice(0, 2), ["0099", 5000]);
      const made = await owner.post("/tax-certificates", {
        customer_id: customer.id,
        kind: "tds",
        certificate_number: "TDS-9",
        certificate_date: "2026-11-01",
        amount: 500,
      });
      assertEquals(made.status, 201, JSON.stringify(made.body));
      await open("/reports/tax-certificates");
      await page.locator("a.row", { hasText: "TDS-9" }).click();
      await page.getByRole("button", { name: "Claimed" }).click();
      await page.locator("dialog [type=submit]").click();
      await page.locator("dialog[open]").waitFor({ state: "detached" }); // it is kept by then
      await sendAll();
      assertEquals((await read("/tax-certificates")).certificate_state, "claimed");
      await open("/reports/tax-certificates");
      await page.locator("a.row", { hasText: "TDS-9" }).click();
      await page.getByRole("button", { name: "Take back" }).click();
      await page.fill("dialog [name=reason]", "Given for another");
      await page.locator("dialog [type=submit]").click();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      await sendAll();
      await open("/reports/tax-certificates");
      await page.locator("a.row", { hasText: "TDS-9" }).getByText("Reversed").waitFor();

      // a bill that is corrected keeps what customs assessed, also what the tariff would work out anew
      const { id: shipment_id, items: [one, two] } = (await owner.post(
        "/import-logistics/shipments",
        {
          supplier_id: supplier.id,
          currency: "USD",
          exchange_rate: 120,
          items: ["Ink", "Head"].map((product_name) => ({
            product_name,
            ordered_qty: 1,
            purchase_value: 100,
          })),
        },
      )).body.data;
      // what cannot be estimated yet is said where it was asked
      await open(`/shipments/${shipment_id}/bills`);
      await page.getByRole("button", { name: "Estimate the duty" }).click();
      await page.locator("a.row", { hasText: "Head" }).getByText("Missing: HS code").waitFor();
      const line = (item: { id: number }, levies: Record<string, number>) => ({
        shipment_item_ids: [item.id],
        hs_code: "3215.19.00",
        assessable_value: 1000,
        ...levies,
      });
      const { id: bill } = (await owner.post("/import-logistics/bills-of-entry", {
        shipment_id,
        office: "301",
        number: "C1",
        entry_date: "2026-11-20",
        lines: [line(one, { cd: 0, vat: 187.5 }), line(two, {})],
      })).body.data;
      const assessed = async () =>
        (await owner.get(`/import-logistics/bills-of-entry/${bill}`)).body.data.lines
          .map(({ cd, vat }: Record<string, number>) => [cd, vat]);
      assertEquals(await assessed(), [[0, 187.5], [250, 187.5]]);
      await open(`/shipments/bills/${bill}/edit`);
      await page.locator(`[name=av_${two.id}]`).waitFor();
      assertEquals(await page.inputValue(`[name=vat_${one.id}]`), "187.5");
      await page.fill(`[name=av_${two.id}]`, "২,০০০");
      await page.locator("main [type=submit]").click();
      await sendAll();
      assertEquals(await assessed(), [[0, 187.5], [500, 375]]);

      // what holds from a day is corrected by its row
      await open("/shipments/terms");
      await page.locator("a.row").first().click();
      await page.locator("[name=landing_percent]").waitFor();
      assertEquals(await page.inputValue("[name=landing_percent]"), "1");
    } finally {
      await browser.close();
    }
  },
);
