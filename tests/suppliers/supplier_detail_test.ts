import sql from "sql-template-tag";
import { business, businessDate } from "../../domain/business/business.ts";
import type { Database } from "../../domain/db/connect.ts";
import { type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const ledger = "/import-logistics/supplier-ledger";
const local = business.localCurrency;

Deno.test("createSupplier() opens the ledger with the opening balance", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const entries = async (id: number) => (await owner.get(`/suppliers/${id}/ledger`)).body.data;

  await t.step("above zero we owe", async () => {
    const made = await owner.post("/suppliers", {
      name: "A",
      opening_balance: 250.25,
      opening_exchange_rate: 121.5,
    });
    assertEquals(made.status, 201);
    const { id, opening_balance, opening_exchange_rate } = made.body.data;
    assertEquals([opening_balance, opening_exchange_rate], [250.25, 121.5]);
    const [row, ...more] = await entries(id);
    assertEquals(more, []);
    assertEquals(
      [row.entry_type, row.credit, row.debit, row.currency, row.amount_local, row.entry_date],
      ["opening", 250.25, 0, "USD", 30405.38, businessDate()],
    );
  });

  await t.step("below zero the supplier owes us; local currency needs no rate", async () => {
    const made = await owner.post("/suppliers", {
      name: "B",
      currency: local,
      opening_balance: "-99.99",
    });
    const [row] = await entries(made.body.data.id);
    assertEquals([row.credit, row.debit, row.amount_local], [0, 99.99, -99.99]);
  });

  await t.step("zero writes nothing", async () => {
    const made = await owner.post("/suppliers", { name: "C", opening_balance: 0 });
    assertEquals(await entries(made.body.data.id), []);
  });

  await t.step("refusals leave neither supplier nor entry", async () => {
    const refused: [Json, string, string][] = [
      [{ opening_balance: 5 }, "exchange_rate_missing", "opening_exchange_rate"],
      [
        { currency: local, opening_balance: 5, opening_exchange_rate: 2 },
        "invalid_fields",
        "opening_exchange_rate",
      ],
      [{ currency: local, opening_exchange_rate: 2 }, "invalid_fields", "opening_exchange_rate"],
      [{ currency: local, opening_balance: 0.001 }, "invalid_fields", "opening_balance"],
      [
        { opening_balance: -99999999999, opening_exchange_rate: 1000 },
        "invalid_fields",
        "opening_balance",
      ],
    ];
    for (const [fields, code, field] of refused) {
      const { status, body } = await owner.post("/suppliers", { name: "D", ...fields });
      assertEquals([status, body.code, Object.keys(body.errors)], [422, code, [field]]);
    }
    assertEquals((await owner.get("/suppliers")).body.data.length, 3);
    assertEquals((await owner.get(ledger)).body.data.length, 2);
  });

  await t.step("a later change of currency only changes the default of new entries", async () => {
    assertEquals((await owner.put("/suppliers/1", { currency: "CNY" })).status, 200);
    const entry = await owner.post(ledger, {
      supplier_id: 1,
      particulars: "x",
      credit: 1,
      exchange_rate: 16,
    });
    assertEquals(entry.body.data.currency, "CNY");
    assertEquals((await entries(1)).map((row: Json) => row.currency), ["CNY", "USD"]);
  });
});

Deno.test("findSupplier() shows what is open with a supplier", async (t) => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  await owner.post("/suppliers", {
    name: "Machine Works",
    opening_balance: 10,
    opening_exchange_rate: 100,
    opening_balance_date: "2026-01-01",
    bank_name: "City Bank",
    bank_account: "1",
    swift_code: "S",
  });
  await paperwork(db.database);

  await t.step("ledger, balances and claims", async () => {
    const { data } = (await owner.get("/suppliers/1")).body;
    assertEquals(data.ledger.map((row: Json) => row.running_balance_local), [1000]);
    assertEquals([data.ledger_has_more, data.balance_local], [false, 1000]);
    assertEquals(data.balances, [{ currency: "USD", balance: 10, balance_local: 1000 }]);
    assertEquals(data.ageing, [
      {
        currency: "USD",
        not_due: 0,
        d0_30: 0,
        d31_60: 0,
        d61_90: 0,
        d90_plus: 10,
        on_account: 0,
        cheques_issued: 0,
      },
    ]);
    assertEquals(
      data.open_claims.map((claim: Json) => [claim.reference_no, claim.estimated_value]),
      [["CLM-2", 7.5], ["CLM-1", 5]],
    );
    assertEquals(data.shipments.length, 20);
    assertEquals(
      [data.shipments[0].reference_no, data.shipments[0].status, data.shipments[0].eta_chittagong],
      ["SHP-21", "draft", "2026-03-01"],
    );
    // one stay of 4 days, one of 7
    assertEquals(data.warranty, {
      open: 1,
      at_supplier: 1,
      closed: 1,
      average_days_at_supplier: 5.5,
    });
  });

  await t.step("five statements at most, whatever there is", async () => {
    const before = db.database.statements.count;
    await owner.get("/suppliers/1");
    assert(db.database.statements.count - before <= 1 + 5); // 1: the session
  });

  await t.step("money is left out for roles that may not read costs", async () => {
    const money = [
      "ledger",
      "ledger_has_more",
      "balances",
      "balance_local",
      "realised_exchange_difference",
      "ageing",
      "opening_balance",
      "opening_exchange_rate",
      "opening_balance_date",
      "bank_name",
      "bank_account",
      "swift_code",
    ];
    for (const role of ["service_manager", "store"] as const) {
      const caller = await app.as(role);
      const { status, body } = await caller.get("/suppliers/1");
      assertEquals(status, 200);
      const [listed] = (await caller.get("/suppliers")).body.data;
      for (const name of money) assert(!(name in body.data) && !(name in listed), name);
      assertEquals(body.data.open_claims.length, 2);
      assert(!("estimated_value" in body.data.open_claims[0]));
      assertEquals([body.data.shipments.length, body.data.warranty.closed], [20, 1]);
    }
    const { body } = await (await app.as("accounts")).get("/suppliers/1");
    for (const name of money) assert(name in body.data, name);
    assertEquals((await (await app.as("sales")).get("/suppliers/1")).status, 403);
    assertEquals((await owner.get("/suppliers/2")).status, 404);
  });

  await t.step("the ledger shows its newest 100 rows", async () => {
    const there = (await owner.get("/suppliers/1")).body.data.ledger.length;
    for (let i = there; i < 100 + there; i++) {
      if (i === 100) {
        const { data } = (await owner.get("/suppliers/1")).body;
        assertEquals([data.ledger.length, data.ledger_has_more], [100, false]);
      }
      await owner.post(ledger, {
        supplier_id: 1,
        particulars: "x",
        credit: 1,
        exchange_rate: 100,
        entry_date: "2026-01-02",
      });
    }
    const { data } = (await owner.get("/suppliers/1")).body;
    assertEquals([data.ledger.length, data.ledger_has_more], [100, true]);
    assertEquals([data.ledger[0].entry_type, data.ledger[0].running_balance], ["purchase", 110]);
    assertEquals(data.ledger[99].running_balance, 11);
  });
});

Deno.test("supplierAgeing() takes debits off the oldest credits and forgets reversed pairs", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post("/suppliers", { name: "A" });
  const enter = (days: number, entry: Json) =>
    owner.post(ledger, {
      supplier_id: 1,
      particulars: "x",
      exchange_rate: 100,
      entry_date: daysAgo(days),
      ...entry,
    });
  const ageing = async () => (await owner.get("/suppliers/1")).body.data.ageing;
  const none = { not_due: 0, cheques_issued: 0 };
  const usd = (d0_30: number, d31_60: number, d61_90: number, d90_plus: number, on_account = 0) => [
    { currency: "USD", ...none, d0_30, d31_60, d61_90, d90_plus, on_account },
  ];
  for (const days of [0, 30, 31, 60, 61, 90, 91]) await enter(days, { credit: 10 });
  assertEquals(await ageing(), usd(20, 20, 20, 10));
  await enter(200, { debit: 15 }); // older than every credit: an advance
  assertEquals(await ageing(), usd(20, 20, 15, 0));
  const wrong = await enter(0, { credit: 1000 });
  await owner.post(`${ledger}/${wrong.body.data.id}/reverse`, { reason: "x" });
  assertEquals(await ageing(), usd(20, 20, 15, 0));
  await enter(0, { debit: 60 });
  assertEquals(await ageing(), usd(0, 0, 0, 0, 5));
});

function daysAgo(days: number): string {
  const date = new Date(`${businessDate()}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** 21 shipments, three claims (one settled) and three RMAs (one cancelled) of supplier 1. */
async function paperwork(database: Database): Promise<void> {
  await database.query(sql`
    insert into shipments (reference_no, supplier_id, currency, eta_chittagong)
    select 'SHP-' || n, 1, 'USD', '2026-03-01' from generate_series(1, 21) n`);
  await database.query(sql`
    insert into discrepancies (reference_no, shipment_id, supplier_id, discrepancy_type, status,
      estimated_value, currency, exchange_rate, resolution)
    values ('CLM-1', 1, 1, 'shortage', 'open', 5, 'USD', 100, null),
      ('CLM-2', 1, 1, 'damage', 'submitted', 7.5, 'USD', 100, null),
      ('CLM-3', 1, 1, 'damage', 'resolved', 9, 'USD', 100, 'refund')`);
  await database.query(sql`
    insert into rmas (reference_no, status, supplier_id, customer_name, fault_description, machine_model)
    values ('RMA-1', 'closed', 1, 'C', 'dead', 'M'), ('RMA-2', 'under_repair', 1, 'C', 'dead', 'M'),
      ('RMA-3', 'cancelled', 1, 'C', 'dead', 'M')`);
  const stays: [number, string, string][] = [
    [1, "sent_to_supplier", "20 days"],
    [1, "under_repair", "18 days"],
    [1, "return_in_transit", "16 days"],
    [1, "closed", "1 day"],
    [2, "draft", "9 days"],
    [2, "sent_to_supplier", "7 days"],
    [3, "cancelled", "9 days"],
  ];
  for (const [id, status, ago] of stays) {
    await database.query(sql`
      insert into history (entity, entity_id, field, to_value, recorded_at, occurred_at)
      values ('rma', ${id}, 'status', ${status}, now(), now() - ${ago}::interval)`);
  }
}
