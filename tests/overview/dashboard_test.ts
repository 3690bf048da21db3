import sql from "sql-template-tag";
import { type Role, roles } from "../../domain/access/access.ts";
import { monthOf } from "../../domain/business/calendar.ts";
import { decimal, sum } from "../../domain/money/decimal.ts";
import { findDashboard } from "../../domain/overview/dashboard.ts";
import { actorWith, type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { done } from "../support/receiving.ts";
import { freshDatabase } from "../support/db.ts";
import { daysAgo, made, openShop, today } from "../sales/shop.ts";

const ofMonth = monthOf(today);
const beforeMonth = Temporal.PlainDate.from(ofMonth.from).subtract({ days: 1 }).toString();

/** A few of everything, counted and not counted, with the figures added up by hand. */
async function busyShop() {
  const shop = await openShop();
  const { owner, bill, pay, sell } = shop;
  made(await bill(1000.10, { due_date: today }));
  made(await bill(0.20));
  made(await bill(300, { invoice_date: ofMonth.from, due_date: today }));
  made(await bill(5000, { invoice_date: beforeMonth })); // overdue
  const voided = made(await bill(77777));
  assertEquals((await owner.post(`/invoices/${voided.id}/void`, { reason: "typo" })).status, 200);
  made(await sell(6, { payment: { amount: 60 } }));
  made(await pay({ amount: 100.05, allocations: [{ invoice_id: 1, amount: 100.05 }] }));
  made(await pay({ amount: 40, payment_date: beforeMonth })); // for the overdue one
  const bounced = made(await pay({ amount: 9999 }));
  made(await owner.post(`/payments/${bounced.id}/reverse`, { reason: "bounced" }));
  await goods(owner, shop.database);
  await work(shop.app, owner);
  const startsToday = ofMonth.from === today;
  return {
    ...shop,
    expected: {
      today_sales: startsToday ? 1360.3 : 1060.3,
      month_sales: 1360.3,
      total_due: 6160.25,
      overdue_receivables: 4960,
      today_collection: 160.05,
      month_collection: 160.05,
      supplier_due: 2400.6,
      open_lc: 2,
      pending_tasks: 3,
      overdue_tasks: 1,
      open_tickets: 2,
      warranty_tickets: 1,
      low_stock: 1,
      stock_value: 63.33,
      in_transit: 2,
      delayed_shipments: 1,
      pending_receipts: 2,
      open_rmas: 2,
      open_claims: 2,
      open_claim_amount: 30.75,
      total_customers: 2,
    } as Record<string, number>,
  };
}

/** Product 1 is left with 4 of 10 bolts worth 33.33: 13.33. */
async function goods(owner: Caller, database: Parameters<typeof findDashboard>[0]) {
  const product = { opening_stock: 5, purchase_price: 10, min_stock: 5 };
  made(await owner.post("/products", { name: "Low", ...product }));
  made(await owner.post("/products", { name: "Low, no longer sold", min_stock: 5, active: false }));
  for (const name of ["Owed", "Prepaid", "Foreign"]) {
    made(await owner.post("/suppliers", { name, currency: name === "Foreign" ? "USD" : "BDT" }));
  }
  const entries: Json[] = [
    { supplier_id: 1, credit: 500.6, debit: 0 },
    { supplier_id: 1, credit: 0, debit: 300 },
    { supplier_id: 2, credit: 0, debit: 900 }, // he owes us: takes nothing off what we owe others
    { supplier_id: 3, credit: 20, currency: "USD", exchange_rate: 110 },
  ];
  for (const entry of entries) {
    made(
      await owner.post("/import-logistics/supplier-ledger", { particulars: "Goods", ...entry }),
    );
  }
  for (const type of ["LC", "TT", "TT"]) {
    made(await owner.post("/lc-tt", { supplier_id: 3, type, amount: 10, exchange_rate: 110 }));
  }
  await owner.patch("/lc-tt/3/status", { status: "cancelled" });
  const shipments = [
    ["in_transit", daysAgo(1)],
    ["air_sea_departure", today],
    ["draft", null],
    ["closed", daysAgo(9)],
  ];
  for (const [i, [status, eta]] of shipments.entries()) {
    await database.query(sql`
      insert into shipments (reference_no, supplier_id, status, eta_chittagong, currency)
      values (${`SHP-${i + 1}`}, 1, ${status}, ${eta}, 'BDT')`);
  }
  for (const [i, status] of ["draft", "approved", "posted", "cancelled"].entries()) {
    await database.query(sql`
      insert into receipts (reference_no, shipment_id, status, received_date)
      values (${`RCP-${i + 1}`}, 1, ${status}, ${today})`);
  }
  for (const [i, status] of ["open", "submitted", "cancelled"].entries()) {
    await database.query(sql`
      insert into discrepancies (reference_no, shipment_id, supplier_id, discrepancy_type, status,
        estimated_value, currency, exchange_rate, estimated_value_local)
      values (${`CLM-${i + 1}`}, 1, 1, 'damage', ${status}, 1, 'BDT', 1, ${10.25 * (i + 1)})`);
  }
  for (const [i, status] of ["draft", "under_repair", "closed"].entries()) {
    await database.query(sql`
      insert into rmas (reference_no, status, customer_name, machine_model, fault_description)
      values (${`RMA-${i + 1}`}, ${status}, 'Rahim', 'M', 'dead')`);
  }
}

async function work(app: ReturnType<typeof testApp>, owner: Caller) {
  const engineer = await app.as("engineer");
  made(await owner.post("/tasks", { title: "Call", due_date: daysAgo(1) }));
  made(await owner.post("/tasks", { title: "Write", due_date: today, status: "waiting" }));
  made(await owner.post("/tasks", { title: "Ended", due_date: daysAgo(3), status: "done" }));
  made(await engineer.post("/tasks", { title: "Repair" }));
  const ticket = { customer_id: 1, problem_description: "No ink" };
  made(await owner.post("/service-tickets", { ...ticket, is_warranty: true }));
  made(await engineer.post("/service-tickets", { ...ticket, status: "in_progress" }));
  made(await owner.post("/service-tickets", { ...ticket, status: "closed", is_warranty: true }));
}

/** What of a list's rows a money figure adds up. */
const addedUp: Record<string, string> = {
  today_sales: "total",
  month_sales: "total",
  total_due: "due",
  overdue_receivables: "due",
  today_collection: "amount",
  month_collection: "amount",
  stock_value: "stock_value",
  open_claim_amount: "estimated_value_local",
};

/** What the list behind a link shows of the figure: how many rows, or what they come to. */
async function behind(caller: Caller, figure: string, link: string): Promise<number> {
  const page = `include_total=true&limit=200`;
  const { status, body } = await caller.get(`${link}${link.includes("?") ? "&" : "?"}${page}`);
  assertEquals([figure, status, body.meta?.ignored_query], [figure, 200, undefined]);
  if (figure === "supplier_due") return shown(body.meta.balances, "balance_local");
  const field = addedUp[figure];
  return field === undefined ? body.meta.total : shown(body.data, field);
}

function shown(rows: Json[], field: string): number {
  return Number(String(sum(rows.map((row) => decimal(String(row[field]))))));
}

/** What it lists, and does not count. */
const lists = ["cheques_due", "supplier_cheques_due", "recent_activity"];

Deno.test("GET dashboard gives the figures of the day, each equal to the list it opens", async (t) => {
  await using shop = await busyShop();
  const { expected, owner } = shop;
  const { status, body } = await owner.get("/dashboard");
  assertEquals(status, 200);
  const { recent_activity, cheques_due, supplier_cheques_due, ...shown } = body.data;
  const { links, local_currency, as_of, ...figures } = shown;
  assertEquals([cheques_due, supplier_cheques_due], [[], []]);
  assertEquals(figures, expected);
  assertEquals([local_currency, as_of], ["BDT", today]);
  assertEquals(
    Object.keys(links).sort(),
    [...Object.keys(expected), ...lists].sort(),
  );
  for (const [figure, value] of Object.entries(expected)) {
    await t.step(figure, async () => {
      // the ledger's balances are net of the supplier who owes us 900
      const wanted = figure === "supplier_due" ? value - 900 : value;
      assertEquals(await behind(owner, figure, links[figure]), wanted, links[figure]);
    });
  }
  await t.step("recent activity tells the newest ten deeds in plain words", () => {
    assertEquals(recent_activity.length, 10);
    const titles: string[] = recent_activity.map(({ title }: Json) => title);
    assert(/^Test owner \w+ created service ticket TKT-\d{4}-000003$/.test(titles[0]), titles[0]);
    assert(titles.some((title) => / moved LC\/TT LCT-\d{4}-000003 to cancelled$/.test(title)));
    const { id, created_at, ...ticket } = recent_activity[0];
    assert(Number.isInteger(id) && !Number.isNaN(Date.parse(created_at)));
    assertEquals([ticket.entity, ticket.entity_id, ticket.created_by], [
      "ticket",
      3,
      owner.userId,
    ]);
  });
});

Deno.test("GET dashboard shows each role its part, with links that it may follow", async (t) => {
  await using shop = await busyShop();
  const { expected, app } = shop;
  const own = ["pending_tasks", "overdue_tasks"];
  const everything = [...Object.keys(expected), ...lists];
  const parts: Record<Role, string[]> = {
    owner: everything,
    admin: everything,
    manager: everything,
    accounts: everything,
    sales: [
      ...own,
      ..."today_sales month_sales total_due overdue_receivables total_customers low_stock"
        .split(" "),
    ],
    service_manager: [...own, ..."open_tickets warranty_tickets open_rmas low_stock".split(" ")],
    store: [...own, ..."low_stock in_transit pending_receipts delayed_shipments".split(" ")],
    engineer: own,
    office_staff: own,
  };
  for (const role of roles) {
    await t.step(role, async () => {
      const caller = await app.as(role);
      made(await caller.post("/tasks", { title: "Mine", due_date: daysAgo(1) }));
      const { data } = (await caller.get("/dashboard")).body;
      const { links, local_currency: _currency, as_of: _day, ...figures } = data;
      assertEquals(Object.keys(figures).sort(), parts[role].toSorted());
      const opened = parts[role].filter((name) =>
        name !== "recent_activity" || role === "owner" || role === "admin"
      );
      assertEquals(Object.keys(links).sort(), opened.sort());
      const ownTasksOnly = !["owner", "admin", "manager"].includes(role);
      if (ownTasksOnly) assertEquals([figures.pending_tasks, figures.overdue_tasks], [1, 1]);
      for (const name of opened) {
        if ([...lists, "supplier_due"].includes(name)) continue;
        assertEquals(await behind(caller, name, links[name]), figures[name], name);
      }
    });
  }
});

Deno.test("GET dashboard hides tasks of others and logins from recent activity", async () => {
  await using shop = await busyShop();
  const entities = async (role: Role) => {
    const caller = await shop.app.as(role);
    const { recent_activity } = (await caller.get("/dashboard")).body.data;
    return new Set(recent_activity.map(({ entity }: Json) => entity));
  };
  await shop.database.query(sql`
    insert into audit_log (recorded_at, actor_name, source, action, entity, request_id)
    values (now(), 'Rahim', 'api', 'user.login', 'user', 'r')`);
  assertEquals([...await entities("manager")].sort(), ["lc_tt", "task", "ticket"]);
  assertEquals([...await entities("accounts")].sort(), ["lc_tt", "supplier_ledger", "ticket"]);
});

Deno.test("GET dashboard names the cheques of the week, and collects money only", async () => {
  await using shop = await openShop();
  const { owner, pay } = shop;
  const cheque = async (cheque_number: string, amount: number, days: number) =>
    made(
      await pay({
        amount,
        payment_date: daysAgo(40),
        method: "cheque",
        cheque_number,
        cheque_date: daysAgo(-days),
        cleared: false,
      }),
    );
  await cheque("C-8", 80, 8);
  await cheque("C-7", 70.5, 7);
  const { id } = await cheque("C-0", 30, 0);
  made(await pay({ amount: 40 }));
  made(
    await pay({ amount: 15, method: "tds", certificate_number: "T-1", certificate_date: today }),
  );
  const dashboard = async () => (await owner.get("/dashboard")).body.data;
  const received = async () =>
    (await owner.get(`/reports/cash-book?from=${today}&to=${today}`)).body.meta.totals.received;
  const { cheques_due, today_collection, month_collection, links } = await dashboard();
  assertEquals(
    cheques_due.map((due: Json) => [
      due.cheque_number,
      due.customer_name,
      due.amount,
      due.cheque_date,
      due.cheque_state,
    ]),
    [["C-0", "Rahim", 30, today, "in_hand"], ["C-7", "Rahim", 70.5, daysAgo(-7), "in_hand"]],
  );
  const { data: listed } = (await owner.get(links.cheques_due)).body;
  assertEquals(listed.map((row: Json) => row.id), cheques_due.map((due: Json) => due.id));
  assertEquals([today_collection, month_collection, await received()], [40, 40, 40]);
  assertEquals((await owner.patch(`/payments/${id}/cheque`, { state: "cleared" })).status, 200);
  const after = await dashboard();
  assertEquals([after.today_collection, await received(), after.cheques_due.length], [70, 70, 1]);
  // a cheque came in on the day it was cleared, whenever it was taken
  for (const figure of ["today_collection", "month_collection"]) {
    assertEquals(await behind(owner, figure, links[figure]), 70);
  }
  assertEquals(
    "cheques_due" in (await (await shop.app.as("store")).get("/dashboard")).body.data,
    false,
  );
});

Deno.test("GET dashboard answers 304 until something changes", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  const first = await owner.get("/dashboard");
  const etag = { "if-none-match": first.headers.get("etag")! };
  assertEquals((await owner.get("/dashboard", etag)).status, 304);
  made(await shop.bill(1));
  assertEquals((await owner.get("/dashboard", etag)).status, 200);
  assertEquals((await shop.app.anyone.get("/dashboard")).status, 401);
});

Deno.test("findDashboard() counts a month from its first to its last day, in one statement", async () => {
  await using shop = await openShop();
  for (
    const [i, date] of ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"].entries()
  ) {
    made(await shop.bill(10 ** i, { invoice_date: date }));
    made(await shop.pay({ amount: 10 ** i, payment_date: date }));
  }
  const actor = { ...actorWith("owner"), today: "2026-02-28" };
  const before = shop.database.statements.count;
  const { today_sales, month_sales, today_collection, month_collection } = await findDashboard(
    shop.database,
    actor,
  );
  assertEquals(shop.database.statements.count - before, 1);
  assertEquals([today_sales, month_sales].map(String), ["100", "110"]);
  assertEquals([today_collection, month_collection].map(String), ["100", "110"]);
});

Deno.test("findDashboard() adds amounts up exactly and answers zeros on empty books", async () => {
  await using db = await freshDatabase();
  const empty = await findDashboard(db.database, actorWith("owner"));
  assertEquals(String(empty.total_due), "0");
  assertEquals(empty.recent_activity, []);
  await db.database.query(sql`
    insert into customers (reference_no, name) values ('CUS-1', 'Rahim')`);
  for (let n = 0; n < 3; n++) {
    await db.database.query(sql`
      insert into invoices (reference_no, customer_id, invoice_date, due_date, subtotal, vat, total)
      values (${`INV-${n}`}, 1, ${today}, ${today}, 1111111111111.37, 0, 1111111111111.37)`);
  }
  const { total_due } = await findDashboard(db.database, actorWith("owner"));
  assertEquals(String(total_due), "3333333333334.11");
});

Deno.test("GET dashboard says what customers owe and what we owe suppliers as their ageing does", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await shop.bill(1000));
  const another = made(await owner.post("/customers", { name: "Paid in advance" }));
  made(await owner.post("/invoices/receive-payment", { customer_id: another.id, amount: 300 }));
  // who was taken over with a balance and paid twice since
  const before = made(
    await owner.post("/customers", { name: "Taken over", opening_balance: 500 }),
  );
  for (const amount of [100, 150]) {
    made(await owner.post("/invoices/receive-payment", { customer_id: before.id, amount }));
  }
  // taken over with the wrong balance
  const { id } = made(await owner.post("/customers", { name: "Mistyped", opening_balance: 90 }));
  done(await owner.post(`/customers/${id}/opening-balance/reverse`, { reason: "mistyped" }));
  done(await owner.post(`/customers/${id}/opening-balance`, { amount: 50 }));
  const { id: supplier_id } = made(await owner.post("/suppliers", { name: "Two currencies" }));
  const entry = { supplier_id, particulars: "Ink" };
  for (
    const more of [
      { credit: 100, currency: "USD", exchange_rate: 120, entry_type: "purchase" },
      { debit: 50, currency: "CNY", exchange_rate: 16, entry_type: "advance" },
    ]
  ) made(await owner.post("/import-logistics/supplier-ledger", { ...entry, ...more }));
  const { total_due, supplier_due } = (await owner.get("/dashboard")).body.data;
  assertEquals([total_due, supplier_due], [1300, 12000]);
  const buckets = async (name: string, end: string) => {
    const { totals } = (await owner.get(`/reports/${name}`)).body.meta;
    return ["not_due", "d0_30", "d31_60", "d61_90", "d90_plus"]
      .reduce((sum, bucket) => sum + totals[bucket + end], 0);
  };
  assertEquals(await buckets("customer-ageing", ""), total_due);
  assertEquals(await buckets("supplier-ageing", "_local"), supplier_due);
});
