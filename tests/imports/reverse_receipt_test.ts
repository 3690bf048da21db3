import sql from "sql-template-tag";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Json } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { issue } from "../support/imports.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  RECEIPTS,
  SHIPMENTS,
  stockOf,
  type Warehouse,
  warehouse,
} from "../support/receiving.ts";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { reverseReceipt } from "../../domain/imports/receipts/reverse_receipt.ts";

const sell = (database: Database, productId: number, quantity: string) =>
  inTransaction(database, (tx) => issue(tx, productId, quantity));

async function oneItem(w: Warehouse, qty: number, purchase_value: number, more = {}) {
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: qty, purchase_value },
  ], more);
  return { shipmentId: shipment.id as number, item: shipment.items[0].id as number };
}

Deno.test("reverseReceipt() mirrors stock, item, claims, credit and the shipment's status", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD");
  const { shipmentId, item } = await oneItem(w, 5, 125, { currency: "USD", exchange_rate: 10 });
  done(await w.owner.patch(`${SHIPMENTS}/${shipmentId}/status`, { status: "qc_pending" }));
  const receipt = await w.receive(shipmentId, [
    { shipment_item_id: item, received_qty: 3, accepted_qty: 2, short_qty: 1, bin_location: "A" },
  ]);
  const [damage, shortage] = (await w.approve(receipt.id)).discrepancies;
  done(await w.manager.patch(`${CLAIMS}/${damage.id}/resolve`, { resolution: "rejected" }));
  await w.post(receipt.id, { credit_supplier: true });
  const rest = await w.receive(shipmentId, [{ shipment_item_id: item, received_qty: 1 }]);
  await w.approve(rest.id);
  await w.post(rest.id);
  assertEquals((await w.shipment(shipmentId)).status, "received");
  assertEquals(await stockOf(db.database, product), ["3", "750.00"]);

  const reverse = (body?: unknown) => w.manager.post(`${RECEIPTS}/${receipt.id}/reverse`, body);
  assertInvalid(await reverse(), "reason");
  assertRefused(
    await w.store.post(`${RECEIPTS}/${receipt.id}/reverse`, { reason: "x" }),
    403,
    "forbidden",
  );
  const answer = await reverse({ reason: "wrong boxes" });
  const reversed = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1${RECEIPTS}/${receipt.id}`);
  assertEquals([reversed.id, reversed.status], [receipt.id, "reversed"]);
  assertEquals(reversed.reversed_by, w.manager.userId);
  assertEquals(reversed.history.at(-1).note, "wrong boxes");
  assertEquals(reversed.valuation_residue, []);
  assertEquals(reversed.discrepancies.map((c: Json) => c.status), ["resolved", "cancelled"]);
  assertMatch(
    done(await w.owner.get(`${CLAIMS}/${shortage.id}`)).history.at(-1).note,
    /reversed: wrong boxes/,
  );
  assertEquals(await stockOf(db.database, product), ["1", "250.00"]);
  const [mirror] = await db.database.query<Json[]>(sql`
    select m.kind, m.quantity::text, m.value::text, m.reason, m.bin_location,
      original.kind as original_kind
    from stock_movements m join stock_movements original on original.id = m.reverses_id`);
  assertEquals({ ...mirror }, {
    kind: "receipt_reversal",
    quantity: "-2.000",
    value: "-500.00",
    reason: "wrong boxes",
    bin_location: "A",
    original_kind: "receipt",
  });
  const ledger = (await w.owner.get(
    `/import-logistics/supplier-ledger?supplier_id=${w.supplierId}&sort=id`,
  )).body;
  assertEquals(ledger.data.map((e: Json) => [e.credit, e.debit, e.amount_local]), [
    [100, 0, 1000],
    [0, 100, -1000],
  ]);

  const shipment = await w.shipment(shipmentId);
  assertEquals([shipment.status, shipment.items[0].expected_qty], ["qc_pending", 4]);
  assertMatch(shipment.history.at(-1).note, new RegExp(receipt.reference_no));
  assertRefused(await reverse({ reason: "again" }), 409, "already_reversed");
  assertRefused(
    await w.store.post(`${RECEIPTS}/${receipt.id}/post-stock`),
    409,
    "receipt_already_posted",
  );

  // The pieces can be received again, with the same value.
  await w.take(shipmentId, [{ shipment_item_id: item, received_qty: 4 }]);
  assertEquals(await stockOf(db.database, product), ["5", "1250.00"]);
  assertEquals((await w.shipment(shipmentId)).status, "received");
});

Deno.test("reverseReceipt() needs a posted receipt, an open shipment and the stock", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD");
  const { shipmentId, item } = await oneItem(w, 4, 100);
  const receipt = await w.receive(shipmentId, [{ shipment_item_id: item, received_qty: 4 }]);
  const reverse = () => w.owner.post(`${RECEIPTS}/${receipt.id}/reverse`, { reason: "x" });
  assertRefused(await reverse(), 409, "receipt_not_posted");
  await w.approve(receipt.id);
  assertRefused(await reverse(), 409, "receipt_not_posted");
  await w.post(receipt.id);
  await sell(db.database, product, "1");
  const gone = await reverse();
  assertRefused(gone, 409, "insufficient_stock");
  assertEquals([gone.body.wanted, gone.body.available], [4, 3]);
  assertEquals(await stockOf(db.database, product), ["3", "75.00"]);
  done(await w.owner.patch(`${SHIPMENTS}/${shipmentId}/status`, { status: "closed" }));
  assertRefused(await reverse(), 409, "shipment_closed");
});

Deno.test("reverseReceipt() leaves a status alone that somebody chose", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const { shipmentId, item } = await oneItem(w, 4, 100);
  done(await w.owner.patch(`${SHIPMENTS}/${shipmentId}/status`, { status: "received" }));
  const { id } = await w.take(shipmentId, [{ shipment_item_id: item, received_qty: 4 }]);
  await w.reverse(id);
  assertEquals((await w.shipment(shipmentId)).status, "received");
});

Deno.test("reverseReceipt() expenses what its stored value would leave wrong in stock", async (t) => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD");
  const residues = () =>
    db.database.query<Json[]>(sql`
      select kind, product_id, shipment_item_id, receipt_id, amount::float8
      from valuation_expenses order by id`);

  await t.step("value without a piece", async () => {
    const cheap = await oneItem(w, 2, 20);
    const dear = await oneItem(w, 2, 60);
    const { id } = await w.take(cheap.shipmentId, [
      { shipment_item_id: cheap.item, received_qty: 2 },
    ]);
    await w.take(dear.shipmentId, [{ shipment_item_id: dear.item, received_qty: 2 }]);
    await sell(db.database, product, "2"); // at the average of 20: 40 of 80 are left
    const reversed = await w.reverse(id);
    assertEquals(reversed.valuation_residue, [{ product_id: product, amount: 20 }]);
    assertEquals(await stockOf(db.database, product), ["0", "0.00"]);
    assertEquals((await residues()).map((row) => ({ ...row })), [{
      kind: "valuation_residue",
      product_id: product,
      shipment_item_id: cheap.item,
      receipt_id: id,
      amount: 20,
    }]);
  });

  await t.step("value below zero", async () => {
    const dear = await oneItem(w, 2, 60);
    const cheap = await oneItem(w, 3, 3);
    const { id } = await w.take(dear.shipmentId, [
      { shipment_item_id: dear.item, received_qty: 2 },
    ]);
    await w.take(cheap.shipmentId, [{ shipment_item_id: cheap.item, received_qty: 3 }]);
    await sell(db.database, product, "2"); // at 12.60: 37.80 of 63 are left
    const reversed = await w.reverse(id);
    assertEquals(reversed.valuation_residue, [{ product_id: product, amount: -22.2 }]);
    assertEquals(await stockOf(db.database, product), ["1", "0.00"]);
    const read = await w.as("store").then((store) => store.get(`${RECEIPTS}/${id}`));
    assertEquals("valuation_residue" in read.body.data, false);
  });
});

Deno.test("reverseReceipt() lets only one of two reversals through", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const product = await w.product("BRD");
  const { shipmentId, item } = await oneItem(w, 4, 100);
  const { id } = await w.take(shipmentId, [{ shipment_item_id: item, received_qty: 2 }]);
  const second = Promise.withResolvers<Json>();
  await inTransaction(db.database, async (tx) => {
    await reverseReceipt(tx, actorWith("owner", w.owner.userId), id, { reason: "first" });
    second.resolve(w.owner.post(`${RECEIPTS}/${id}/reverse`, { reason: "second" }));
    await untilBlocked(db.database);
  });
  assertRefused(await second.promise, 409, "already_reversed");
  assertEquals(await stockOf(db.database, product), ["0", "0.00"]);
});

Deno.test("reverseReceipt() accepts that the supplier's credit was reversed in the ledger before", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  await w.product("BRD");
  const { shipmentId, item } = await oneItem(w, 4, 100);
  const receipt = await w.receive(shipmentId, [{ shipment_item_id: item, received_qty: 2 }]);
  await w.approve(receipt.id);
  const { supplier_ledger_id } = await w.post(receipt.id, { credit_supplier: true });
  made(
    await w.owner.post(`/import-logistics/supplier-ledger/${supplier_ledger_id}/reverse`, {
      reason: "twice",
    }),
  );
  await w.reverse(receipt.id);
  const { data } = (await w.owner.get("/import-logistics/supplier-ledger")).body;
  assertEquals(data.length, 2);
});
