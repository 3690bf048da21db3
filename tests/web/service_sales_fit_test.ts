import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { assertFits, phoneOf, shop } from "./staff_page.ts";

browserTest("every screen of service and sales fits 360 px, in English and Bangla", async () => {
  await using site = await openSite();
  const browser = await launch();
  try {
    const { post, customer, supplier, invoice, ink } = await shop(site);
    const rma = await post("/import-logistics/rmas", {
      serial_number: "SN-9001",
      board_serial_number: "BRD-77",
      fault_description: "No power",
      supplier_id: supplier.id,
    });
    const ticket = await post("/service-tickets", {
      customer_id: customer.id,
      serial_number: "SN-9001",
      problem_description: "Lines in the print",
    });
    await post(`/service-tickets/${ticket.id}/parts`, { product_id: ink.id, quantity: 2 });
    await post("/import-logistics/supplier-ledger", {
      supplier_id: supplier.id,
      particulars: "PI 2211",
      credit: 12000,
      exchange_rate: 121.5,
    });
    const lc = await post("/lc-tt", {
      supplier_id: supplier.id,
      type: "LC",
      amount: 50000,
      exchange_rate: 121.5,
    });
    const payment = await post("/invoices/receive-payment", {
      customer_id: customer.id,
      amount: 50000,
    });
    const paths = [
      "/rmas",
      `/rmas/${rma.id}`,
      "/rmas/new?serial=SN-9001",
      "/serials/SN-9001",
      "/service-tickets?all",
      `/service-tickets/${ticket.id}`,
      `/service-tickets/${ticket.id}/close`,
      `/service-tickets/${ticket.id}/parts/new`,
      "/service-tickets/new?serial=SN-9001",
      "/customers",
      `/customers/${customer.id}`,
      "/customers/new",
      "/invoices",
      `/invoices/${invoice.id}`,
      "/invoices/new?serial=SN-9002",
      "/payments",
      `/payments/${payment.id}`,
      `/payments/new?customer_id=${customer.id}`,
      "/suppliers",
      `/suppliers/${supplier.id}`,
      "/supplier-ledger",
      `/supplier-ledger/new?supplier_id=${supplier.id}`,
      "/lc-tt",
      `/lc-tt/${lc.id}`,
    ];
    for (const lang of ["en", "bn"] as const) {
      const { page, open } = await phoneOf(browser, site, "manager", { lang });
      const broken: string[] = [];
      page.on("pageerror", (error) => broken.push(String(error)));
      for (const path of paths) {
        await open(path);
        const at = path.split("?")[0];
        await page.waitForFunction(
          (at) => location.hash.startsWith(`#${at}`) && !document.querySelector(".skeleton"),
          at,
        );
        await page.locator("h1:focus").waitFor();
        await page.waitForLoadState("networkidle");
        await assertFits(page, `${lang} ${path}`);
      }
      assertEquals(broken, []);
    }
  } finally {
    await browser.close();
  }
});
