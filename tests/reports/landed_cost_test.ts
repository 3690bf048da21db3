import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { made, SHIPMENTS, warehouse } from "../support/receiving.ts";

/** 10 boards for 1000 and 5 heads for 3000, freight 400 by value; half received, then duty comes late. */
async function imported() {
  const db = await freshDatabase();
  const desk = await warehouse(db.database);
  const { owner } = desk;
  const board = await desk.product("BRD");
  const head = await desk.product("HEAD");
  const shipment = await desk.ship([
    { product_name: "Board", product_id: board, ordered_qty: 10, purchase_value: 1000 },
    { product_name: "Head", product_id: head, ordered_qty: 5, purchase_value: 3000 },
  ], { eta_chittagong: "2026-03-10", tracking_number: "TRK-1" });
  const cost = (fields: Json) => owner.post(`${SHIPMENTS}/${shipment.id}/costs`, fields);
  const freight = { cost_head: "freight", amount: 400, allocation_method: "value" };
  made(await cost(freight));
  made(await cost({ cost_head: "vat", amount: 75 }));
  return { ...db, desk, owner, shipment, cost, [Symbol.asyncDispose]: db[Symbol.asyncDispose] };
}

const figures = (row: Json) => [
  row.purchase_value_local,
  row.cost_freight,
  row.cost_customs_duty,
  row.not_capitalised,
  row.estimated_landed_value,
  row.landed_value,
  row.late_cost,
  row.late_cost_percent,
  row.received_value,
  row.claimed_value,
  row.late_cost_in_stock,
  row.late_cost_expensed,
  row.open_value,
];

Deno.test("landed cost shows heads, the estimate against the actual, and where the value is", async () => {
  await using import_ = await imported();
  const { owner, desk, shipment, cost } = import_;
  const read = async (query = "") => (await owner.get(`/reports/landed-cost${query}`)).body;

  const before = await read();
  assertEquals(before.data.map(figures), [
    [4000, 400, 0, 75, 4400, 4400, 0, 0, 0, 0, 0, 0, 4400],
  ]);

  const [board, head] = shipment.items;
  await desk.take(shipment.id, [
    { shipment_item_id: board.id, received_qty: 4, accepted_qty: 3 }, // 330 in, 110 claimed
    { shipment_item_id: head.id, received_qty: 5 }, // 3300 in
  ]);
  made(
    await owner.post("/products/stock-movement", {
      product_id: head.product_id,
      type: "out",
      quantity: 2,
      reason: "sold",
    }),
  );
  made(await cost({ cost_head: "customs_duty", amount: 800, allocation_method: "value" }));

  // duty: boards 200 of which 3 of 10 are in stock, heads 600 of which 3 of 5 are
  const { data, meta } = await read();
  assertEquals(data.map(figures), [
    [4000, 400, 800, 75, 4400, 5200, 800, 18.18, 3630, 110, 420, 240, 800],
  ]);
  assertEquals(data[0].title, "Supplier One · TRK-1");
  assertEquals(
    [meta.totals.landed_value, meta.totals.late_cost, meta.totals.open_value],
    [5200, 800, 800],
  );

  const items = (await read(`?shipment_id=${shipment.id}`)).data;
  assertEquals(items.map((row: Json) => [row.title, row.shipped_qty, row.landed_unit_cost]), [
    ["Board", 10, 130],
    ["Head", 5, 780],
  ]);
  assertEquals(items.map(figures), [
    [1000, 100, 200, 18.75, 1100, 1300, 200, 18.18, 330, 110, 60, 0, 800],
    [3000, 300, 600, 56.25, 3300, 3900, 600, 18.18, 3300, 0, 360, 240, 0],
  ]);
  for (const row of [...data, ...items]) {
    assertEquals(
      row.landed_value,
      row.received_value + row.claimed_value + row.late_cost_in_stock + row.late_cost_expensed +
        row.open_value,
    );
  }
});

Deno.test("landed cost is found by ETA, supplier and status, without what was cancelled", async () => {
  await using import_ = await imported();
  const { owner, shipment } = import_;
  const count = async (query: string) =>
    (await owner.get(`/reports/landed-cost?${query}`)).body.data.length;
  assertEquals(await count("from=2026-03-10&to=2026-03-10"), 1);
  assertEquals(await count("from=2026-03-11"), 0);
  assertEquals(await count("supplier_id=1&search=TRK"), 1);
  assertEquals(await count("supplier_id=2"), 0);
  await owner.patch(`${SHIPMENTS}/${shipment.id}/status`, { status: "cancelled" });
  assertEquals([await count(""), await count("status=cancelled")], [0, 1]);
});
