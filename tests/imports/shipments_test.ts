import sql from "sql-template-tag";
import { businessDate } from "../../domain/business/business.ts";
import { createShipments } from "../../domain/imports/create_shipments.ts";
import { newShipment } from "../../domain/imports/shipment.ts";
import { parse } from "../../domain/records/input.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { freshDatabase, inRollback } from "../support/db.ts";
import { insertProduct, insertSupplier } from "../support/imports.ts";
import { done } from "../support/receiving.ts";

const PATH = "/import-logistics/shipments";

Deno.test("POST shipments opens a draft with what was sent and defaults for the rest", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database, "Supplier One", "CNY");
  const product_id = await insertProduct(db.database, "HEAD-1", "set");
  const made = await owner.post(PATH, {
    supplier_id: String(supplier_id),
    shipment_type: "Spare Parts",
    eta: "2026-12-04",
    tracking_number: " T-1 ",
    exchange_rate: 17.1,
    items: [
      {
        product_name: "Head",
        sku: "HEAD-1",
        ordered_qty: 40,
        shipped_qty: 38,
        purchase_value: 3.35,
      },
      { product_name: "Ink", product_id, ordered_qty: "2.5", unit: "Litres" },
    ],
  });
  assertEquals(made.status, 201);
  assertEquals(made.headers.get("location"), `/api/v1${PATH}/1`);
  const { data } = made.body;
  assertMatch(data.reference_no, /^SHP-\d{4}-000001$/);
  assertEquals(data.title, "Supplier One · T-1");
  assertEquals(
    [data.status, data.shipment_type, data.shipment_mode, data.eta_chittagong, data.currency],
    ["draft", "spare_parts", "sea", "2026-12-04", "CNY"],
  );
  assertEquals([data.exchange_rate, data.version, data.item_count], [17.1, 1, 2]);
  const [head, ink] = data.items;
  assertEquals([head.product_id, head.unit, head.shipped_qty], [product_id, "set", 38]);
  assertEquals([head.purchase_value_local, head.landed_value], [57.29, 57.29]); // 57.285, half up
  assertEquals(head.landed_unit_cost, 1.5076); // 57.29 / 38 = 1.50763…
  assertEquals([head.expected_qty, head.received_qty], [38, 0]);
  assertEquals([ink.sku, ink.unit, ink.shipped_qty], ["HEAD-1", "liter", 2.5]);
  assertEquals([ink.purchase_value, ink.landed_value], [null, 0]);
  assertEquals([data.costs, data.receipts, data.discrepancies, data.uploads], [[], [], [], []]);
  assertEquals(data.history.length, 1);
  assertEquals([data.history[0].from, data.history[0].to], [null, "draft"]);
  assertEquals(data.history[0].by, owner.userId);
  assertEquals((await owner.get(`${PATH}/1`)).body.data, data);
});

Deno.test("POST shipments takes the local currency at rate 1 and items later", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const { body } = await owner.post(PATH, { supplier_id, currency: "bdt", exchange_rate: 1 });
  assertEquals([body.data.currency, body.data.exchange_rate, body.data.items], ["BDT", 1, []]);
  const one = await owner.post(`${PATH}/1/items`, {
    product_name: "Cable",
    ordered_qty: 3,
    purchase_value: 10,
  });
  assertEquals([one.status, one.headers.get("location")], [201, `/api/v1${PATH}/1`]);
  assertEquals([one.body.data.landed_value, one.body.data.landed_unit_cost], [10, 3.3333]);
  const more = await owner.post(`${PATH}/1/items`, {
    items: [{ product_name: "A", ordered_qty: 1 }, { product_name: "B", ordered_qty: 1 }],
  });
  assertEquals(more.body.data.map((item: Json) => item.product_name), ["A", "B"]);
  const { data } = (await owner.get(`${PATH}/1`)).body;
  assertEquals([data.version, data.items.length], [3, 3]);
});

Deno.test("shipments refuse what does not fit, naming the field", async (t) => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  const supplier_id = await insertSupplier(db.database);
  const other = await insertSupplier(db.database, "Other");
  const [{ id: lc_tt_id }] = await db.database.query<[{ id: number }]>(sql`
    insert into lc_tt (reference_no, supplier_id, type, amount, currency)
    values ('LCT-1', ${other}, 'LC', 100, 'USD') returning id`);
  const item = { product_name: "Head", ordered_qty: 2 };
  const refusals: [string, Json, string, string][] = [
    ["no supplier", {}, "invalid_fields", "supplier_id"],
    ["unknown supplier", { supplier_id: 99 }, "invalid_fields", "supplier_id"],
    ["unknown LC", { supplier_id, lc_tt_id: 99 }, "invalid_fields", "lc_tt_id"],
    ["another supplier's LC", { supplier_id, lc_tt_id }, "invalid_fields", "lc_tt_id"],
    [
      "unknown mode",
      { supplier_id, shipment_mode: "submarine" },
      "invalid_fields",
      "shipment_mode",
    ],
    ["no such date", { supplier_id, eta_date: "2026-02-30" }, "invalid_fields", "eta_chittagong"],
    ["currency", { supplier_id, currency: "TAKA" }, "invalid_fields", "currency"],
    [
      "rate of the local currency",
      { supplier_id, currency: "BDT", exchange_rate: 2 },
      "invalid_fields",
      "exchange_rate",
    ],
    [
      "a price without rate",
      { supplier_id, items: [{ ...item, purchase_value: 5 }] },
      "exchange_rate_missing",
      "exchange_rate",
    ],
    [
      "unknown product",
      { supplier_id, items: [{ ...item, product_id: 99 }] },
      "invalid_fields",
      "items.0.product_id",
    ],
    [
      "nothing ordered",
      { supplier_id, items: [item, { ...item, ordered_qty: 0 }] },
      "invalid_fields",
      "items.1.ordered_qty",
    ],
    [
      "a price for nothing",
      { supplier_id, exchange_rate: 1.5, items: [{ ...item, shipped_qty: 0, purchase_value: 1 }] },
      "invalid_fields",
      "items.0.purchase_value",
    ],
    [
      "too many serials",
      { supplier_id, items: [{ ...item, ordered_qty: 1, serial_numbers: ["a", "b"] }] },
      "invalid_fields",
      "items.0.serial_numbers",
    ],
    [
      "unknown unit",
      { supplier_id, items: [{ ...item, unit: "dozen" }] },
      "invalid_fields",
      "items.0.unit",
    ],
    [
      "a third decimal of local money",
      { supplier_id, currency: "BDT", items: [{ ...item, purchase_value: 1.005 }] },
      "invalid_fields",
      "items.0.purchase_value",
    ],
    [
      "a value beyond all bounds",
      {
        supplier_id,
        exchange_rate: 9999999,
        items: [{ ...item, purchase_value: 99999999999 }],
      },
      "invalid_fields",
      "items.0.purchase_value",
    ],
  ];
  for (const [what, body, code, field] of refusals) {
    await t.step(what, async () => {
      const answer = await owner.post(PATH, body);
      assertEquals([answer.status, answer.body.code], [422, code]);
      assertEquals(Object.keys(answer.body.errors), [field]);
    });
  }
  await t.step("nothing of them was kept", async () => {
    assertEquals((await owner.get(PATH)).body.data, []);
  });
  await t.step("an item of its own is judged the same", async () => {
    const { body: { data } } = await owner.post(PATH, { supplier_id });
    const path = `${PATH}/${data.id}/items`;
    const errorsOf = async (body: Json) => Object.keys((await owner.post(path, body)).body.errors);
    assertEquals(await errorsOf({}), ["product_name", "ordered_qty"]);
    assertEquals(await errorsOf({ items: [] }), ["items"]);
    assertEquals(await errorsOf({ items: [item], sku: "X" }), ["sku"]);
    assertEquals(await errorsOf({ items: [item, { ordered_qty: 1 }] }), ["items.1.product_name"]);
    assertEquals(await errorsOf({ ...item, product_id: 99 }), ["product_id"]);
    assertEquals(await errorsOf({ items: [{ ...item, product_id: 99 }] }), ["items.0.product_id"]);
    assertEquals(
      (await owner.post(path, { ...item, purchase_value: 1 })).body.code,
      "exchange_rate_missing",
    );
    assertEquals((await owner.post(`${PATH}/999/items`, item)).status, 404);
  });
});

Deno.test("createShipments() makes many in few statements and names faults by their place", async () => {
  await using db = await freshDatabase();
  const supplier_id = await insertSupplier(db.database);
  const actor = actorWith("accounts");
  const input = (more: Json = {}) =>
    parse(newShipment, { supplier_id: String(supplier_id), items: [], ...more });
  await inTransaction(db.database, async (tx) => {
    const before = db.database.statements.count;
    const many = Array.from({ length: 300 }, (_, i) => ({
      ...input({ items: [{ product_name: `Part ${i}`, ordered_qty: "1", sku: `S${i}` }] }),
      external_ref: `PI-${i}`,
      content_hash: "h",
    }));
    const ids = await createShipments(tx, actor, many);
    assert(db.database.statements.count - before <= 8);
    const rows = await tx.query<Json[]>(sql`
      select s.id, s.external_ref, s.reference_no, i.sku from shipments s
      join shipment_items i on i.shipment_id = s.id order by s.id`);
    assertEquals(rows.map(({ id }) => id), ids);
    assertEquals(rows.map(({ external_ref }) => external_ref), many.map((m) => m.external_ref));
    assertEquals(rows.map(({ sku }) => sku), many.map(({ items }) => items[0].sku));
    assert(rows[299].reference_no.endsWith("-000300"));
  });
  const twice = await thrownBy(() =>
    inRollback(db.database, async (tx) => {
      await createShipments(tx, actor, [{ ...input(), external_ref: "PI-7" }]);
    })
  );
  assertEquals((twice as Json).code, "duplicate_external_ref");
  const faulty = await thrownBy(() =>
    inRollback(db.database, async (tx) => {
      await createShipments(tx, actor, [
        input(),
        input({ supplier_id: "99" }),
        input({ lc_tt_id: "5" }),
      ]);
    })
  );
  assertEquals(Object.keys((faulty as Json).details.errors), ["1.supplier_id", "2.lc_tt_id"]);
  const refused = await thrownBy(() =>
    inRollback(db.database, async (tx) => {
      await createShipments(tx, actorWith("store"), [input()]);
    })
  );
  assertEquals((refused as Json).code, "forbidden");
});

Deno.test("GET shipments filters, sorts and searches in at most three statements", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const one = await insertSupplier(db.database, "Shenzhen Print");
  const two = await insertSupplier(db.database, "Milano Inks");
  const today = businessDate();
  const make = (body: Json) => owner.post(PATH, body);
  await make({ supplier_id: one, eta: "2020-01-01", tracking_number: "OOLU7745120" });
  await make({
    supplier_id: two,
    eta: "2020-01-01",
    shipment_mode: "air",
    container_number: "TCLU1",
  });
  await make({
    supplier_id: one,
    shipment_type: "machine",
    items: [{ product_name: "Zünd cutter", ordered_qty: 1, sku: "00123" }],
  });
  await make({ supplier_id: one, eta: "2190-06-30", bl_number: "BL_9" });
  await owner.patch(`${PATH}/2/status`, { status: "warehouse_received" });
  const ids = async (query: string) => {
    const answer = await owner.get(`${PATH}?${query}`);
    assertEquals(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data.map((row: Json) => row.id);
  };
  const cases: [string, number[]][] = [
    ["", [4, 3, 2, 1]],
    ["status=draft", [4, 3, 1]],
    ["status=draft,warehouse-received", [4, 3, 2, 1]],
    [`supplier_id=${two}`, [2]],
    ["delayed=true", [1]],
    ["delayed=false", [4, 3, 2]],
    ["shipment_mode=air", [2]],
    ["shipment_type=machine", [3]],
    ["lc_tt_id=7", []],
    ["from=2190-01-01", [4]],
    ["to=2020-12-31", [2, 1]],
    [`from=${today}&to=${today}`, [3]],
    ["sort=eta_chittagong", [1, 2, 4, 3]],
    ["sort=-eta_chittagong", [4, 2, 1, 3]],
    ["sort=-status", [2, 4, 3, 1]],
    ["sort=created_at", [1, 2, 3, 4]],
    ["search=oolu77", [1]],
    ["search=milano", [2]],
    ["search=tclu", [2]],
    ["search=BL_9", [4]],
    ["search=00123", [3]],
    ["search=z%C3%BCnd", [3]],
    ["search=000003", [3]],
    ["search=%25", []],
  ];
  for (const [query, expected] of cases) {
    await t.step(query || "all", async () => assertEquals(await ids(query), expected));
  }
  await t.step("pages by a date that some lack", async () => {
    for (const sort of ["eta_chittagong", "-eta_chittagong", "status"]) {
      const seen: number[] = [];
      for (let cursor = "";;) {
        const { body } = await owner.get(
          `${PATH}?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.map((row: Json) => row.id));
        if (!body.meta.next_cursor) break;
        cursor = body.meta.next_cursor;
      }
      assertEquals(seen, await ids(`sort=${sort}`));
    }
  });
  await t.step("rows carry supplier, items and delay", async () => {
    const before = db.database.statements.count;
    const { body } = await owner.get(`${PATH}?include_total=true`);
    assert(db.database.statements.count - before <= 3 + 1); // and one for the session
    assertEquals(body.meta.total, 4);
    const third = body.data[1];
    assertEquals([third.supplier_name, third.item_count, third.delayed], [
      "Shenzhen Print",
      1,
      false,
    ]);
  });
  await t.step("a wrong word in a filter is a 422", async () => {
    for (
      const query of [
        "status=sunk",
        "sort=weight",
        "delayed=maybe",
        "supplier_id=x",
        "from=1.1.2026",
      ]
    ) {
      assertEquals((await owner.get(`${PATH}?${query}`)).status, 422, query);
    }
  });
});

Deno.test("roles see of a shipment what they may", async () => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  const supplier_id = await insertSupplier(db.database);
  const item = { product_name: "Head", ordered_qty: 2, purchase_value: 5 };
  await owner.post(PATH, { supplier_id, exchange_rate: 120, items: [item] });
  for (const role of ["sales", "office_staff"] as const) {
    const reader = await app.as(role);
    assertEquals((await reader.get(PATH)).body.data.length, 1, role);
    const shipment = done(await reader.get(`${PATH}/1`));
    for (const hidden of ["costs", "late_costs", "totals", "lc_tt", "receipts", "discrepancies"]) {
      assert(!(hidden in shipment), `${role}: ${hidden}`);
    }
    for (
      const hidden of [
        "purchase_value",
        "purchase_value_local",
        "landed_value",
        "landed_unit_cost",
        "shares",
      ]
    ) {
      assert(!(hidden in shipment.items[0]), `${role}: ${hidden}`);
    }
    assertEquals(shipment.items[0].expected_qty, 2);
    assertEquals((await reader.patch(`${PATH}/1`, { notes: "x" })).status, 403);
    assertEquals((await reader.patch(`${PATH}/1/status`, { status: "in_transit" })).status, 403);
  }
  const store = await app.as("store");
  assertEquals((await store.get(`${PATH}/1`)).body.data.receipts, []);
  assertEquals((await store.post(PATH, { supplier_id })).status, 403);
  assertEquals((await store.post(`${PATH}/1/items`, item)).status, 403);
  assertEquals(
    (await store.post(`${PATH}/1/costs`, { cost_head: "freight", amount: 1 })).status,
    403,
  );
  assertEquals((await store.patch(`${PATH}/1`, { notes: "x" })).status, 403);
  assertEquals((await store.patch(`${PATH}/1/status`, { status: "in_transit" })).status, 200);
});
