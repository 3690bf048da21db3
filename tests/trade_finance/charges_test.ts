import sql from "sql-template-tag";
import { businessDate } from "../../domain/business/business.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Json } from "../support/app.ts";
import { assertEquals, thrownBy } from "../support/assert.ts";
import { desk } from "../support/trade_finance.ts";

const SHIPMENTS = "/import-logistics/shipments";

Deno.test("addCharge() makes a bank charge a cost of the shipment, shared by value", async (t) => {
  await using d = await desk();
  const lc = await d.open();
  const charge = (fields: Json) => d.owner.post(`/lc-tt/${lc.id}/charges`, fields);

  await t.step(
    "without a shipment it is an expense, as bank charges, until that is reversed",
    async () => {
      const { status, body } = await charge({ amount: 10, currency: "USD", exchange_rate: 120.5 });
      const { id, amount, category_number, account_name, note } = body.data;
      assertEquals([status, amount, category_number, account_name], [201, 1205, "6130", "Bank"]);
      assertEquals(note, lc.reference_no);
      assertEquals((await d.read(lc.id)).charges_booked, 1205);
      const [{ lines }] = (await d.owner.get("/journal?source_type=expense")).body.data;
      assertEquals(
        lines.map((l: Json) => [l.account_number, l.debit, l.credit, l.lc_tt_id]),
        [["6130", 1205, 0, lc.id], ["1310", 0, 1205, lc.id]],
      );
      const spent = async () =>
        (await d.read(lc.id)).charges_spent
          .map((one: Json) => [one.source_type, one.source_id, one.amount, one.entry_date]);
      assertEquals(await spent(), [["expense", id, 1205, businessDate()]]);
      const back = await d.owner.post(`/expenses/${id}/reverse`, { reason: "Twice" });
      assertEquals((await spent()).map(([, , amount]: Json) => amount), [1205, -1205]);
      assertEquals([back.status, (await d.read(lc.id)).charges_booked], [200, 0]);
      const named = await charge({ amount: 5, shipment_id: 99 });
      assertEquals([named.status, Object.keys(named.body.errors)], [422, ["shipment_id"]]);
      const manager = await d.app.as("manager");
      assertEquals((await manager.post(`/lc-tt/${lc.id}/charges`, { amount: 5 })).status, 201);
    },
  );

  const shipment = await d.ship(300, { lc_tt_id: lc.id });
  await d.addItem(shipment.id, 100);

  await t.step("of the only shipment, in local currency, today", async () => {
    const made = await charge({ amount: 1000.02, note: "Opening" });
    assertEquals(made.status, 201);
    assertEquals(made.headers.get("location"), `/api/v1/lc-tt/${lc.id}`);
    const { data } = made.body;
    assertEquals(
      [data.shipment_id, data.cost_head, data.allocation_method, data.entry_date, data.note],
      [shipment.id, "lc_charge", "value", businessDate(), "Opening"],
    );
    // 75001.5 and 25000.5 hundredths: the larger basis takes the odd one
    assertEquals(data.shares.map((share: Json) => share.amount), [750.02, 250]);
    const { items } = (await d.owner.get(`${SHIPMENTS}/${shipment.id}`)).body.data;
    assertEquals(items.map((item: Json) => item.landed_value), [36750.02, 12250]);
  });

  await t.step("in foreign currency, with another head", async () => {
    const { body } = await charge({
      cost_head: "Amendment charge",
      amount: 10,
      currency: "USD",
      exchange_rate: 121.5,
      entry_date: "2026-01-31",
    });
    assertEquals([body.data.local_amount, body.data.entry_date], [1215, "2026-01-31"]);
    const after = await d.read(lc.id);
    assertEquals(
      after.charge_costs.map((c: Json) => [c.cost_head, c.local_amount, c.reversed]),
      [["lc_charge", 1000.02, false], ["amendment_charge", 1215, false]],
    );
    assertEquals([after.charges_booked, after.version], [2220.02, 5]);
  });

  await t.step("reversed on the shipment", async () => {
    const [{ id }] = (await d.read(lc.id)).charge_costs;
    await d.owner.post(`${SHIPMENTS}/${shipment.id}/costs/${id}/reverse`, { reason: "Twice" });
    const after = await d.read(lc.id);
    assertEquals([after.charges_booked, after.charge_costs[0].reversed], [1220, true]);
  });

  await t.step("of several shipments one must be named", async () => {
    const second = await d.ship(100, { lc_tt_id: lc.id });
    const stranger = await d.ship(100);
    for (const fields of [{}, { shipment_id: stranger.id }, { shipment_id: 99 }]) {
      const { status, body } = await charge({ amount: 5, ...fields });
      assertEquals([status, Object.keys(body.errors)], [422, ["shipment_id"]]);
    }
    const named = await charge({ amount: 5, shipment_id: second.id });
    assertEquals([named.status, named.body.data.shipment_id], [201, second.id]);
  });

  await t.step("refusals of the shipment stand", async () => {
    const unpriced = await d.ship(undefined, { lc_tt_id: lc.id });
    const basis = await charge({ amount: 5, shipment_id: unpriced.id });
    assertEquals([basis.status, basis.body.code], [422, "allocation_basis_missing"]);
    await d.owner.patch(`${SHIPMENTS}/${unpriced.id}/status`, { status: "closed" });
    const closed = await charge({ amount: 5, shipment_id: unpriced.id });
    assertEquals([closed.status, closed.body.code], [409, "shipment_closed"]);
    assertEquals((await charge({ amount: 0, shipment_id: 1 })).status, 422);
    assertEquals((await charge({ amount: 5, cost_head: "freight", shipment_id: 1 })).status, 422);
    assertEquals((await d.owner.post("/lc-tt/99/charges", { amount: 5 })).status, 404);
  });

  await t.step("which charges were booked is never edited", async () => {
    const error = await thrownBy(() =>
      inTransaction(d.database, (tx) => tx.query(sql`delete from lc_tt_charges`))
    );
    assertEquals(/append-only/.test(error.message), true);
  });
});

Deno.test("createLcTt() books its charges on the shipment that it names", async () => {
  await using d = await desk();
  const shipment = await d.ship(300);
  const lc = await d.open({ shipment_id: shipment.id, charges: 450.5 });
  assertEquals([lc.shipment_id, lc.drawn, lc.charges, lc.charges_booked], [1, 300, 450.5, 450.5]);
  const { costs, lc_tt, totals } = (await d.owner.get(`${SHIPMENTS}/${shipment.id}`)).body.data;
  assertEquals(
    costs.map((c: Json) => [c.cost_head, c.local_amount, c.currency]),
    [["lc_charge", 450.5, "BDT"]],
  );
  assertEquals([lc_tt.id, totals.landed_value], [lc.id, 36450.5]);

  const tt = await d.open({ type: "TT", shipment_id: (await d.ship(5)).id, charges: 20 });
  assertEquals(tt.charge_costs[0].cost_head, "bank_charge");

  const unpriced = await d.ship();
  const waiting = await d.open({ shipment_id: unpriced.id, charges: 20 });
  assertEquals([waiting.shipment_id, waiting.charges, waiting.charges_booked], [
    unpriced.id,
    20,
    0,
  ]);
});

Deno.test("a bank's second charge with one reference is taken with a note", async () => {
  await using d = await desk();
  const lc = await d.open({ type: "TT" });
  const charge = (fields: Json) =>
    d.owner.post(`/lc-tt/${lc.id}/charges`, { amount: 115, reference: "ADV-1", ...fields });
  assertEquals((await charge({})).status, 201);
  const again = await charge({});
  assertEquals([again.status, again.body.code], [409, "duplicate_reference"]);
  const unsaid = await charge({ allow_duplicate: true });
  assertEquals([unsaid.status, Object.keys(unsaid.body.errors)], [422, ["note"]]);
  assertEquals((await charge({ allow_duplicate: true, note: "VAT on it" })).status, 201);
});
