import { business, businessDate } from "../../domain/business/business.ts";
import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { desk } from "../support/trade_finance.ts";

const LEDGER = "/import-logistics/supplier-ledger";
const paid = { post_to_ledger: true };

Deno.test("settle() books the payment of a TT with its exchange difference", async (t) => {
  await using d = await desk();
  const tt = await d.open({ type: "TT", amount: 1000.5, reference_number: "SWIFT-9" });

  await t.step("only with a step in which money goes", async () => {
    for (const [status, note] of [["pi_received"], ["cancelled"]]) {
      const { body, status: code } = await d.move(tt.id, status, { ...paid, note });
      assertEquals([code, Object.keys(body.errors)], [422, ["post_to_ledger"]]);
    }
    const figures = { settlement_amount: 5, settlement_rate: 121 };
    const unposted = await d.move(tt.id, "tt_paid", figures);
    assertEquals(
      [unposted.status, Object.keys(unposted.body.errors)],
      [422, ["settlement_amount", "settlement_rate"]],
    );
  });

  await t.step("a part of it above the rate it was booked at", async () => {
    const { status, body } = await d.move(tt.id, "tt_paid", {
      ...paid,
      date: "2026-02-03",
      settlement_amount: 333.33,
      settlement_rate: 121.255,
    });
    assertEquals(status, 200, body.detail);
    const [settlement, ...more] = body.data.settlements;
    assertEquals(more, []);
    // 333.33 × 121.255 = 40417.92915; 333.33 × 1.255 = 418.32915
    assertEquals(
      [settlement.amount, settlement.exchange_rate, settlement.amount_local],
      [333.33, 121.255, 40417.93],
    );
    assertEquals([settlement.exchange_difference, body.data.exchange_difference], [418.33, 418.33]);
    assertEquals([body.data.settled, settlement.entry_date], [333.33, "2026-02-03"]);
    const entry = (await d.owner.get(`${LEDGER}/${settlement.id}`)).body.data;
    assertEquals(
      [
        entry.entry_type,
        entry.debit,
        entry.credit,
        entry.currency,
        entry.lc_tt_id,
        entry.reference,
      ],
      ["payment", 333.33, 0, "USD", tt.id, "SWIFT-9"],
    );
    assertMatch(entry.particulars, new RegExp(tt.reference_no));
    assertEquals(entry.reference_no, settlement.reference_no);
  });

  await t.step("the same status again without a payment changes nothing", async () => {
    const again = await d.move(tt.id, "tt_paid");
    assertEquals([again.status, again.body.data.settled, again.body.data.version], [
      200,
      333.33,
      2,
    ]);
  });

  await t.step("never more than the amount, and the refused step is not taken", async () => {
    const { status, body } = await d.move(tt.id, "shipped", { ...paid, settlement_amount: 667.18 });
    assertEquals([status, body.code], [409, "settlement_exceeds_amount"]);
    assertEquals([body.settled, body.limit_amount], [333.33, 1000.5]);
    assertEquals((await d.read(tt.id)).status, "tt_paid");
  });

  await t.step("the rest by itself, below the rate", async () => {
    const { body } = await d.move(tt.id, "shipped", { ...paid, settlement_rate: 119.5 });
    const rest = body.data.settlements[1];
    // 667.17 × −0.5 = −333.585, away from zero
    assertEquals([rest.amount, rest.exchange_difference, rest.entry_date], [
      667.17,
      -333.59,
      businessDate(),
    ]);
    assertEquals([body.data.settled, body.data.exchange_difference], [1000.5, 84.74]);
    const more = await d.move(tt.id, "released", paid);
    assertEquals([more.status, more.body.code], [409, "settlement_exceeds_amount"]);
  });

  await t.step("a payment reversed in the ledger counts no longer", async () => {
    const { settlements } = await d.read(tt.id);
    await d.owner.post(`${LEDGER}/${settlements[0].id}/reverse`, { reason: "Returned" });
    const after = await d.read(tt.id);
    assertEquals([after.settled, after.exchange_difference], [667.17, -333.59]);
    assertEquals(after.settlements.map((s: Json) => s.reversed), [true, false]);
    const { body } = await d.move(tt.id, "released", paid);
    assertEquals(body.data.settlements[2].amount, 333.33);
  });
});

Deno.test("settle() pays by an LC what its shipments draw, and realises the difference", async (t) => {
  await using d = await desk();
  const lc = await d.open({ tolerance_percent: 10 });
  await d.ship(1100, { lc_tt_id: lc.id });
  await d.owner.post(LEDGER, {
    supplier_id: d.supplier_id,
    particulars: "Proforma 7",
    credit: 1100,
    exchange_rate: 118,
  });

  await t.step("at the settlement rate", async () => {
    const { body } = await d.move(lc.id, "released", { ...paid, settlement_rate: 122 });
    const { settlements, exchange_difference, realised_exchange_difference } = body.data;
    assertEquals([settlements[0].amount, settlements[0].amount_local], [1100, 134200]);
    assertEquals([exchange_difference, realised_exchange_difference], [2200, 4400]);
    const { meta } = (await d.owner.get(`${LEDGER}?supplier_id=${d.supplier_id}`)).body;
    assertEquals(meta.balances, [{ currency: "USD", balance: 0, balance_local: 0 }]);
    assertEquals(meta.realised_exchange_difference, 4400);
  });

  await t.step("taken back with the payment", async () => {
    const [{ id }] = (await d.read(lc.id)).settlements;
    await d.owner.post(`${LEDGER}/${id}/reverse`, { reason: "Discrepant documents" });
    assertEquals((await d.read(lc.id)).realised_exchange_difference, 0);
    const { meta } = (await d.owner.get(`${LEDGER}?supplier_id=${d.supplier_id}`)).body;
    assertEquals(meta.balances, [{ currency: "USD", balance: 1100, balance_local: 129800 }]);
  });
});

Deno.test("settle() takes the rate it was booked at, and the amount where nothing is drawn", async (t) => {
  await using d = await desk();
  const last = async (id: number) => (await d.read(id)).settlements.at(-1);

  await t.step("an LC without shipments", async () => {
    const { id } = await d.open();
    await d.move(id, "lc_opened", paid);
    const { amount, exchange_rate, exchange_difference } = await last(id);
    assertEquals([amount, exchange_rate, exchange_difference], [1000, 120, 0]);
  });

  await t.step("documents against payment follow the shipments, a TT its amount", async () => {
    const dp = await d.open({ type: "DP" });
    await d.ship(250, { lc_tt_id: dp.id });
    await d.move(dp.id, "customs", paid);
    assertEquals((await last(dp.id)).amount, 250);
    const tt = await d.open({ type: "TT" });
    await d.ship(250, { lc_tt_id: tt.id });
    await d.move(tt.id, "tt_paid", paid);
    assertEquals((await last(tt.id)).amount, 1000);
  });

  await t.step("without any rate it is refused, with one there is nothing to compare", async () => {
    const { id } = await d.open({ exchange_rate: null });
    const { status, body } = await d.move(id, "released", paid);
    assertEquals(
      [status, body.code, Object.keys(body.errors)],
      [422, "exchange_rate_missing", ["settlement_rate"]],
    );
    await d.move(id, "released", { ...paid, settlement_rate: 121 });
    assertEquals((await last(id)).exchange_difference, null);
    assertEquals((await d.read(id)).exchange_difference, 0);
  });

  await t.step("in local currency at 1", async () => {
    const { id } = await d.open({
      type: "TT",
      currency: business.localCurrency,
      exchange_rate: null,
      amount: 500.25,
    });
    const fine = { ...paid, settlement_amount: 1.005 };
    const refused = await d.move(id, "tt_paid", fine);
    assertEquals([refused.status, Object.keys(refused.body.errors)], [422, ["settlement_amount"]]);
    await d.move(id, "tt_paid", paid);
    const { amount_local, exchange_difference } = await last(id);
    assertEquals([amount_local, exchange_difference], [500.25, 0]);
  });
});

Deno.test("a second bill under one LC at the same status is another settlement (found 2)", async () => {
  await using d = await desk();
  const lc = await d.open();
  const pay = (settlement_amount: number) =>
    d.move(lc.id, "released", { ...paid, settlement_amount, settlement_rate: 121 });
  assertEquals((await pay(600)).body.data.settled, 600);
  const second = await pay(300);
  assertEquals([second.status, second.body.data.settled, second.body.data.settlements.length], [
    200,
    900,
    2,
  ]);
  const third = await pay(101);
  assertEquals([third.status, third.body.code], [409, "settlement_exceeds_amount"]);
});
