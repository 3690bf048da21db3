import sql from "sql-template-tag";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";

Deno.test("POST /products/stock-movement moves stock", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  // the books begin before all of it
  const oldest = { name: "Old", opening_stock: 1, opening_stock_date: "2020-01-01" };
  assertEquals((await owner.post("/products", oldest)).status, 201);
  const newProduct = async (fields: Json = {}) =>
    (await owner.post("/products", { name: "Pump", ...fields })).body.data.id as number;
  const move = (product_id: number, type: string, quantity: unknown, more: Json = {}) =>
    owner.post("/products/stock-movement", {
      product_id,
      type,
      quantity,
      reason: "count",
      ...more,
    });
  const figures = (
    row: Json,
  ) => [row.quantity, row.unit_cost, row.value, row.balance_after, row.value_after];

  await t.step("answers the row with every field", async () => {
    const id = await newProduct({ sku: "P-1", unit: "box" });
    const { status, headers, body } = await move(id, "Stock-In", "2.500", {
      unit_cost: 10.3333,
      warehouse_name: "Main",
      bin_location: "A1",
      note: "by truck",
      date: "2026-01-31",
      reason: " bought ",
    });
    assertEquals(status, 201);
    assertEquals(headers.get("location"), `/api/v1/products/stock-movements/${body.data.id}`);
    const { created_at, updated_at, created_by_name, ...rest } = body.data;
    assertEquals(created_at, updated_at);
    assertMatch(created_by_name, /^Test owner /);
    assertEquals(rest, {
      id: body.data.id,
      reference_no: "STK-2026-000001",
      title: "Pump (P-1): in +2.5 box",
      product_id: id,
      sku: "P-1",
      product_name: "Pump",
      movement_date: "2026-01-31",
      kind: "in",
      quantity: 2.5,
      unit_cost: 10.3333,
      value: 25.83,
      balance_after: 2.5,
      value_after: 25.83,
      place_id: 1,
      place_name: "Main store",
      warehouse_name: "Main",
      bin_location: "A1",
      serial_numbers: [],
      reason: "bought",
      note: "by truck",
      source_type: null,
      source_id: null,
      source_reference_no: null,
      reverses_id: null,
      created_by: owner.userId,
      version: 1,
    });
    assertEquals((await owner.get(`/products/stock-movements/${rest.id}`)).body.data, body.data);
    const product = (await owner.get(`/products/${id}`)).body.data;
    assertEquals([product.stock_qty, product.stock_value, product.average_cost], [
      2.5,
      25.83,
      10.332,
    ]);
    assertEquals(product.version, 2);
  });

  await t.step("a movement belongs to the year of its date", async () => {
    const id = await newProduct();
    const { body } = await move(id, "in", 1, { movement_date: "2024-12-31" });
    assertEquals(body.data.reference_no, "STK-2024-000001");
  });

  await t.step("in without a cost: at average, else purchase price, else 0", async () => {
    const bare = await newProduct();
    assertEquals(figures((await move(bare, "in", 2)).body.data), [2, 0, 0, 2, 0]);
    const priced = await newProduct({ purchase_price: 7.5 });
    assertEquals(figures((await move(priced, "in", 2)).body.data), [2, 7.5, 15, 2, 15]);
    await move(priced, "in", 1, { unit_cost: 5 });
    // 20.00 / 3 = 6.6667, which is not the purchase price any more
    assertEquals(figures((await move(priced, "in", 3)).body.data), [3, 6.6667, 20, 6, 40]);
    await move(priced, "out", 6);
    assertEquals(figures((await move(priced, "in", 1)).body.data), [1, 7.5, 7.5, 1, 7.5]);
  });

  await t.step("value is quantity × unit cost, half up at 2 decimals", async () => {
    const id = await newProduct();
    assertEquals((await move(id, "in", 1, { unit_cost: 1.005 })).body.data.value, 1.01);
    assertEquals((await move(id, "in", 0.001, { unit_cost: 4.99 })).body.data.value, 0);
    assertEquals((await move(id, "in", 0.001, { unit_cost: 5 })).body.data.value, 0.01);
  });

  await t.step(
    "out goes at the moving average, halves to even, the last takes the rest",
    async () => {
      const id = await newProduct();
      await move(id, "in", 4, { unit_cost: 2.5025 }); // 10.01
      assertEquals(figures((await move(id, "out", 2)).body.data), [-2, 2.5, -5, 2, 5.01]);
      assertEquals(figures((await move(id, "out", 1)).body.data), [-1, 2.5, -2.5, 1, 2.51]);
      assertEquals(figures((await move(id, "out", 1)).body.data), [-1, 2.51, -2.51, 0, 0]);
      const product = (await owner.get(`/products/${id}`)).body.data;
      assertEquals([product.stock_qty, product.stock_value, product.average_cost], [0, 0, 0]);
    },
  );

  await t.step("an adjustment goes either way, a cost for what goes out is not taken", async () => {
    const id = await newProduct();
    const up = await move(id, "adjustment", 3, { unit_cost: 10 });
    assertEquals([up.body.data.kind, ...figures(up.body.data)], ["adjustment", 3, 10, 30, 3, 30]);
    const down = await move(id, "adjustment", -1, { unit_cost: 99 });
    assertEquals(figures(down.body.data), [-1, 10, -10, 2, 20]);
    assertMatch(down.body.data.title, /: adjustment -1 pcs$/);
    assertEquals(figures((await move(id, "out", 1, { unit_cost: 99 })).body.data), [
      -1,
      10,
      -10,
      1,
      10,
    ]);
  });

  await t.step("stock never goes below zero", async () => {
    const id = await newProduct({ sku: "SHORT", opening_stock: 2.5 });
    for (const [type, quantity] of [["out", 2.501], ["adjustment", -3]] as const) {
      const { status, body } = await move(id, type, quantity);
      assertEquals([status, body.code], [409, "insufficient_stock"]);
      assertMatch(body.message, /conflict/i);
      assertMatch(body.message, /Pump \(SHORT\)/);
      assertEquals(
        [body.product_id, body.sku, body.product_name, body.wanted, body.available],
        [id, "SHORT", "Pump", Math.abs(quantity), 2.5],
      );
    }
    assertEquals((await owner.get(`/products/${id}`)).body.data.stock_movements.length, 1);
  });

  await t.step("a refused movement gives its number back", async () => {
    const id = await newProduct({ opening_stock: 1, opening_stock_date: "2023-01-01" });
    const first = (await move(id, "out", 1, { date: "2023-05-05" })).body.data.reference_no;
    assertEquals((await move(id, "out", 1, { date: "2023-05-05" })).status, 409);
    const second = (await move(id, "in", 1, { date: "2023-05-05" })).body.data.reference_no;
    assertEquals([first, second], ["STK-2023-000002", "STK-2023-000003"]);
  });

  await t.step("serial numbers are as many as the quantity", async () => {
    const id = await newProduct({ is_serialized: true });
    const made = await move(id, "in", 2, { serial_numbers: [" S1 ", "S2"] });
    assertEquals(made.body.data.serial_numbers, ["S1", "S2"]);
    assertEquals((await move(id, "adjustment", -1, { serial_numbers: ["S1"] })).status, 201);
    for (
      const [type, quantity, serial_numbers] of [
        ["in", 2, ["S3"]],
        ["out", 1.5, ["S2"]],
        ["in", 2, ["S3", "S3"]],
        ["adjustment", -2, ["S2"]],
      ] as const
    ) {
      const { status, body } = await move(id, type, quantity, { serial_numbers });
      assertEquals([status, Object.keys(body.errors)], [422, ["serial_numbers"]]);
    }
  });

  await t.step("what is wrong with a field is said on the field", async () => {
    const id = await newProduct();
    const wrong = async (fields: Json) => {
      const body = { product_id: id, type: "in", quantity: 1, reason: "x", ...fields };
      const answer = await owner.post("/products/stock-movement", body);
      assertEquals(answer.status, 422, JSON.stringify(fields));
      return Object.keys(answer.body.errors).join();
    };
    assertEquals(await wrong({ quantity: 0 }), "quantity");
    assertEquals(await wrong({ quantity: -1 }), "quantity");
    assertEquals(await wrong({ type: "out", quantity: -1 }), "quantity");
    assertEquals(await wrong({ type: "adjustment", quantity: 0 }), "quantity");
    assertEquals(await wrong({ quantity: 0.0001 }), "quantity");
    assertEquals(await wrong({ quantity: "1e2" }), "quantity");
    assertEquals(await wrong({ unit_cost: -1 }), "unit_cost");
    assertEquals(await wrong({ unit_cost: 0.00001 }), "unit_cost");
    assertEquals(await wrong({ type: "transfer" }), "type");
    assertEquals(await wrong({ reason: " " }), "reason");
    assertEquals(await wrong({ product_id: 999999 }), "product_id");
    assertEquals(await wrong({ movement_date: "2026-02-30" }), "movement_date");
    assertEquals(await wrong({ quantity: 99999999999, unit_cost: 99999999999 }), "body");
  });

  await t.step("the store moves stock, but sets no cost", async () => {
    const store = await as("store");
    const id = await newProduct({ purchase_price: 3 });
    const body = { product_id: id, type: "in", quantity: 1, reason: "found" };
    const refused = await store.post("/products/stock-movement", { ...body, unit_cost: 3 });
    assertEquals(
      [refused.status, refused.body.code, refused.body.fields],
      [403, "forbidden_fields", ["unit_cost"]],
    );
    const made = await store.post("/products/stock-movement", body);
    assertEquals(made.status, 201);
    for (const hidden of ["unit_cost", "value", "value_after"]) {
      assert(!(hidden in made.body.data), hidden);
    }
    for (
      const role of ["accounts", "sales", "service_manager", "engineer", "office_staff"] as const
    ) {
      const reader = await as(role);
      const answer = await reader.post("/products/stock-movement", body);
      assertEquals([answer.status, answer.body.permission], [403, "stock.move"], role);
      assertEquals((await reader.get("/products/stock-movements")).status, 200, role);
    }
  });

  await t.step("the same key again moves nothing twice", async () => {
    const id = await newProduct();
    const body = { product_id: id, type: "in", quantity: 1, reason: "x" };
    const key = { "idempotency-key": "move-once" };
    const [one, two] = [
      await owner.post("/products/stock-movement", body, key),
      await owner.post("/products/stock-movement", body, key),
    ];
    assertEquals([two.status, two.body], [201, one.body]);
    assertEquals((await owner.get(`/products/${id}`)).body.data.stock_qty, 1);
  });
});

Deno.test("GET /products/stock-movements lists", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const first = (await owner.post("/products", {
    name: "Alpha",
    sku: "A",
    opening_stock: 9,
    opening_stock_date: "2026-01-01",
  })).body.data.id;
  const second = (await owner.post("/products", { name: "Beta", sku: "B" })).body.data.id;
  const move = (product_id: number, type: string, quantity: number, date: string) =>
    owner.post("/products/stock-movement", { product_id, type, quantity, date, reason: "r" });
  await move(first, "out", 1, "2026-03-01");
  await move(second, "in", 5, "2026-02-27");
  await move(second, "adjustment", -2, "2026-02-28");
  const quantities = async (query: string, path = "/products/stock-movements") =>
    (await owner.get(`${path}?${query}`)).body.data.map((row: Json) => row.quantity).join();

  await t.step("newest first, also under the existing client's path", async () => {
    assertEquals(await quantities(""), "-2,5,-1,9");
    assertEquals(await quantities("", "/stock/movements"), "-2,5,-1,9");
    assertEquals(await quantities("sort=movement_date&to=2026-03-31"), "9,5,-2,-1");
  });

  await t.step("by filter", async () => {
    assertEquals(await quantities(`product_id=${first}`), "-1,9");
    assertEquals(await quantities("kind=in,Adjustment"), "-2,5");
    assertEquals(await quantities("type=opening"), "9");
    assertEquals(await quantities("source_type=invoice"), "");
    assertEquals(await quantities("from=2026-03-01&to=2026-03-01"), "-1");
    assertEquals(await quantities("search=beta"), "-2,5");
    const { reference_no } =
      (await owner.get(`/products/stock-movements?kind=opening`)).body.data[0];
    assertEquals(await quantities(`search=${reference_no.toLowerCase()}`), "9");
    for (const query of ["kind=sold", "product_id=x", "from=2026-13-01", "sort=value"]) {
      assertEquals((await owner.get(`/products/stock-movements?${query}`)).status, 422, query);
    }
  });

  await t.step("pages by cursor", async () => {
    const page = await owner.get("/products/stock-movements?limit=3");
    const rest = await quantities(`limit=3&cursor=${page.body.meta.next_cursor}`);
    assertEquals(rest, "9");
  });

  await t.step("a movement that is not there is 404", async () => {
    assertEquals((await owner.get("/products/stock-movements/999")).status, 404);
    assertEquals((await owner.get("/products/stock-movement")).status, 405);
  });
});

Deno.test("stock movements only append", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await owner.post("/products", { name: "Kept", opening_stock: 1, purchase_price: 5 });
  for (
    const attempt of [
      sql`update stock_movements set quantity = 2`,
      sql`delete from stock_movements`,
      sql`truncate stock_movements cascade`,
    ]
  ) {
    const refused = await db.database.query(attempt).then(() => "done", (error) => error.message);
    assertMatch(refused, /^stock_movements is append-only/);
  }
  for (
    const attempt of [
      sql`update products set stock_qty = -1`,
      sql`update products set stock_qty = 0`,
      sql`update products set stock_qty = 'NaN'`,
    ]
  ) {
    const refused = await db.database.query(attempt).then(() => "done", (error) => error.code);
    assertEquals(refused, "23514");
  }
  const { body } = await owner.get("/products/1");
  assertEquals([body.data.stock_qty, body.data.stock_value], [1, 5]);
  assertEquals(body.data.stock_movements[0].movement_date, actorWith("owner").today);
});
