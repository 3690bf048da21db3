import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { createProduct } from "../../domain/products/create_product.ts";
import { product } from "../../domain/products/product.ts";
import { parse } from "../../domain/records/input.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";

Deno.test("POST /products enters a product", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");

  await t.step("with defaults, and nothing in stock", async () => {
    const { status, headers, body } = await owner.post("/products", { name: " Gear pump " });
    assertEquals(status, 201);
    assertEquals(headers.get("location"), `/api/v1/products/${body.data.id}`);
    const { id: _id, created_at, updated_at, created_by_name, ...rest } = body.data;
    assertMatch(created_by_name, /^Test owner /);
    assertEquals(rest, {
      reference_no: "SKU-000001",
      title: "Gear pump (SKU-000001)",
      sku: "SKU-000001",
      name: "Gear pump",
      brand: null,
      model: null,
      category: null,
      unit: "pcs",
      vat_percent: null,
      purchase_price: null,
      selling_price: null,
      min_stock: 0,
      warranty_months: 0,
      is_serialized: false,
      hs_code: null,
      country_of_origin: null,
      weight_kg: null,
      volume_cbm: null,
      description: null,
      active: true,
      stock_qty: 0,
      average_cost: 0,
      stock_value: 0,
      supplier_warranty_months: null,
      created_by: owner.userId,
      version: 1,
    });
    assertEquals(created_at, updated_at);
  });

  await t.step("with every field, dirty forms read", async () => {
    const { body } = await owner.post("/products", {
      name: "Servo drive",
      sku: "  007-AB ",
      brand: "Estun",
      model: "ED3",
      category: "Drives",
      unit: "Mtr",
      purchase_price: "1250.1234",
      selling_price: 1800,
      min_stock: "2.5",
      warranty_months: "12",
      is_serialized: "true",
      hs_code: "8504.40",
      country_of_origin: "China",
      weight_kg: 1.25,
      volume_cbm: 0.000125,
      description: "",
      active: "FALSE",
    });
    const { sku, reference_no, unit, purchase_price, min_stock, warranty_months } = body.data;
    assertEquals(
      [sku, reference_no, unit, purchase_price, min_stock, warranty_months],
      ["007-AB", "007-AB", "meter", 1250.1234, 2.5, 12],
    );
    const { is_serialized, weight_kg, volume_cbm, description, active } = body.data;
    assertEquals(
      [is_serialized, weight_kg, volume_cbm, description, active],
      [true, 1.25, 0.000125, null, false],
    );
  });

  await t.step("opening stock is a movement at the purchase price, half up at 2", async () => {
    const { body } = await owner.post("/products", {
      name: "Belt",
      purchase_price: 33.335,
      opening_stock: 3,
    });
    const { stock_qty, stock_value, average_cost, version } = body.data;
    assertEquals([stock_qty, stock_value, average_cost, version], [3, 100.01, 33.3367, 1]);
    const { stock_movements, stock_movements_has_more } =
      (await owner.get(`/products/${body.data.id}`)).body.data;
    assertEquals(stock_movements_has_more, false);
    const [{ kind, quantity, unit_cost, value, balance_after, value_after, movement_date }] =
      stock_movements;
    assertEquals(
      [kind, quantity, unit_cost, value, balance_after, value_after],
      ["opening", 3, 33.335, 100.01, 3, 100.01],
    );
    assertEquals(movement_date, actorWith("owner").today);
  });

  await t.step("opening stock without a price counts for 0, none makes no movement", async () => {
    const free = await owner.post("/products", { name: "Gift", opening_stock: 4 });
    assertEquals([free.body.data.stock_qty, free.body.data.stock_value], [4, 0]);
    const none = await owner.post("/products", { name: "None", opening_stock: 0 });
    const detail = await owner.get(`/products/${none.body.data.id}`);
    assertEquals(detail.body.data.stock_movements, []);
  });

  await t.step("what is worked out is named and not taken", async () => {
    const { status, body } = await owner.post("/products", {
      name: "Claims",
      stock_qty: 5,
      average_cost: 1,
      stock_value: 5,
    });
    assertEquals(status, 201);
    assertEquals(body.meta.ignored_fields, ["stock_qty", "average_cost", "stock_value"]);
    assertEquals(body.data.stock_qty, 0);
  });

  await t.step("a taken SKU is 409, a SKU in another case is another SKU", async () => {
    const taken = await owner.post("/products", { name: "X", sku: "007-AB" });
    assertEquals([taken.status, taken.body.code, taken.body.sku], [409, "duplicate_sku", "007-AB"]);
    assertMatch(taken.body.message, /conflict/i);
    for (const sku of ["007-ab", "07-AB"]) {
      assertEquals((await owner.post("/products", { name: "X", sku })).status, 201, sku);
    }
  });

  await t.step("a product without SKU passes over numbers that are taken", async () => {
    await owner.post("/products", { name: "By hand", sku: "SKU-000006" });
    const { body } = await owner.post("/products", { name: "Next" });
    assertEquals(body.data.sku, "SKU-000007");
  });

  await t.step("what is wrong with a field is said on the field", async () => {
    const { status, body } = await owner.post("/products", {
      unit: "gallon",
      purchase_price: -1,
      selling_price: 1.00001,
      opening_stock: -1,
      min_stock: 0.0001,
      warranty_months: 1.5,
    });
    assertEquals(status, 422);
    assertEquals(Object.keys(body.errors).sort(), [
      "min_stock",
      "name",
      "opening_stock",
      "purchase_price",
      "selling_price",
      "unit",
      "warranty_months",
    ]);
  });

  await t.step("the store enters products, but no prices", async () => {
    const store = await as("store");
    const refused = await store.post("/products", {
      name: "Priced",
      purchase_price: 1,
      selling_price: 2,
    });
    assertEquals([refused.status, refused.body.code], [403, "forbidden_fields"]);
    assertEquals(refused.body.fields, ["purchase_price", "selling_price"]);
    const made = await store.post("/products", {
      name: "No price",
      purchase_price: null,
      selling_price: "",
      opening_stock: 2,
    });
    assertEquals([made.status, made.body.data.stock_qty], [201, 2]);
    for (const hidden of ["purchase_price", "average_cost", "stock_value"]) {
      assert(!(hidden in made.body.data), hidden);
    }
  });

  await t.step("roles that only read are 403", async () => {
    for (
      const role of ["accounts", "sales", "service_manager", "engineer", "office_staff"] as const
    ) {
      const caller = await as(role);
      const refused = await caller.post("/products", { name: "X" });
      assertEquals([refused.status, refused.body.permission], [403, "products.write"], role);
      assertEquals((await caller.put("/products/1", { name: "X" })).status, 403, role);
      assertEquals((await caller.get("/products/1")).status, 200, role);
    }
  });
});

Deno.test("createProduct() waits for a SKU that is just being entered", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const input = parse(product.entry, { name: "First", sku: "SKU-000001" });
  let later!: Promise<Json>[];
  await inTransaction(db.database, async (tx) => {
    await createProduct(tx, actorWith("owner", owner.userId), input);
    later = [
      owner.post("/products", { name: "Same SKU", sku: "SKU-000001" }),
      owner.post("/products", { name: "Any SKU" }),
    ];
    await untilBlocked(db.database, 2);
  });
  const [same, any] = await Promise.all(later);
  assertEquals([same.status, same.body.code], [409, "duplicate_sku"]);
  assertEquals([any.status, any.body.data.sku], [201, "SKU-000002"]);
});

Deno.test("PUT /products/:id changes what is sent", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const made = await owner.post("/products", {
    name: "Motor",
    sku: "M-1",
    brand: "Siemens",
    unit: "set",
    purchase_price: 100,
    min_stock: 3,
    opening_stock: 2,
  });
  const path = `/products/${made.body.data.id}`;

  await t.step("blank leaves alone, null clears to the default", async () => {
    const { status, body } = await owner.put(path, {
      name: "Motor 2",
      brand: "",
      unit: null,
      min_stock: null,
      purchase_price: null,
      sku: null,
      selling_price: 150.5,
    });
    assertEquals(status, 200);
    const { name, brand, unit, min_stock, purchase_price, sku, selling_price, version } = body.data;
    assertEquals(
      [name, brand, unit, min_stock, purchase_price, sku, selling_price, version],
      ["Motor 2", "Siemens", "pcs", 0, null, "M-1", 150.5, 2],
    );
  });

  await t.step("stock is not set, the fields are named", async () => {
    const { body } = await owner.put(path, { opening_stock: 9, stock_qty: 9, stock_value: 1 });
    assertEquals(body.meta.ignored_fields, ["opening_stock", "stock_qty", "stock_value"]);
    assertEquals([body.data.stock_qty, body.data.stock_value, body.data.version], [2, 200, 2]);
  });

  await t.step("the SKU can change, not to a taken one", async () => {
    await owner.post("/products", { name: "Other", sku: "M-2" });
    const taken = await owner.put(path, { sku: "M-2" });
    assertEquals([taken.status, taken.body.code], [409, "duplicate_sku"]);
    const changed = await owner.put(path, { sku: "M-3" });
    assertEquals([changed.body.data.sku, changed.body.data.reference_no], ["M-3", "M-3"]);
  });

  await t.step("the store changes words, not prices", async () => {
    const store = await as("store");
    const refused = await store.put(path, { name: "X", purchase_price: null });
    assertEquals(
      [refused.status, refused.body.code, refused.body.fields],
      [403, "forbidden_fields", ["purchase_price"]],
    );
    assertEquals((await store.put(path, { category: "Motors" })).body.data.category, "Motors");
  });

  await t.step("an old version is 412, an unknown product 404", async () => {
    const { headers } = await owner.get(path);
    assertEquals(
      (await owner.put(path, { model: "A" }, { "if-match": headers.get("etag")! })).status,
      200,
    );
    assertEquals(
      (await owner.put(path, { model: "B" }, { "if-match": headers.get("etag")! })).status,
      412,
    );
    assertEquals((await owner.put("/products/999", { model: "B" })).status, 404);
  });

  await t.step("changes are audited with what stood before", async () => {
    const rows = await db.database.query<{ before: Json; after: Json }[]>(sql`
      select before, after from audit_log where action = 'product.update' order by id`);
    assertEquals(rows[0].before.name, "Motor");
    assertEquals(rows[0].after.name, "Motor 2");
    assertEquals(rows.length, 4);
  });
});

Deno.test("GET /products lists", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const rows = [
    {
      name: "alpha",
      sku: "A",
      brand: "Estun",
      category: "Drives",
      min_stock: 5,
      opening_stock: 5,
      purchase_price: 2,
    },
    {
      name: "Beta",
      sku: "B",
      brand: "ESTUN",
      model: "ED3",
      min_stock: 0,
      opening_stock: 9,
      purchase_price: 1,
    },
    {
      name: "gamma",
      sku: "C",
      hs_code: "8504.40",
      category: "drives",
      min_stock: 1,
      active: false,
    },
    { name: "100% nylon", sku: "D_1", opening_stock: 7, purchase_price: 100, min_stock: 6 },
  ];
  for (const row of rows) assertEquals((await owner.post("/products", row)).status, 201);
  const skus = async (query: string, caller = owner) =>
    (await caller.get(`/products?${query}`)).body.data.map((row: Json) => row.sku).join();

  await t.step("newest first, by every sort either way", async () => {
    assertEquals(await skus(""), "D_1,C,B,A");
    assertEquals(await skus("sort=name"), "D_1,A,B,C");
    assertEquals(await skus("sort=-sku"), "D_1,C,B,A");
    assertEquals(await skus("sort=stock_qty"), "C,A,D_1,B");
    assertEquals(await skus("sort=-stock_value"), "D_1,A,B,C");
    assertEquals(await skus("sort=created_at"), "A,B,C,D_1");
  });

  await t.step("by filter", async () => {
    assertEquals(await skus("low_stock=true"), "C,A");
    assertEquals(await skus("low_stock=false"), "D_1,B");
    assertEquals(await skus("in_stock=true"), "D_1,B,A");
    assertEquals(await skus("in_stock=false"), "C");
    assertEquals(await skus("active=true"), "D_1,B,A");
    assertEquals(await skus("active=false"), "C");
    assertEquals(await skus("category=DRIVES"), "C,A");
    assertEquals(await skus("brand=estun"), "B,A");
    const { today } = actorWith("owner");
    assertEquals(await skus(`from=${today}&to=${today}`), "D_1,C,B,A");
    assertEquals(await skus("to=2020-01-01"), "");
  });

  await t.step("by search, wildcards taken literally", async () => {
    assertEquals(await skus("search=ed3"), "B");
    assertEquals(await skus("search=8504"), "C");
    assertEquals(await skus("search=ALPHA"), "A");
    assertEquals(await skus("search=estun"), "B,A");
    assertEquals(await skus("search=%25"), "D_1");
    assertEquals(await skus("search=D_"), "D_1");
  });

  await t.step("in one statement for the page", async () => {
    const list = await owner.get("/products?include_total=true&limit=2");
    assertEquals([list.body.data.length, list.body.meta.total], [2, 4]);
    const before = db.database.statements.count;
    await owner.get("/products");
    assert(db.database.statements.count - before <= 3);
  });

  await t.step("costs stay hidden from the store, and the order by value too", async () => {
    const store = await as("store");
    const { body } = await store.get("/products");
    for (const row of body.data) {
      for (const hidden of ["purchase_price", "average_cost", "stock_value"]) {
        assert(!(hidden in row), hidden);
      }
      assert("selling_price" in row);
    }
    assertEquals((await store.get("/products?sort=stock_value")).status, 422);
    assertEquals(await skus("sort=stock_qty", store), "C,A,D_1,B");
  });
});

Deno.test("GET /products/:id embeds the newest 100 movements", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const { id } =
    (await owner.post("/products", { name: "Bolt", sku: "B", purchase_price: 0.5 })).body.data;
  for (let i = 1; i <= 100; i++) {
    await owner.post("/products/stock-movement", {
      product_id: id,
      type: "in",
      quantity: 1,
      reason: `no. ${i}`,
    });
  }

  await t.step("all of them while there are 100", async () => {
    const { data } = (await owner.get(`/products/${id}`)).body;
    assertEquals([data.stock_movements.length, data.stock_movements_has_more], [100, false]);
    assertEquals(data.stock_movements[0].reason, "no. 100");
    assertEquals(data.stock_movements[0].balance_after, data.stock_qty);
  });

  await t.step("says that there are more, and shows each as the list does", async () => {
    await owner.post("/products/stock-movement", {
      product_id: id,
      type: "in",
      quantity: 1.5,
      unit_cost: 0.3333,
      reason: "one more",
      serial_numbers: [],
    });
    const { data } = (await owner.get(`/products/${id}`)).body;
    assertEquals([data.stock_movements.length, data.stock_movements_has_more], [100, true]);
    const listed = (await owner.get(`/products/stock-movements?product_id=${id}&limit=100`)).body;
    assertEquals(data.stock_movements, listed.data);
  });

  await t.step("without what anything cost for those who may not see it", async () => {
    const store = await as("store");
    const { data } = (await store.get(`/products/${id}`)).body;
    for (const hidden of ["unit_cost", "value", "value_after"]) {
      assert(!(hidden in data.stock_movements[0]), hidden);
    }
  });

  await t.step("unknown ids are 404", async () => {
    for (const unknown of ["999", "0", "abc", "1.0"]) {
      assertEquals((await owner.get(`/products/${unknown}`)).status, 404, unknown);
    }
  });
});
