import type { Role } from "../../domain/access/access.ts";
import { assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite, type Site, type TestBrowser } from "./browser.ts";
import { origin } from "./house.ts";
import { sendAll, signIn, until } from "./phone.ts";
import { openScreen } from "./walk.ts";
import { openWarehouse, type Warehouse } from "./warehouse.ts";

const picture = `${import.meta.dirname}/../../web/static/icon-192.png`;

/** A receipt that the store counted: 12 ribbons of which 2 are broken, and 2 missing. */
async function counted(site: Site, { shipment }: Warehouse) {
  const store = await site.app.as("store");
  const { body } = await store.post("/import-logistics/receipts", {
    shipment_id: shipment.id,
    items: [{
      shipment_item_id: shipment.items[1].id,
      received_qty: 12,
      accepted_qty: 10,
      short_qty: 2,
      bin_location: "A-1",
    }],
  });
  return body.data;
}

async function pageFor(site: Site, browser: TestBrowser, role: Role) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const url = `${origin(site.port)}/mobile`;
  // what the role may do, the page asks for by itself
  await Promise.all([page.waitForResponse("**/auth/me"), signIn(page, url, await site.user(role))]);
  return { page, url };
}

browserTest(
  "a receipt is approved and posted, and its claims are made, submitted, resolved",
  async () => {
    await using site = await openSite();
    const warehouse = await openWarehouse(site);
    const receipt = await counted(site, warehouse);
    const browser = await launch();
    try {
      const { page, url } = await pageFor(site, browser, "manager");
      const confirm = async (button: string) => {
        await page.getByRole("button", { name: button }).click();
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.getByText("Waits to be sent").first().waitFor();
        await sendAll(page, url);
      };
      const open = (path: string) => page.goto(`${url}#${path}`);
      await open(`/receipts/${receipt.id}`);
      await confirm("Approve");
      await open(`/receipts/${receipt.id}`);
      await confirm("Stock in");
      const { body: product } = await warehouse.manager.get(`/products/${warehouse.ribbon.id}`);
      assertEquals(product.data.stock_qty, 40);

      await open(`/receipts/${receipt.id}`);
      await page.getByRole("link", { name: "New claim" }).click();
      // what is claimed for it already is said, and does not keep one from claiming
      await page.getByText(/Already claimed: CLM-\d{4}-\d+, 2 pcs; CLM-\d{4}-\d+, 2 pcs/).waitFor();
      await page.locator(".chip", { hasText: "Quality" }).click();
      // what so many of them were bought for, until something else is entered
      const worth = page.locator("[name=estimated_value]");
      await until(async () => await worth.inputValue() === "10.00");
      await page.getByRole("button", { name: "More: Pieces" }).click();
      await until(async () => await worth.inputValue() === "20.00");
      await worth.fill("1.5 lakh");
      await page.getByRole("button", { name: "Less: Pieces" }).click();
      await page.locator(".add-photo input").setInputFiles(picture);
      await page.locator(".photo img").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      const claims = async () =>
        (await warehouse.manager.get("/import-logistics/discrepancies?sort=reference_no")).body
          .data;
      const made = await claims();
      assertEquals(
        made.map((
          one: Record<string, unknown>,
        ) => [one.discrepancy_type, one.quantity, one.status]),
        [["damage", 2, "open"], ["shortage", 2, "open"], ["quality", 1, "open"]],
      );
      assertEquals(made[2].estimated_value, 150000);
      assertEquals(made[2].receipt_id, receipt.id);
      const { body: files } = await warehouse.manager.get(
        `/uploads?related_type=discrepancy&related_id=${made[2].id}`,
      );
      assertEquals(files.data.length, 1);

      await open(`/claims/${made[0].id}`);
      await confirm("Mark as submitted");
      await open(`/claims/${made[0].id}`);
      await page.locator(".badge", { hasText: "Submitted" }).waitFor();
      await page.getByRole("button", { name: "Resolve" }).click();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Please fill this in").waitFor();
      // asked only where money comes of it, in the claim's currency unless another is chosen
      assertEquals(await page.locator("dialog [name=amount]").count(), 0);
      await page.locator(".chip", { hasText: "Credit note" }).click();
      await page.fill("dialog [name=amount]", "40");
      await page.getByRole("radio", { name: "CNY" }).check();
      await page.fill("dialog [name=exchange_rate]", "17");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Waits to be sent").first().waitFor();
      await sendAll(page, url);
      const [resolved] = await claims();
      assertEquals(
        [resolved.status, resolved.resolution, resolved.resolved_currency],
        ["resolved", "credit_note", "CNY"],
      );
      assertEquals([resolved.resolved_amount, resolved.resolved_amount_local], [40, 680]);

      // from the list too, by whoever counted: he sees no costs, and is asked for none
      const { page: shed } = await pageFor(site, browser, "store");
      await shed.goto(`${url}#/discrepancies`);
      await shed.getByRole("link", { name: "New claim" }).click();
      await shed.locator("button.row", { hasText: warehouse.shipment.reference_no }).click();
      await shed.locator("a.row", { hasText: "Ribbon 110 mm" }).click();
      await shed.getByText("Already claimed").waitFor();
      assertEquals(await shed.locator("[name=estimated_value]").count(), 0);
      await shed.locator(".chip", { hasText: "Quality" }).click();
      await shed.getByRole("button", { name: "Save" }).click();
      await shed.getByText("Waits to be sent").first().waitFor();
      await sendAll(shed, url);
      const [newest] = (await warehouse.manager.get("/import-logistics/discrepancies?limit=1")).body
        .data;
      assertEquals(
        [newest.shipment_item_id, newest.estimated_value, newest.receipt_id],
        [warehouse.shipment.items[1].id, 0, null],
      );
    } finally {
      await browser.close();
    }
  },
);

browserTest("each role has the actions that it may do, and no others", async () => {
  await using site = await openSite();
  const warehouse = await openWarehouse(site);
  const receipt = await counted(site, warehouse);
  const browser = await launch();
  try {
    const seen: Record<string, string[]> = {};
    for (const role of ["store", "accounts", "sales"] as const) {
      const { page, url } = await pageFor(site, browser, role);
      const buttons = async (path: string, number: string) => {
        await openScreen(page, url, path);
        await page.locator(".top code", { hasText: number }).waitFor();
        return (await page.locator(".pinned .button, .actions .button").allInnerTexts()).sort();
      };
      seen[role] = [
        ...await buttons(
          `/shipments/${warehouse.shipment.id}`,
          warehouse.shipment.reference_no,
        ),
        ...await buttons(`/products/${warehouse.ribbon.id}`, "RIB-110"),
        ...role === "sales" ? [] : await buttons(
          `/receipts/${receipt.id}`,
          receipt.reference_no,
        ),
      ];
    }
    assertEquals(seen, {
      store: [
        "Next: At the warehouse",
        "Receive goods",
        "Adjust",
        "Change",
        "Labels",
        "Places",
        "Stock in",
        "Stock out",
        "Cancel receipt",
      ],
      accounts: [
        "Add cost",
        "Add items",
        "Bills of entry",
        "Change",
        "Next: At the warehouse",
        "Invoice",
        "Labels",
        "Places",
      ],
      sales: ["Invoice", "Labels", "Places"],
    });
  } finally {
    await browser.close();
  }
});
