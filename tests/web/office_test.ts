import { pastedItems } from "../../web/src/screens/office/pasted_items.ts";
import type { Page } from "playwright-core";
import { assert, assertEquals } from "../support/assert.ts";
import { browserTest, launch, openSite } from "./browser.ts";
import { handedOver, isPdf } from "./phone.ts";
import { phoneOf, shop } from "./staff_page.ts";

Deno.test("pastedItems() reads what a spreadsheet gives and names the first line that does not fit", () => {
  const ink = { sku: "INK-BK", product_name: "Black ink 1 l", ordered_qty: "24" };
  assertEquals(
    pastedItems("SKU\tName\tQty\tValue\nINK-BK\tBlack ink 1 l\t24\t1,50,000\n\n;Fan; ৩; ১২.৫০\t\n"),
    [[{ ...ink, purchase_value: "150000" }, {
      product_name: "Fan",
      ordered_qty: "3",
      purchase_value: "12.5",
    }]],
  );
  // a unit stands behind the quantity, as people write it; elsewhere it is a name
  assertEquals(pastedItems("INK-BK;Black ink 1 l;24;Ltr;180\nBox;Box;3;12"), [[
    { ...ink, unit: "liter", purchase_value: "180" },
    { sku: "Box", product_name: "Box", ordered_qty: "3", purchase_value: "12" },
  ]]);
  assertEquals(pastedItems("3215\tBox\t24"), [[{
    sku: "3215",
    product_name: "Box",
    ordered_qty: "24",
  }]]);
  // a SKU or a name that is a number
  assertEquals(pastedItems("3215;Black ink 1 l;24;9"), [[{
    ...ink,
    sku: "3215",
    purchase_value: "9",
  }]]);
  assertEquals(pastedItems("Fan\t2\nno quantity\tFan"), [
    [{ product_name: "Fan", ordered_qty: "2" }],
    { at: 2, why: "no_quantity", cell: "Fan" },
  ]);
  const wrong = (row: string) => {
    const { why, cell } = pastedItems(row)[1]!;
    return [why, cell];
  };
  assertEquals(wrong("a\tb\tc\t1\t2"), ["cells_too_many", "a"]);
  assertEquals(wrong("INK-BK;3215;2;3;6"), ["cells_too_many", "INK-BK"]);
  assertEquals(wrong("Ink;10;125.05;1,250"), ["no_product_of", "10 × 125.05 = 1250.50; 1250"]);
  assertEquals(wrong("INK-BK;Black ink;24;gallon;180"), ["no_unit", "gallon"]);
  assertEquals(wrong("Black ink;24;gallon"), ["no_unit", "gallon"]);
  assertEquals(wrong("INK-BK;Black ink;24;pcs;free"), ["no_value", "free"]);
  assertEquals(wrong("INK-BK;Black ink;24;18O"), ["no_value", "18O"]);
  assertEquals(wrong("INK-1;Black ink;many"), ["no_quantity", "many"]);
  assertEquals(wrong("INK-1;Black ink;many;180"), ["no_quantity", "many"]);
  assertEquals(wrong("INK-BK;;24;9"), ["no_name", ""]);
  // a column of units that is empty in this row
  assertEquals(pastedItems("INK-BK;Black ink 1 l;24;;180"), [[{ ...ink, purchase_value: "180" }]]);
  assertEquals(pastedItems(" \n"), [[]]);
});

Deno.test("pastedItems() reads the columns that a heading names, as proformas have them", () => {
  const board = {
    product_name: "Trial board X9",
    ordered_qty: "10",
    purchase_value: "1250.5",
  };
  const pasted = (...lines: string[]) => pastedItems(lines.join("\n"));
  assertEquals(
    pasted("Description\tQty\tUnit price\tTotal", "Trial board X9\t10\t125.05\t1250.5"),
    [
      [board],
    ],
  );
  // the price of a piece alone is no value of the line
  assertEquals(pasted("SKU\tDescription\tQty\tUnit price", "X9\tTrial board X9\t10\t125.05"), [
    [{ sku: "X9", ...board, purchase_value: "1250.50" }],
  ]);
  assertEquals(
    pasted(
      "No.;Item No.;H.S. Code;Description of goods;Unit;QTY;U/Price (USD);Amount (USD);Remarks",
      "1;X9;8443.99;Trial board X9;PCS;10;$125.05;USD 1,250.50;new",
      ";;;;;;;;",
      "2;;;Ink;;2.5 liter;;",
      "Total;;;;;12.5;;1,250.50",
    ),
    [[
      { sku: "X9", ...board, unit: "pcs", hs_code: "8443.99" },
      { product_name: "Ink", ordered_qty: "2.5", unit: "liter" },
    ].map((each) => "sku" in each ? { ...each, purchase_value: "1250.5" } : each)],
  );
  assertEquals(pasted("পণ্যের নাম\tপরিমাণ\tদর\tমোট", "ফ্যান\t৩\t১২.৫\t৩৭.৫০"), [
    [{ product_name: "ফ্যান", ordered_qty: "3", purchase_value: "37.5" }],
  ]);
  // without a heading three numbers say the same
  assertEquals(pasted("X9;Trial board X9;10;pcs;125.05;1250.5"), [[{
    sku: "X9",
    ...board,
    unit: "pcs",
  }]]);
  // rounded prices: the paper's own total counts
  assertEquals(pasted("Ink;3;33.33;100"), [[{
    product_name: "Ink",
    ordered_qty: "3",
    purchase_value: "100",
  }]]);
  const why = (...lines: string[]) => pasted(...lines)[1];
  // of the columns' names in both languages' hints, and of what proformas have besides
  const worth = (heading: string, row: string) => pasted(heading, row)[0][0]?.purchase_value;
  for (
    const [heading, row, value] of [
      ["এসকেইউ;নাম;কয়টি;একক;প্রতিটির দাম;লাইনের মোট দাম", "X;Ink;2;pcs;5;10", "10"],
      ["এসকেইউ;নাম;কয়টি;একক;প্রতিটির দাম", "X;Ink;2;pcs;5", "10.00"],
      ["নাম;কয়টি;মোট দর", "Ink;2;10", "10"],
      ["Name;Qty;Total price", "Ink;2;10", "10"],
      ["Name;Qty;Price per piece", "Ink;2;5", "10.00"],
      ["Name;Qty;Value per piece;Total weight;Total CBM", "Ink;2;5;80;3", "10.00"],
      ["Brand name;Description;Pcs/ctn;Qty;FOB price;Amount", "B;Ink;9;2;5;10", "10"],
      ["Item;Description;Qty;Amount", "1;Ink;2;10", "10"],
      ["Item;Qty;Amount", "Ink;2;12 lac", "1200000"],
      ["Item;Qty;Amount", "Ink;2;CNY 1.5 lakh", "150000"],
      ["\nDescription;Qty;Total", "Ink;2;10", "10"],
    ]
  ) assertEquals(worth(heading, row), value, heading);
  assertEquals(why("Item;Qty;Amount;Total", "Ink;2;10;20")?.why, "heading_twice");
  // a word that begins like a total is none
  assertEquals(pasted("মোটর;3;100", "Total station;1;5", "Total;4;105")[0].length, 2);
  assertEquals(why("Ink;0;5")?.why, "no_quantity");
  assertEquals(why("Ink;2;-5")?.why, "no_value");
  assertEquals(why("Description;Price", "Ink;9"), {
    at: 1,
    why: "no_quantity",
    cell: "Description, Price",
  });
  assertEquals(why("Qty;Price", "1;9")?.why, "no_name");
  assertEquals(why("Item;Qty;Price", "Ink;2;cheap"), { at: 2, why: "no_price", cell: "cheap" });
  assertEquals(why("SKU;Item;Qty", "Fan;3;4"), { at: 2, why: "no_name", cell: "3" });
  assertEquals(why("Item;Qty;Price;Total", "Ink;2;10;25")?.why, "no_product_of");
  assertEquals(why("Item;Qty;Unit", "Ink;2;gallon")?.cell, "gallon");
  assertEquals(why("Item;Qty;Total", "Ink;many;2")?.why, "no_quantity");
});

const fill = (page: Page, fields: Record<string, string>) =>
  Object.entries(fields).reduce(
    (before, [name, text]) => before.then(() => page.fill(`[name=${name}]`, text)),
    Promise.resolve(),
  );

async function office(
  work: (given: {
    phone: Awaited<ReturnType<typeof phoneOf>>;
    there: Awaited<ReturnType<typeof shop>>;
  }) => Promise<void>,
) {
  await using site = await openSite();
  const browser = await launch();
  try {
    const there = await shop(site);
    await work({ there, phone: await phoneOf(browser, site, "owner") });
  } finally {
    await browser.close();
  }
}

/** Until what was confirmed in a sheet waits with its record. */
const safe = (page: Page) => page.getByText("Waits to be sent").first().waitFor();

/** Saves what is filled in and lets it go out: a form is left once its write is safe. */
async function save({ page, sendAll }: Awaited<ReturnType<typeof phoneOf>>) {
  const { hash } = new URL(page.url());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForFunction((form) => location.hash !== form, hash);
  await sendAll();
}

browserTest(
  "an import is entered at the page: supplier, product, LC, shipment with pasted goods, corrections",
  () =>
    office(async ({ phone, there: { owner } }) => {
      const { page } = phone;
      const newest = async (path: string) => {
        const [{ id }] = (await owner.get(`${path}?limit=1`)).body.data;
        return (await owner.get(`${path}/${id}`)).body.data;
      };
      await phone.open("/suppliers");
      await page.getByText("New supplier").click();
      await fill(page, { name: "Shenzhen Boards", country: "China", payment_terms: "30% first" });
      await page.check("[name=currency][value=CNY]", { force: true });
      await fill(page, { opening_balance: "1500" });
      await page.locator("main [type=submit]").click();
      await page.getByText("Please fill this in").waitFor(); // the rate of foreign money
      await fill(page, { opening_exchange_rate: "16.5" });
      await save(phone);
      const supplier = await newest("/suppliers");
      assertEquals(
        [supplier.name, supplier.currency, supplier.opening_balance, supplier.payment_terms],
        ["Shenzhen Boards", "CNY", 1500, "30% first"],
      );

      await phone.open("/products/new");
      await fill(page, { name: "Head board", sku: "HB-1", selling_price: "9,500" });
      await page.check("[name=is_serialized][value=true]", { force: true });
      await save(phone);
      const board = await newest("/products");
      assertEquals([board.sku, board.is_serialized, board.selling_price], ["HB-1", true, 9500]);

      await phone.open(`/lc-tt/new?supplier_id=${supplier.id}`);
      // what he trades in is chosen with him, and another by hand
      await page.locator("[name=currency][value=CNY]:checked").waitFor({ state: "attached" });
      await page.check("[name=currency][value=USD]", { force: true });
      await fill(page, { amount: "25000", exchange_rate: "121.5", reference_number: "0126-LC-1" });
      await fill(page, { issue_date: "2026-11-20", expiry_date: "2026-11-19" });
      await page.locator("main [type=submit]").click();
      await page.getByText("Before the day it was issued").waitFor();
      await fill(page, { expiry_date: "2027-02-19" });
      await save(phone);
      const lc = await newest("/lc-tt");
      assertEquals(
        [lc.supplier_id, lc.type, lc.amount, lc.currency, lc.reference_number],
        [supplier.id, "LC", 25000, "USD", "0126-LC-1"],
      );
      await phone.open(`/lc-tt/${lc.id}/edit`);
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[name=amount]")?.value === "25000"
      );
      await fill(page, { bank_name: "City Bank", margin_percent: "10" });
      await save(phone);
      const changed = await newest("/lc-tt");
      assertEquals(
        [changed.bank_name, changed.margin_percent, changed.amount],
        ["City Bank", 10, 25000],
      );

      await phone.open(`/suppliers/${supplier.id}`);
      await page.getByRole("button", { name: "New shipment" }).click();
      await page.fill(
        "[name=goods]",
        "SKU\tName\tQty\tValue\nHB-1\tHead board\t5\t1,000.50\nINK-BK\tBlack ink 1 l\tmany\t180",
      );
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Line 3: the quantity is missing or no number (many)").waitFor();
      await page.fill(
        "[name=goods]",
        "SKU\tName\tQty\tValue\nHB-1\tHead board\t5\t1,000.50\nINK-BK\tBlack ink 1 l\t24\t180",
      );
      await page.getByText("2 lines, together 1,180.5").waitFor();
      await page.check("[name=currency][value=USD]", { force: true });
      await fill(page, { exchange_rate: "121.5", shipment_number: "SZ-118" });
      await save(phone);
      let shipment = await newest("/import-logistics/shipments");
      assertEquals(
        [shipment.supplier_id, shipment.currency, shipment.shipment_number],
        [supplier.id, "USD", "SZ-118"],
      );
      assertEquals(
        shipment.items.map((
          { product_id, ordered_qty, purchase_value }: Record<string, unknown>,
        ) => [typeof product_id, ordered_qty, purchase_value]),
        [["number", 5, 1000.5], ["number", 24, 180]],
      );
      const at = `/shipments/${shipment.id}`;

      await phone.open(`${at}/items/new`);
      await page.getByRole("button", { name: /Head board/ }).click();
      await fill(page, { ordered_qty: "2", purchase_value: "400", serials: "HB-901\nHB-902" });
      await save(phone);
      // from the synchronised list alone, whose rows have no items, the form is as full
      await page.evaluate(async ({ path, id }) => {
        const opened = indexedDB.open("back-office");
        const database = await new Promise<IDBDatabase>((resolve) =>
          opened.onsuccess = () => resolve(opened.result)
        );
        const reads = database.transaction("reads", "readwrite").objectStore("reads");
        reads.put({ path: "/sync/shipments", data: [{ id }], etag: null, at: Date.now() });
        const gone = reads.delete(path);
        await new Promise((resolve) => gone.onsuccess = resolve);
        database.close();
      }, { path: `/import-logistics${at}`, id: shipment.id });
      await phone.open(`${at}/items/${shipment.items[1].id}/edit`);
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[name=ordered_qty]")?.value === "24"
      );
      await fill(page, { ordered_qty: "20" });
      await save(phone);
      shipment = await newest("/import-logistics/shipments");
      assertEquals(
        shipment.items.map((one: { ordered_qty: number; serial_numbers: string[] }) => [
          one.ordered_qty,
          one.serial_numbers,
        ]),
        [[5, []], [20, []], [2, ["HB-901", "HB-902"]]],
      );

      // what somebody else changed meanwhile stays
      await phone.open(`${at}/edit`);
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[name=shipment_number]")?.value === "SZ-118"
      );
      await owner.patch(`/import-logistics${at}`, { carrier: "Maersk" });
      await fill(page, { warehouse_name: "Tejgaon" });
      await save(phone);
      shipment = await newest("/import-logistics/shipments");
      assertEquals([shipment.carrier, shipment.warehouse_name], ["Maersk", "Tejgaon"]);

      await phone.open(`${at}/costs/new`);
      await page.check("[name=cost_head][value=freight]", { force: true });
      await fill(page, { amount: "25000" });
      await save(phone);
      await phone.open(at);
      await page.getByRole("link", { name: /Freight/ }).click();
      await fill(page, { reason: "Entered twice" });
      await save(phone);
      shipment = await newest("/import-logistics/shipments");
      assertEquals(shipment.totals.capitalised_costs, 0);
      assertEquals(shipment.costs.length, 2);

      await phone.open(at);
      await page.getByRole("button", { name: "Cancel this shipment" }).click();
      await page.fill("dialog [name=reason]", "Ordered elsewhere");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await safe(page);
      await phone.sendAll();
      assertEquals((await newest("/import-logistics/shipments")).status, "cancelled");
    }),
);

browserTest(
  "an invoice for somebody new, its paper, money given back, and what was wrong taken back",
  () =>
    office(async ({ phone, there: { owner, ink } }) => {
      const { page } = phone;
      await phone.open(`/invoices/new?product_id=${ink.id}`);
      await page.getByText("39 left after this").waitFor();
      // a typed quantity counts while it is typed
      const quantity = page.getByRole("textbox", { name: "Quantity" });
      await quantity.fill("");
      await quantity.pressSequentially("2.5");
      await page.getByText("37.5 left after this").waitFor();
      await quantity.fill("10");
      await page.getByText("30 left after this").waitFor();
      await page.getByRole("button", { name: "New customer" }).click();
      await page.fill("dialog [name=name]", "Karim Signs");
      await page.fill("dialog [name=phone]", "01811-111111");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await page.getByText("Karim Signs").waitFor();
      await save(phone);
      const [{ id }] = (await owner.get("/invoices?limit=1")).body.data;
      const read = async () => (await owner.get(`/invoices/${id}`)).body.data;
      const made = await read();
      assertEquals([made.customer_name, made.total], ["Karim Signs", 12505]);

      // its paper: fetched, and offered to open and to keep
      await phone.open(`/invoices/${id}`);
      const [file, bytes] = await handedOver(page, "Invoice as PDF");
      assertEquals([file, isPdf(bytes)], [`${made.reference_no}.pdf`, true]);

      const customer_id = made.customer_id;
      const paid = { customer_id, amount: 5000, method: "cash" };
      const payment = (await owner.post("/invoices/receive-payment", paid)).body.data.id;
      const onAccount = async () =>
        (await owner.get(`/payments/${payment}`)).body.data.on_account as number;
      assertEquals((await read()).due, 7505);

      await page.reload();
      await page.getByText("Paid ৳5,000").waitFor();
      await page.getByRole("button", { name: "Void", exact: true }).click();
      await page.getByText("what was paid stays on account").waitFor();
      await page.fill("dialog [name=reason]", "Wrong customer");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await safe(page);
      await phone.sendAll();
      assertEquals([(await read()).status, await onAccount()], ["void", 5000]);

      await phone.open(`/payments/${payment}`);
      await page.getByRole("button", { name: "Give money back" }).click();
      assertEquals(await page.locator("dialog [name=amount]").inputValue(), "5000");
      await page.fill("dialog [name=amount]", "1500");
      await page.fill("dialog [name=reason]", "He changed his mind");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await safe(page);
      await phone.sendAll();
      assertEquals(await onAccount(), 3500);

      // what is left on account pays his next invoice
      const items = [{ product_id: ink.id, quantity: 10, unit_price: 1250.5 }];
      const next = (await owner.post("/invoices", { customer_id, items })).body.data;
      await phone.open(`/invoices/${next.id}`);
      await page.getByRole("button", { name: "Use money on account" }).click();
      await page.locator("dialog .chip", { hasText: "৳3,500" }).click();
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await safe(page);
      await phone.sendAll();
      assertEquals(
        [(await owner.get(`/invoices/${next.id}`)).body.data.due, await onAccount()],
        [9005, 0],
      );

      await phone.open(`/customers/${customer_id}/edit`);
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[name=name]")?.value === "Karim Signs"
      );
      await fill(page, { city: "Khulna", credit_limit: "2 lakh" });
      await save(phone);
      const customer = (await owner.get(`/customers/${customer_id}`)).body.data;
      assertEquals(
        [customer.city, customer.credit_limit, customer.phone],
        ["Khulna", 200000, "01811-111111"],
      );
      await phone.open(`/customers/${customer_id}`);
      await page.getByRole("button", { name: "Statement" }).click();
      await page.getByRole("link", { name: "Open or print" }).waitFor();
    }),
);

browserTest(
  "every list is there as a file",
  () =>
    office(async ({ phone, there: { invoice } }) => {
      const { page } = phone;
      assert(invoice.id > 0);
      await phone.open("/invoices");
      const [file] = await handedOver(page, "As a spreadsheet");
      assert(/^invoices-\d{4}-\d\d-\d\d\.xlsx$/.test(file));
    }),
);
