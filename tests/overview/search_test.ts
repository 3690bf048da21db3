import sql from "sql-template-tag";
import { type Source, sources } from "../../domain/overview/search_sources.ts";
import { type Caller, insertUser, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import type { Database } from "../../domain/db/connect.ts";

/** One record of each kind around one customer, Rahim, and one machine. */
async function fill(database: Database): Promise<void> {
  await database.query(sql`
    insert into suppliers (reference_no, name, phone, currency)
    values ('SUP-2026-000001', 'Guangzhou Printing', '+86 20 8888 1234', 'USD')`);
  await database.query(sql`
    insert into customers (reference_no, name, company_name, phone, phone_digits)
    values ('CUS-2026-000001', 'Rahim Uddin', 'Rahim Traders', '+880 1712-345678', '1712345678'),
      ('CUS-2026-000002', 'Karim', null, '০১৮১২৩৪৫৬৭৮', '1812345678')`);
  await database.query(sql`
    insert into products (sku, name, brand, model)
    values ('PH-3200', 'Print head', 'Epson', 'i3200'), ('SN-900', 'Hydraulic pump', null, null)`);
  await database.query(sql`
    insert into shipments (reference_no, supplier_id, currency, tracking_number, container_number, bl_number)
    values ('SHP-2026-000001', 1, 'USD', 'SN-900', 'CSQU 305438 3', 'BL/77.12')`);
  await database.query(sql`
    insert into receipts (reference_no, shipment_id, received_date)
    values ('RCP-2026-000001', 1, '2026-05-01')`);
  await database.query(sql`
    insert into discrepancies (reference_no, shipment_id, supplier_id, discrepancy_type, currency)
    values ('CLM-2026-000001', 1, 1, 'damage', 'BDT')`);
  await database.query(sql`
    insert into rmas (reference_no, customer_name, customer_phone, machine_model, machine_serial_number,
      board_serial_number, fault_description)
    values ('RMA-2026-000001', 'Rahim Uddin', '01712345678', 'CNC-1325', 'SN-900', 'BD 55', 'dead')`);
  await database.query(sql`
    insert into invoices (reference_no, customer_id, invoice_date, due_date, subtotal, vat, total)
    values ('INV-2026-000001', 1, '2026-05-01', '2026-05-31', 100, 0, 100)`);
  await database.query(sql`
    insert into payments (reference_no, customer_id, amount, payment_date, method, cheque_number)
    values ('PAY-2026-000001', 1, 50, '2026-05-02', 'cheque', '0045 991')`);
  await database.query(sql`
    insert into issued_cheques (reference_no, supplier_id, amount, currency, exchange_rate, amount_local,
      cheque_number, cheque_date, issued_date, account_id, entry_type, particulars)
    values ('CHQ-2026-000001', 1, 50, 'BDT', 1, 50, '77 12-04', '2026-05-02', '2026-05-01', 1, 'payment', 'x')`);
  await database.query(sql`
    insert into lc_tt (reference_no, supplier_id, type, reference_number, amount, currency)
    values ('LCT-2026-000001', 1, 'LC', '0883/26/01/0077', 5000, 'USD')`);
  await database.query(sql`
    insert into service_tickets (reference_no, customer_id, machine_model, serial_number,
      problem_description, is_warranty)
    values ('TKT-2026-000001', 1, 'CNC-1325', 'sn900', 'noise', false)`);
  await database.query(sql`insert into serials (serial) values ('HD/2026.7')`);
  await database.query(sql`
    insert into tasks (reference_no, title) values ('TSK-2026-000001', 'Call Rahim about the machine')`);
}

async function search(caller: Caller, q: string, more = "") {
  const { status, body } = await caller.get(`/search?q=${encodeURIComponent(q)}${more}`);
  assertEquals(status, 200, JSON.stringify(body));
  return body as { data: Json[]; meta: Json };
}

/** `kind field rank` of each hit, best first. */
async function hits(caller: Caller, q: string): Promise<string[]> {
  const { data } = await search(caller, q);
  return data.map((hit) => `${hit.kind} ${hit.matched} ${hit.rank}`);
}

Deno.test("search finds records of every kind", async (t) => {
  await using db = await freshDatabase();
  await fill(db.database);
  const { as } = testApp(db.database);
  const owner = await as("owner");

  await t.step("a hit says what it is, where it was found, and how well", async () => {
    const { data, meta } = await search(owner, "csqu3054383");
    assertEquals(data, [{
      kind: "shipment",
      id: 1,
      reference_no: "SHP-2026-000001",
      title: "Guangzhou Printing · SN-900",
      status: "draft",
      matched: "container_number",
      matched_value: "CSQU 305438 3",
      rank: 2,
    }]);
    assertEquals(meta, { limit: 50, next_cursor: null, kinds: { shipment: 1 } });
  });

  await t.step("serials stand before tracking numbers before SKUs", async () => {
    assertEquals(await hits(owner, " sn-900 "), [
      "rma machine_serial_number 1",
      "service_ticket serial_number 1",
      "shipment tracking_number 2",
      "product sku 5",
    ]);
    assertEquals(await hits(owner, "bd55"), ["rma board_serial_number 1"]);
  });

  await t.step("phones in every spelling, then names", async () => {
    for (const q of ["01712345678", "+8801712345678", "০১৭১২ ৩৪৫৬৭৮", "1712-345-678"]) {
      assertEquals(await hits(owner, q), ["rma customer_phone 3", "customer phone 3"], q);
    }
    assertEquals(await hits(owner, "01812345678"), ["customer phone 3"]);
    assertEquals(await hits(owner, "345678"), [
      "rma customer_phone 7",
      "customer phone 7",
      "customer phone 7",
    ]);
    assertEquals(await hits(owner, "88881234"), ["supplier phone 7"]);
    assertEquals(await hits(owner, "rahim"), [
      "rma customer_name 6",
      "customer name 6",
      "task title 6",
    ]);
    assertEquals(await hits(owner, "ahim"), [
      "rma customer_name 7",
      "customer name 7",
      "task title 7",
    ]);
  });

  await t.step("document numbers of every kind, whatever stands between the digits", async () => {
    const numbers = {
      "inv2026000001": "invoice",
      "PAY 2026 000001": "payment",
      "rcp-2026-000001": "receipt",
      "CLM.2026.000001": "discrepancy",
      "LCT-2026-000001": "lc_tt",
      "SUP-2026-000001": "supplier",
      "CUS-2026-000001": "customer",
      "TKT-২০২৬-০০০০০১": "service_ticket",
      "TSK-2026-000001": "task",
      "RMA-2026-000001": "rma",
      "SHP-2026-000001": "shipment",
    };
    for (const [q, kind] of Object.entries(numbers)) {
      assertEquals(await hits(owner, q), [`${kind} reference_no 4`], q);
    }
    assertEquals(await hits(owner, "0045991"), ["payment cheque_number 4"]);
    assertEquals(await hits(owner, "0883/26/01/0077"), ["lc_tt reference_number 4"]);
    assertEquals(await hits(owner, "771204"), ["issued_cheque cheque_number 4"]);
    assertEquals(await hits(owner, "bl7712"), ["shipment bl_number 2"]);
    assertEquals(await hits(owner, "ph32"), ["product sku 6"]);
    assertEquals(await hits(owner, "epson"), ["product brand 6"]);
  });

  await t.step("what is only similar comes when nothing else is found", async () => {
    assertEquals(await hits(owner, "hydralic pmup"), ["product name 8"]);
    assertEquals(await hits(owner, "guangzou printin"), ["supplier name 8"]);
    assertEquals(await hits(owner, "INV-2026-000002"), [], "numbers are never similar");
    assertEquals(await hits(owner, "qqqqqqq"), []);
    assertEquals(await hits(owner, "100%"), []);
    assertEquals(await hits(owner, "_ _ _9_0"), [], "no wildcards");
  });

  await t.step("what begins so is found behind newer records that only contain it", async () => {
    await db.database.query(sql`
      insert into products (sku, name) select 'CAP-' || n, 'Endcapper ' || n from generate_series(1, 60) n`);
    await db.database.query(sql`
      update products set name = 'Cap of a head' where sku = 'PH-3200'`);
    const { data, meta } = await search(owner, "cap of", "&limit=2");
    assertEquals(data.map((hit) => [hit.matched_value, hit.rank]), [["Cap of a head", 6]]);
    const begun = await search(owner, "cap", "&kind=product&limit=2");
    assertEquals(begun.data.map(({ matched }) => matched), ["sku", "sku"]);
    await db.database.query(sql`
      update products set sku = '9-' || sku where sku like 'CAP-%'`);
    const named = await search(owner, "cap", "&kind=product&limit=2");
    assertEquals(named.data[0].matched_value, "Cap of a head", "the oldest of 61");
    assertEquals(meta.limit, 2);
    await db.database.query(sql`update products set name = 'Print head' where sku = 'PH-3200'`);
    await db.database.query(sql`delete from products where sku like '9-CAP-%'`);
  });

  await t.step(
    "of a word that hundreds have the newest, and what is closer behind them",
    async () => {
      const products = (names: string) =>
        db.database.query(
          sql`insert into products (sku, name) select ${names} || '-' || n, ${names} || ' ' || n
          from generate_series(1, 500) n`,
        );
      await db.database.query(sql`
      insert into products (sku, name) values ('X-1', 'Board'), ('X-2', 'Boards of oak')`);
      await products("Motherboard");
      const found = async (q: string, limit: number) => {
        const before = db.database.statements.count;
        const { data } = await search(owner, q, `&limit=${limit}`);
        assert(db.database.statements.count - before <= 3 + 1, q);
        return data.map((hit) => hit.matched_value);
      };
      assertEquals(await found("board", 3), ["Board", "Boards of oak", "Motherboard-500"]);
      assertEquals(await found("motherboard", 2), ["Motherboard-500", "Motherboard-499"]);
      await products("Boarding");
      assertEquals(await found("board", 3), ["Board", "Boarding-500", "Boarding-499"]);
      await products("Board");
      assertEquals((await found("board", 2))[0], "Board");
      await db.database.query(sql`update products set name = 'Oak' where sku like 'Board-%'`);
      await db.database.query(
        sql`update products set name = 'Board' where name like 'Motherboard %'`,
      );
      const [newest] = (await search(owner, "board", "&limit=1")).data;
      assertEquals([newest.matched_value, newest.reference_no], ["Board", "Motherboard-500"]);
      await db.database.query(sql`delete from products where name <> 'Print head' and id > 2`);
    },
  );

  await t.step("a code is found in names too, and what is no find crowds nothing out", async () => {
    const heads = (name: string, count: number) =>
      db.database.query(sql`
        insert into products (sku, name)
        select md5(${name} || n), ${name} || n from generate_series(1, ${count}::integer) n`);
    const found = async (q: string) =>
      (await search(owner, q, "&kind=product&limit=10")).data.map((hit) => hit.matched_value);
    await db.database.query(sql`
      insert into products (sku, name) values ('KM-1024-HEAD', 'Head'), ('PRT-KM-1024', 'Adapter')`);
    await heads("Head KM1024 ", 5);
    assertEquals((await found("KM-1024")).sort(), [
      "Head KM1024 1",
      "Head KM1024 2",
      "Head KM1024 3",
      "Head KM1024 4",
      "Head KM1024 5",
      "KM-1024-HEAD",
      "PRT-KM-1024",
    ]);
    for (const count of [60, 500]) {
      await heads(`OEM1024 of ${count}, `, count);
      assertEquals((await found("M-1024-H"))[0], "KM-1024-HEAD", `${count} more`);
      assertEquals((await found("KM1024-head"))[0], "KM-1024-HEAD", `${count} more`);
    }
    await heads("Call about the invoice ", 60);
    assertEquals(await found("INV-"), [], "words are compared as they were typed");
    // a phone's digits are looked for in phones
    await db.database.query(sql`
      update products set sku = '712345678-' || id where name like 'OEM1024 of 500%'`);
    assertEquals(
      (await search(owner, "+880 1712-345678", "&limit=5")).data.map(({ kind }) => kind),
      ["rma", "customer"],
    );
    await db.database.query(sql`delete from products where name <> 'Print head' and id > 2`);
  });

  await t.step("a mistyped container number is told", async () => {
    const { data, meta } = await search(owner, "CSQU 305438-4");
    assertEquals(data, []);
    assertMatch(meta.hint, /ends in 3/);
  });

  await t.step("limit, kind and bad questions", async () => {
    const { data, meta } = await search(owner, "2026", "&limit=3");
    assertEquals([data.length, meta.limit], [3, 3]);
    assertEquals(new Set(data.map((hit) => hit.kind)).size, 3, "each kind in turn");
    const only = await search(owner, "2026", "&kind=customer,invoice");
    assertEquals(only.meta.kinds, { customer: 2, invoice: 1 });
    for (const query of ["", "?q=", "?q=a", "?q=%20a%20", "?q=--", `?q=${"a".repeat(201)}`]) {
      assertEquals((await owner.get(`/search${query}`)).status, 422, query);
    }
    assertEquals((await owner.get("/search?q=ab&limit=0")).status, 422);
    assertEquals((await owner.get("/search?q=ab&kind=dog")).status, 422);
    assertEquals((await owner.get("/search?q=%00ab")).status, 422);
    assertEquals((await search(owner, "a".repeat(200))).data, []);
  });

  await t.step("three statements at most, and one that reads the session", async () => {
    for (const q of ["2026", "hydralic pmup", "sn900"]) {
      const before = db.database.statements.count;
      await search(owner, q);
      assert(db.database.statements.count - before <= 3 + 1, q);
    }
  });
});

Deno.test("search shows each role only what it may read", async (t) => {
  await using db = await freshDatabase();
  await fill(db.database);
  const { as } = testApp(db.database);
  const kindsFor = async (caller: Caller): Promise<string[]> => {
    const [numbers, machine, sku] = await Promise.all(
      ["2026", "sn900", "USR-"].map((q) => search(caller, q)),
    );
    return [...new Set([...numbers.data, ...machine.data, ...sku.data].map((hit) => hit.kind))]
      .sort();
  };
  const everyone = ["product", "rma", "serial"];
  const expected = {
    owner: Object.keys(sources).sort(),
    manager: Object.keys(sources).sort(),
    accounts: [
      "customer",
      "discrepancy",
      "invoice",
      "issued_cheque",
      "lc_tt",
      "payment",
      "receipt",
      "service_ticket",
      "shipment",
      "supplier",
    ],
    sales: ["customer", "invoice", "payment", "shipment"],
    service_manager: ["customer", "discrepancy", "service_ticket", "shipment", "supplier"],
    engineer: ["customer", "shipment"],
    store: ["discrepancy", "receipt", "service_ticket", "shipment", "supplier"],
    office_staff: ["customer", "shipment"],
  } as const;
  for (const [role, kinds] of Object.entries(expected)) {
    await t.step(role, async () => {
      const caller = await as(role as keyof typeof expected);
      assertEquals(await kindsFor(caller), [...new Set([...everyone, ...kinds])].sort());
    });
  }

  await t.step("an engineer finds his own tickets and tasks, and nobody else's", async () => {
    const engineer = await as("engineer");
    const other = await insertUser(db.database, "engineer");
    assertEquals((await search(engineer, "TKT-2026-000001")).data, []);
    await db.database.query(sql`update service_tickets set assigned_to = ${engineer.userId}`);
    await db.database.query(sql`update tasks set created_by = ${engineer.userId}`);
    assertEquals((await search(engineer, "TKT-2026-000001")).data.length, 1);
    assertEquals((await search(engineer, "TSK-2026-000001")).data.length, 1);
    await db.database.query(sql`update service_tickets set assigned_to = ${other}`);
    assertEquals((await search(engineer, "TKT-2026-000001")).data, []);
    // nor of a word that hundreds have
    await db.database.query(sql`
      insert into tasks (reference_no, title, created_by, assigned_to)
      select 'TSK-2027-' || n, 'Oil pump ' || n, ${other},
        case when n % 2 = 0 then ${engineer.userId}::bigint end from generate_series(1, 2000) n`);
    const pumps = await search(engineer, "pump", "&kind=task&limit=200");
    assertEquals(pumps.data.length, 200);
    assert(pumps.data.every((hit) => Number(hit.matched_value.split(" ")[2]) % 2 === 0));
  });
});

Deno.test("search shows the place it was found in to roles that see no costs, too", async () => {
  await using db = await freshDatabase();
  await fill(db.database);
  const store = await testApp(db.database).as("store");
  const { data: [hit] } = await search(store, "PH-3200");
  assertEquals([hit.matched, hit.matched_value], ["sku", "PH-3200"]);
});

Deno.test("every kind's search text is made of its fields and indexed", async () => {
  await using db = await freshDatabase();
  for (const { table, fields } of Object.values(sources) as Source[]) {
    const [column] = await db.database.query<{ made_of: string }[]>(sql`
      select pg_get_expr(d.adbin, d.adrelid) as made_of from pg_attribute a
        join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${table}::regclass and a.attname = 'search_text' and a.attgenerated = 's'`);
    for (const name of Object.keys(fields)) {
      assert(new RegExp(`\\b${name}\\b`).test(column.made_of), `${table}.${name}`);
    }
    const [index] = await db.database.query<{ indexdef: string }[]>(sql`
      select indexdef from pg_indexes where tablename = ${table} and indexname = ${`${table}_search`}`);
    assertMatch(index.indexdef, /using gin \(search_text gin_trgm_ops\)/i);
  }
});
