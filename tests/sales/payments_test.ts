import type { Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { daysAgo, made, openShop, refused, today } from "./shop.ts";

Deno.test("receivePayment() pays the oldest invoice first and keeps the rest on account", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.bill(30)); // 1
  made(await shop.bill(20, { invoice_date: daysAgo(3) })); // 2, older
  made(await shop.bill(5, { customer_id: 2, invoice_date: daysAgo(9) })); // 3, another's
  made(await shop.bill(10)); // 4
  const answer = await owner.post("/payments/customer-receipts", {
    customer_id: 1,
    amount: "45.50",
    payment_method: "Check",
    cheque_number: "C-77",
    cheque_date: today,
    note: "post-dated",
  });
  const payment = made(answer);

  await t.step("by invoice date, then number", () => {
    assertEquals(answer.headers.get("location"), "/api/v1/payments/1");
    assertMatch(payment.reference_no, /^PAY-\d{4}-000001$/);
    const { method, cheque_number, amount, allocated, on_account, status, payment_date } = payment;
    assertEquals(
      { method, cheque_number, amount, allocated, on_account, status, payment_date },
      {
        method: "cheque",
        cheque_number: "C-77",
        amount: 45.5,
        allocated: 45.5,
        on_account: 0,
        status: "posted",
        payment_date: today,
      },
    );
    assertEquals(
      payment.allocations.map((a: Json) => [a.invoice_id, a.amount]),
      [[2, 20], [1, 25.5]],
    );
    assertEquals([payment.title, payment.version], [`${payment.reference_no} – Rahim`, 1]);
  });
  await t.step("the rest is an advance", async () => {
    const next = made(await shop.pay({ amount: 20 }));
    assertEquals([next.allocated, next.on_account], [14.5, 5.5]);
    assertEquals(await shop.balance(), -5.5);
    assertEquals(await shop.balance(2), 5);
    const statuses = (await owner.get("/invoices?sort=id")).body.data.map((i: Json) => i.status);
    assertEquals(statuses, ["paid", "paid", "overdue", "paid"]);
  });
  await t.step("the number follows the payment date", async () => {
    const old = made(await shop.pay({ amount: 1, payment_date: "2024-12-31" }));
    assertEquals(old.reference_no, "PAY-2024-000001");
  });
});

Deno.test("receivePayment() with an invoice pays that one, for its customer", async () => {
  await using shop = await openShop();
  made(await shop.bill(30, { invoice_date: daysAgo(5) }));
  made(await shop.bill(20));
  const payment = made(
    await shop.owner.post("/invoices/receive-payment", { invoice_id: 2, amount: 25 }),
  );
  assertEquals([payment.customer_id, payment.allocated, payment.on_account], [1, 20, 5]);
  assertEquals(payment.allocations.map((a: Json) => a.invoice_id), [2]);
  const other = await shop.pay({ customer_id: 2, invoice_id: 1, amount: 1 });
  assertEquals([other.status, Object.keys(other.body.errors)], [422, ["invoice_id"]]);
});

Deno.test("receivePayment() follows the allocations it is given", async (t) => {
  await using shop = await openShop();
  made(await shop.bill(30));
  made(await shop.bill(20));
  made(await shop.bill(5, { customer_id: 2 }));
  const pay = (amount: number, ...allocations: [number, number][]) =>
    shop.pay({
      amount,
      allocations: allocations.map(([invoice_id, amount]) => ({ invoice_id, amount })),
    });

  const refusals: [string, [number, ...[number, number][]], number, string][] = [
    ["beyond an invoice's due", [100, [1, 30.01]], 409, "allocation_exceeds_due"],
    ["beyond it in two parts", [100, [1, 20], [1, 10.01]], 409, "allocation_exceeds_due"],
    ["beyond the payment", [49, [1, 30], [2, 20]], 409, "allocation_exceeds_payment"],
    ["another customer's invoice", [10, [1, 5], [3, 5]], 422, "invalid_fields"],
    ["an unknown invoice", [10, [99, 5]], 422, "invalid_fields"],
    ["nothing for an invoice", [10, [1, 0]], 422, "invalid_fields"],
    ["less than nothing", [10, [1, -5]], 422, "invalid_fields"],
  ];
  for (const [name, given, status, code] of refusals) {
    await t.step(name, async () => assertEquals(refused(await pay(...given)), [status, code]));
  }
  await t.step("the field of a wrong allocation is named", async () => {
    const { body } = await pay(10, [1, 5], [3, 5]);
    assertEquals(Object.keys(body.errors), ["allocations.1.invoice_id"]);
  });
  await t.step("nothing was kept of them", async () => {
    assertEquals((await shop.owner.get("/payments")).body.data, []);
    assertEquals(await shop.balance(), 50);
  });
  await t.step("to the cent, with the rest on account", async () => {
    const payment = made(await pay(60, [2, 20], [1, 12.34], [1, 7.66]));
    assertEquals([payment.allocated, payment.on_account], [40, 20]);
    assertEquals(payment.allocations.map((a: Json) => [a.invoice_id, a.amount]), [
      [1, 20],
      [2, 20],
    ]);
  });
  await t.step("an empty list is no list", async () => {
    assertEquals(made(await pay(3)).allocations.map((a: Json) => [a.invoice_id, a.amount]), [
      [1, 3],
    ]);
  });
});

Deno.test("receivePayment() refuses what is wrong", async (t) => {
  await using shop = await openShop();
  const wrong: [string, Json, string[]][] = [
    ["nobody", { customer_id: null, amount: 1 }, ["customer_id"]],
    ["an unknown customer", { customer_id: 99, amount: 1 }, ["customer_id"]],
    ["an unknown invoice", { customer_id: null, invoice_id: 99, amount: 1 }, ["invoice_id"]],
    ["no amount", {}, ["amount"]],
    ["nothing", { amount: 0 }, ["amount"]],
    ["less than nothing", { amount: -1 }, ["amount"]],
    ["a third decimal", { amount: 1.005 }, ["amount"]],
    ["an unknown method", { amount: 1, method: "barter" }, ["method"]],
    ["a date that is none", { amount: 1, payment_date: "2026-02-30" }, ["payment_date"]],
  ];
  for (const [name, fields, errors] of wrong) {
    await t.step(name, async () => {
      const { status, body } = await shop.pay(fields);
      assertEquals([status, Object.keys(body.errors)], [422, errors]);
    });
  }
});

Deno.test("allocatePayment() uses money on account, never more than there is or is due", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.pay({ amount: 50 })); // 1
  made(await shop.pay({ amount: 5, customer_id: 2 })); // 2
  made(await shop.bill(30)); // 1
  made(await shop.bill(40)); // 2
  const allocate = (invoice: number, payment_id: number, amount?: number) =>
    owner.post(`/invoices/${invoice}/allocate`, { payment_id, ...amount && { amount } });

  await t.step("refusals", async () => {
    assertEquals(refused(await allocate(1, 1, 30.01)), [409, "allocation_exceeds_due"]);
    assertEquals(refused(await allocate(1, 2)), [422, "invalid_fields"]);
    assertEquals(refused(await allocate(1, 99)), [422, "invalid_fields"]);
    assertEquals((await allocate(99, 1)).status, 404);
    assertEquals((await owner.post("/invoices/1/allocate", {})).status, 422);
  });
  await t.step("an amount, then whatever is left", async () => {
    const partly = await allocate(1, 1, 12.5);
    assertEquals([partly.status, partly.body.data.paid], [200, 12.5]);
    assertEquals((await allocate(1, 1)).body.data.status, "paid");
    assertEquals(refused(await allocate(2, 1, 20.01)), [409, "allocation_exceeds_payment"]);
    const rest = (await allocate(2, 1)).body.data;
    assertEquals([rest.paid, rest.due], [20, 20]);
    assertEquals(rest.payments.map((p: Json) => [p.payment_id, p.amount]), [[1, 20]]);
    assertEquals(refused(await allocate(2, 1)), [409, "allocation_exceeds_payment"]);
    assertEquals(refused(await allocate(1, 1)), [409, "allocation_exceeds_due"]);
  });
  await t.step("the ledger knows nothing of it", async () => {
    assertEquals(await shop.balance(), 20);
    assertEquals((await owner.get("/customers/1/ledger")).body.data.length, 3);
  });
});

Deno.test("allocatePayment() counts from its day, which is never before both documents", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const advance = made(await shop.pay({ amount: 50, payment_date: daysAgo(9) }));
  const { id } = made(await shop.bill(30, { invoice_date: daysAgo(7), due_date: daysAgo(6) }));
  const allocate = (date: string) =>
    owner.post(`/invoices/${id}/allocate`, { payment_id: advance.id, date });
  for (const date of [daysAgo(8), daysAgo(-1)]) {
    const { status, body } = await allocate(date);
    assertEquals([status, Object.keys(body.errors ?? {})], [422, ["date"]]);
  }
  assertEquals((await allocate(daysAgo(4))).status, 200);
  const onAccount = async (ago: number) =>
    (await owner.get(`/reports/ageing?as_of=${daysAgo(ago)}`)).body.meta.totals.on_account;
  assertEquals([await onAccount(5), await onAccount(4), await onAccount(0)], [50, 20, 20]);
});

Deno.test("reversePayment() makes its invoices due again, once", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.bill(30, { invoice_date: daysAgo(2) }));
  made(await shop.bill(30));
  const cheque = made(await shop.pay({ amount: 70, method: "cheque", cheque_number: "C-1" }));
  const path = `/payments/${cheque.id}/reverse`;
  await t.step("it needs a reason", async () => {
    assertEquals(Object.keys((await owner.post(path, {})).body.errors), ["reason"]);
    assertEquals((await owner.post("/payments/99/reverse", { reason: "x" })).status, 404);
  });
  await t.step("everything it paid is taken back", async () => {
    const answer = await owner.post(path, { reason: "bounced" });
    const { id, status, allocated, on_account, allocations, reversal_reason } = made(answer);
    assertEquals(
      { id, status, allocated, on_account, allocations, reversal_reason },
      {
        id: cheque.id,
        status: "reversed",
        allocated: 0,
        on_account: 0,
        allocations: [],
        reversal_reason: "bounced",
      },
    );
    const invoices = (await owner.get("/invoices?sort=id")).body.data;
    assertEquals(invoices.map((i: Json) => [i.status, i.due]), [["overdue", 30], ["posted", 30]]);
  });
  await t.step("the ledger shows both sides", async () => {
    const rows = (await owner.get("/customers/1/ledger")).body.data;
    const [mirror, payment] = rows;
    assertEquals(
      [mirror.type, mirror.debit, mirror.credit, mirror.reverses_id, mirror.reference_no],
      ["payment_reversal", 70, 0, payment.id, cheque.reference_no],
    );
    assertEquals([mirror.running_balance, mirror.description], [
      60,
      `Reversal of ${cheque.reference_no}: bounced`,
    ]);
    const { summary } = (await owner.get("/customers/1")).body.data;
    assertEquals([summary.received, summary.on_account, summary.balance], [0, 0, 60]);
  });
  await t.step("a second time, and using it, are refused", async () => {
    assertEquals(refused(await owner.post(path, { reason: "x" })), [409, "already_reversed"]);
    assertEquals(
      refused(await owner.post("/invoices/1/allocate", { payment_id: cheque.id })),
      [409, "already_reversed"],
    );
  });
});

Deno.test("a reversal is dated the day it is made or one that is given, never before its document", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const [then, between] = [daysAgo(40), daysAgo(20)];
  made(await shop.pay({ amount: 5, payment_date: then }));
  made(await shop.bill(7, { invoice_date: then }));
  for (const path of ["/payments/1/reverse", "/invoices/1/void"]) {
    const early = await owner.post(path, { reason: "x", date: daysAgo(41) });
    assertEquals([...refused(early), Object.keys(early.body.errors)], [
      422,
      "invalid_fields",
      ["date"],
    ]);
    const future = await owner.post(path, { reason: "x", date: daysAgo(-1) });
    assertEquals(refused(future), [422, "date_in_future"]);
  }
  made(await owner.post("/payments/1/reverse", { reason: "x", date: between }));
  await owner.post("/invoices/1/void", { reason: "x" });
  const rows = (await owner.get("/customers/1/ledger")).body.data;
  assertEquals(rows.map((row: Json) => row.date), [today, between, then, then]);
});

Deno.test("listPayments() filters and finds", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.bill(10));
  made(
    await shop.pay({ amount: 10, method: "bkash", reference: "TX-9", payment_date: daysAgo(3) }),
  );
  made(await shop.pay({ amount: 5, customer_id: 2, method: "cheque", cheque_number: "C-5" }));
  made(await shop.pay({ amount: 7 }));
  await owner.post("/payments/3/reverse", { reason: "x" });
  const found = async (query: string) =>
    (await owner.get(`/payments?${query}`)).body.data.map((row: Json) => row.id);
  await t.step("filters", async () => {
    assertEquals(await found(""), [3, 2, 1]);
    assertEquals(await found("method=bkash,cheque"), [2, 1]);
    assertEquals(await found("payment_method=cheque"), [2]);
    assertEquals(await found("customer_id=2"), [2]);
    assertEquals(await found("status=reversed"), [3]);
    assertEquals(await found("status=posted"), [2, 1]);
    assertEquals(await found("status=posted,reversed&sort=payment_date"), [1, 2, 3]);
    assertEquals(await found("on_account=true"), [2]);
    assertEquals(await found(`to=${daysAgo(1)}`), [1]);
    assertEquals(await found("search=tx-9"), [1]);
    assertEquals(await found("search=c-5"), [2]);
    assertEquals(await found("search=karim"), [2]);
    assertEquals(await found("sort=-amount"), [1, 3, 2]);
  });
  await t.step("one statement with the total, unknown is 404", async () => {
    const before = shop.database.statements.count;
    assertEquals((await owner.get("/payments?include_total=true")).body.meta.total, 3);
    assertEquals(shop.database.statements.count - before, 1 + 1); // 1: the session
    assertEquals((await owner.get("/payments/99")).status, 404);
  });
});
