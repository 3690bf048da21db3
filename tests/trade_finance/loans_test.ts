import { type Json, testApp } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { daysAgo, today } from "../sales/shop.ts";
import { bookChecks, verifyOne } from "../../domain/books/verify_books.ts";

Deno.test("a loan retires the documents of an LC and is paid back with interest by days of 360", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const supplier = made(await owner.post("/suppliers", { name: "Maker", currency: "USD" }));
  const enter = async (type: string) =>
    made(await owner.post("/lc-tt", { supplier_id: supplier.id, type, amount: 9000 }));
  const lc = await enter("LC");
  const take = (more: Json = {}, id = lc.id) =>
    owner.post(`/lc-tt/${id}/loans`, {
      amount: 1_000_000,
      interest_percent: 13.5,
      taken_on: daysAgo(100),
      due_on: daysAgo(-10),
      ...more,
    });
  const loan = made(await take());
  assertMatch(loan.reference_no, /^LTR-\d{4}-000001$/);
  // 1,000,000 × 13.5 % × 100 / 360
  assertEquals([loan.status, loan.outstanding, loan.interest_due], ["open", 1_000_000, 37_500]);
  const account = async (role: string) => {
    const rows = done(await owner.get("/accounts?limit=200"));
    return rows.find((row: Json) => row.role === role).balance;
  };
  assertEquals([await account("bank_loans"), await account("bank")].map(Math.abs), [
    1_000_000,
    1_000_000,
  ]);
  const { loans, warnings } = done(await owner.get(`/lc-tt/${lc.id}`));
  assertEquals([loans[0].outstanding, warnings], [1_000_000, ["loan_due"]]);

  const path = `/lc-loans/${loan.id}/payments`;
  const first = made(
    await owner.post(path, { principal: 400_000, interest: 15_000, date: daysAgo(60) }),
  );
  // 40 days of 1,000,000 are 15,000; 60 days of 600,000 are 13,500
  assertEquals(
    [first.outstanding, first.interest_paid, first.interest_due],
    [600_000, 15_000, 13_500],
  );
  assertInvalid(await owner.post(path, { principal: 600_000.01 }), "principal");
  assertInvalid(await owner.post(path, { principal: 1, date: daysAgo(61) }), "date");
  assertInvalid(await owner.post(path, { principal: 0, interest: 0 }), "principal");
  const paid = made(await owner.post(path, {}));
  assertEquals([paid.status, paid.outstanding, paid.interest_paid, paid.interest_due], [
    "paid",
    0,
    28_500,
    0,
  ]);
  assertEquals(await account("interest"), 28_500);
  assertEquals(done(await owner.get(`/lc-tt/${lc.id}`)).warnings, []);
  assertEquals(done(await owner.get(`/lc-loans?due_by=${daysAgo(-30)}`)), []);

  const reverse = (id: number) =>
    owner.post(`${path}/${id}/reverse`, { reason: "Of another loan", date: today });
  const back = done(await reverse(paid.payments[1].id));
  assertEquals([back.status, back.outstanding, back.interest_due], ["open", 600_000, 13_500]);
  assertRefused(await reverse(paid.payments[1].id), 409, "already_reversed");
  assertRefused(await reverse(back.payments[2].id), 409, "not_reversible");
  assertEquals(done(await owner.get(`/lc-loans?due_by=${daysAgo(-30)}`)).length, 1);
  for (const check of bookChecks.filter(({ name }) => /journal|number/.test(name))) {
    assertEquals((await verifyOne(db.database, check)).differences, [], check.name);
  }

  assertInvalid(await take({ due_on: daysAgo(101) }), "due_on");
  assertInvalid(await take({ amount: 0 }), "amount");
  assertInvalid(await take({}, (await enter("TT")).id), "amount");
  assertRefused(await take({}, 999), 404, "not_found");
  assertEquals((await (await as("manager")).post(path, {})).status, 403);
});

Deno.test("the VAT in a bank charge comes back, whether a shipment bears it or nobody", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier = made(await owner.post("/suppliers", { name: "Maker", currency: "USD" }));
  const lc = made(
    await owner.post("/lc-tt", { supplier_id: supplier.id, type: "LC", amount: 9000 }),
  );
  const charge = (more: Json) => owner.post(`/lc-tt/${lc.id}/charges`, more);
  assertInvalid(await charge({ amount: 1150, vat_amount: 1150 }), "vat_amount");
  const expense = made(await charge({ amount: 1150, vat_amount: 150 }));
  assertEquals([expense.amount, expense.vat_amount], [1150, 150]);
  const shipment = made(
    await owner.post("/import-logistics/shipments", {
      supplier_id: supplier.id,
      exchange_rate: 120,
      lc_tt_id: lc.id,
      items: [{ product_name: "Board", ordered_qty: 2, purchase_value: 100 }],
    }),
  );
  made(await charge({ shipment_id: shipment.id, amount: 2300, vat_amount: 300 }));
  const { costs } = done(await owner.get(`/import-logistics/shipments/${shipment.id}`));
  assertEquals(
    costs.map(({ cost_head, amount, capitalise }: Json) => [cost_head, amount, capitalise]),
    [["lc_charge", 2000, true], ["vat", 300, false]],
  );
  const notes = done(await owner.get("/reports/vat-return")).map((
    { note, value, vat }: Json,
  ) => [note, value, vat]);
  assertEquals(notes, [[14, 1000, 450], [34, null, -450], [65, null, 450]]);
});
