import { assertEquals, assertMatch } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { journal, wrongControls } from "./entries.ts";
import { daysAgo, made, openShop, refused, today } from "./shop.ts";

Deno.test("a refund is taken back once: the money is on account again, and the mirror is of that day", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  made(await shop.pay({ amount: 50, payment_date: daysAgo(20) }));
  for (const amount of [10, 15]) {
    const body = { reason: "Paid twice", amount, date: daysAgo(10) };
    assertEquals((await owner.post("/payments/1/refund", body)).status, 200);
  }
  const before = (await owner.get("/payments/1")).body.data;
  const [first, second] = before.refunds;
  assertEquals([first.amount, first.reversed_on, second.amount, before.on_account], [
    10,
    null,
    15,
    25,
  ]);
  assertEquals(await shop.balance(), -25);
  const path = `/payments/1/refunds/${second.id}/reverse`;
  const early = await owner.post(path, { reason: "x", date: daysAgo(11) });
  assertEquals([...refused(early), Object.keys(early.body.errors)], [
    422,
    "invalid_fields",
    ["date"],
  ]);
  const back = await owner.post(path, { reason: "The transfer came back", date: daysAgo(3) });
  assertEquals([back.status, back.body.data.refunded, back.body.data.on_account], [200, 10, 40]);
  assertEquals(back.body.data.refunds.map((each: Json) => each.reversed_on), [null, daysAgo(3)]);
  assertEquals(await shop.balance(), -40);
  assertEquals((await journal(database, "payment")).slice(2), [
    `${daysAgo(10)} customer_refund 1200 Dr 15.00, 1300 Cr 15.00`,
    `${daysAgo(3)} customer_refund.reversal 1200 Cr 15.00, 1300 Dr 15.00`,
  ]);
  assertEquals(refused(await owner.post(path, { reason: "x" })), [409, "already_reversed"]);
  const used = await owner.post("/payments/1/refund", { reason: "x", date: daysAgo(4) });
  assertEquals([used.status, Object.keys(used.body.errors)], [422, ["date"]]);
  assertEquals(await wrongControls(database), []);
});

Deno.test("a cheque of which some was given back bounces after that was taken back, and no earlier", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const cheque = { method: "cheque", cheque_number: "C-1", cheque_date: daysAgo(20) };
  made(await shop.pay({ amount: 50, payment_date: daysAgo(20), ...cheque }));
  const given = await owner.post("/payments/1/refund", { reason: "x", date: daysAgo(10) });
  const bounce = (more = {}) =>
    owner.patch("/payments/1/cheque", { state: "bounced", charge: 5, ...more });
  assertEquals(refused(await bounce()), [409, "record_in_use"]);
  const [{ id }] = given.body.data.refunds;
  const undone = await owner.post(`/payments/1/refunds/${id}/reverse`, {
    reason: "x",
    date: daysAgo(2),
  });
  assertEquals(undone.status, 200);
  // its refund would be of money that never came
  const early = await bounce({ date: daysAgo(5) });
  assertEquals([early.status, Object.keys(early.body.errors)], [422, ["date"]]);
  assertEquals((await bounce()).body.data.cheque_state, "bounced");
  assertEquals(await shop.balance(), 0);
  const balances: unknown[] = [];
  for (const day of [daysAgo(15), daysAgo(5), daysAgo(1), today]) {
    const { meta } = (await owner.get(`/reports/customer-ageing?as_of=${day}`)).body;
    balances.push(meta.totals.balance);
  }
  assertEquals(balances, [-50, 0, -50, 0]);
});

Deno.test("a refund that came with a return is taken back with it, one of another payment is not found", async () => {
  await using shop = await openShop();
  const { owner, app } = shop;
  const { id } = made(await shop.sell(2, { payment: { amount: 20 } }));
  const items = [{ line: 1, quantity: 1 }];
  const note = made(
    await owner.post(`/invoices/${id}/returns`, { items, reason: "x", refund: { amount: 10 } }),
  );
  const [refund] = (await owner.get("/payments/1")).body.data.refunds;
  assertEquals(refund.credit_note_id, note.id);
  const path = `/payments/1/refunds/${refund.id}/reverse`;
  const alone = await owner.post(path, { reason: "x" });
  assertEquals(refused(alone), [409, "not_reversible"]);
  assertMatch(alone.body.detail, new RegExp(note.reference_no));
  made(await shop.pay({ amount: 5 }));
  for (const wrong of [`/payments/2/refunds/${refund.id}`, "/payments/1/refunds/x"]) {
    assertEquals(refused(await owner.post(`${wrong}/reverse`, { reason: "x" })), [
      404,
      "not_found",
    ]);
  }
  assertEquals((await owner.post(path, {})).status, 422);
  assertEquals((await (await app.as("sales")).post(path, { reason: "x" })).status, 403);
});
