import { assertEquals, assertMatch } from "../support/assert.ts";
import { readTable } from "../../domain/files/read_table.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("report prints the figures of the API as table, JSON and CSV", async (t) => {
  await using office = await openOffice();
  for (
    const [kind, file] of [["product", "products"], ["customer", "customers"], ["ledger", "ledger"]]
  ) {
    assertEquals((await office.run(kind, "import", `tests/data/${file}.csv`)).code, 0);
  }
  await office.run("shipment", "import", "tests/data/shipments.csv");
  const csvOf = async (...args: string[]) => {
    const { code, stdout } = await office.run("report", ...args, "--csv");
    assertEquals(code, 0);
    return (await Array.fromAsync(readTable(await office.file(stdout)))).map(({ cells }) => cells);
  };

  await t.step("summary", async () => {
    const { code, data } = await office.json("report", "summary");
    assertEquals([code, data.pending_receipts, data.recent_shipments.length], [0, 0, 3]);
    assertMatch((await office.run("report", "summary")).stdout, /^local_currency +BDT$/m);
  });
  await t.step("stock", async () => {
    const { data } = await office.json("report", "stock");
    assertEquals([data.data.length, data.totals.stock_value], [5, 3690975]);
    const { stdout } = await office.run("report", "stock");
    assertMatch(stdout, /^000451 +Damper, "JV33" type +pcs +240 +137\.5 +33000$/m);
    assertMatch(stdout, /^Total products: 5, stock value: 3690975$/m);
    const rows = await csvOf("stock", "--category", "ink");
    assertEquals(rows.map(({ sku, stock_value }) => [sku, stock_value]), [["INK-UV-C", "51875"]]);
    assertEquals((await csvOf("stock", "--as-of", "2020-01-01", "--in-stock")).length, 0);
  });
  await t.step("ageing of both sides, or one", async () => {
    const both = await office.json("report", "ageing", "--as-of", "2026-02-01");
    assertEquals(both.data.customers.totals.balance, 120499.5);
    assertEquals(both.data.suppliers.data[0].balance, 21800);
    const { stdout } = await office.run("report", "ageing");
    assertMatch(stdout, /^Customers owe\n[^]*\n\nOwed to suppliers\n/);
    const rows = await csvOf("ageing", "--side", "suppliers");
    assertEquals(rows.map(({ side }) => side), ["suppliers", "suppliers"]);
    assertEquals((await office.run("report", "ageing", "--side", "banks")).code, 2);
  });
  await t.step("landed cost per shipment and per item", async () => {
    assertEquals((await csvOf("landed-cost")).length, 3);
    const items = await csvOf("landed-cost", "--shipment", "1");
    assertEquals(items[0].sku !== "", true);
    assertEquals((await office.run("report", "landed-cost", "--shipment", "x")).code, 3);
  });
  await t.step("every other report by its name, with its own parameters as options", async () => {
    const { data } = await office.json("report", "customer-statement", "--customer", "1");
    assertEquals([data.data.length, data.closing_balance], [1, data.data[0].running_balance]);
    const card = await office.run("report", "stock-card", "--product", "1", "--to", "2020-01-01");
    assertMatch(card.stdout, /^closing quantity: 0\n/m);
    assertEquals((await office.run("report", "stock-card")).code, 3);
    const [row] = await csvOf("claims-recovered", "--group-by", "type");
    assertEquals(row, undefined);
  });
  await t.step("who may not see costs may not see the report: 3", async () => {
    const add = ["user", "add", "--name", "S", "--role", "store", "--email", "s@example.com"];
    assertEquals((await office.run(...add)).code, 0);
    assertEquals((await office.run("report", "stock", "--as", "s@example.com")).code, 3);
  });
});
