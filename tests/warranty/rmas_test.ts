import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { lockProducts } from "../../domain/stock/post_movements.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { moveStock } from "../support/journal.ts";

const path = "/import-logistics/rmas";
const actor = actorWith("system");

async function insertSupplier(db: Database, name: string): Promise<number> {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into suppliers (reference_no, name, currency)
    values (${`SUP-T-${crypto.randomUUID()}`}, ${name}, 'USD') returning id`);
  return id;
}

async function insertCustomer(db: Database, name: string, phone: string): Promise<number> {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into customers (reference_no, name, phone)
    values (${`CUS-T-${crypto.randomUUID()}`}, ${name}, ${phone}) returning id`);
  return id;
}

async function insertProduct(db: Database, warrantyMonths: number): Promise<number> {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into products (sku, name, warranty_months)
    values (${crypto.randomUUID()}, 'Main board', ${warrantyMonths}) returning id`);
  return id;
}

/** Brings the serials in and sells them, the way an invoice will; answers the invoice's movement. */
async function sell(
  db: Database,
  sale: { product_id: number; serials: string[]; on: string; invoice_id: number },
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const products = await lockProducts(tx, [sale.product_id]);
    const quantity = new Decimal(String(sale.serials.length));
    const common = {
      product_id: sale.product_id,
      movement_date: sale.on,
      serial_numbers: sale.serials,
    };
    const [, sold] = await moveStock(tx, products, [
      { ...common, kind: "in", quantity, value: new Decimal("100") },
      {
        ...common,
        kind: "invoice",
        quantity: quantity.neg(),
        source: { type: "invoice", id: sale.invoice_id, reference_no: `INV-${sale.invoice_id}` },
      },
    ]);
    return sold.id;
  });
}

async function voidSale(db: Database, product_id: number, movement: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const products = await lockProducts(tx, [product_id]);
    await moveStock(tx, products, [{
      product_id,
      kind: "invoice_void",
      quantity: new Decimal("1"),
      value: new Decimal("100"),
      movement_date: actor.today,
      serial_numbers: ["S"],
      reverses_id: movement,
    }]);
  });
}

Deno.test("createRma() takes the specification's body and answers the whole case", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database, "Shenzhen Boards");
  const made = await owner.post(path, {
    customer_name: " Rahim Traders ",
    customer_phone: "+880 1712-345678",
    supplier_id: String(supplier_id),
    machine_model: "CNC-1325",
    machine_serial_number: "M-100",
    board_type: "RD control",
    board_serial_number: "B-77",
    fault_description: "No output on the Y axis",
    quantity: "2",
    unit: "pcs",
    currency: "usd",
    estimated_value: 125.5,
    surprise: true,
  });
  assertEquals(made.status, 201);
  assertMatch(made.headers.get("location")!, /^\/api\/v1\/import-logistics\/rmas\/\d+$/);
  assertEquals(made.body.meta.ignored_fields, ["surprise"]);
  const { data } = made.body;
  assertMatch(data.reference_no, /^RMA-\d{4}-000001$/);
  assertEquals(data.title, `${data.reference_no} – board B-77, Rahim Traders`);
  assertEquals(
    [data.status, data.customer_name, data.supplier_name, data.quantity, data.currency],
    ["draft", "Rahim Traders", "Shenzhen Boards", 2, "USD"],
  );
  assertEquals([data.estimated_value, data.version, data.created_by], [125.5, 1, owner.userId]);
  assertEquals(data.warranty, {
    covered: false,
    reason: "No sale of this serial is on record.",
    days_left: null,
    invoice_id: null,
    sold_on: null,
    warranty_months: null,
    warranty_until: null,
    replaces: null,
  });
  assertEquals([data.days_at_supplier, data.turnaround_days], [null, 0]);
  assertEquals(data.earlier_cases, []);
  assertEquals(
    data.history.map((h: Json) => [h.field, h.from, h.to, h.by]),
    [["status", null, "draft", owner.userId]],
  );
  assertEquals((await owner.get(`${path}/${data.id}`)).body.data, data);
  const before = db.database.statements.count;
  const list = await owner.get(path);
  assertEquals(db.database.statements.count - before, 2, "the session and the list");
  assertEquals(list.body.data[0].title, data.title);
  assertEquals("history" in list.body.data[0], false);
});

Deno.test("createRma() says which fields are missing", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const wrong = async (body: object) => {
    const { status, body: problem } = await owner.post(path, body);
    assertEquals(status, 422);
    return Object.keys(problem.errors).sort();
  };
  const things = ["board_serial_number", "machine_model", "machine_serial_number"];
  const fault = { fault_description: "dead" };
  assertEquals(await wrong({ customer_name: "A", machine_model: "X" }), ["fault_description"]);
  assertEquals(await wrong({ ...fault, customer_name: "A" }), things);
  assertEquals(await wrong({ ...fault }), [...things, "customer_name"].sort());
  assertEquals(await wrong({ ...fault, machine_model: "X" }), ["customer_name"]);
  const whole = { ...fault, customer_name: "A", machine_model: "X" };
  assertEquals(await wrong({ ...whole, supplier_id: 999 }), ["supplier_id"]);
  assertEquals(await wrong({ ...whole, customer_id: 999 }), ["customer_id"]);
  assertEquals(await wrong({ ...whole, service_ticket_id: 999 }), ["service_ticket_id"]);
  assertEquals(await wrong({ ...whole, quantity: 0 }), ["quantity"]);
  assertEquals(await wrong({ ...whole, currency: "TAKA" }), ["currency"]);
  const [{ count }] = await db.database.query<[{ count: number }]>(
    sql`select count(*) as count from rmas`,
  );
  assertEquals(count, 0);
  assertMatch(
    (await owner.post(path, whole)).body.data.reference_no,
    /-000001$/,
  );
});

Deno.test("createRma() finds the customer of the minimal form", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database, "Maker");
  const minimal = (serial_number: string) => ({
    supplier_id,
    serial_number,
    fault_description: "dead",
  });

  await t.step("nobody is known: Unknown", async () => {
    const { status, body } = await owner.post(path, minimal("SN-1"));
    assertEquals(status, 201);
    assertEquals(
      [body.data.customer_name, body.data.machine_serial_number, body.data.quantity],
      ["Unknown", "SN-1", 1],
    );
    assertEquals(body.meta, undefined);
  });

  await t.step("an earlier case of the serial knows him, whichever part had it", async () => {
    await owner.post(path, {
      customer_name: "Karim",
      customer_phone: "01811000000",
      board_serial_number: "SN-1",
      fault_description: "first",
    });
    const { data } = (await owner.post(path, minimal("sn-1"))).body;
    assertEquals([data.customer_name, data.customer_phone], ["Karim", "01811000000"]);
    assertEquals(data.earlier_cases.map((e: Json) => e.fault_description), ["first", "dead"]);
  });

  await t.step("the latest one that somebody knew decides", async () => {
    const bring = (customer_name: string) =>
      owner.post(path, { ...minimal("SN-1"), customer_name });
    await bring("Selim");
    await bring("Unknown");
    assertEquals((await owner.post(path, minimal("SN-1"))).body.data.customer_name, "Selim");
  });

  await t.step("customer_id names him, what is sent stands", async () => {
    const customer_id = await insertCustomer(db.database, "Dhaka Signs", "01999000000");
    const { data } = (await owner.post(path, { ...minimal("SN-2"), customer_id })).body;
    assertEquals(
      [data.customer_id, data.customer_name, data.customer_phone],
      [customer_id, "Dhaka Signs", "01999000000"],
    );
    const named = await owner.post(path, {
      ...minimal("SN-3"),
      customer_id,
      customer_name: "Dhaka Signs, Mirpur",
      customer_phone: "01700000001",
    });
    assertEquals(
      [named.body.data.customer_name, named.body.data.customer_phone],
      ["Dhaka Signs, Mirpur", "01700000001"],
    );
  });
});

Deno.test("findRma() judges the warranty by the serial's sale", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const product = await insertProduct(db.database, 12);
  const daysAgo = (days: number) =>
    Temporal.PlainDate.from(actor.today).subtract({ days }).toString();
  const verdict = async (body: object) => {
    const made = await owner.post(path, {
      customer_name: "A",
      fault_description: "dead",
      ...body,
    });
    return made.body.data.warranty;
  };

  await t.step("sold lately: covered, whatever the case of the letters", async () => {
    await sell(db.database, {
      product_id: product,
      serials: ["Ab-1", "Ab-2"],
      on: daysAgo(10),
      invoice_id: 41,
    });
    const got = await verdict({ serial_number: "aB-2" });
    assertEquals([got.covered, got.invoice_id], [true, 41]);
    const end = Temporal.PlainDate.from(daysAgo(10)).add({ months: 12 });
    assertEquals(got.days_left, Temporal.PlainDate.from(actor.today).until(end).days);
    assertMatch(got.reason, new RegExp(end.toString()));
  });

  await t.step("sold long ago: expired, and the reason names the day", async () => {
    await sell(db.database, {
      product_id: product,
      serials: ["OLD"],
      on: "2020-02-29",
      invoice_id: 42,
    });
    const got = await verdict({ board_serial_number: "OLD" });
    assertEquals([got.covered, got.days_left, got.invoice_id], [false, 0, 42]);
    assertMatch(got.reason, /ended on 2021-02-28\.$/);
  });

  await t.step("a voided sale is none, the sale before it is", async () => {
    await sell(db.database, {
      product_id: product,
      serials: ["RES"],
      on: daysAgo(40),
      invoice_id: 43,
    });
    const movement = await sell(db.database, {
      product_id: product,
      serials: ["RES"],
      on: daysAgo(5),
      invoice_id: 44,
    });
    assertEquals((await verdict({ serial_number: "RES" })).invoice_id, 44);
    await voidSale(db.database, product, movement);
    assertEquals((await verdict({ serial_number: "RES" })).invoice_id, 43);
  });

  await t.step("the board's own sale goes before the machine's", async () => {
    const spare = await insertProduct(db.database, 3);
    await sell(db.database, {
      product_id: product,
      serials: ["MCH"],
      on: daysAgo(1),
      invoice_id: 45,
    });
    await sell(db.database, {
      product_id: spare,
      serials: ["BRD"],
      on: daysAgo(20),
      invoice_id: 46,
    });
    const both = { machine_serial_number: "MCH", board_serial_number: "BRD" };
    assertEquals((await verdict(both)).invoice_id, 46);
    assertEquals((await verdict({ ...both, board_serial_number: "OTHER" })).invoice_id, 45);
  });

  await t.step("the day the case was opened decides, and later sales do not", async () => {
    const { data } = (await owner.post(path, {
      customer_name: "A",
      serial_number: "LATE",
      fault_description: "dead",
    })).body;
    await sell(db.database, {
      product_id: product,
      serials: ["LATE"],
      on: daysAgo(100),
      invoice_id: 47,
    });
    const read = async () => (await owner.get(`${path}/${data.id}`)).body.data.warranty;
    assertEquals((await read()).invoice_id, 47);
    await db.database.query(
      sql`update rmas set created_at = created_at - interval '50 days' where id = ${data.id}`,
    );
    await sell(db.database, {
      product_id: product,
      serials: ["LATE"],
      on: daysAgo(10),
      invoice_id: 48,
    });
    assertEquals((await read()).invoice_id, 47);
    assert((await read()).days_left > 300 - 10, "counted from the day it was opened");
  });
});

Deno.test("findRma() lists the earlier cases of the same serials only", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const open = async (body: object) =>
    (await owner.post(path, { customer_name: "A", fault_description: "dead", ...body })).body.data;
  const first = await open({ machine_serial_number: "M-1", board_serial_number: "B-1" });
  await open({ machine_serial_number: "M-9", machine_model: "X" });
  const second = await open({ machine_serial_number: "b-1" });
  await owner.patch(`${path}/${second.id}/status`, {
    status: "replacement_approved",
    replacement_serial_number: "B-2",
  });
  const third = await open({ machine_serial_number: "M-1", board_serial_number: "B-2" });
  assertEquals(third.earlier_cases.map((e: Json) => e.id), [second.id, first.id]);
  const [earlier] = third.earlier_cases;
  assertEquals(
    [earlier.reference_no, earlier.status, earlier.replacement_serial_number],
    [second.reference_no, "replacement_approved", "B-2"],
  );
  assertEquals(earlier.title, second.title);
  assertEquals(earlier.created_at, second.created_at);
  assertEquals((await owner.get(`${path}/${first.id}`)).body.data.earlier_cases, []);
});

Deno.test("listRmas() filters by status, party and day", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database, "Maker");
  const customer_id = await insertCustomer(db.database, "Buyer", "1");
  const open = async (body: object) =>
    (await owner.post(path, {
      customer_name: "A",
      machine_model: "X",
      fault_description: "dead",
      ...body,
    })).body.data.id as number;
  const one = await open({ supplier_id });
  const two = await open({ customer_id });
  const three = await open({});
  await owner.patch(`${path}/${two}/status`, { status: "Sent to Supplier" });
  await owner.patch(`${path}/${three}/status`, { status: "cancelled" });
  const ids = async (query: string) =>
    (await owner.get(`${path}?${query}`)).body.data.map((row: Json) => row.id);
  assertEquals(await ids(""), [three, two, one]);
  assertEquals(await ids("status=draft,sent_to_supplier"), [two, one]);
  assertEquals(await ids("status=CANCELLED"), [three]);
  assertEquals(await ids(`supplier_id=${supplier_id}`), [one]);
  assertEquals(await ids(`customer_id=${customer_id}`), [two]);
  assertEquals(await ids("sort=created_at"), [one, two, three]);
  assertEquals((await owner.get(`${path}?status=broken`)).status, 422);
  // one minute before and after midnight of the business day, which is UTC+6
  await db.database.query(sql`update rmas set created_at = case id
    when ${one} then '2026-03-09T17:59:00Z'::timestamptz
    when ${two} then '2026-03-09T18:01:00Z'::timestamptz
    else '2026-03-10T18:01:00Z'::timestamptz end`);
  assertEquals(await ids("from=2026-03-10&to=2026-03-10"), [two]);
  assertEquals(await ids("to=2026-03-09"), [one]);
  assertEquals(await ids("from=2026-03-11"), [three]);
});

Deno.test("listRmas() searches number, customer, phone, model, serials and fault", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const { data } = (await owner.post(path, {
    customer_name: "রহিম Traders",
    customer_phone: "০১৭১২-৩৪৫৬৭৮",
    machine_model: "CNC-1325",
    machine_serial_number: "M_100%",
    board_serial_number: "B-77",
    fault_description: "No output on the Y axis",
  })).body;
  await owner.post(path, {
    customer_name: "Other",
    customer_phone: "01911111111",
    machine_model: "Laser",
    fault_description: "smoke",
  });
  const found = async (search: string) =>
    (await owner.get(`${path}?search=${encodeURIComponent(search)}`)).body.data
      .map((row: Json) => row.id);
  for (
    const search of [
      data.reference_no,
      "রহিম",
      "traders",
      "cnc-13",
      "m_100%",
      "b-77",
      "Y AXIS",
      "০১৭১২-৩৪৫৬৭৮",
      "01712345678",
      "+8801712345678",
      "8801712345678",
      "+880 1712-345 678",
      "1712345678",
      "01712",
      "+8801712",
      "৩৪৫৬৭৮",
    ]
  ) assertEquals(await found(search), [data.id], search);
  for (const search of ["m_200%", "M%1", "01712345679", "nobody", "+"]) {
    assertEquals(await found(search), [], search);
  }
});

Deno.test("updateRma() corrects an open case", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const { data } = (await owner.post(path, {
    customer_name: "A",
    customer_phone: "01712345678",
    serial_number: "S-1",
    fault_description: "dead",
    quantity: 3,
  })).body;
  const at = `${path}/${data.id}`;

  await t.step("what is sent changes, null clears, blank leaves alone", async () => {
    const { body } = await owner.patch(at, {
      serial_number: "S-2",
      unit: "",
      quantity: null,
      customer_phone: "+8801812345678",
    });
    assertEquals(
      [body.data.machine_serial_number, body.data.quantity, body.data.version],
      ["S-2", 1, 2],
    );
    assertEquals((await owner.get(`${path}?search=01812345678`)).body.data.length, 1);
    assertEquals((await owner.get(`${path}?search=01712345678`)).body.data.length, 0);
    const same = await owner.patch(at, { serial_number: "S-2", replacement_serial_number: "" });
    assertEquals(same.body.data.version, 2);
    const cleared = await owner.patch(at, { customer_phone: null });
    assertEquals([cleared.body.data.customer_phone, cleared.body.data.version], [null, 3]);
  });

  await t.step("the case must still name its thing and its customer", async () => {
    const { status, body } = await owner.patch(at, { machine_serial_number: null });
    assertEquals(status, 422);
    assertEquals(Object.keys(body.errors), [
      "machine_serial_number",
      "board_serial_number",
      "machine_model",
    ]);
    const moved = await owner.patch(at, { machine_serial_number: null, machine_model: "X" });
    assertEquals([moved.status, moved.body.data.machine_serial_number], [200, null]);
    const unnamed = await owner.patch(at, { customer_name: null });
    assertEquals(unnamed.body.data.customer_name, "A");
    assertEquals((await owner.patch(at, { supplier_id: 99 })).status, 422);
  });

  await t.step("another customer brings name and phone", async () => {
    const customer_id = await insertCustomer(db.database, "Dhaka Signs", "01999000000");
    const { body } = await owner.patch(at, { customer_id });
    assertEquals(
      [body.data.customer_name, body.data.customer_phone],
      ["Dhaka Signs", "01999000000"],
    );
    assertEquals((await owner.get(`${path}?search=01999000000`)).body.data.length, 1);
    const renamed = await owner.patch(at, { customer_id, customer_name: "Branch" });
    assertEquals(renamed.body.data.customer_name, "Branch");
    assertEquals((await owner.patch(at, { customer_id })).body.data.customer_name, "Branch");
  });

  await t.step("a stale If-Match is refused, roles that may not are", async () => {
    assertEquals((await owner.patch(at, { unit: "set" }, { "if-match": '"1"' })).status, 412);
    assertEquals((await (await as("store")).patch(at, { unit: "set" })).status, 403);
    assertEquals((await (await as("sales")).patch(at, { unit: "set" })).status, 200);
  });

  await t.step("a closed case is not edited", async () => {
    await owner.patch(`${at}/status`, { status: "closed" });
    const { status, body } = await owner.patch(at, { unit: "box" });
    assertEquals([status, body.code], [409, "rma_closed"]);
    assertMatch(body.message, /conflict/i);
  });
});

Deno.test("RMAs hide their value from roles that do not see costs", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  await (await as("owner")).post(path, {
    customer_name: "A",
    machine_model: "X",
    fault_description: "dead",
    estimated_value: 10,
  });
  const shown = async (role: "accounts" | "engineer") => {
    const caller = await as(role);
    const list = (await caller.get(path)).body.data[0];
    const detail = (await caller.get(`${path}/1`)).body.data;
    return ["estimated_value" in list, "estimated_value" in detail];
  };
  assertEquals(await shown("accounts"), [true, true]);
  assertEquals(await shown("engineer"), [false, false]);
});

Deno.test("created_by=me lists the cases that the caller opened", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [engineer, manager] = [await as("engineer"), await as("manager")];
  const opened = async (caller: typeof engineer, serial: string): Promise<number> =>
    (await caller.post(path, { serial_number: serial, fault_description: "No power" })).body.data
      .id;
  const [mine, hers] = [await opened(engineer, "SN-A"), await opened(manager, "SN-B")];
  const listed = async (caller: typeof engineer, by: number | "me") =>
    (await caller.get(`${path}?created_by=${by}`)).body.data.map((rma: { id: number }) => rma.id);
  assertEquals(await listed(engineer, "me"), [mine]);
  assertEquals(await listed(engineer, manager.userId), [hers]);
});
