import { assertEquals } from "../support/assert.ts";
import { journal, wrongControls } from "./entries.ts";
import { daysAgo, made, openShop, refused, today } from "./shop.ts";

Deno.test("found 9: a post-dated cheque is no money until it is cleared, and bounced after that all is mirrored", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  await owner.put("/customers/1", { credit_limit: 120 });
  made(await shop.bill(100, { invoice_date: daysAgo(20) }));
  const cheque = made(
    await shop.pay({
      amount: 100,
      invoice_id: 1,
      payment_date: daysAgo(10),
      method: "cheque",
      cheque_number: "C-1",
      cheque_date: daysAgo(2),
    }),
  );
  assertEquals([cheque.status, cheque.cheque_state, cheque.on_account], ["in_hand", "in_hand", 0]);
  const invoice = async () => (await owner.get("/invoices/1")).body.data;
  const before = await invoice();
  assertEquals([before.due, before.cheques_in_hand], [100, 100]);
  const { summary } = (await owner.get("/customers/1")).body.data;
  assertEquals([summary.balance, summary.received, summary.cheques_in_hand], [100, 0, 100]);
  assertEquals(refused(await shop.bill(30)), [409, "credit_limit_exceeded"]);
  assertEquals(await journal(database, "payment"), []);
  const dueBy = async (day: string) =>
    (await owner.get(`/payments?cheque_due_by=${day}`)).body.data.length;
  assertEquals([await dueBy(today), await dueBy(daysAgo(2)), await dueBy(daysAgo(3))], [1, 1, 0]);

  const path = `/payments/${cheque.id}/cheque`;
  const early = await owner.patch(path, { state: "cleared", date: daysAgo(3) });
  assertEquals([...refused(early), Object.keys(early.body.errors)], [
    422,
    "invalid_fields",
    ["date"],
  ]);
  assertEquals((await owner.patch(path, { state: "deposited" })).status, 200);
  const cleared = await owner.patch(path, { state: "cleared", date: daysAgo(1) });
  assertEquals([cleared.status, cleared.body.data.status], [200, "posted"]);
  assertEquals([(await invoice()).due, await dueBy(today)], [0, 0]);
  const bounced = await owner.patch(path, { state: "bounced", charge: 5 });
  assertEquals([bounced.status, bounced.body.data.cheque_state], [200, "bounced"]);
  assertEquals((await invoice()).due, 100);
  assertEquals(await journal(database, "payment"), [
    `${daysAgo(1)} customer_payment 1310 Dr 100.00, 1200 Cr 100.00`,
    `${today} bank_charge 6130 Dr 5.00, 1310 Cr 5.00`,
    `${today} customer_payment.reversal 1310 Cr 100.00, 1200 Dr 100.00`,
  ]);
  assertEquals(refused(await owner.patch(path, { state: "cleared" })), [409, "invalid_transition"]);
  assertEquals(await wrongControls(database), []);
});

Deno.test("found 10: the same TrxID or cheque number of one method is refused, unless it is allowed with a note", async () => {
  await using shop = await openShop();
  const pay = (more = {}) =>
    shop.pay({ amount: 5, method: "bkash", reference: "TRX9H2K", ...more });
  made(await pay());
  assertEquals(refused(await pay({ reference: "trx9h2k" })), [409, "duplicate_reference"]);
  const bare = await pay({ allow_duplicate: true });
  assertEquals([...refused(bare), Object.keys(bare.body.errors)], [422, "invalid_fields", [
    "note",
  ]]);
  made(await pay({ allow_duplicate: true, note: "Sent in two parts" }));
  made(await pay({ method: "nagad" }));
});

Deno.test("a tax certificate pays what the customer withheld, and is no cash", async () => {
  await using shop = await openShop();
  const { owner, database } = shop;
  made(await shop.bill(100));
  const certificate = made(
    await owner.post("/tax-certificates", {
      customer_id: 1,
      kind: "tds",
      certificate_number: "T-1",
      certificate_date: daysAgo(1),
      base: 100,
      rate: 5,
      amount: 5,
      allocations: [{ invoice_id: 1, amount: 5 }],
    }),
  );
  assertEquals([certificate.method, certificate.certificate_state], ["tds", "received"]);
  assertEquals(await journal(database, "payment"), [
    `${daysAgo(1)} customer_payment 1530 Dr 5.00, 1200 Cr 5.00`,
  ]);
  const same = made(await shop.pay({ amount: 2, method: "vds" }));
  assertEquals(same.certificate_state, "awaited");
  const moved = await owner.patch(`/tax-certificates/${same.id}`, { state: "claimed" });
  assertEquals([moved.status, moved.body.data.certificate_state], [200, "claimed"]);
  assertEquals((await owner.get("/tax-certificates?kind=tds")).body.data.length, 1);
  const second = made(
    await shop.pay({ amount: 2, method: "tds", certificate_number: "T-2" }),
  );
  const taken = await owner.patch(`/tax-certificates/${second.id}`, { certificate_number: "t-1" });
  assertEquals(refused(taken), [409, "duplicate_reference"]);
  const other = await owner.patch(`/tax-certificates/${same.id}`, { certificate_number: "T-1" });
  assertEquals(other.status, 200, "VDS has numbers of its own");
  await owner.post(`/tax-certificates/${second.id}/reverse`, { reason: "x" });
  const gone = await owner.post(`/tax-certificates/${same.id}/reverse`, { reason: "x" });
  assertEquals([gone.status, gone.body.data.status], [200, "reversed"]);
  assertEquals(await wrongControls(database), []);
});
