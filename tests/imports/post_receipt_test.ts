import sql from "sql-template-tag";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Json } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  RECEIPTS,
  SHIPMENTS,
  stockOf,
  warehouse,
} from "../support/receiving.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { postReceipt } from "../../domain/imports/receipts/post_receipt.ts";
import worked from "./landed_cost_worked.json" with { type: "json" };

const cost = (cost_head: string, amount: number, more = {}) => ({
  cost_head,
  amount,
  currency: "BDT",
  ...more,
});

Deno.test("postReceipt() brings the worked import into stock to the last minor unit", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { items: expectedItems, ...head } = worked.shipment;
  const products: number[] = [];
  for (const { sku } of expectedItems) products.push(await w.product(sku));
  const shipment = await w.ship(expectedItems, { ...head, items: expectedItems });
  for (const body of worked.costs) {
    made(await w.owner.post(`${SHIPMENTS}/${shipment.id}/costs`, body));
  }
  const taken: number[][] = expectedItems.map(() => []);
  for (let round = 0; round < 3; round++) {
    const lines = worked.receipts.flatMap((quantities, i) =>
      round < quantities.length
        ? [{ shipment_item_id: shipment.items[i].id, received_qty: quantities[round] }]
        : []
    );
    await w.take(shipment.id, lines);
    const { id } = (await w.owner.get(`${RECEIPTS}?limit=1`)).body.data[0];
    for (const line of done(await w.owner.get(`${RECEIPTS}/${id}`)).items) {
      const i = shipment.items.findIndex((item: Json) => item.id === line.shipment_item_id);
      taken[i].push(line.accepted_value);
      assertEquals(line.product_id, products[i]);
    }
  }
  assertEquals(taken, worked.expected.receipts);
  for (const [i, productId] of products.entries()) {
    assertEquals(await stockOf(db.database, productId), [
      String(expectedItems[i].shipped_qty),
      worked.expected.landed_value[i].toFixed(2),
    ]);
  }
  const after = await w.shipment(shipment.id);
  assertEquals(after.status, "received");
  assertEquals(after.items.map((item: Json) => item.expected_qty), Array(10).fill(0));
});

Deno.test("postReceipt() writes a movement per line and says what became of each product", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const damper = await w.product("DMP");
  const board = await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Damper", sku: "DMP", ordered_qty: 10, purchase_value: 100 },
    { product_name: "Board", ordered_qty: 3, purchase_value: 100 },
  ], { warehouse_name: "Main" });
  const [item, unlinked] = shipment.items.map((i: Json) => i.id);
  await w.take(shipment.id, [{ shipment_item_id: item, received_qty: 2 }]);
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: item, received_qty: 5, accepted_qty: 3, bin_location: "A1" },
    {
      shipment_item_id: unlinked,
      product_id: board,
      received_qty: 2,
      bin_location: "B2",
      serial_numbers: ["X1", "X2"],
    },
    { shipment_item_id: unlinked, received_qty: 1, accepted_qty: 0 },
  ]);
  await w.approve(receipt.id);
  const dry = await w.store.post(`${RECEIPTS}/${receipt.id}/post-stock?dry_run=true`);
  assertEquals([dry.status, dry.body.meta.dry_run, dry.body.data.status], [200, true, "posted"]);
  assertEquals(await stockOf(db.database, board), ["0", "0.00"]);

  const posted = await w.post(receipt.id, { posting_date: "2026-03-04", note: "morning" });
  assertEquals([posted.status, posted.posting_date], ["posted", "2026-03-04"]);
  assertEquals(posted.posted_by, w.manager.userId);
  assertEquals(posted.history.at(-1).note, "morning");
  assertEquals(posted.products, [
    {
      product_id: damper,
      sku: "DMP",
      stock_qty_before: 2,
      stock_qty_after: 5,
      average_cost_before: 10,
      average_cost_after: 10,
    },
    {
      product_id: board,
      sku: "BRD",
      stock_qty_before: 0,
      stock_qty_after: 2,
      average_cost_before: 0,
      average_cost_after: 33.335,
    },
  ]);
  assertEquals(
    posted.items.map((l: Json) => [l.accepted_value, l.rejected_value, l.unit_cost]),
    [[30, 20, 10], [66.67, 0, 33.335], [0, 33.33, null]],
  );
  const movements = await db.database.query<Json[]>(sql`
    select kind, product_id, quantity::text, value::text, movement_date, warehouse_name, bin_location,
      serial_numbers, source_type, source_id, source_line_id, source_reference_no
    from stock_movements where source_id = ${receipt.id} order by id`);
  assertEquals(movements.length, 2, "a line with nothing accepted moves nothing");
  assertEquals({ ...movements[1] }, {
    kind: "receipt",
    product_id: board,
    quantity: "2.000",
    value: "66.67",
    movement_date: "2026-03-04",
    warehouse_name: "Main",
    bin_location: "B2",
    serial_numbers: ["X1", "X2"],
    source_type: "receipt",
    source_id: receipt.id,
    source_line_id: receipt.items[1].id,
    source_reference_no: receipt.reference_no,
  });
  const after = await w.shipment(shipment.id);
  assertEquals([after.items[1].product_id, after.items[1].sku], [board, "BRD"]);
  assertEquals(after.status, "draft", "three dampers are still to come");
  assert(after.frozen_at);
  assertRefused(
    await w.owner.post(`${SHIPMENTS}/${shipment.id}/items`, { product_name: "X", ordered_qty: 1 }),
    409,
    "shipment_already_posted",
  );
});

Deno.test("postReceipt() needs approval and a product, and happens once", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const board = await w.product("BRD");
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 9, purchase_value: 90 }]);
  const line = { shipment_item_id: shipment.items[0].id, received_qty: 2 };
  const post = (id: number, body?: unknown) => w.store.post(`${RECEIPTS}/${id}/post-stock`, body);

  const receipt = await w.receive(shipment.id, [line]);
  assertRefused(await post(receipt.id), 409, "receipt_not_approved");
  await w.approve(receipt.id);
  const unlinked = await post(receipt.id);
  assertRefused(unlinked, 409, "line_without_product");
  assertMatch(unlinked.body.message, /line 1 .*Board/);
  assertEquals(unlinked.body.receipt_item_id, receipt.items[0].id);
  assertEquals((await w.shipment(shipment.id)).frozen_at, null);

  const linked = await w.receive(shipment.id, [{ ...line, product_id: board }]);
  await w.approve(linked.id);
  assertRefused(
    await w.accounts.post(`${RECEIPTS}/${linked.id}/post-stock`),
    403,
    "forbidden",
  );
  assertInvalid(await post(linked.id, { posting_date: "yesterday" }), "posting_date");
  assertEquals((await post(linked.id, {})).status, 200);
  assertRefused(await post(linked.id), 409, "receipt_already_posted");
  assertRefused(
    await w.store.patch(`${RECEIPTS}/${linked.id}/cancel`, { reason: "x" }),
    409,
    "receipt_already_posted",
  );
  assertRefused(
    await w.owner.patch(`${RECEIPTS}/${linked.id}/approve`),
    409,
    "receipt_already_approved",
  );
  assertEquals((await post(receipt.id)).status, 200, "the first posting linked the item");

  const dropped = await w.receive(shipment.id, [line]);
  await w.store.patch(`${RECEIPTS}/${dropped.id}/cancel`, { reason: "twice" });
  assertRefused(await post(dropped.id), 409, "receipt_not_approved");
  assertRefused(await post(999), 404, "not_found");
  assertEquals(await stockOf(db.database, board), ["4", "40.00"]);
});

Deno.test("postReceipt() finds a product that was entered after its shipment by the SKU", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 4, purchase_value: 40 },
  ]);
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: shipment.items[0].id, received_qty: 4 },
  ]);
  await w.approve(receipt.id);
  const post = () => w.store.post(`${RECEIPTS}/${receipt.id}/post-stock`);
  assertRefused(await post(), 409, "line_without_product");
  const board = await w.product("BRD");
  assertEquals(done(await post()).products[0].product_id, board);
  assertEquals((await w.shipment(shipment.id)).items[0].product_id, board);
});

Deno.test("postReceipt() lets only one of two posts through", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 4, purchase_value: 40 },
  ]);
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: shipment.items[0].id, received_qty: 4 },
  ]);
  await w.approve(receipt.id);

  const second = Promise.withResolvers<Json>();
  await inTransaction(db.database, async (tx) => {
    await postReceipt(tx, actorWith("owner", w.owner.userId), receipt.id, {
      credit_supplier: false,
    });
    second.resolve(w.store.post(`${RECEIPTS}/${receipt.id}/post-stock`));
    await untilBlocked(db.database);
  });
  assertRefused(await second.promise, 409, "receipt_already_posted");
  const [{ count }] = await db.database.query<[{ count: number }]>(
    sql`select count(*) as count from stock_movements where source_id = ${receipt.id}`,
  );
  assertEquals(count, 1);
});

Deno.test("two receipts of one SKU posted at once both count, the second on what the first left", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const board = await w.product("BRD");
  const approved = async (purchase_value: number) => {
    const shipment = await w.ship([
      { product_name: "Board", sku: "BRD", ordered_qty: 3, purchase_value },
    ]);
    const receipt = await w.receive(shipment.id, [
      { shipment_item_id: shipment.items[0].id, received_qty: 3 },
    ]);
    await w.approve(receipt.id);
    return receipt.id;
  };
  const [first, second] = [await approved(100), await approved(50.01)];
  const waiting = Promise.withResolvers<Json>();
  await inTransaction(db.database, async (tx) => {
    await postReceipt(tx, actorWith("owner", w.owner.userId), first, { credit_supplier: false });
    waiting.resolve(w.store.post(`${RECEIPTS}/${second}/post-stock`));
    await untilBlocked(db.database);
  });
  const { products: [change] } = done(await waiting.promise);
  assertEquals([change.stock_qty_before, change.stock_qty_after], [3, 6]);
  assertEquals(await stockOf(db.database, board), ["6", "150.01"]);
});

Deno.test("two receipts at once cannot both take the last piece", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 1 }]);
  const body = {
    shipment_id: shipment.id,
    items: [{ shipment_item_id: shipment.items[0].id, received_qty: 1 }],
  };
  // Both wait for the shipment that a third transaction holds, and then come one after the other.
  const held = Promise.withResolvers<Json[]>();
  await inTransaction(db.database, async (tx) => {
    await tx.query(sql`select id from shipments where id = ${shipment.id} for no key update`);
    held.resolve(Promise.all([w.store.post(RECEIPTS, body), w.manager.post(RECEIPTS, body)]));
    await untilBlocked(db.database, 2);
  });
  const answers = await held.promise;
  assertEquals(answers.map(({ status }) => status).sort(), [201, 409]);
  assertEquals(answers.find(({ status }) => status === 409).body.code, "over_receipt");
});

Deno.test("postReceipt() needs the rate of a foreign shipment that has prices", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const shipment = await w.ship([{ product_name: "Board", sku: "BRD", ordered_qty: 4 }], {
    currency: "USD",
  });
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: shipment.items[0].id, received_qty: 4 },
  ]);
  await w.approve(receipt.id);
  await db.database.query(
    sql`update shipment_items set purchase_value = 40 where shipment_id = ${shipment.id}`,
  );
  const answer = await w.store.post(`${RECEIPTS}/${receipt.id}/post-stock`);
  assertRefused(answer, 422, "exchange_rate_missing");
});

Deno.test("postReceipt() credits what was billed: accepted, rejected and short pieces alike (found 1)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 3, purchase_value: 100 },
    { product_name: "Sample", sku: "BRD", ordered_qty: 1, purchase_value: 0 },
  ], { currency: "USD", exchange_rate: 120 });
  const [board, sample] = shipment.items.map((i: Json) => i.id);
  const credits: (number | null)[] = [];
  for (
    const [line, more] of [
      [{ shipment_item_id: board, received_qty: 1 }, {}],
      [{ shipment_item_id: sample, received_qty: 1 }, {}],
      [{ shipment_item_id: board, received_qty: 2, accepted_qty: 1 }, {}],
      [{ shipment_item_id: board, received_qty: 5 }, { allow_excess: true }],
    ]
  ) {
    const receipt = await w.receive(shipment.id, [line], more);
    await w.approve(receipt.id);
    assertRefused(
      await w.store.post(`${RECEIPTS}/${receipt.id}/post-stock`, { credit_supplier: true }),
      403,
      "forbidden_fields",
    );
    const posted = await w.post(receipt.id, {
      credit_supplier: true,
      posting_date: "2026-05-06",
    });
    if (posted.supplier_ledger_id === null) {
      credits.push(null);
      continue;
    }
    const entry = done(
      await w.owner.get(`/import-logistics/supplier-ledger/${posted.supplier_ledger_id}`),
    );
    credits.push(entry.credit);
    assertEquals(
      [entry.entry_type, entry.currency, entry.exchange_rate, entry.entry_date, entry.shipment_id],
      ["purchase", "USD", 120, "2026-05-06", shipment.id],
    );
    assertEquals(entry.supplier_id, w.supplierId);
  }
  assertEquals(credits, [33.33, null, 66.67, null]);
});

Deno.test("postReceipt() values in posting order, and what is beyond the shipped carries nothing", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 4, purchase_value: 100 },
  ]);
  const item = shipment.items[0].id;
  const over = await w.receive(shipment.id, [
    { shipment_item_id: item, received_qty: 6, accepted_qty: 5 },
  ], { allow_excess: true });
  const approved = await w.approve(over.id);
  assertEquals(
    approved.discrepancies.map((c: Json) => [c.discrepancy_type, c.quantity, c.estimated_value]),
    [["damage", 1, 0], ["excess", 2, 0]],
  );
  const posted = await w.post(over.id);
  assertEquals([posted.items[0].accepted_value, posted.items[0].rejected_value], [100, 0]);
  assertEquals(posted.products[0].average_cost_after, 20);
  const [kept] = await db.database.query<Json[]>(sql`
    select line.accepted_within_qty::float8, line.accounted_qty::float8,
      i.accepted_within_qty::float8 as item_within, i.accounted_qty::float8 as item_accounted,
      i.remaining_value::float8
    from receipt_items line join shipment_items i on i.id = line.shipment_item_id`);
  assertEquals({ ...kept }, {
    accepted_within_qty: 4,
    accounted_qty: 4,
    item_within: 4,
    item_accounted: 4,
    remaining_value: 0,
  });
  assertEquals(await stockOf(db.database, product), ["5", "100.00"]);
});

Deno.test("postReceipt() fixes the value of its claims and refreshes the receipts still waiting", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 3, purchase_value: 0.05 },
  ]);
  const item = shipment.items[0].id;
  const line = { shipment_item_id: item, received_qty: 1, accepted_qty: 0 };
  const first = await w.receive(shipment.id, [line]);
  const second = await w.receive(shipment.id, [line]);
  const third = await w.receive(shipment.id, [line]);
  const claims: number[] = [];
  for (const { id } of [first, second, third]) {
    claims.push((await w.approve(id)).discrepancies[0].id);
  }
  const values = async (field = "estimated_value") => {
    const all: number[] = [];
    for (const id of claims) all.push(done(await w.owner.get(`${CLAIMS}/${id}`))[field]);
    return all;
  };
  // 0.05 over three: half even of 0.01666…, 0.03/2 = 0.015 → 0.02, and the rest.
  assertEquals(await values(), [0.02, 0.02, 0.01]);
  await w.post(third.id);
  assertEquals(await values(), [0.02, 0.01, 0.02]);
  made(
    await w.owner.post(
      `${SHIPMENTS}/${shipment.id}/costs`,
      cost("other", 3, { allocation_method: "quantity" }),
    ),
  );
  assertEquals(
    await values("landed_loss_local"),
    [1.52, 1.51, 0.02],
    "a late cost waits for the two that are left",
  );
  assertEquals(await values(), [0.02, 0.01, 0.02], "and is no part of what was paid for them");
  done(await w.manager.patch(`${CLAIMS}/${claims[0]}/submit`));
  await w.post(second.id);
  assertEquals(await values(), [0.02, 0.02, 0.02], "the submitted claim keeps what was handed in");
  await w.post(first.id);
  assertEquals((await w.shipment(shipment.id)).status, "received");
});

Deno.test("postReceipt() moves a shipment to received only forward and only when all is accounted for", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 3, purchase_value: 3 },
    { product_name: "Not sent", ordered_qty: 3, shipped_qty: 0 },
  ]);
  const item = shipment.items[0].id;
  done(await w.owner.patch(`${SHIPMENTS}/${shipment.id}/status`, { status: "customs_cleared" }));
  await w.take(shipment.id, [{ shipment_item_id: item, received_qty: 2 }]);
  assertEquals((await w.shipment(shipment.id)).status, "customs_cleared");
  await w.take(shipment.id, [{ shipment_item_id: item, received_qty: 0, short_qty: 1 }]);
  const after = await w.shipment(shipment.id);
  assertEquals(after.status, "received");
  assertEquals(
    [after.history.at(-1).from, after.history.at(-1).to],
    ["customs_cleared", "received"],
  );
});
