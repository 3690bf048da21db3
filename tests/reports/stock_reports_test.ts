import { assertEquals } from "../support/assert.ts";
import { daysAgo, made, openShop } from "../sales/shop.ts";

/** Bolts opened with 10 at 3.333 long ago; nuts moved by hand on the days given, entered in another order. */
async function stocked() {
  const shop = await openShop();
  const { owner } = shop;
  made(await owner.post("/products", { name: "Nut", sku: "NUT", category: "Spares" }));
  const move = async (type: string, quantity: number, days: number, unit_cost?: number) =>
    made(
      await owner.post("/products/stock-movement", {
        product_id: 2,
        type,
        quantity,
        unit_cost,
        movement_date: daysAgo(days),
        reason: "count",
      }),
    );
  await move("in", 4, 30, 10);
  await move("out", 1, 10);
  await move("in", 2, 20, 20); // told late
  await move("out", 1, 5);
  return shop;
}

Deno.test("stock valuation shows quantities and values now, and sums them", async () => {
  await using shop = await stocked();
  const { data, meta } = (await shop.owner.get("/reports/stock-valuation")).body;
  // nuts: 40.00, less 1 of 4 = 30.00, plus 40.00 = 70.00 for 5, less 1 = 56.00 for 4
  assertEquals(
    data.map((row: Record<string, unknown>) => [
      row.id,
      row.reference_no === row.sku,
      row.stock_qty,
      row.average_cost,
      row.stock_value,
      row.last_movement_date,
    ]),
    [[1, true, 10, 3.333, 33.33, "2020-01-01"], [2, true, 4, 14, 56, daysAgo(5)]],
  );
  assertEquals(meta.totals, { products: 2, stock_value: 89.33 });
});

Deno.test("stock valuation of an evening takes the movements dated up to it", async () => {
  await using shop = await stocked();
  const on = async (days: number, filter = "") => {
    const path = `/reports/stock-valuation?as_of=${daysAgo(days)}${filter}`;
    const { data, meta } = (await shop.owner.get(path)).body;
    return [
      ...data.map((row: Record<string, unknown>) => [row.sku, row.stock_qty, row.stock_value]),
      meta.totals.stock_value,
    ];
  };
  const bolt = (await shop.owner.get("/products/1")).body.data.sku;
  assertEquals(await on(31), [[bolt, 10, 33.33], ["NUT", 0, 0], 33.33]);
  assertEquals(await on(20), [[bolt, 10, 33.33], ["NUT", 6, 80], 113.33]);
  assertEquals(await on(10, "&in_stock=true"), [[bolt, 10, 33.33], ["NUT", 5, 70], 103.33]);
  assertEquals(await on(31, "&in_stock=false"), [["NUT", 0, 0], 0]);
  assertEquals(await on(0, "&category=SPARES"), [["NUT", 4, 56], 56]);
  assertEquals(await on(0, "&search=bol"), [[bolt, 10, 33.33], 33.33]);
});

Deno.test("the stock card runs in the order of dates, page by page", async () => {
  await using shop = await stocked();
  const seen = [];
  let cursor = "";
  do {
    const path = `/reports/stock-card?product_id=2&limit=1${cursor && `&cursor=${cursor}`}`;
    const { data, meta } = (await shop.owner.get(path)).body;
    for (const row of data) {
      seen.push([
        row.movement_date,
        row.quantity,
        row.running_quantity,
        row.value,
        row.running_value,
      ]);
    }
    cursor = meta.next_cursor;
  } while (cursor);
  assertEquals(seen, [
    [daysAgo(30), 4, 4, 40, 40],
    [daysAgo(20), 2, 6, 40, 80],
    [daysAgo(10), -1, 5, -10, 70],
    [daysAgo(5), -1, 4, -14, 56],
  ]);
});

Deno.test("the stock card tells what there was before and after its days", async () => {
  await using shop = await stocked();
  const path = `/reports/stock-card?product_id=2&from=${daysAgo(20)}&to=${daysAgo(10)}`;
  const { data, meta } = (await shop.owner.get(path)).body;
  assertEquals(data.map((row: Record<string, unknown>) => row.running_quantity), [6, 5]);
  assertEquals(
    [meta.opening_quantity, meta.opening_value, meta.closing_quantity, meta.closing_value],
    [4, 40, 5, 70],
  );
  assertEquals(meta.product.sku, "NUT");
});

Deno.test("the stock card keeps costs from those who may not see them", async () => {
  await using shop = await stocked();
  const store = await shop.app.as("store");
  const { data, meta } = (await store.get("/reports/stock-card?product_id=2")).body;
  assertEquals([data.length, data[3].running_quantity, meta.closing_quantity], [4, 4, 4]);
  const hidden = ["unit_cost", "value", "running_value", "opening_value", "closing_value"];
  assertEquals(hidden.filter((name) => name in data[0] || name in meta), []);
  const csv = (await store.get("/reports/stock-card?product_id=2&format=csv")).body as string;
  assertEquals(
    csv.split("\r\n")[0].replace("\uFEFF", ""),
    "id,reference_no,title,movement_date,kind,source_reference_no,warehouse_name,reason,quantity,running_quantity",
  );
});

Deno.test("the stock card needs a product that exists", async () => {
  await using shop = await stocked();
  const { owner } = shop;
  const none = await owner.get("/reports/stock-card");
  assertEquals([none.status, none.body.errors], [422, { product_id: ["is required"] }]);
  assertEquals((await owner.get("/reports/stock-card?product_id=99")).status, 404);
  assertEquals((await owner.get("/reports/stock-card?product_id=99&format=csv")).status, 404);
});
