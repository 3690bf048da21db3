import sql from "sql-template-tag";
import { assertEquals } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { freshDatabase, type TestDatabase } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  RECEIPTS,
  SHIPMENTS,
  type Warehouse,
  warehouse,
} from "../support/receiving.ts";

/** What stands on each account that is not even, a debit above zero. */
async function balances(db: TestDatabase): Promise<Record<string, number>> {
  const rows = await db.database.query<{ number: string; stands: string }[]>(sql`
    select a.number, sum(l.debit - l.credit)::text as stands
    from journal_lines l join accounts a on a.id = l.account_id
    group by a.number having sum(l.debit - l.credit) <> 0 order by a.number`);
  return Object.fromEntries(rows.map(({ number, stands }) => [number, Number(stands)]));
}

async function entries(db: TestDatabase): Promise<[string, string][]> {
  const rows = await db.database.query<{ kind: string; entry_date: string }[]>(sql`
    select kind, entry_date from journal_entries order by id`);
  return rows.map(({ kind, entry_date }) => [kind, entry_date]);
}

/** Ten boards for 100.00 USD at 120, 800.00 taka each 1,200.00 landed after a freight of 2,000.00. */
async function boards(w: Warehouse, more: Json = {}) {
  await w.product("BRD");
  const shipment = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 10, purchase_value: 100 },
  ], { currency: "USD", exchange_rate: 120, ...more });
  return { id: shipment.id as number, item: shipment.items[0].id as number };
}

const cost = (w: Warehouse, id: number, body: Json) =>
  w.owner.post(`${SHIPMENTS}/${id}/costs`, body);
const bankOf = async (db: TestDatabase) =>
  (await db.database.query<[{ id: number }]>(sql`select id from accounts where role = 'bank'`))[0]
    .id;

Deno.test("costs stand on the way, and go to payee, money or goods not billed (found 8, 11)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id } = await boards(w);
  const agent = made(
    await w.owner.post("/suppliers", { name: "C&F", supplier_type: "service", currency: "BDT" }),
  );
  const bank = await bankOf(db);
  const freight = made(
    await cost(w, id, {
      cost_head: "freight",
      amount: 2000,
      payee_id: agent.id,
      bill_number: "CF-1",
      bill_date: "2026-01-05",
      due_date: "2099-01-05",
    }),
  );
  assertEquals(
    [freight.payee_name, freight.bill_number, freight.due_date],
    ["C&F", "CF-1", "2099-01-05"],
  );
  const row = done(
    await w.owner.get(`/import-logistics/supplier-ledger/${freight.supplier_ledger_id}`),
  );
  assertEquals([row.supplier_id, row.credit, row.shipment_id], [agent.id, 2000, id]);
  made(await cost(w, id, { cost_head: "vat", amount: 300, paid_from: bank }));
  made(await cost(w, id, { cost_head: "at", amount: 100, paid_from: bank }));
  made(await cost(w, id, { cost_head: "ait", amount: 50, paid_from: bank }));
  made(await cost(w, id, { cost_head: "demurrage", amount: 40 }));
  made(await cost(w, id, { cost_head: "other", amount: 7, capitalise: false }));
  assertEquals(await balances(db), {
    "1150": 2000,
    "1310": -450,
    "1500": 300,
    "1510": 100,
    "1520": 50,
    "2100": -2000,
    "2150": -47,
    "5200": 7,
    "5210": 40,
  });
  made(await w.owner.post(`${SHIPMENTS}/${id}/costs/${freight.id}/reverse`, { reason: "twice" }));
  const after = await balances(db);
  assertEquals([after["1150"], after["2100"]], [undefined, undefined]);
  assertInvalid(await cost(w, id, { cost_head: "other", amount: 1, payee_id: 99999 }), "payee_id");
  const stock = (await db.database.query<[{ id: number }]>(
    sql`select id from accounts where role = 'stock'`,
  ))[0].id;
  assertInvalid(
    await cost(w, id, { cost_head: "other", amount: 1, paid_from: stock }),
    "paid_from",
  );
});

Deno.test("the same bill of a payee is taken twice only on purpose (found 10)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id } = await boards(w);
  const bill = { cost_head: "cnf_agent", amount: 500, payee_id: w.supplierId, bill_number: "CF-1" };
  const first = made(await cost(w, id, bill));
  assertRefused(await cost(w, id, { ...bill, bill_number: "cf-1" }), 409, "duplicate_bill");
  assertInvalid(await cost(w, id, { ...bill, allow_duplicate: true }), "note");
  const again = { ...bill, allow_duplicate: true, note: "two truckloads on one bill" };
  const second = made(await cost(w, id, again));
  for (const { id: costId } of [first, second]) {
    made(await w.owner.post(`${SHIPMENTS}/${id}/costs/${costId}/reverse`));
  }
  made(await cost(w, id, bill));
});

Deno.test("a receipt credits all that was billed, and its claims carry what is missing (found 1)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id, item } = await boards(w);
  made(await cost(w, id, { cost_head: "freight", amount: 2000.01 }));
  const receipt = await w.receive(id, [
    { shipment_item_id: item, received_qty: 8, accepted_qty: 7, short_qty: 1 },
  ]);
  await w.approve(receipt.id);
  await w.post(receipt.id, { credit_supplier: true });
  // purchase 12,000.00 and freight 2,000.01 for ten: nine are accounted for
  const claims = await db.database.query<{ carrying_value: string }[]>(sql`
    select carrying_value::text from discrepancies order by id`);
  assertEquals(claims.map(({ carrying_value }) => carrying_value), ["1400.00", "1400.00"]);
  assertEquals(await balances(db), {
    "1100": 9800.01,
    "1150": 200,
    "1160": 2800,
    "2100": -10800,
    "2150": -2000.01,
  });
  const [movement] = await db.database.query<[{ same: boolean }]>(sql`
    select m.entry_id = e.entry_id and e.entry_id = j.id as same
    from stock_movements m, supplier_ledger e, journal_entries j where j.kind = 'receipt'`);
  assertEquals(movement.same, true);
  done(await w.manager.patch(`${CLAIMS}/1/cancel`, { reason: "found" }));
  await w.reverse(receipt.id);
  assertEquals(await balances(db), { "1150": 2000.01, "2150": -2000.01 });
});

Deno.test("pieces whose replacement is agreed before their receipt is posted are awaited, not lost", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id, item } = await boards(w);
  const receipt = await w.receive(id, [
    { shipment_item_id: item, received_qty: 8, accepted_qty: 7, short_qty: 1 },
  ]);
  const { discrepancies: [agreed, open] } = await w.approve(receipt.id);
  done(await w.accounts.patch(`${CLAIMS}/${agreed.id}/resolve`, { resolution: "replacement" }));
  await w.post(receipt.id, { credit_supplier: true });
  const stands = async () => {
    const now = await balances(db);
    return ["1100", "1150", "1160", "1170", "2100", "5410"].map((account) => now[account] ?? 0);
  };
  assertEquals(await stands(), [8400, 0, 1200, 1200, -10800, 0]);
  const version = async () => done(await w.owner.get(`${CLAIMS}/${agreed.id}`)).version;
  const before = await version();
  done(await w.manager.patch(`${CLAIMS}/${open.id}/cancel`, { reason: "found" }));
  await w.reverse(receipt.id);
  assertEquals(await balances(db), {});
  assertEquals(await version(), before + 1);
});

Deno.test("a late cost and what is taken back count for the day that is sent (found 10)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id, item } = await boards(w);
  const receipt = await w.receive(id, [{ shipment_item_id: item, received_qty: 6 }]);
  await w.approve(receipt.id);
  await w.post(receipt.id, { posting_date: "2026-05-10" });
  const late = { cost_head: "freight", amount: 100 };
  assertInvalid(await cost(w, id, { ...late, entry_date: "2026-05-09" }), "entry_date");
  const booked = made(await cost(w, id, { ...late, entry_date: "2026-05-12" }));
  const [movement] = await db.database.query<[Json]>(sql`
    select movement_date from stock_movements where kind = 'late_cost'`);
  assertEquals(movement.movement_date, "2026-05-12");
  const back = (date: string) =>
    w.owner.post(`${SHIPMENTS}/${id}/costs/${booked.id}/reverse`, { date });
  assertInvalid(await back("2026-05-11"), "date");
  made(await back("2026-05-13"));
  assertInvalid(
    await w.manager.post(`${RECEIPTS}/${receipt.id}/reverse`, { reason: "x", date: "2026-05-09" }),
    "date",
  );
  made(
    await w.manager.post(`${RECEIPTS}/${receipt.id}/reverse`, {
      reason: "x",
      date: "2026-05-14",
    }),
  );
  assertEquals(await entries(db), [
    ["receipt", "2026-05-10"],
    ["late_cost", "2026-05-12"],
    ["late_cost.reversal", "2026-05-13"],
    ["receipt.reversal", "2026-05-14"],
  ]);
  assertEquals(await balances(db), {});
});

Deno.test("documents of goods are dated neither after today nor into a closed period (found 6)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id, item } = await boards(w);
  const future = await cost(w, id, { cost_head: "other", amount: 1, entry_date: "2199-01-01" });
  assertRefused(future, 422, "date_in_future");
  await db.database.query(sql`update settings set closed_through = '2026-03-31'`);
  const closed = await cost(w, id, { cost_head: "other", amount: 1, entry_date: "2026-03-31" });
  assertRefused(closed, 409, "period_closed");
  assertEquals(closed.body.first_open_day, "2026-04-01");
  const receipt = await w.receive(id, [{ shipment_item_id: item, received_qty: 1 }]);
  await w.approve(receipt.id);
  const post = (posting_date: string) =>
    w.manager.post(`${RECEIPTS}/${receipt.id}/post-stock`, { posting_date });
  assertRefused(await post("2199-01-01"), 422, "date_in_future");
  assertRefused(await post("2026-01-01"), 409, "period_closed");
});

Deno.test("what a shipment leaves when it is cancelled or closed is cleared, and comes back", async (t) => {
  const status = (w: Warehouse, id: number, to: string) =>
    w.owner.patch(`${SHIPMENTS}/${id}/status`, { status: to, note: "so it is" });

  await t.step("cancelled: its costs are an expense", async () => {
    await using db = await freshDatabase();
    const w = await warehouse(db.database);
    const { id } = await boards(w);
    made(await cost(w, id, { cost_head: "freight", amount: 2000 }));
    done(await status(w, id, "cancelled"));
    assertEquals(await balances(db), { "2150": -2000, "5200": 2000 });
    done(await status(w, id, "in_transit"));
    assertEquals(await balances(db), { "1150": 2000, "2150": -2000 });
  });

  await t.step(
    "closed: pieces that never came are lost, the rest of the bill is exchange",
    async () => {
      await using db = await freshDatabase();
      const w = await warehouse(db.database);
      const { id, item } = await boards(w);
      const bank = await bankOf(db);
      made(await cost(w, id, { cost_head: "freight", amount: 1000, paid_from: bank }));
      await w.take(id, [{ shipment_item_id: item, received_qty: 9 }]);
      // as a bill by hand at 121 posts it
      await db.database.query(sql`
      with entry as (
        insert into journal_entries (reference_no, entry_date, kind, source_type, narration)
        values ('JRN-X', '2026-05-01', 'supplier_entry', 'supplier_ledger', 'x') returning id, entry_date
      ), line as (
        insert into journal_lines (entry_id, entry_date, account_id, debit, credit, shipment_id)
        select entry.id, entry.entry_date, a.id, case a.role when 'suppliers' then 0 else 12100 end,
          case a.role when 'suppliers' then 12100 else 0 end, ${id}
        from entry, accounts a where a.role in ('suppliers', 'goods_not_billed'))
      insert into supplier_ledger (reference_no, supplier_id, entry_date, entry_type, particulars,
        credit, currency, exchange_rate, amount_local, shipment_id, entry_id)
      select 'SLE-X', ${w.supplierId}, entry_date, 'purchase', 'x', 100, 'USD', 121, 12100, ${id}, id
      from entry`);
      done(await status(w, id, "closed"));
      assertEquals(await balances(db), {
        "1100": 11700,
        "1310": -1000,
        "2100": -12100,
        "5410": 1300,
        "5500": 100,
      });
      done(await status(w, id, "qc_pending"));
      const open = await balances(db);
      assertEquals([open["1150"], open["2150"], open["5410"]], [100, 1300, undefined]);
    },
  );

  await t.step("closed: goods that nobody billed yet stay not billed", async () => {
    await using db = await freshDatabase();
    const w = await warehouse(db.database);
    const { id, item } = await boards(w);
    await w.take(id, [{ shipment_item_id: item, received_qty: 9 }]);
    done(await status(w, id, "closed"));
    assertEquals(await balances(db), { "1100": 10800, "2150": -10800 });
  });
});

Deno.test("a closed shipment takes a late bill without being opened again (found 11)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id, item } = await boards(w);
  await w.take(id, [{ shipment_item_id: item, received_qty: 5 }]);
  done(await w.owner.patch(`${SHIPMENTS}/${id}/status`, { status: "closed" }));
  const late = made(
    await w.accounts.post(`${SHIPMENTS}/${id}/costs`, { cost_head: "port_handling", amount: 100 }),
  );
  // half for the pieces in stock; nothing waits for those that never came
  assertEquals(late.late_costs.map((part: Json) => [part.stock_part, part.expense_part]), [[
    50,
    50,
  ]]);
  assertEquals((await w.shipment(id)).status, "closed");
  const stands = await balances(db);
  assertEquals([stands["1150"], stands["5120"]], [undefined, 50]);
  made(await w.accounts.post(`${SHIPMENTS}/${id}/costs/${late.id}/reverse`));
  assertEquals((await balances(db))["5120"], undefined);
});

Deno.test("an item is corrected, or taken out, until a receipt names it (found 11)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([
    { product_name: "Board", ordered_qty: 10, purchase_value: 100 },
    { product_name: "Cable", ordered_qty: 5, purchase_value: 100 },
  ], { currency: "USD", exchange_rate: 120 });
  const [board, cable] = shipment.items.map((item: Json) => item.id);
  made(await cost(w, shipment.id, { cost_head: "freight", amount: 1000 }));
  const change = (item: number, body: Json) =>
    w.owner.patch(`${SHIPMENTS}/${shipment.id}/items/${item}`, body);
  const after = done(await change(board, { ordered_qty: 20, purchase_value: 300 }));
  assertEquals(
    after.items.map((item: Json) => [item.shipped_qty, item.landed_value]),
    [[20, 36750], [5, 12250]],
  );
  assertEquals(
    after.history.filter(({ field }: Json) => field.startsWith("item")).map((row: Json) => [
      row.field,
      row.from,
      row.to,
    ]),
    [
      [`item ${board} ordered_qty`, "10", "20"],
      [`item ${board} purchase_value`, "100", "300"],
      [`item ${board} shipped_qty`, "10", "20"],
    ],
  );
  assertInvalid(await change(board, { shipped_qty: 0 }), "purchase_value");
  const out = done(await change(cable, { ordered_qty: 0 }));
  assertEquals(out.items.map((item: Json) => [item.id, item.landed_value]), [[board, 37000]]);
  assertEquals(out.history.at(-1).to, "0");
  assertRefused(await change(cable, { ordered_qty: 1 }), 404, "not_found");
  await w.receive(shipment.id, [{ shipment_item_id: board, received_qty: 1 }]);
  assertRefused(await change(board, { ordered_qty: 21 }), 409, "item_in_use");
  // whoever pasted it had no product for it: that is said later, also once it was counted
  const pasted = await w.ship([{ product_name: "Unknown thing", ordered_qty: 2 }]);
  const item = pasted.items[0].id;
  const counted = await w.receive(pasted.id, [{ shipment_item_id: item, received_qty: 2 }]);
  await w.approve(counted.id);
  const post = () => w.owner.post(`/import-logistics/receipts/${counted.id}/post-stock`, {});
  assertRefused(await post(), 409, "line_without_product");
  const product = await w.product("KNOWN-1");
  const link = (more: Json) =>
    w.owner.patch(`${SHIPMENTS}/${pasted.id}/items/${item}`, { product_id: product, ...more });
  assertRefused(await link({ ordered_qty: 3 }), 409, "item_in_use");
  const known = done(await link({})).items[0];
  assertEquals([known.product_id, known.sku], [product, "KNOWN-1"]);
  done(await post());
  assertEquals(done(await w.owner.get(`/products/${product}`)).stock_qty, 2);
  // what a receipt counts as one product is not named as another
  const other = await w.ship([{ product_name: "Unknown too", ordered_qty: 2 }]);
  const [{ id: its }] = other.items;
  await w.receive(other.id, [{ shipment_item_id: its, received_qty: 2, product_id: product }]);
  const renamed = (to: number) =>
    w.owner.patch(`${SHIPMENTS}/${other.id}/items/${its}`, { product_id: to });
  assertRefused(await renamed(await w.product("KNOWN-2")), 409, "item_in_use");
  done(await renamed(product));
  const posted = await boards(w, { supplier_id: w.supplierId });
  await w.take(posted.id, [{ shipment_item_id: posted.item, received_qty: 1 }]);
  assertRefused(
    await w.owner.patch(`${SHIPMENTS}/${posted.id}/items/${posted.item}`, { ordered_qty: 0 }),
    409,
    "shipment_already_posted",
  );
});

Deno.test("pieces that replace others take their value into stock (found 3)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id, item } = await boards(w);
  const receipt = await w.receive(id, [
    { shipment_item_id: item, received_qty: 7, accepted_qty: 7, short_qty: 3 },
  ]);
  const [{ id: claim }] = (await w.approve(receipt.id)).discrepancies;
  await w.post(receipt.id);
  // as a resolution by replacement posts it
  await db.database.query(sql`
    with claim as (
      update discrepancies set status = 'resolved', resolution = 'replacement',
        replacement_value = carrying_value where id = ${claim} returning carrying_value as value
    ), entry as (
      insert into journal_entries (reference_no, entry_date, kind, source_type, narration)
      values ('JRN-X', '2026-05-01', 'claim_replaced', 'discrepancy', 'x') returning id, entry_date)
    insert into journal_lines (entry_id, entry_date, account_id, debit, credit)
    select entry.id, entry.entry_date, a.id, case a.role when 'claims' then 0 else value end,
      case a.role when 'claims' then value else 0 end
    from entry, claim, accounts a where a.role in ('claims', 'replacements_due')`);
  assertEquals((await balances(db))["1170"], 3600);

  const none = { supplier_id: w.supplierId, currency: "BDT", items: [], discrepancy_id: 999 };
  assertInvalid(await w.owner.post(SHIPMENTS, none), "discrepancy_id");
  const courier = await w.ship([
    { product_name: "Board", sku: "BRD", ordered_qty: 3, weight_kg: 3 },
  ], { discrepancy_id: claim, shipment_type: "warranty_replacement" });
  assertEquals(courier.discrepancy_id, claim);
  made(await cost(w, courier.id, { cost_head: "freight", amount: 300 }));
  const came = await w.receive(courier.id, [
    { shipment_item_id: courier.items[0].id, received_qty: 2, accepted_qty: 1 },
  ]);
  const [drafted] = (await w.approve(came.id)).discrepancies;
  assertEquals(drafted.estimated_value, 0);
  await w.post(came.id);
  // seven boards, one that came for another: its own freight and a third of what was awaited
  const bought = { "2150": -12000 - 300 };
  assertEquals(await balances(db), {
    ...bought,
    "1100": 8400 + 1300,
    "1150": 100,
    "1170": 2400,
    "5410": 100,
  });
  done(await w.manager.patch(`${CLAIMS}/${drafted.id}/cancel`, { reason: "x" }));
  await w.reverse(came.id);
  assertEquals(await balances(db), { ...bought, "1100": 8400, "1150": 300, "1170": 3600 });
  await w.take(courier.id, [{ shipment_item_id: courier.items[0].id, received_qty: 2 }]);
  const versions = () =>
    db.database.query(sql`select max(version) as of_claims from discrepancies
      where replacement_value > 0 or replacement_lost > 0`);
  const [before] = await versions() as [{ of_claims: number }];
  done(await w.owner.patch(`${SHIPMENTS}/${courier.id}/status`, { status: "closed" }));
  assertEquals(await versions(), [{ of_claims: before.of_claims + 1 }]);
  // the third never came: its freight and its part of what was awaited are lost
  assertEquals(await balances(db), { ...bought, "1100": 8400 + 200 + 2400, "5410": 1300 });
});

Deno.test("VAT, AT and AIT paid can be read back in the report of landed cost (found 8)", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const { id } = await boards(w);
  for (const [cost_head, amount] of [["vat", 300], ["at", 100], ["ait", 50], ["freight", 70]]) {
    made(await cost(w, id, { cost_head, amount }));
  }
  const [row] = (await w.owner.get("/reports/landed-cost")).body.data;
  assertEquals(
    [row.cost_vat, row.cost_at, row.cost_ait, row.cost_freight, row.not_capitalised],
    [300, 100, 50, 70, 450],
  );
  assertEquals(row.landed_value, 12070);
});
