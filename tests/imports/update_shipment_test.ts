import sql from "sql-template-tag";
import { assertEquals } from "../support/assert.ts";
import { type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { insertSupplier } from "../support/imports.ts";

const PATH = "/import-logistics/shipments";

Deno.test("PATCH shipments changes what is sent and remembers every ETA", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  await owner.post(PATH, { supplier_id, eta: "2026-12-01", notes: "first", shipment_mode: "air" });
  const change = async (body: Json) => (await owner.patch(`${PATH}/1`, body)).body.data;
  const changed = await change({
    eta_date: "2026-12-09",
    carrier: "Line",
    notes: "",
    shipment_mode: null,
  });
  assertEquals(
    [
      changed.eta_chittagong,
      changed.carrier,
      changed.notes,
      changed.shipment_mode,
      changed.version,
    ],
    ["2026-12-09", "Line", "first", "sea", 2],
  );
  const cleared = await change({ eta_chittagong: null, notes: null });
  assertEquals([cleared.eta_chittagong, cleared.notes, cleared.version], [null, null, 3]);
  const same = await change({ carrier: "Line", eta_chittagong: null });
  assertEquals(same.version, 3);
  assertEquals(
    same.history.filter((row: Json) => row.field === "eta_chittagong")
      .map((row: Json) => [row.from, row.to, row.by]),
    [["2026-12-01", "2026-12-09", owner.userId], ["2026-12-09", null, owner.userId]],
  );
  assertEquals((await owner.patch(`${PATH}/99`, { notes: "x" })).status, 404);
  assertEquals(
    (await owner.patch(`${PATH}/1`, { supplier_id: null })).body.data.supplier_id,
    supplier_id,
  );
});

Deno.test("a new rate values the shipment afresh, a new currency needs its own", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database, "One", "USD");
  const items = [{ product_name: "A", ordered_qty: 3, purchase_value: 10.005 }];
  await owner.post(PATH, { supplier_id, exchange_rate: 100, items });
  await owner.post(`${PATH}/1/costs`, { cost_head: "freight", amount: 1, currency: "USD" });
  const patched = async (body: Json) => {
    const { status, body: { data, code, errors } } = await owner.patch(`${PATH}/1`, body);
    return status === 200
      ? [data.currency, data.exchange_rate, data.items[0].landed_value]
      : [status, code, ...Object.keys(errors)];
  };
  assertEquals(await patched({ exchange_rate: 110 }), ["USD", 110, 1200.55]); // the cost stays at 100
  assertEquals(await patched({ exchange_rate: null }), [
    422,
    "exchange_rate_missing",
    "exchange_rate",
  ]);
  assertEquals(await patched({ currency: "EUR" }), [422, "exchange_rate_missing", "exchange_rate"]);
  assertEquals(await patched({ currency: "EUR", exchange_rate: 130 }), ["EUR", 130, 1400.65]);
  assertEquals(await patched({ currency: "BDT", exchange_rate: 1 }), [
    422,
    "invalid_fields",
    "currency",
  ]);
  assertEquals(await patched({ currency: null, exchange_rate: 100 }), ["USD", 100, 1100.5]);
  assertEquals(await patched({ lc_tt_id: 9 }), [422, "invalid_fields", "lc_tt_id"]);
  assertEquals(await patched({ supplier_id: 9 }), [422, "invalid_fields", "supplier_id"]);
});

Deno.test("an unpriced shipment may change to taka and lose its rate", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const items = [{ product_name: "A", ordered_qty: 3, purchase_value: 0 }];
  await owner.post(PATH, { supplier_id, exchange_rate: 100, items });
  const change = (body: Json) => owner.patch(`${PATH}/1`, body);
  assertEquals((await change({ exchange_rate: null })).body.data.exchange_rate, null);
  assertEquals((await change({ currency: "BDT" })).body.data.exchange_rate, 1);
  const refused = await change({ exchange_rate: 2 });
  assertEquals([refused.status, Object.keys(refused.body.errors)], [422, ["exchange_rate"]]);
  assertEquals((await change({ currency: "USD" })).body.data.exchange_rate, null);
});

Deno.test("a shipment of an import file cannot become another supplier's duplicate", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const [one, two] = [await insertSupplier(db.database), await insertSupplier(db.database, "Two")];
  await owner.post(PATH, { supplier_id: one });
  await owner.post(PATH, { supplier_id: two });
  await db.database.query(sql`update shipments set external_ref = 'PI-1'`);
  const answer = await owner.patch(`${PATH}/2`, { supplier_id: one });
  assertEquals([answer.status, answer.body.code], [409, "duplicate_external_ref"]);
});

Deno.test("PATCH shipments honours If-Match over items and costs too", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post(PATH, { supplier_id: await insertSupplier(db.database) });
  const etag = (await owner.get(`${PATH}/1`)).headers.get("etag")!;
  await owner.post(`${PATH}/1/items`, { product_name: "A", ordered_qty: 1 });
  const stale = await owner.patch(`${PATH}/1`, { notes: "x" }, { "if-match": etag });
  assertEquals(stale.status, 412);
  const fresh = (await owner.get(`${PATH}/1`)).headers.get("etag")!;
  assertEquals((await owner.patch(`${PATH}/1`, { notes: "x" }, { "if-match": fresh })).status, 200);
});

Deno.test("what is done to a shipment is in the audit", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const items = [{ product_name: "A", ordered_qty: 1 }];
  await owner.post(PATH, {
    supplier_id: await insertSupplier(db.database),
    currency: "BDT",
    items,
  });
  await owner.patch(`${PATH}/1`, { notes: "x" });
  await owner.post(`${PATH}/1/items`, items[0]);
  await owner.post(`${PATH}/1/costs`, {
    cost_head: "other",
    amount: 1,
    allocation_method: "equal",
  });
  await owner.post(`${PATH}/1/costs/1/reverse`, { reason: "wrong" });
  await owner.patch(`${PATH}/1/status`, { status: "closed" });
  const rows = await db.database.query<Json[]>(sql`
    select action, entity_id, reference_no, actor_id from audit_log order by id`);
  const { reference_no, version } = (await owner.get(`${PATH}/1`)).body.data;
  assertEquals(rows.map(({ action }) => action), [
    "shipment.create",
    "shipment.update",
    "shipment.add_items",
    "shipment.add_cost",
    "shipment.reverse_cost",
    "shipment.change_status",
  ]);
  assertEquals(version, rows.length);
  assertEquals(
    new Set(rows.map((row) => `${row.entity_id} ${row.reference_no} ${row.actor_id}`)),
    new Set([`1 ${reference_no} ${owner.userId}`]),
  );
});
