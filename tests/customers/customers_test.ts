import sql from "sql-template-tag";
import { businessDate } from "../../domain/business/business.ts";
import { type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

const today = businessDate();

Deno.test("customers are created, changed and guarded by their version", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");

  await t.step("create answers 201 with Location and defaults", async () => {
    const made = await owner.post("/customers", { name: " Rahim ", phone: "", credit_limit: "0" });
    assertEquals(made.status, 201);
    assertEquals(made.headers.get("location"), "/api/v1/customers/1");
    const { data } = made.body;
    assertMatch(data.reference_no, /^CUS-\d{4}-000001$/);
    assertEquals(
      [data.name, data.title, data.phone, data.customer_type, data.credit_limit, data.cash_only],
      ["Rahim", "Rahim", null, "retail", 0, false],
    );
    assertEquals([data.opening_balance, data.opening_balance_date, data.balance], [0, null, 0]);
    assertEquals([data.active, data.version, data.created_by], [true, 1, owner.userId]);
  });

  await t.step("an opening balance opens the ledger on its date, either way", async () => {
    const owes = await owner.post("/customers", {
      name: "Karim",
      company_name: "Karim Traders",
      opening_balance: 150.5,
      opening_balance_date: "2026-01-31",
    });
    assertEquals([owes.body.data.title, owes.body.data.balance], ["Karim (Karim Traders)", 150.5]);
    const ahead = await owner.post("/customers", { name: "Salma", opening_balance: -20 });
    assertEquals([ahead.body.data.balance, ahead.body.data.opening_balance_date], [-20, today]);
    const rows = async (id: number) =>
      (await owner.get(`/customers/${id}/ledger`)).body.data.map((row: Json) => [
        row.date,
        row.type,
        row.reference_no,
        row.description,
        row.debit,
        row.credit,
        row.running_balance,
      ]);
    assertEquals(await rows(2), [
      ["2026-01-31", "opening", owes.body.data.reference_no, "Opening balance", 150.5, 0, 150.5],
    ]);
    assertEquals(await rows(3), [
      [today, "opening", ahead.body.data.reference_no, "Opening balance", 0, 20, -20],
    ]);
  });

  await t.step("wrong fields are named", async () => {
    const answer = await owner.post("/customers", {
      customer_type: "vip",
      credit_limit: -1,
      opening_balance: 0.005,
      opening_balance_date: "2026-02-30",
    });
    assertEquals(answer.status, 422);
    assertEquals(Object.keys(answer.body.errors).sort(), [
      "credit_limit",
      "customer_type",
      "name",
      "opening_balance",
      "opening_balance_date",
    ]);
  });

  await t.step("PUT changes what is sent and clears what is null", async () => {
    await owner.put("/customers/1", { city: "Dhaka", customer_type: "Dealer", credit_limit: 500 });
    const { body } = await owner.put("/customers/1", {
      city: "",
      customer_type: null,
      credit_limit: null,
      opening_balance: 9,
    });
    assertEquals(body.meta.ignored_fields, ["opening_balance"]);
    const { city, customer_type, credit_limit, version, balance } = body.data;
    assertEquals([city, customer_type, credit_limit, version, balance], [
      "Dhaka",
      "retail",
      0,
      3,
      0,
    ]);
    const [{ before, after }] = await db.database.query<[Json]>(sql`
      select before, after from audit_log where action = 'customer.update' order by id limit 1`);
    assertEquals(before, { city: null, customer_type: "retail", credit_limit: 0 });
    assertEquals(after, { city: "Dhaka", customer_type: "dealer", credit_limit: 500 });
    assertEquals((await owner.put("/customers/99", { city: "X" })).status, 404);
  });

  await t.step("If-Match guards a change", async () => {
    const etag = (await owner.get("/customers/1")).headers.get("etag")!;
    const change = (city: string) => owner.put("/customers/1", { city }, { "if-match": etag });
    assertEquals((await change("Khulna")).status, 200);
    assertEquals((await change("Sylhet")).status, 412);
  });
});

Deno.test("listCustomers() finds customers by words and by phone, however it is typed", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const people = [
    { name: "Rahim Uddin", phone: "+880 1712-345678", city: "Dhaka", email: "rahim@example.test" },
    { name: "Karim", company_name: "Delta Mills 100%", customer_type: "corporate", city: "dhaka" },
    { name: "Salma", phone: "০১৮১২৩৪৫৬৭৮", active: false },
  ];
  for (const person of people) await owner.post("/customers", person);
  const found = async (query: string) =>
    (await owner.get(`/customers?${query}`)).body.data.map((row: Json) => row.id);

  await t.step("search", async () => {
    assertEquals(await found("search=rahim"), [1]);
    assertEquals(await found("search=delta"), [2]);
    assertEquals(await found("search=100%25"), [2]);
    assertEquals(await found("search=%25"), [2]);
    assertEquals(await found("search=RAHIM@EXAMPLE"), [1]);
    assertEquals(await found("search=-000003"), [3]);
    for (const typed of ["01712345678", "+8801712345678", "8801712-345678", "০১৭১২৩৪৫৬৭৮"]) {
      assertEquals(await found(`search=${encodeURIComponent(typed)}`), [1], typed);
    }
    assertEquals(await found("search=01812345678"), [3]);
    assertEquals(await found("search=12345678"), [3, 1]);
  });

  await t.step("a changed phone is found, a cleared one is not", async () => {
    await owner.put("/customers/3", { phone: "01999000111" });
    assertEquals(await found("search=01812345678"), []);
    assertEquals(await found("search=1999000111"), [3]);
    await owner.put("/customers/3", { phone: null });
    assertEquals(await found("search=1999000111"), []);
  });

  await t.step("filters and sorts", async () => {
    assertEquals(await found("active=true"), [2, 1]);
    assertEquals(await found("active=false"), [3]);
    assertEquals(await found("city=DHAKA"), [2, 1]);
    assertEquals(await found("customer_type=corporate,dealer"), [2]);
    assertEquals(await found("sort=name"), [2, 1, 3]);
    assertEquals(await found(`from=${today}&to=${today}`), [3, 2, 1]);
    assertEquals(await found("to=2020-01-01"), []);
    assertEquals((await owner.get("/customers?customer_type=vip")).status, 422);
  });

  await t.step("one statement with search and total", async () => {
    const before = db.database.statements.count;
    await owner.get("/customers?include_total=true&search=1");
    assertEquals(db.database.statements.count - before, 1 + 1); // 1: the session
  });
});

Deno.test("credit terms and account are left out for roles that may not read invoices", async () => {
  await using db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  await owner.post("/customers", { name: "Rahim", opening_balance: 5, credit_limit: 100 });
  const money = ["credit_limit", "cash_only", "opening_balance", "opening_balance_date", "balance"];
  const account = ["ledger", "ledger_has_more", "summary", "ageing", "invoices"];
  for (const role of ["service_manager", "engineer", "office_staff"] as const) {
    const caller = await app.as(role);
    const { status, body } = await caller.get("/customers/1");
    assertEquals(status, 200, role);
    const [listed] = (await caller.get("/customers")).body.data;
    for (const name of [...money, ...account]) assert(!(name in body.data), `${role}: ${name}`);
    for (const name of money) assert(!(name in listed), `${role}: ${name} in the list`);
    assertEquals(body.data.machines, []);
    assertEquals((await caller.get("/customers/1/ledger")).status, 403);
    assertEquals((await caller.post("/customers", { name: "X" })).status, 403);
  }
  const sales = await app.as("sales");
  const { data } = (await sales.get("/customers/1")).body;
  for (const name of [...money, ...account]) assert(name in data, name);
  assertEquals((await sales.put("/customers/1", { city: "Bogura" })).status, 200);
  assertEquals((await (await app.as("store")).get("/customers/1")).status, 403);
});
