import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { actorWith } from "../support/app.ts";
import type { Database } from "../../domain/db/connect.ts";
import type { Json } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { enterSupplier } from "../support/journal.ts";
import { daysAgo, made, openShop, today } from "../sales/shop.ts";

const buckets = (row: Json) => [row.not_due, row.d0_30, row.d31_60, row.d61_90, row.d90_plus];

Deno.test("customer ageing puts what is due by days past the due date", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const bill = async (price: number, days: number, due: number) =>
    made(
      await shop.bill(price, { invoice_date: daysAgo(days), due_date: daysAgo(due) }),
    );
  await bill(100, 200, 91);
  await bill(200, 200, 90);
  await bill(300, 200, 61);
  await bill(400, 200, 60);
  await bill(500, 200, 31);
  await bill(600, 200, 30);
  await bill(700, 200, 0);
  await bill(800, 200, -1);
  const paid = await bill(50, 100, 100);
  made(await shop.pay({ invoice_id: paid.id, amount: 50, payment_date: daysAgo(3) }));
  made(
    await owner.post("/customers", {
      name: "Old",
      opening_balance: 90,
      opening_balance_date: daysAgo(95),
    }),
  );
  made(await shop.pay({ customer_id: 3, amount: 20 }));
  made(await shop.pay({ customer_id: 2, amount: 5 }));

  const { data, meta } = (await owner.get("/reports/customer-ageing")).body;
  assertEquals(data.map((row: Json) => [row.title, ...buckets(row), row.on_account, row.balance]), [
    ["Rahim", 800, 1300, 900, 500, 100, 0, 3600],
    ["Old", 0, 0, 0, 0, 70, 0, 70],
    ["Karim", 0, 0, 0, 0, 0, 5, -5],
  ]);
  assertEquals(meta.totals, {
    not_due: 800,
    d0_30: 1300,
    d31_60: 900,
    d61_90: 500,
    d90_plus: 170,
    on_account: 5,
    balance: 3665,
  });
  for (const row of data) {
    const { ageing, summary } = (await owner.get(`/customers/${row.id}`)).body.data;
    assertEquals([...buckets(row), row.on_account], [...buckets(ageing), ageing.on_account]);
    assertEquals(row.balance, summary.balance);
  }
});

Deno.test("customer ageing of an evening undoes what came later and adds up to the ledger", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const first = made(await shop.bill(100, { invoice_date: daysAgo(50), due_date: daysAgo(40) }));
  made(await shop.pay({ amount: 60, payment_date: daysAgo(20) }));
  const second = made(await shop.bill(30, { invoice_date: daysAgo(10) }));
  const advance = made(await shop.pay({ amount: 200, payment_date: daysAgo(5) }));
  made(await owner.post(`/payments/${advance.id}/reverse`, { reason: "bounced" }));
  assertEquals((await owner.post(`/invoices/${second.id}/void`, { reason: "wrong" })).status, 200);
  assertEquals(first.id, 1);

  const on = async (days: number) => {
    const path = `/reports/customer-ageing?customer_id=1&as_of=${daysAgo(days)}`;
    const { data } = (await owner.get(path)).body;
    const [row] = data;
    assertEquals(row?.balance ?? 0, await ledgerOn(shop.database, daysAgo(days)), `${days} ago`);
    return row && [...buckets(row), row.on_account];
  };
  assertEquals(await on(51), undefined);
  assertEquals(await on(50), [100, 0, 0, 0, 0, 0]);
  assertEquals(await on(21), [0, 100, 0, 0, 0, 0]);
  assertEquals(await on(20), [0, 40, 0, 0, 0, 0]);
  assertEquals(await on(8), [0, 30, 40, 0, 0, 0]);
  assertEquals(await on(1), [0, 0, 0, 0, 0, 130]); // the payment stood until today
  assertEquals(await on(0), [0, 0, 40, 0, 0, 0]);
});

async function ledgerOn(database: Database, day: string): Promise<number> {
  const [{ balance }] = await database.query<[{ balance: string }]>(sql`
    select coalesce(sum(debit - credit), 0)::text as balance from customer_ledger
    where customer_id = 1 and date <= ${day}::date`);
  return Number(balance);
}

async function creditors() {
  const shop = await openShop();
  const { owner } = shop;
  made(await owner.post("/suppliers", { name: "Board Maker" }));
  made(await owner.post("/suppliers", { name: "Local Works", currency: "BDT" }));
  const enter = async (supplier_id: number, days: number, fields: Json): Promise<Json> =>
    made(
      await owner.post("/import-logistics/supplier-ledger", {
        supplier_id,
        entry_date: daysAgo(days),
        particulars: "entry",
        ...fields,
      }),
    );
  await enter(1, 100, { credit: 100, exchange_rate: 110 });
  await enter(1, 40, { credit: 50, exchange_rate: 120 });
  const wrong = await enter(1, 35, { credit: 999, exchange_rate: 120 });
  made(
    await owner.post(`/import-logistics/supplier-ledger/${wrong.id}/reverse`, { reason: "typo" }),
  );
  await enter(1, 10, { debit: 70, exchange_rate: 125 });
  await enter(1, 5, { debit: 30, currency: "EUR", exchange_rate: 130 });
  await enter(2, 61, { credit: 5000 });
  return { ...shop, enter };
}

Deno.test("supplier ageing takes debits off the oldest credits, per currency and in local", async () => {
  await using shop = await creditors();
  const { data, meta } = (await shop.owner.get("/reports/supplier-ageing?sort=id")).body;
  const local = (row: Json) => [
    row.d0_30_local,
    row.d31_60_local,
    row.d61_90_local,
    row.d90_plus_local,
    row.on_account_local,
    row.balance_local,
  ];
  assertEquals(
    data.map((row: Json) => [
      row.supplier_name,
      row.currency,
      ...buckets(row).slice(1),
      row.on_account,
      row.balance,
    ]),
    [
      ["Board Maker", "USD", 0, 50, 0, 30, 0, 80],
      ["Board Maker", "EUR", 0, 0, 0, 0, 30, -30],
      ["Local Works", "BDT", 0, 0, 5000, 0, 0, 5000],
    ],
  );
  // 17,000 booked for 150 USD, of which 70 were relieved: 7,933.33; 8,750 paid, 816.67 of it a loss
  assertEquals(data.map(local), [
    [816.67, 6000, 0, 2250, 0, 9066.67],
    [0, 0, 0, 0, 3900, -3900],
    [0, 0, 5000, 0, 0, 5000],
  ]);
  assertEquals(meta.totals, {
    not_due_local: 0,
    d0_30_local: 816.67,
    d31_60_local: 6000,
    d61_90_local: 5000,
    d90_plus_local: 2250,
    on_account_local: 3900,
    balance_local: 10166.67,
    cheques_issued_local: 0,
  });
  const { ageing } = (await shop.owner.get("/suppliers/1")).body.data;
  for (const one of ageing) {
    const row = data.find((row: Json) => row.supplier_id === 1 && row.currency === one.currency);
    assertEquals([...buckets(row), row.on_account], [...buckets(one), one.on_account]);
  }
});

Deno.test("a supplier's credit dated later is owed now and not old, on his page and in the report", async () => {
  await using shop = await creditors();
  await inTransaction(shop.database, (tx) =>
    enterSupplier(tx, actorWith("owner"), {
      supplier_id: 1,
      entry_date: daysAgo(-10), // as books of before had it
      entry_type: "purchase",
      particulars: "entry",
      credit: new Decimal("7"),
      currency: "USD",
      exchange_rate: new Decimal("100"),
    }));
  const aged = async (asOf = "") => {
    const path = `/reports/supplier-ageing?supplier_id=1&currency=usd${asOf}`;
    const [row] = (await shop.owner.get(path)).body.data;
    return [...buckets(row).slice(1), row.balance, row.balance_local];
  };
  assertEquals(await aged(), [7, 50, 0, 30, 87, 9766.67]);
  assertEquals(await aged(`&as_of=${today}`), [0, 50, 0, 30, 80, 9066.67]);
  const { ageing, balances } = (await shop.owner.get("/suppliers/1")).body.data;
  assertEquals(buckets(ageing[1]).slice(1), [7, 50, 0, 30]);
  assertEquals(balances[1].balance, 87);
});

Deno.test("supplier ageing of an evening knows what was not yet paid or reversed", async () => {
  await using shop = await creditors();
  const on = async (days: number) => {
    const path = `/reports/supplier-ageing?supplier_id=1&currency=usd&as_of=${daysAgo(days)}`;
    const [row] = (await shop.owner.get(path)).body.data;
    return row && [...buckets(row).slice(1), row.balance, row.balance_local];
  };
  assertEquals(await on(101), undefined);
  assertEquals(await on(40), [50, 100, 0, 0, 150, 17000]);
  assertEquals(await on(35), [1049, 0, 100, 0, 1149, 136880]);
  assertEquals(await on(0), [0, 50, 0, 30, 80, 9066.67]);
});

Deno.test("a supplier's statement runs per currency and in local between its balances", async () => {
  await using shop = await creditors();
  const { owner } = shop;
  const path = `/reports/supplier-statement?supplier_id=1&from=${daysAgo(40)}&to=${daysAgo(5)}`;
  const { data, meta } = (await owner.get(path)).body;
  assertEquals(
    data.map((
      row: Json,
    ) => [row.currency, row.debit, row.credit, row.running_balance, row.running_balance_local]),
    [
      ["USD", 0, 50, 150, 17000],
      ["USD", 0, 999, 1149, 136880],
      ["USD", 70, 0, 1079, 128130],
      ["USD", 0, 0, 1079, 128946.67],
      ["EUR", 30, 0, -30, 125046.67],
    ],
  );
  assertEquals(meta.supplier.name, "Board Maker");
  assertEquals(meta.opening, [{ currency: "USD", balance: 100, balance_local: 11000 }]);
  assertEquals(meta.closing, [
    { currency: "EUR", balance: -30, balance_local: -3900 },
    { currency: "USD", balance: 1079, balance_local: 128946.67 },
  ]);
  const whole = (await owner.get(`/reports/supplier-statement?supplier_id=1&as_of=${today}`)).body;
  const ledger = (await owner.get("/suppliers/1/ledger")).body;
  assertEquals(whole.meta.closing, ledger.meta.balances);
  assertEquals(
    whole.data.map((row: Json) => row.id),
    ledger.data.map((row: Json) => row.id).reverse(),
  );
  assertEquals((await owner.get("/reports/supplier-statement?supplier_id=99")).status, 404);
});

Deno.test("a customer's statement runs between its balances", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.bill(100, { invoice_date: daysAgo(30) }));
  made(await shop.bill(40, { invoice_date: daysAgo(20) }));
  made(await shop.pay({ amount: 110, payment_date: daysAgo(10) }));
  made(await shop.bill(7));
  const path = `/reports/customer-statement?customer_id=1&from=${daysAgo(20)}&to=${daysAgo(10)}`;
  const { data, meta } = (await owner.get(path)).body;
  assertEquals(data.map((row: Json) => [row.debit, row.credit, row.running_balance]), [
    [40, 0, 140],
    [0, 110, 30],
  ]);
  assertEquals([meta.opening_balance, meta.closing_balance, meta.customer.name], [
    100,
    30,
    "Rahim",
  ]);
  assertEquals((await owner.get("/reports/customer-statement?customer_id=99")).status, 404);
});

Deno.test("a supplier's bill is not due before its due date, in his currency and in local, on any evening", async () => {
  await using shop = await creditors();
  const { owner } = shop;
  const agent = made(await owner.post("/suppliers", { name: "Agent", currency: "USD" }));
  const dollars = { currency: "USD", exchange_rate: 120 };
  const shipment = made(
    await owner.post("/import-logistics/shipments", {
      supplier_id: 1,
      items: [{ product_name: "Board", ordered_qty: 10, purchase_value: 1000 }],
      ...dollars,
    }),
  );
  const bill = async (cost_head: string, amount: number, more: Json = {}) =>
    made(
      await owner.post(`/import-logistics/shipments/${shipment.id}/costs`, {
        cost_head,
        amount,
        payee_id: agent.id,
        entry_date: daysAgo(40),
        ...dollars,
        ...more,
      }),
    );
  await bill("cnf_agent", 30, { due_date: daysAgo(5) });
  await bill("freight", 50, { due_date: daysAgo(-1) });
  await bill("labour", 7);
  const paid = { supplier_id: agent.id, particulars: "x", debit: 40, exchange_rate: 120 };
  made(await owner.post("/import-logistics/supplier-ledger", paid));
  const ages = async (report: string, query = "") =>
    (await owner.get(`/reports/${report}?search=Agent&${query}`)).body.data
      .map((row: Json) => [...buckets(row), row.balance]);
  // the 40 that were paid are the first bill and 10 of the freight
  assertEquals(await ages("supplier-ageing"), [[40, 0, 7, 0, 0, 47]]);
  assertEquals(await ages("ageing", "side=suppliers"), [[4800, 0, 840, 0, 0, 5640]]);
  assertEquals(await ages("supplier-ageing", `as_of=${daysAgo(5)}`), [[50, 0, 37, 0, 0, 87]]);
  assertEquals(await ages("supplier-ageing", `as_of=${daysAgo(6)}`), [[80, 0, 7, 0, 0, 87]]);
  assertEquals(await ages("supplier-ageing", `as_of=${daysAgo(-1)}`), [[0, 0, 47, 0, 0, 47]]);
  const { ageing: [one] } = (await owner.get(`/suppliers/${agent.id}`)).body.data;
  assertEquals([...buckets(one), one.on_account], [40, 0, 7, 0, 0, 0]);
});
