import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { changeShipmentStatus } from "../../domain/imports/change_shipment_status.ts";
import { movePosted } from "../../domain/imports/receipts/complete_shipment.ts";
import { lockReceipt } from "../../domain/imports/receipts/lock_receipt.ts";
import { lockShipment } from "../../domain/imports/lock_shipment.ts";
import { shipmentStatuses } from "../../domain/imports/shipment_words.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { freshDatabase, type TestDatabase, untilBlocked } from "../support/db.ts";
import { insertClaim, insertProduct, insertSupplier, receive } from "../support/imports.ts";

const PATH = "/import-logistics/shipments";

async function setStatus(db: TestDatabase, status: string) {
  await db.database.query(sql`update shipments set status = ${status} where id = 1`);
}

Deno.test("every status goes to every other by the rules of its place and the role", async (t) => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const [owner, manager, store] = [
    await app.as("owner"),
    await app.as("manager"),
    await app.as("store"),
  ];
  const supplier_id = await insertSupplier(db.database);
  await owner.post(PATH, { supplier_id });
  const outcome = async (caller: typeof owner, to: string, note?: string) => {
    const { status, body } = await caller.patch(`${PATH}/1/status`, { status: to, note });
    return status === 200 ? `200 ${body.data.status}` : `${status} ${body.code}`;
  };
  const isFinal = (status: string) => status === "closed" || status === "cancelled";
  for (const [position, from] of shipmentStatuses.entries()) {
    await t.step(from, async () => {
      for (const [place, to] of shipmentStatuses.entries()) {
        const expected = to === from
          ? { store: `200 ${from}`, manager: `200 ${from}`, owner: `200 ${from}` }
          : isFinal(from)
          ? isFinal(to)
            ? {
              store: "409 invalid_transition",
              manager: "409 invalid_transition",
              owner: "409 invalid_transition",
            }
            : { store: "403 forbidden", manager: "403 forbidden", owner: `200 ${to}` }
          : to === "cancelled" || place > position
          ? { store: `200 ${to}`, manager: `200 ${to}`, owner: `200 ${to}` }
          : { store: "403 forbidden", manager: `200 ${to}`, owner: `200 ${to}` };
        for (
          const [caller, who] of [[store, "store"], [manager, "manager"], [owner, "owner"]] as const
        ) {
          await setStatus(db, from);
          assertEquals(await outcome(caller, to, "why"), expected[who], `${who}: ${from} → ${to}`);
        }
      }
    });
  }
  await t.step("a correction needs a note", async () => {
    await setStatus(db, "received");
    const back = await manager.patch(`${PATH}/1/status`, { status: "in_transit" });
    assertEquals([back.status, Object.keys(back.body.errors)], [422, ["note"]]);
    await setStatus(db, "closed");
    assertEquals(await outcome(owner, "received"), "422 invalid_fields");
  });
  await t.step("a word that is no status, and a shipment that is none", async () => {
    assertEquals(await outcome(owner, "sunk"), "422 invalid_fields");
    assertEquals((await owner.patch(`${PATH}/99/status`, { status: "received" })).status, 404);
  });
});

Deno.test("a change of status is history, once, with when it happened", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post(PATH, { supplier_id: await insertSupplier(db.database) });
  const first = await owner.patch(`${PATH}/1/status`, {
    status: "In Transit",
    note: "sailed",
    expected_status: "draft",
    occurred_at: "2026-03-01T10:00:00+06:00",
  });
  const { history, version } = first.body.data;
  assertEquals(version, 2);
  const { at, ...row } = history[1];
  assertEquals(row, {
    field: "status",
    from: "draft",
    to: "in_transit",
    note: "sailed",
    by: owner.userId,
    by_name: history[0].by_name,
    occurred_at: "2026-03-01T04:00:00.000Z",
  });
  assertMatch(at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const again = await owner.patch(`${PATH}/1/status`, { status: "in_transit" });
  assertEquals([again.body.data.version, again.body.data.history.length], [2, 2]);
  const stale = await owner.patch(`${PATH}/1/status`, {
    status: "received",
    expected_status: "draft",
  });
  assertEquals([stale.status, stale.body.code, stale.body.current_status], [
    409,
    "status_changed",
    "in_transit",
  ]);
});

Deno.test("open work holds a shipment back from closing, a posted receipt from cancelling", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  await insertProduct(db.database, "P");
  const items = [{ product_name: "A", sku: "P", ordered_qty: 5 }];
  await owner.post(PATH, { supplier_id, items });
  const move = (status: string) => owner.patch(`${PATH}/1/status`, { status });
  const lines = [{ shipment_item_id: 1, received_qty: "1" }];
  const undo = async () => {
    await db.database.query(sql`update receipts set status = 'cancelled'`);
    await db.database.query(sql`update discrepancies set status = 'cancelled'`);
  };
  for (const status of ["draft", "approved"] as const) {
    await t.step(`a receipt in ${status} holds back closing only`, async () => {
      const id = await inTransaction(db.database, (tx) => receive(tx, 1, status, lines));
      const answer = await move("closed");
      assertEquals([answer.status, answer.body.code], [409, "shipment_has_open_work"]);
      assertMatch(answer.body.message, /onflict.*RCP-/);
      assertEquals(answer.body.receipts.length, 1);
      assertEquals((await move("cancelled")).status, 200);
      const receipt = `/import-logistics/receipts/${id}`;
      const late = await owner.post(`${receipt}/post-stock`);
      assertEquals([late.status, late.body.code], [
        409,
        status === "draft" ? "receipt_not_approved" : "shipment_closed",
      ]);
      assertEquals((await owner.patch(`${receipt}/cancel`, { reason: "x" })).status, 200);
      await setStatus(db, "draft");
      await undo();
    });
  }
  for (const status of ["open", "submitted"]) {
    await t.step(`a claim ${status} holds back closing only`, async () => {
      await inTransaction(db.database, (tx) => insertClaim(tx, 1, status));
      const answer = await move("closed");
      assertEquals([answer.status, answer.body.code], [409, "shipment_has_open_work"]);
      assertMatch(answer.body.message, /CLM-/);
      assertEquals((await move("cancelled")).status, 200);
      await setStatus(db, "draft");
      await undo();
    });
  }
  await t.step("a posted receipt rules out cancelling, not closing", async () => {
    await inTransaction(db.database, (tx) => receive(tx, 1, "posted", lines));
    const answer = await move("cancelled");
    assertEquals([answer.status, answer.body.code], [409, "invalid_transition"]);
    assertEquals(answer.body.allowed.includes("cancelled"), false);
    assertEquals(answer.body.allowed.includes("closed"), true);
    assertEquals((await move("closed")).status, 200);
  });
});

Deno.test("a closed or cancelled shipment takes no edits, items, costs or reversals", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const item = { product_name: "A", ordered_qty: 5 };
  await owner.post(PATH, { supplier_id, items: [item] });
  const cost = { cost_head: "other", amount: 5, allocation_method: "equal" };
  await owner.post(`${PATH}/1/costs`, cost);
  for (const status of ["closed", "cancelled"]) {
    await setStatus(db, status);
    const answers = [
      await owner.patch(`${PATH}/1`, { notes: "late" }),
      await owner.post(`${PATH}/1/items`, item),
      await owner.post(`${PATH}/1/costs`, cost),
      await owner.post(`${PATH}/1/costs/1/reverse`, { reason: "late" }),
    ];
    assertEquals(
      answers.map(({ status, body }) => `${status} ${body.code}`),
      Array(4).fill("409 shipment_closed"),
    );
  }
});

Deno.test("movePosted() moves a complete shipment on, never back", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post(PATH, { supplier_id: await insertSupplier(db.database) });
  const [{ id }] = await db.database.query<[{ id: number }]>(sql`
    insert into receipts (reference_no, shipment_id, status, received_date, approved_at)
    values ('RCP-1', 1, 'approved', current_date, now()) returning id`);
  for (const from of shipmentStatuses) {
    await setStatus(db, from);
    await inTransaction(db.database, async (tx) => {
      const [receipt, shipment] = [await lockReceipt(tx, id), await lockShipment(tx, 1)];
      const posted = { input: {}, posting_date: "2026-03-02", complete: true };
      await movePosted(tx, actorWith("store"), receipt, shipment, posted);
      const stays = from === "closed" || from === "cancelled";
      assertEquals(shipment.status, stays ? from : "received");
      assertEquals((await lockShipment(tx, 1)).status, shipment.status);
    });
  }
  const { history } = (await owner.get(`${PATH}/1`)).body.data;
  assertEquals(history.length, 1 + shipmentStatuses.indexOf("received"));
  assertEquals(history.at(-1).to, "received");
});

Deno.test("a second change of status waits and judges what the first one left", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post(PATH, { supplier_id: await insertSupplier(db.database) });
  let second: Promise<Json> | undefined;
  await inTransaction(db.database, async (tx) => {
    await changeShipmentStatus(tx, actorWith("owner"), 1, { status: "cancelled" });
    second = owner.patch(`${PATH}/1/status`, { status: "closed" });
    await untilBlocked(db.database);
  });
  const answer = await second;
  assertEquals([answer.status, answer.body.code], [409, "invalid_transition"]);
});
