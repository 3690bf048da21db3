import sql from "sql-template-tag";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Json } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  type Warehouse,
  warehouse,
} from "../support/receiving.ts";
import { resolveDiscrepancy } from "../../domain/claims/resolve_discrepancy.ts";
import { inTransaction } from "../../domain/db/transaction.ts";

const usd = { currency: "USD", exchange_rate: 122.85 };

async function ledgerOf(w: Warehouse): Promise<Json[]> {
  return (await w.owner.get("/import-logistics/supplier-ledger?sort=id")).body.data;
}

Deno.test("createDiscrepancy() takes supplier, currency and rate from the shipment", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const answer = await w.accounts.post(CLAIMS, {
    shipment_id: shipment.id,
    shipment_item_id: shipment.items[0].id,
    discrepancy_type: "Short",
    quantity: 2,
    estimated_value: 10.0407,
    note: "two boards",
  });
  const claim = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1${CLAIMS}/${claim.id}`);
  assertMatch(claim.reference_no, /^CLM-\d{4}-000001$/);
  assertEquals(claim.title, `Shortage: Board (${shipment.reference_no})`);
  assertEquals(
    [claim.status, claim.discrepancy_type, claim.against, claim.supplier_id, claim.quantity],
    ["open", "shortage", "supplier", w.supplierId, 2],
  );
  // 10.0407 × 122.85 = 1233.499995
  assertEquals(
    [claim.estimated_value, claim.currency, claim.exchange_rate, claim.estimated_value_local],
    [10.0407, "USD", 122.85, 1233.5],
  );
  assertEquals(claim.history.map((row: Json) => [row.from, row.to]), [[null, "open"]]);
  assertEquals(done(await w.accounts.get(`${CLAIMS}/${claim.id}`)), claim);

  const local = made(
    await w.owner.post(CLAIMS, {
      shipment_id: shipment.id,
      discrepancy_type: "damaged",
      estimated_value: 1.01,
      currency: "bdt",
      against: "carrier",
    }),
  );
  assertEquals(
    [local.discrepancy_type, local.currency, local.exchange_rate, local.estimated_value_local],
    ["damage", "BDT", 1, 1.01],
  );
  const half = made(
    await w.owner.post("/supplier-claims", {
      shipment_id: shipment.id,
      discrepancy_type: "other",
      estimated_value: 0.01,
      exchange_rate: 0.5,
    }),
  );
  assertEquals(half.estimated_value_local, 0.01, "half up");
  const worthless = made(
    await w.owner.post(CLAIMS, {
      shipment_id: shipment.id,
      discrepancy_type: "missing_document",
      currency: "EUR",
    }),
  );
  assertEquals([worthless.exchange_rate, worthless.estimated_value_local], [null, 0]);
});

Deno.test("createDiscrepancy() refuses what does not belong together", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const other = await w.ship([{ product_name: "Board", ordered_qty: 10 }], { currency: "USD" });
  const receipt = await w.receive(other.id, [
    { shipment_item_id: other.items[0].id, received_qty: 1 },
  ]);
  const post = (more: object) =>
    w.accounts.post(CLAIMS, { shipment_id: shipment.id, discrepancy_type: "shortage", ...more });
  assertInvalid(await w.accounts.post(CLAIMS, {}), "shipment_id", "discrepancy_type");
  assertInvalid(await post({ discrepancy_type: "stolen" }), "discrepancy_type");
  assertInvalid(await post({ shipment_id: 999 }), "shipment_id");
  assertInvalid(await post({ against: "me" }), "against");
  assertInvalid(await post({ quantity: -1 }), "quantity");
  assertInvalid(await post({ estimated_value: -1 }), "estimated_value");
  assertInvalid(
    await post({
      shipment_item_id: other.items[0].id,
      receipt_id: receipt.id,
      supplier_id: 999,
    }),
    "shipment_item_id",
    "receipt_id",
    "supplier_id",
  );
  assertInvalid(await post({ currency: "BDT", exchange_rate: 2 }), "exchange_rate");
  assertInvalid(await post({ currency: "BDT", estimated_value: 1.005 }), "estimated_value");
  const foreign = await post({ currency: "EUR", estimated_value: 1 });
  assertRefused(foreign, 422, "exchange_rate_missing");
  assertRefused(
    await post({ shipment_id: other.id, estimated_value: 1 }),
    422,
    "exchange_rate_missing",
  );
});

Deno.test("claims are made by store and service, hidden from sales, resolved by accounts", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const body = {
    shipment_id: shipment.id,
    discrepancy_type: "quality",
    estimated_value: 5,
  };
  const service = await w.as("service_manager");
  const sales = await w.as("sales");
  for (const caller of [w.store, service]) {
    const claim = made(await caller.post(CLAIMS, body));
    for (const name of ["estimated_value", "estimated_value_local", "resolved_amount"]) {
      assertEquals(name in claim, false, name);
    }
    assertRefused(await caller.patch(`${CLAIMS}/${claim.id}/submit`), 403, "forbidden");
    assertRefused(await caller.patch(`${CLAIMS}/${claim.id}/resolve`), 403, "forbidden");
    assertRefused(
      await caller.patch(`${CLAIMS}/${claim.id}/cancel`, { reason: "x" }),
      403,
      "forbidden",
    );
  }
  assertRefused(await sales.get(CLAIMS), 403, "forbidden");
  assertRefused(await sales.post(CLAIMS, body), 403, "forbidden");
  assertEquals((await w.accounts.patch(`${CLAIMS}/1/submit`)).status, 200);
});

Deno.test("submitDiscrepancy() and cancelDiscrepancy() go one way", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const claim = async () =>
    made(await w.owner.post(CLAIMS, { shipment_id: shipment.id, discrepancy_type: "other" })).id;
  const patch = (id: number, verb: string, body?: unknown) =>
    w.manager.patch(`${CLAIMS}/${id}/${verb}`, body);

  const first = await claim();
  const submitted = done(await patch(first, "submit", { note: "by mail" }));
  assertEquals([submitted.status, submitted.version], ["submitted", 2]);
  assertEquals(submitted.history.at(-1).note, "by mail");
  assertEquals(done(await patch(first, "submit")).version, 2, "nothing written");
  assertInvalid(await patch(first, "cancel"), "reason");
  const cancelled = done(await patch(first, "cancel", { reason: "found it" }));
  assertEquals([cancelled.status, cancelled.history.at(-1).note], ["cancelled", "found it"]);
  assertEquals(done(await patch(first, "cancel", { reason: "again" })).version, 3);
  for (const [verb, body] of [["submit", {}], ["resolve", { resolution: "rejected" }]] as const) {
    const refused = await patch(first, verb, body);
    assertRefused(refused, 409, "invalid_transition");
    assertEquals([refused.body.allowed, refused.body.current_status], [[], "cancelled"]);
  }

  const second = await claim();
  done(await patch(second, "resolve"));
  assertRefused(await patch(second, "submit"), 409, "invalid_transition");
  assertRefused(await patch(second, "cancel", { reason: "x" }), 409, "invalid_transition");
  assertRefused(await patch(999, "submit"), 404, "not_found");

  const third = await claim();
  const etag = (await w.owner.get(`${CLAIMS}/${third}`)).headers.get("etag")!;
  done(await patch(third, "submit"));
  const stale = await w.manager.patch(`${CLAIMS}/${third}/resolve`, {}, { "if-match": etag });
  assertRefused(stale, 412, "precondition_failed");
});

Deno.test("resolveDiscrepancy() lowers what we owe by a credit note of the supplier, in his own currency", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const claim = async (more = {}) =>
    made(
      await w.owner.post(CLAIMS, {
        shipment_id: shipment.id,
        discrepancy_type: "damage",
        estimated_value: 100,
        ...more,
      }),
    );
  const resolve = async (id: number, body: object) =>
    done(await w.accounts.patch(`${CLAIMS}/${id}/resolve`, body));

  const first = await claim();
  const credited = await resolve(first.id, { resolution: "credit_note", note: "CN 17" });
  assertEquals(
    [credited.status, credited.resolution, credited.resolved_amount, credited.resolved_currency],
    ["resolved", "credit_note", 100, "USD"],
  );
  assertEquals(
    [credited.resolved_exchange_rate, credited.resolved_amount_local, credited.resolution_note],
    [122.85, 12285, "CN 17"],
  );
  assertEquals(credited.resolved_by, w.accounts.userId);
  assert(credited.resolved_at);
  await resolve((await claim()).id, { resolution: "refund", amount: 40.5, exchange_rate: 120 });
  await resolve((await claim()).id, {
    resolution: "credit-note",
    amount: 5000,
    currency: "BDT",
    exchange_rate: 125,
  });
  const entries = await ledgerOf(w);
  assertEquals(
    entries.map((e) => [
      e.entry_type,
      e.debit,
      e.credit,
      e.currency,
      e.exchange_rate,
      e.amount_local,
      e.shipment_id,
      e.supplier_id,
    ]),
    [
      ["credit_note", 100, 0, "USD", 122.85, -12285, shipment.id, w.supplierId],
      ["credit_note", 40, 0, "USD", 125, -5000, shipment.id, w.supplierId],
    ],
  );
  assertEquals(credited.supplier_ledger_id, entries[0].id);
  assertMatch(entries[0].particulars, new RegExp(first.reference_no));

  // Nothing else touches what we owe the supplier.
  await resolve((await claim({ against: "carrier" })).id, { resolution: "refund" });
  await resolve((await claim({ against: "insurer" })).id, { resolution: "insurance", amount: 1 });
  await resolve((await claim()).id, { resolution: "replacement" });
  await resolve((await claim()).id, { resolution: "rejected", amount: 0 });
  await resolve((await claim()).id, { resolution: "written_off" });
  assertEquals((await ledgerOf(w)).length, 2);
});

Deno.test("resolveDiscrepancy() refuses what it cannot book", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const claim = async (estimated_value: number, more = {}) =>
    made(
      await w.owner.post(CLAIMS, {
        shipment_id: shipment.id,
        discrepancy_type: "damage",
        estimated_value,
        ...more,
      }),
    ).id;
  const resolve = (id: number, body?: unknown) => w.owner.patch(`${CLAIMS}/${id}/resolve`, body);

  const valued = await claim(100);
  assertInvalid(await resolve(valued), "resolution");
  assertInvalid(await resolve(valued, { note: "x" }), "resolution");
  assertInvalid(await resolve(valued, { resolution: "forgotten" }), "resolution");
  assertInvalid(await resolve(valued, { resolution: "credit_note", amount: 0 }), "amount");
  assertInvalid(await resolve(valued, { resolution: "refund", amount: -1 }), "amount");
  assertInvalid(await resolve(valued, { resolution: "refund", currency: "EUR" }), "amount");
  assertRefused(
    await resolve(valued, { resolution: "refund", currency: "EUR", amount: 9 }),
    422,
    "exchange_rate_missing",
  );
  assertInvalid(
    await resolve(valued, {
      resolution: "refund",
      currency: "BDT",
      amount: 9,
      exchange_rate: 2,
    }),
    "exchange_rate",
  );
  assertEquals(await ledgerOf(w), []);

  const free = await claim(0);
  assertInvalid(await resolve(free, { amount: 5 }), "resolution");
  assertInvalid(await resolve(free, { resolution: "credit_note" }), "amount");
  const written = done(await resolve(free));
  assertEquals(
    [written.resolution, written.resolved_amount, written.resolved_amount_local],
    ["written_off", 0, 0],
  );
  assertRefused(await resolve(free), 409, "discrepancy_already_resolved");
  done(await resolve(await claim(0, { currency: "EUR" }), {}));
});

Deno.test("resolveDiscrepancy() lets only one of two resolutions through", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", ordered_qty: 10 }], usd);
  const { id } = made(
    await w.owner.post(CLAIMS, {
      shipment_id: shipment.id,
      discrepancy_type: "damage",
      estimated_value: 100,
    }),
  );
  const second = Promise.withResolvers<Json>();
  await inTransaction(db.database, async (tx) => {
    await resolveDiscrepancy(tx, actorWith("owner", w.owner.userId), id, {
      resolution: "credit_note",
    });
    second.resolve(w.accounts.patch(`${CLAIMS}/${id}/resolve`, { resolution: "refund" }));
    await untilBlocked(db.database);
  });
  assertRefused(await second.promise, 409, "discrepancy_already_resolved");
  assertEquals((await ledgerOf(w)).length, 1);
});

Deno.test("listDiscrepancies() filters by state, source and day", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  const shipment = await w.ship([{ product_name: "Board", sku: "BRD", ordered_qty: 10 }], usd);
  const other = await w.ship([{ product_name: "Wiper", ordered_qty: 10 }], usd);
  const receipt = await w.receive(shipment.id, [
    { shipment_item_id: shipment.items[0].id, received_qty: 2, accepted_qty: 1 },
  ]);
  await w.approve(receipt.id); // claim 1
  const add = async (body: object) => made(await w.owner.post(CLAIMS, body)).id;
  const submitted = await add({
    shipment_id: other.id,
    shipment_item_id: other.items[0].id,
    discrepancy_type: "shortage",
  });
  const resolved = await add({
    shipment_id: other.id,
    discrepancy_type: "other",
    against: "carrier",
    note: "100% wet",
  });
  const cancelled = await add({ shipment_id: other.id, discrepancy_type: "excess" });
  done(await w.owner.patch(`${CLAIMS}/${submitted}/submit`));
  done(await w.owner.patch(`${CLAIMS}/${resolved}/resolve`));
  done(await w.owner.patch(`${CLAIMS}/${cancelled}/cancel`, { reason: "x" }));
  const ids = async (query: string, path = CLAIMS) =>
    (await w.store.get(`${path}?${query}`)).body.data.map((row: Json) => row.id);

  assertEquals(await ids(""), [4, 3, 2, 1]);
  assertEquals(await ids("status=open"), [1]);
  assertEquals(await ids("status=open", "/supplier-claims"), [1]);
  assertEquals(await ids("status=OPEN,resolved"), [3, 1]);
  assertEquals(await ids("unresolved=true"), [2, 1]);
  assertEquals(await ids("unresolved=false"), [4, 3]);
  assertEquals(await ids(`receipt_id=${receipt.id}`), [1]);
  assertEquals(await ids(`shipment_id=${other.id}&sort=id`), [2, 3, 4]);
  assertEquals(await ids("supplier_id=999"), []);
  assertEquals(await ids("discrepancy_type=short,excess"), [4, 2]);
  assertEquals(await ids("against=carrier"), [3]);
  assertEquals(await ids("search=brd"), [1]);
  assertEquals(await ids("search=0%25 w"), [3]);
  assertInvalid(await w.store.get(`${CLAIMS}?status=closed`), "status");

  // 18:00 UTC is the next day's midnight in Dhaka.
  await db.database.query(
    sql`update discrepancies set created_at = '2026-03-01T18:00:00Z' where id = ${submitted}`,
  );
  assertEquals(await ids("from=2026-03-02&to=2026-03-02"), [2]);
  assertEquals(await ids("to=2026-03-01"), []);

  const before = db.database.statements.count;
  await w.store.get(`${CLAIMS}?include_total=true`);
  assert(db.database.statements.count - before <= 3 + 1, "session read, page, total");
});
