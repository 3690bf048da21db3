import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { createInvoice, postInvoice } from "../../domain/sales/create_invoice.ts";
import { invoice as invoiceRecord } from "../../domain/sales/invoice.ts";
import { actorWith, type Json } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { daysAgo, made, openShop, refused, today } from "./shop.ts";

Deno.test("createInvoice() posts stock, ledger and payment in one go", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  const answer = await owner.post("/invoices", {
    customer_id: "1",
    due_date: daysAgo(-30),
    items: [
      { product_id: 1, quantity: "3", unit_price: 10.5, serial_numbers: ["A", "B", "C"] },
      { description: "Fitting", quantity: 1.5, unit_price: 20, discount_percent: 10 },
      { product_id: 1, description: "Bolt, cut", quantity: 1, unit_price: 9, discount: 1.5 },
    ],
    discount: 5,
    vat_percent: 7.5,
    payment: { amount: 40, payment_mode: "bKash", reference: "TX1" },
    total: 1,
    vat: 0,
  });
  const invoice = made(answer);

  await t.step("the totals are ours", () => {
    assertEquals(answer.body.meta.ignored_fields, ["total", "vat"]);
    assertEquals(answer.headers.get("location"), "/api/v1/invoices/1");
    assertMatch(invoice.reference_no, /^INV-\d{4}-000001$/);
    assertEquals(invoice.title, `${invoice.reference_no} – Rahim`);
    const { subtotal, discount, vat, total, paid, due, status, version } = invoice;
    // 31.50 + 27.00 + 7.50 = 66; (66 − 5) × 7.5 % = 4.575
    assertEquals({ subtotal, discount, vat, total, paid, due, status, version }, {
      subtotal: 66,
      discount: 5,
      vat: 4.58,
      total: 65.58,
      paid: 40,
      due: 25.58,
      status: "partial",
      version: 1,
    });
    assertEquals([invoice.invoice_date, invoice.created_by], [today, owner.userId]);
  });

  await t.step("goods leave stock at moving average, line by line", async () => {
    assertEquals(
      invoice.items.map((l: Json) => [l.description, l.amount, l.discount, l.cost, l.margin]),
      [
        ["Bolt", 31.5, 0, 10, 21.5], // 33.33 × 3 / 10
        ["Fitting", 27, 3, 0, 27],
        ["Bolt, cut", 7.5, 1.5, 3.33, 4.17], // 23.33 / 7
      ],
    );
    assertEquals([invoice.cost, invoice.margin], [13.33, 47.67]);
    assertEquals(await shop.stock(), [6, 20]);
    const [m] = (await owner.get("/products/stock-movements?sort=id&kind=invoice")).body.data;
    assertEquals(
      [m.kind, m.quantity, m.value, m.source_type, m.source_id, m.source_reference_no],
      ["invoice", -3, -10, "invoice", invoice.id, invoice.reference_no],
    );
    assertEquals([m.serial_numbers, m.movement_date], [["A", "B", "C"], today]);
  });

  await t.step("the customer owes the total less the payment", async () => {
    const { data, meta } = (await owner.get("/customers/1/ledger?sort=date")).body;
    assertEquals(
      data.map((e: Json) => [e.type, e.reference_no, e.description, e.debit, e.credit]),
      [
        ["invoice", invoice.reference_no, `Invoice ${invoice.reference_no}`, 65.58, 0],
        ["payment", invoice.payments[0].reference_no, "Payment by bkash TX1", 0, 40],
      ],
    );
    assertEquals(meta.balance, 25.58);
    const [{ payment_id, amount, method }] = invoice.payments;
    assertEquals([amount, method], [40, "bkash"]);
    const payment = (await owner.get(`/payments/${payment_id}`)).body.data;
    assertEquals([payment.allocated, payment.on_account, payment.version], [40, 0, 1]);
    assertEquals(payment.allocations, [
      { invoice_id: invoice.id, reference_no: invoice.reference_no, amount: 40 },
    ]);
  });

  await t.step("it reads back the same, and is on record", async () => {
    assertEquals((await owner.get("/invoices/1")).body.data, invoice);
    const [row] = await shop.database.query<[Json]>(sql`
      select action, reference_no, actor_id from audit_log where entity = 'invoice'`);
    assertEquals(row, {
      action: "invoice.create",
      reference_no: invoice.reference_no,
      actor_id: owner.userId,
    });
  });
});

Deno.test("createInvoice() refuses what is wrong and leaves nothing behind", async (t) => {
  await using shop = await openShop();
  const line = { description: "Service", quantity: 1, unit_price: 10 };
  const wrong: [string, Json, string[]][] = [
    ["no customer", { customer_id: null }, ["customer_id"]],
    ["an unknown customer", { customer_id: 99 }, ["customer_id"]],
    ["no lines", { items: [] }, ["items"]],
    ["lines that are no list", { items: line }, ["items"]],
    ["a service without description", { items: [{ quantity: 1, unit_price: 1 }] }, [
      "items.0.description",
    ]],
    ["quantity zero", { items: [{ ...line, quantity: 0 }] }, ["items.0.quantity"]],
    ["a negative price", { items: [{ ...line, unit_price: -1 }] }, ["items.0.unit_price"]],
    ["no price", { items: [{ ...line, unit_price: null }] }, ["items.0.unit_price"]],
    ["a fourth decimal", { items: [{ ...line, quantity: 0.0001 }] }, ["items.0.quantity"]],
    ["an unknown product", { items: [line, { product_id: 9, quantity: 1, unit_price: 1 }] }, [
      "items.1.product_id",
    ]],
    ["a discount beyond the line", { items: [{ ...line, discount: 10.01 }] }, ["items.0.discount"]],
    ["two discounts", { items: [{ ...line, discount: 1, discount_percent: 1 }] }, [
      "items.0.discount_percent",
    ]],
    ["a discount beyond the subtotal", { discount: 10.01 }, ["discount"]],
    ["a third decimal of discount", { discount: 0.001 }, ["discount"]],
    ["a negative VAT", { vat_percent: -1 }, ["vat_percent"]],
    ["due before the invoice", { due_date: daysAgo(1) }, ["due_date"]],
    ["fewer serials than pieces", {
      items: [{ product_id: 1, quantity: 2, unit_price: 1, serial_numbers: ["A"] }],
    }, ["items.0.serial_numbers"]],
    ["a serial twice", {
      items: [{ product_id: 1, quantity: 2, unit_price: 1, serial_numbers: ["A", "A"] }],
    }, ["items.0.serial_numbers"]],
    ["a payment of nothing", { payment: { amount: 0 } }, ["payment.amount"]],
    ["an unknown method", { payment: { amount: 1, method: "cowrie" } }, ["payment.method"]],
  ];
  for (const [name, fields, errors] of wrong) {
    await t.step(name, async () => {
      const { status, body } = await shop.bill(10, fields);
      assertEquals([status, Object.keys(body.errors ?? {})], [422, errors]);
    });
  }
  await t.step("more than there is", async () => {
    const { status, body } = await shop.sell(11);
    assertEquals([status, body.code], [409, "insufficient_stock"]);
    assertEquals([body.sku, body.wanted, body.available], ["SKU-000001", 11, 10]);
    // together more than there is, each line by itself not
    const two = [6, 5].map((quantity) => ({ product_id: 1, quantity, unit_price: 1 }));
    assertEquals(refused(await shop.bill(1, { items: two })), [409, "insufficient_stock"]);
  });
  await t.step("a customer who is no longer active", async () => {
    await shop.owner.put("/customers/2", { active: false });
    const answer = await shop.bill(10, { customer_id: 2 });
    assertEquals(refused(answer), [409, "customer_inactive"]);
    assertMatch(answer.body.detail, /conflict/i);
  });
  await t.step("nothing is left, and no number was taken", async () => {
    assertEquals(await shop.stock(), [10, 33.33]);
    assertEquals((await shop.owner.get("/invoices")).body.data, []);
    assertEquals([await shop.balance(1), await shop.balance(2)], [0, 0]);
    assertMatch(made(await shop.bill(1)).reference_no, /-000001$/);
  });
});

Deno.test("createInvoice() takes dates, serials and free goods as they come", async (t) => {
  await using shop = await openShop();
  await t.step("the number follows the invoice date, the due date too", async () => {
    const invoice = made(await shop.bill(10, { invoice_date: "2024-02-29" }));
    assertEquals(
      [invoice.reference_no, invoice.due_date, invoice.status],
      ["INV-2024-000001", "2024-02-29", "overdue"],
    );
  });
  await t.step("a serialised product needs its serials, unless the settings allow it", async () => {
    await shop.owner.put("/products/1", { is_serialized: true });
    const answer = await shop.sell(1);
    assertEquals(refused(answer), [422, "serial_numbers_required"]);
    assertEquals(Object.keys(answer.body.errors), ["items.0.serial_numbers"]);
    await shop.owner.put("/settings", { sell_without_serial: true });
    made(await shop.sell(1));
  });
  await t.step("what is free leaves stock and enters no ledger", async () => {
    const before = await shop.balance();
    const items = [{ product_id: 1, quantity: 1, unit_price: 5, discount_percent: 100 }];
    const invoice = made(await shop.bill(0, { items }));
    assertEquals([invoice.total, invoice.status], [0, "paid"]);
    assertEquals([await shop.balance(), (await shop.stock())[0]], [before, 8]);
    const gone = await shop.owner.post(`/invoices/${invoice.id}/void`, { reason: "x" });
    assertEquals([gone.body.data.status, (await shop.stock())[0]], ["void", 9]);
  });
  await t.step("a payment beyond the total stays on account", async () => {
    const invoice = made(await shop.bill(10, { payment: { amount: 25, method: "Cash" } }));
    assertEquals([invoice.status, invoice.paid, invoice.due], ["paid", 10, 0]);
    const payment = (await shop.owner.get(`/payments/${invoice.payments[0].payment_id}`)).body;
    assertEquals([payment.data.allocated, payment.data.on_account], [10, 15]);
  });
});

Deno.test("a dry run answers in full and keeps nothing", async () => {
  await using shop = await openShop();
  const { status, body } = await shop.owner.post("/invoices?dry_run=true", {
    customer_id: 1,
    items: [{ product_id: 1, quantity: 2, unit_price: 10 }],
    payment: { amount: 5 },
  });
  assertEquals([status, body.meta, body.data.due], [200, { dry_run: true }, 15]);
  assertEquals((await shop.owner.get("/invoices")).body.data, []);
  assertEquals((await shop.owner.get("/payments")).body.data, []);
  assertEquals(await shop.stock(), [10, 33.33]);
  assertMatch(made(await shop.sell(1)).reference_no, /-000001$/);
});

Deno.test("an Idempotency-Key makes one invoice of two requests", async () => {
  await using shop = await openShop();
  const body = { customer_id: 1, items: [{ product_id: 1, quantity: 2, unit_price: 10 }] };
  const send = () => shop.owner.post("/invoices", body, { "idempotency-key": "k1" });
  const [first, second] = [await send(), await send()];
  assertEquals([first.body, second.headers.get("idempotency-replayed")], [second.body, "true"]);
  assertEquals(await shop.stock(), [8, 26.66]);
});

Deno.test("the credit limit holds, and only some may pass it", async (t) => {
  await using shop = await openShop();
  const { owner, app } = shop;
  await owner.put("/customers/1", { credit_limit: 100 });
  made(await shop.bill(60));

  await t.step("up to the limit, not beyond", async () => {
    const answer = await shop.bill(40.01);
    assertEquals(refused(answer), [409, "credit_limit_exceeded"]);
    const { credit_limit, balance, balance_after } = answer.body;
    assertEquals([credit_limit, balance, balance_after], [100, 60, 100.01]);
    assertMatch(answer.body.detail, /conflict/i);
    made(await shop.bill(40));
  });
  await t.step("a payment with the invoice counts", async () => {
    assertEquals(refused(await shop.bill(50, { payment: { amount: 49.99 } }))[0], 409);
    made(await shop.bill(50, { payment: { amount: 50 } }));
    assertEquals(await shop.balance(), 100);
  });
  await t.step("managers and above may override, others may not even ask", async () => {
    const body = {
      customer_id: 1,
      items: [{ description: "Service", quantity: 1, unit_price: 5 }],
      override_credit_limit: true,
    };
    for (const role of ["accounts", "sales"] as const) {
      const answer = await (await app.as(role)).post("/invoices", body);
      assertEquals(refused(answer), [403, "forbidden"]);
      assertEquals(answer.body.permission, "invoices.override_limit");
    }
    made(await (await app.as("manager")).post("/invoices", body));
    made(await owner.post("/invoices", { ...body, override_credit_limit: "true" }));
    assertEquals(await shop.balance(), 110);
  });
  await t.step("a limit of zero is none; void and payment make room again", async () => {
    await shop.pay({ amount: 50 });
    made(await shop.bill(40));
    await owner.put("/customers/1", { credit_limit: 0 });
    made(await shop.bill(100000));
  });
  await t.step("cash only needs a payment of its own, whatever is on account", async () => {
    await owner.put("/customers/2", { cash_only: true });
    await shop.pay({ customer_id: 2, amount: 500 });
    const cash = (amount?: number, more = {}) =>
      shop.bill(20, { customer_id: 2, ...amount && { payment: { amount } }, ...more });
    assertEquals(refused(await cash()), [409, "credit_limit_exceeded"]);
    assertEquals(refused(await cash(19.99)), [409, "credit_limit_exceeded"]);
    assertEquals(made(await cash(20)).status, "paid");
    made(await cash(undefined, { override_credit_limit: true }));
  });
});

Deno.test("roles see and do with invoices what the table says", async () => {
  await using shop = await openShop();
  const { owner, app } = shop;
  made(await shop.sell(2));
  const sales = await app.as("sales");
  const body = { customer_id: 1, items: [{ product_id: 1, quantity: 1, unit_price: 10 }] };
  const invoice = made(await sales.post("/invoices", body));
  const listed = (await sales.get("/invoices")).body.data;
  assertEquals(listed.length, 2);
  for (const shown of [invoice, ...listed, ...invoice.items]) {
    assert(!("cost" in shown) && !("margin" in shown));
  }
  assert("margin" in (await (await app.as("accounts")).get("/invoices")).body.data[0]);
  const paid = await sales.post("/invoices", { ...body, payment: { amount: 1 } });
  assertEquals([...refused(paid), paid.body.permission], [403, "forbidden", "payments.write"]);
  assertEquals((await sales.post("/invoices/receive-payment", {})).status, 403);
  assertEquals((await sales.get("/payments")).status, 200);
  assertEquals((await sales.post(`/invoices/${invoice.id}/void`, { reason: "x" })).status, 200);
  for (
    const role of ["service_manager", "engineer", "store", "office_staff"] as const
  ) {
    const caller = await app.as(role);
    const tries = [
      caller.get("/invoices"),
      caller.get("/invoices/1"),
      caller.get("/payments"),
      caller.post("/invoices/1/void", { reason: "x" }),
    ];
    assertEquals(
      (await Promise.all(tries)).map(({ status }) => status),
      [403, 403, 403, 403],
      role,
    );
  }
  assertEquals((await owner.get("/invoices/99")).status, 404);
  assertEquals((await owner.call("DELETE", "/invoices/1")).status, 405);
});

Deno.test("listInvoices() computes the status of today and filters by it", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.bill(10, { due_date: daysAgo(-1) })); // 1 posted
  made(await shop.bill(10, { payment: { amount: 4 } })); // 2 partial, due today
  made(await shop.bill(10, { payment: { amount: 10 } })); // 3 paid
  made(await shop.bill(10, { invoice_date: daysAgo(5), due_date: daysAgo(1) })); // 4 overdue
  made(
    await shop.bill(10, { invoice_date: daysAgo(5), payment: { amount: 4 }, customer_id: 2 }),
  ); // 5 overdue, partly paid
  made(await shop.bill(10, { invoice_date: daysAgo(9), notes: "wrong price 50%" })); // 6 void
  await owner.post("/invoices/6/void", { reason: "x" });
  const found = async (query: string) =>
    (await owner.get(`/invoices?${query}`)).body.data.map((row: Json) => row.id);

  await t.step("each invoice has exactly one status", async () => {
    const all = (await owner.get("/invoices?sort=id")).body.data;
    const statuses = ["posted", "partial", "paid", "overdue", "overdue", "void"];
    assertEquals(all.map((row: Json) => row.status), statuses);
    for (const status of new Set(statuses)) {
      assertEquals(
        await found(`sort=id&status=${status}`),
        statuses.flatMap((s, i) => s === status ? [i + 1] : []),
      );
    }
    assertEquals(await found("status=Overdue, void"), [6, 5, 4]);
    assertEquals((await owner.get("/invoices?status=open")).status, 422);
  });
  await t.step("filters", async () => {
    assertEquals(await found("customer_id=2"), [5]);
    assertEquals(await found(`from=${daysAgo(6)}&to=${daysAgo(1)}`), [5, 4]);
    assertEquals(await found("search=karim"), [5]);
    assertEquals(await found("search=50%25"), [6]);
    assertEquals(await found("search=-000004"), [4]);
    assertEquals(await found("sort=-due&limit=2"), [4, 1]);
  });
  await t.step("one statement with the total", async () => {
    const before = shop.database.statements.count;
    assertEquals((await owner.get("/invoices?include_total=true")).body.meta.total, 6);
    assertEquals(shop.database.statements.count - before, 1 + 1); // 1: the session
  });
});

Deno.test("voidInvoice() mirrors what was posted, once, later invoices or not", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  const first = made(await shop.sell(3, { payment: { amount: 12 }, vat_percent: 15 }));
  await owner.post("/products/stock-movement", {
    product_id: 1,
    type: "in",
    quantity: 10,
    unit_cost: 9.99,
    reason: "found",
  });
  made(await shop.sell(2));
  const [quantity, value] = await shop.stock();
  const path = `/invoices/${first.id}/void`;

  await t.step("it needs a reason", async () => {
    assertEquals(Object.keys((await owner.post(path, {})).body.errors), ["reason"]);
    assertEquals((await owner.post("/invoices/99/void", { reason: "x" })).status, 404);
  });
  await t.step("goods come back at the value they left with", async () => {
    const answer = await owner.post(path, { reason: "wrong price" });
    assertEquals(answer.status, 200);
    const { status, paid, due, total, void_reason, voided_by, payments } = answer.body.data;
    assertEquals(
      { status, paid, due, total, void_reason, voided_by, payments },
      {
        status: "void",
        paid: 0,
        due: 0,
        total: 34.5,
        void_reason: "wrong price",
        voided_by: owner.userId,
        payments: [],
      },
    );
    assertEquals(await shop.stock(), [quantity + 3, value + 10]);
    const [mirror] = (await owner.get("/products/stock-movements")).body.data;
    assertEquals(
      [mirror.kind, mirror.quantity, mirror.value, mirror.source_id, mirror.reason],
      ["invoice_void", 3, 10, first.id, "wrong price"],
    );
    assert(mirror.reverses_id !== null);
  });
  await t.step("the ledger shows both sides, the payment is on account", async () => {
    const rows = (await owner.get("/customers/1/ledger?sort=date")).body.data;
    const [invoice, mirror] = [rows[0], rows.at(-1)];
    assertEquals(
      [mirror.type, mirror.credit, mirror.debit, mirror.reverses_id, mirror.reference_no],
      ["invoice_void", 34.5, 0, invoice.id, first.reference_no],
    );
    assertEquals(mirror.running_balance, 20 - 12);
    const payment = (await owner.get("/payments/1")).body.data;
    assertEquals([payment.allocated, payment.on_account, payment.allocations], [0, 12, []]);
  });
  await t.step("a second time is refused, and so is paying it", async () => {
    assertEquals(refused(await owner.post(path, { reason: "again" })), [409, "already_void"]);
    assertEquals(refused(await shop.pay({ invoice_id: first.id, amount: 1 })), [
      409,
      "already_void",
    ]);
    const allocations = [{ invoice_id: first.id, amount: 1 }];
    assertEquals(refused(await shop.pay({ amount: 1, allocations })), [409, "already_void"]);
    assertEquals(
      refused(await owner.post(`/invoices/${first.id}/allocate`, { payment_id: 1 })),
      [409, "already_void"],
    );
  });
  await t.step("the credit pays the next invoice", async () => {
    const answer = await owner.post("/invoices/2/allocate", { payment_id: 1 });
    assertEquals([answer.status, answer.body.data.paid, answer.body.data.due], [200, 12, 8]);
  });
});

Deno.test("postInvoice() bills a document's goods without moving stock", async () => {
  await using shop = await openShop();
  const input = parse(invoiceRecord.entry, {
    customer_id: "1",
    items: [{ product_id: "1", quantity: "2", unit_price: "7" }],
  });
  const source = { type: "ticket" as const, id: 5, reference_no: "TKT-2026-000005", goods: 1 };
  const invoice = await inTransaction(
    shop.database,
    (tx) => postInvoice(tx, actorWith("service_manager"), input, { source }),
  );
  assertEquals([invoice.source_type, invoice.source_id, String(invoice.total)], [
    "ticket",
    5,
    "14",
  ]);
  assertEquals([await shop.stock(), await shop.balance()], [[10, 33.33], 14]);
  const refusal = await thrownBy(() =>
    inTransaction(
      shop.database,
      (tx) => createInvoice(tx, actorWith("service_manager"), input, { source }),
    )
  );
  assertMatch(refusal.message, /invoices\.write/);
});
