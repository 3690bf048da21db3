import { type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, done, made } from "../support/receiving.ts";
import { daysAgo } from "../sales/shop.ts";

Deno.test("an LC says how far it is at the bank, its days in their order, and warns of what comes near", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier = made(await owner.post("/suppliers", { name: "Maker", currency: "USD" }));
  const enter = (more: Json) =>
    owner.post("/lc-tt", { supplier_id: supplier.id, type: "LC", amount: 9000, ...more });
  const lc = made(await enter({ expiry_date: daysAgo(-90), latest_shipment_date: daysAgo(-60) }));
  assertEquals([lc.stage, lc.warnings], ["proforma", []]);
  const put = (changes: Json) => owner.patch(`/lc-tt/${lc.id}`, changes);
  const stages: [Json, string][] = [
    [{ lcaf_number: "LCAF-1", insurance_cover_note: "MC-1" }, "application"],
    [{ applied_on: daysAgo(50) }, "application"],
    [{ issue_date: daysAgo(40) }, "issued"],
    [{ amended_on: daysAgo(35) }, "amended"],
    [{ documents_received_on: daysAgo(20) }, "documents_received"],
    [{ lodged_on: daysAgo(19) }, "lodged"],
    [{ accepted_on: daysAgo(18), maturity_date: daysAgo(-16) }, "accepted"],
  ];
  for (const [changes, stage] of stages) {
    const changed = done(await put(changes));
    assertEquals([changed.stage, changed.warnings], [stage, []], JSON.stringify(changes));
  }
  assertInvalid(await put({ lodged_on: daysAgo(45) }), "lodged_on");
  assertInvalid(await put({ lodged_on: daysAgo(10) }), "accepted_on");
  assertInvalid(await put({ retired_on: daysAgo(30) }), "retired_on");
  assertInvalid(await put({ maturity_date: daysAgo(30) }), "maturity_date");
  assertEquals(done(await put({ maturity_date: daysAgo(-15) })).warnings, ["matures_soon"]);
  assertEquals(done(await put({ maturity_date: daysAgo(1) })).warnings, ["overdue"]);
  const retired = done(await put({ retired_on: daysAgo(0) }));
  assertEquals([retired.stage, retired.warnings], ["retired", []]);
  assertEquals(done(await put({ bill_of_entry_matched_on: daysAgo(0) })).stage, "matched");

  const late = made(
    await enter({
      issue_date: daysAgo(90),
      expiry_date: daysAgo(1),
      latest_shipment_date: daysAgo(9),
    }),
  );
  assertEquals(late.warnings, ["expired", "shipment_overdue"]);
  const near = made(await enter({ expiry_date: daysAgo(-15), latest_shipment_date: daysAgo(0) }));
  assertEquals(near.warnings, ["expires_soon", "ships_soon"]);
  const far = made(await enter({ expiry_date: daysAgo(-16), latest_shipment_date: daysAgo(-16) }));
  assertEquals(far.warnings, []);
  const listed = done(await owner.get("/lc-tt?sort=created_at"));
  assertEquals(
    listed.map((one: Json) => one.stage),
    ["matched", "issued", "proforma", "proforma"],
  );
});

Deno.test("a TT in advance above the limit is warned of, unless the supplier guarantees it", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier = made(await owner.post("/suppliers", { name: "Maker", currency: "USD" }));
  const enter = (amount: number, more: Json = {}) =>
    owner.post("/lc-tt", { supplier_id: supplier.id, type: "TT", amount, ...more });
  const warned = async (...asked: Parameters<typeof enter>) =>
    made(await enter(...asked)).warnings.length > 0;
  assertEquals([await warned(20_000), await warned(20_000.01)], [false, true]);
  assertEquals(await warned(20_000.01, { guarantee: "BG-2026-88" }), false);
  assertEquals(await warned(90_000, { type: "LC" }), false);
  assertEquals(await warned(90_000, { currency: "CNY" }), false);
  const over = made(await enter(30_000));
  assertEquals([over.stage, over.warnings], [null, ["tt_above_limit"]]);
  done(await owner.put("/settings", { tt_advance_limit_usd: 30_000 }));
  assertEquals(done(await owner.get(`/lc-tt/${over.id}`)).warnings, []);
});
