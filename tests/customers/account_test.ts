import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import type { Json } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { daysAgo, made, openShop, today } from "../sales/shop.ts";

Deno.test("findCustomer() shows the account: ledger, summary, ageing, invoices, machines", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  const customer = made(
    await owner.post("/customers", {
      name: "Salma",
      credit_limit: 1000,
      opening_balance: 100,
      opening_balance_date: daysAgo(100),
    }),
  );
  const id: number = customer.id;
  const detail = async () => (await owner.get(`/customers/${id}`)).body.data;
  const bill = (price: number, invoiced: number, due: number) =>
    shop.bill(price, {
      customer_id: id,
      invoice_date: daysAgo(invoiced),
      due_date: daysAgo(due),
    });

  await t.step("buckets go by the due date, an opening debt by its own", async () => {
    await bill(1, 1, -5);
    await bill(2, 30, 0);
    await bill(4, 40, 30);
    await bill(8, 41, 31);
    await bill(16, 80, 60);
    await bill(32, 80, 61);
    await bill(64, 90, 90);
    await bill(128, 95, 91);
    const { ageing, summary, ledger, ledger_has_more } = await detail();
    assertEquals(ageing, {
      not_due: 1,
      d0_30: 6,
      d31_60: 24,
      d61_90: 96,
      d90_plus: 228,
      on_account: 0,
    });
    assertEquals(summary, {
      invoiced: 255,
      received: 0,
      balance: 355,
      overdue: 252,
      on_account: 0,
      credit_available: 645,
      cheques_in_hand: 0,
    });
    assertEquals([ledger.length, ledger_has_more], [9, false]);
    assertEquals(
      ledger.map((row: Json) => row.running_balance),
      [355, 354, 352, 348, 340, 308, 292, 228, 100],
    );
  });

  await t.step("money on account counts against the opening debt first", async () => {
    await owner.post("/invoices/receive-payment", { customer_id: id, amount: 300 });
    const { ageing, summary } = await detail();
    assertEquals(
      [summary.received, summary.balance, summary.overdue, summary.on_account],
      [300, 55, 0, 45],
    );
    assertEquals(ageing, {
      not_due: 0,
      d0_30: 0,
      d31_60: 0,
      d61_90: 0,
      d90_plus: 55,
      on_account: 0,
    });
    await owner.post("/invoices/receive-payment", { customer_id: id, amount: 60 });
    const after = await detail();
    assertEquals([after.ageing.d90_plus, after.ageing.on_account], [0, 5]);
    assertEquals([after.summary.balance, after.summary.credit_available], [-5, 1005]);
  });

  await t.step("machines are the serials of invoices that stand", async () => {
    made(
      await owner.post("/products", {
        name: "Head",
        opening_stock: 5,
        opening_stock_date: "2020-01-01",
        warranty_months: 12,
      }),
    );
    const sold = {
      customer_id: id,
      invoice_date: "2026-01-31",
      items: [
        { product_id: 2, quantity: 2, unit_price: 50, serial_numbers: ["H-2", "H-1"] },
        { product_id: 1, quantity: 1, unit_price: 5, serial_numbers: ["B-1"] },
      ],
    };
    const first = made(await owner.post("/invoices", sold));
    const wrong = made(
      await owner.post("/invoices", {
        ...sold,
        items: [{ product_id: 2, quantity: 1, unit_price: 50, serial_numbers: ["H-9"] }],
      }),
    );
    await owner.post(`/invoices/${wrong.id}/void`, { reason: "wrong customer" });
    await owner.put("/products/2", { warranty_months: 1 }); // what was promised stands
    const { machines, invoices } = await detail();
    assertEquals(
      machines.map((m: Json) => [m.serial_number, m.warranty_months, m.warranty_until]),
      [["B-1", 0, null], ["H-1", 12, "2027-01-31"], ["H-2", 12, "2027-01-31"]],
    );
    assertEquals(
      [machines[1].product_name, machines[1].sold_on, machines[1].invoice_reference_no],
      ["Head", "2026-01-31", first.reference_no],
    );
    assertEquals([invoices[0].invoice_date, invoices[0].status], [daysAgo(1), "paid"]);
    assert(invoices.some((row: Json) => row.status === "void"));
  });

  await t.step("no limit leaves credit open, cash only leaves none", async () => {
    await owner.put(`/customers/${id}`, { credit_limit: 0 });
    assertEquals((await detail()).summary.credit_available, null);
    await owner.put(`/customers/${id}`, { cash_only: true });
    assertEquals((await detail()).summary.credit_available, 0);
    await owner.put(`/customers/${id}`, { cash_only: false, credit_limit: 1 });
    assertEquals((await detail()).summary.credit_available, 0);
  });

  await t.step("five statements at most, unknown is 404", async () => {
    const before = shop.database.statements.count;
    await detail();
    assert(shop.database.statements.count - before <= 1 + 5); // 1: the session
    assertEquals((await owner.get("/customers/99")).status, 404);
  });
});

Deno.test("the ledger of a customer is paged with running balances", async (t) => {
  await using shop = await openShop();
  const { owner } = shop;
  const path = "/customers/1/ledger";
  for (let day = 60; day >= 1; day--) {
    made(await shop.bill(10, { invoice_date: daysAgo(day % 7) }));
    if (day % 2) made(await shop.pay({ amount: 4.5, payment_date: daysAgo(day % 5) }));
  }

  await t.step("pages add up to one walk of the whole", async () => {
    const seen: Json[] = [];
    for (let cursor = "";;) {
      const { data, meta } = (await owner.get(`${path}?limit=7${cursor && `&cursor=${cursor}`}`))
        .body;
      seen.push(...data);
      if (!meta.next_cursor) break;
      cursor = meta.next_cursor;
    }
    assertEquals(seen.length, 90);
    let running = 0; // tens and halves: exact in a double
    for (const row of seen.toReversed()) {
      running += row.debit - row.credit;
      assertEquals(row.running_balance, running);
    }
    assertEquals(running, 60 * 10 - 30 * 4.5);
    assertEquals(await shop.balance(), running);
    assertEquals(
      seen.map((row) => [row.date, row.id]),
      seen.map((row) => [row.date, row.id]).toSorted((a, b) =>
        b[0].localeCompare(a[0]) || b[1] - a[1]
      ),
    );
  });

  await t.step("filters narrow the rows, `to` also the balance", async () => {
    const { data, meta } = (await owner.get(`${path}?type=payment&to=${daysAgo(1)}&limit=200`))
      .body;
    assert(data.length > 0);
    for (const row of data) assert(row.type === "payment" && row.date <= daysAgo(1));
    const [{ balance }] = await shop.database.query<[{ balance: number }]>(sql`
      select sum(debit - credit)::float8 as balance from customer_ledger
      where customer_id = 1 and date <= ${daysAgo(1)}`);
    assertEquals(meta.balance, balance);
    assertEquals((await owner.get(`${path}?from=${today}&type=opening`)).body.data, []);
    assertEquals((await owner.get(`${path}?type=gift`)).status, 422);
  });

  await t.step(
    "one statement with the total; unknown is 404; the detail says there is more",
    async () => {
      const before = shop.database.statements.count;
      assertEquals((await owner.get(`${path}?include_total=true`)).body.meta.total, 90);
      assertEquals(shop.database.statements.count - before, 1 + 1); // 1: the session
      assertEquals((await owner.get("/customers/99/ledger")).status, 404);
      for (let i = 0; i < 11; i++) made(await shop.bill(1));
      const { data } = (await owner.get("/customers/1")).body;
      assertEquals([data.ledger.length, data.ledger_has_more], [100, true]);
      assertEquals([data.invoices.length, data.ledger[0].running_balance], [20, data.balance]);
    },
  );
});

Deno.test("customer_ledger, lines and allocations refuse update, delete and truncate", async () => {
  await using shop = await openShop();
  made(await shop.bill(10, { payment: { amount: 5 } }));
  const tables = {
    customer_ledger: "debit",
    invoice_items: "amount",
    payment_allocations: "amount",
  };
  for (const [table, column] of Object.entries(tables)) {
    for (
      const statement of [
        `update ${table} set ${column} = ${column} + 1`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]
    ) {
      const error = await thrownBy(() =>
        inTransaction(shop.database, (tx) => tx.query(sql([statement])))
      );
      assertMatch(error.message, /append-only/);
    }
  }
});
