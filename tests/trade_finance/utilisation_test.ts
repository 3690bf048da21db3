import { inTransaction } from "../../domain/db/transaction.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { addItems } from "../../domain/imports/add_items.ts";
import { updateLcTt } from "../../domain/trade_finance/update_lc_tt.ts";
import { actorWith, type Answer, type Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { untilBlocked } from "../support/db.ts";
import { desk } from "../support/trade_finance.ts";

const SHIPMENTS = "/import-logistics/shipments";

Deno.test("checkUtilisation() holds shipments to the amount and its tolerance", async (t) => {
  await using d = await desk();
  const { id } = await d.open({ tolerance_percent: 5 }); // up to 1050
  const refused = (answer: Answer) => {
    assertEquals([answer.status, answer.body.code], [409, "lc_limit_exceeded"]);
    assertMatch(answer.body.message, /conflict/i);
    assertEquals([answer.body.lc_tt_id, answer.body.limit_amount], [id, 1050]);
  };
  const figures = async () => {
    const { drawn, available, utilisation_percent, shipment_id, shipment_count } = await d.read(id);
    return [drawn, available, utilisation_percent, shipment_id, shipment_count];
  };

  let first: Json;
  await t.step("a shipment with the LC", async () => {
    refused(
      await d.owner.post(SHIPMENTS, {
        supplier_id: d.supplier_id,
        exchange_rate: 120,
        lc_tt_id: id,
        items: [{ product_name: "A", ordered_qty: 1, purchase_value: 1050.0001 }],
      }),
    );
    assertEquals((await d.owner.get(SHIPMENTS)).body.data, []);
    first = await d.ship(600, { lc_tt_id: id });
    assertEquals(await figures(), [600, 450, 60, first.id, 1]);
  });

  await t.step("items added to it, to the last cent of the tolerance", async () => {
    refused(await d.addItem(first.id, 450.01));
    assertEquals((await d.addItem(first.id, 450)).status, 201);
    assertEquals(await figures(), [1050, 0, 105, first.id, 1]);
    assertEquals((await d.addItem(first.id, 0)).status, 201);
  });

  await t.step("another shipment linked afterwards", async () => {
    const second = await d.ship(0.01);
    refused(await d.link(second.id, id));
    refused(await d.owner.patch(`/lc-tt/${id}`, { shipment_id: second.id }));
    assertEquals((await d.owner.patch(`/lc-tt/${id}`, { amount: 1100 })).status, 200);
    assertEquals((await d.link(second.id, id)).status, 200);
    assertEquals(await figures(), [1050.01, 104.99, 95.46, first.id, 2]);
  });

  await t.step("a smaller amount or tolerance", async () => {
    const less = await d.owner.patch(`/lc-tt/${id}`, { amount: 1000 });
    assertEquals([less.status, less.body.code], [409, "lc_limit_exceeded"]);
    assertEquals((await d.owner.patch(`/lc-tt/${id}`, { tolerance_percent: 0 })).status, 200);
    assertEquals((await d.owner.patch(`/lc-tt/${id}`, { amount: 1050 })).status, 409);
  });

  await t.step("a cancelled shipment draws nothing, until it is reopened", async () => {
    const status = (to: string) =>
      d.owner.patch(`${SHIPMENTS}/${first.id}/status`, { status: to, note: "Called off" });
    assertEquals((await status("cancelled")).status, 200);
    assertEquals((await figures()).slice(0, 2), [0.01, 1099.99]);
    await d.ship(1000, { lc_tt_id: id });
    const reopened = await status("draft");
    assertEquals([reopened.status, reopened.body.code], [409, "lc_limit_exceeded"]);
  });
});

Deno.test("a shipment is linked only to an LC of its supplier and currency that is open", async (t) => {
  await using d = await desk();
  const lc = await d.open();
  const others = await d.open({ supplier_id: d.other_id });
  const yuan = await d.open({ currency: "CNY", exchange_rate: 16 });
  const closed = await d.open();
  await d.move(closed.id, "closed");
  const shipment = await d.ship(100);
  const faults = (answer: Answer) => [answer.status, Object.keys(answer.body.errors ?? {})];

  await t.step("from the shipment's side", async () => {
    for (const wrong of [others.id, yuan.id, closed.id, 99]) {
      assertEquals(faults(await d.link(shipment.id, wrong)), [422, ["lc_tt_id"]]);
      const made = await d.owner.post(SHIPMENTS, { supplier_id: d.supplier_id, lc_tt_id: wrong });
      assertEquals(faults(made), [422, ["lc_tt_id"]]);
    }
  });

  await t.step("from the LC's side", async () => {
    for (const fields of [{ supplier_id: d.other_id }, { currency: "CNY", exchange_rate: 16 }]) {
      assertEquals(faults(await d.ask({ ...fields, shipment_id: shipment.id })), [
        422,
        ["shipment_id"],
      ]);
    }
    for (const wrong of [others.id, yuan.id]) {
      const patched = await d.owner.patch(`/lc-tt/${wrong}`, { shipment_id: shipment.id });
      assertEquals(faults(patched), [422, ["shipment_id"]]);
    }
    const unknown = await d.owner.patch(`/lc-tt/${lc.id}`, { shipment_id: 99 });
    assertEquals(faults(unknown), [422, ["shipment_id"]]);
  });

  await t.step("a linked shipment keeps the currency", async () => {
    assertEquals((await d.link(shipment.id, lc.id)).status, 200);
    const other = await d.owner.patch(`${SHIPMENTS}/${shipment.id}`, {
      currency: "CNY",
      exchange_rate: 16,
    });
    assertEquals(faults(other), [422, ["lc_tt_id"]]);
  });

  await t.step("one LC pays several, and a shipment may move to another", async () => {
    const next = await d.open({ shipment_id: shipment.id, type: "TT" });
    assertEquals([next.drawn, next.shipments[0].reference_no], [100, shipment.reference_no]);
    assertEquals((await d.read(lc.id)).shipments, []);
    const two = await d.ship(50, { lc_tt_id: next.id });
    assertEquals(
      (await d.read(next.id)).shipments.map((s: Json) => [s.id, s.drawn, s.status]),
      [[shipment.id, 100, "draft"], [two.id, 50, "draft"]],
    );
  });

  await t.step("what was linked before the LC was closed can still be edited", async () => {
    const { lc_tt_id } = (await d.owner.get(`${SHIPMENTS}/${shipment.id}`)).body.data;
    await d.move(lc_tt_id, "closed");
    const path = `${SHIPMENTS}/${shipment.id}`;
    assertEquals((await d.owner.patch(path, { notes: "Arrived" })).status, 200);
  });

  await t.step("a closed shipment is not linked", async () => {
    const done = await d.ship();
    await d.owner.patch(`${SHIPMENTS}/${done.id}/status`, { status: "closed" });
    const { status, body } = await d.ask({ shipment_id: done.id });
    assertEquals([status, body.code], [409, "shipment_closed"]);
    assertEquals((await d.owner.get("/lc-tt?sort=-id&limit=1")).body.data[0].shipment_count, 2);
  });
});

Deno.test("checkUtilisation() lets only one of two shipments take the rest at once", async () => {
  await using d = await desk();
  const { id } = await d.open();
  const one = await d.ship(undefined, { lc_tt_id: id });
  const two = await d.ship(undefined, { lc_tt_id: id });
  let second!: Promise<Answer>;
  await inTransaction(d.database, async (tx) => {
    await addItems(tx, actorWith("owner"), one.id, {
      product_name: "A",
      ordered_qty: decimal("1"),
      purchase_value: decimal("600"),
    });
    second = d.addItem(two.id, 600);
    await untilBlocked(d.database);
  });
  const { status, body } = await second;
  assertEquals([status, body.code, body.drawn], [409, "lc_limit_exceeded", 1200]);
  assertEquals((await d.read(id)).drawn, 600);
});

Deno.test("checkUtilisation() does not let the amount fall while a shipment draws", async () => {
  await using d = await desk();
  const { id } = await d.open();
  const shipment = await d.ship(900);
  let linking!: Promise<Answer>;
  await inTransaction(d.database, async (tx) => {
    await updateLcTt(tx, actorWith("owner"), id, { amount: decimal("500") });
    linking = d.link(shipment.id, id);
    await untilBlocked(d.database);
  });
  const { status, body } = await linking;
  assertEquals([status, body.code, body.limit_amount], [409, "lc_limit_exceeded", 500]);
});
