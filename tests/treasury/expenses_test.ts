import sql from "sql-template-tag";
import { moneyChecks } from "../../domain/books/money_checks.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import type { Json } from "../support/app.ts";
import { till } from "./till.ts";

Deno.test("an expense is paid from the account named, else from its method's", async () => {
  await using shop = await till();
  const { owner, balances } = shop;
  const chart = (await owner.get("/accounts")).body.data;
  const { id: bank } = chart.find((each: Json) => each.role === "bank");
  const rent = await owner.post("/expenses", {
    account_id: bank,
    category: "6100",
    amount: 45000,
    date: "2026-03-02",
    payee: "Hasan & Co",
    reference: "CHQ-77",
  });
  assertEquals(rent.status, 201, JSON.stringify(rent.body));
  const { reference_no, category_name, account_name, title } = rent.body.data;
  assertEquals([reference_no, category_name, account_name], ["EXP-2026-000001", "Rent", "Bank"]);
  assertEquals(title, "EXP-2026-000001 – Rent: Hasan & Co");
  const tea = (await owner.post("/accounts", { name: "Tea" })).body.data;
  for (const [category, method] of [["travel", "bkash"], [tea.id, "cash"], [tea.number, null]]) {
    const sent = { category, amount: 100, ...method && { method } };
    assertEquals((await owner.post("/expenses", sent)).status, 201, `${category}`);
  }
  const { rent: spent, bank: left, travel, bkash, cash, Tea } = await balances();
  assertEquals([spent, left, travel, bkash, cash, Tea], [45000, -45000, 100, -100, -200, 200]);
  const listed = await owner.get(`/expenses?category=${tea.number}&include_total=true`);
  assertEquals(listed.body.meta.total, 2);
  assertEquals((await owner.get("/expenses?search=hasan")).body.data.length, 1);
  for (
    const [body, field] of [
      [{ category: "sales" }, "category"],
      [{ category: "none" }, "category"],
      [{ category: "rent", account_id: tea.id }, "account_id"],
      [{ category: "rent", account_id: 999999 }, "account_id"],
      [{ category: "rent", file: 999999 }, null],
    ] as [Json, string | null][]
  ) {
    const { status, body: said } = await owner.post("/expenses", { amount: 5, ...body });
    if (field) assertEquals([status, Object.keys(said.errors)], [422, [field]]);
    else assertEquals(status, 404);
  }
});

Deno.test("the VAT in an expense comes back: it stands on 1500 and in vat-input", async () => {
  await using shop = await till();
  const { owner, balances } = shop;
  const send = (vat_amount: number) =>
    owner.post("/expenses", { category: "rent", amount: 1150, vat_amount, reference: "M-6.3-17" });
  const whole = await send(1150);
  assertEquals([whole.status, Object.keys(whole.body.errors)], [422, ["vat_amount"]]);
  assertEquals((await send(-1)).status, 422);
  const made = await send(150.25);
  assertEquals([made.status, made.body.data.vat_amount], [201, 150.25]);
  const { rent, cash, vat_input } = await balances();
  assertEquals([rent, cash, vat_input], [999.75, -1150, 150.25]);
  const report = async () => (await owner.get("/reports/vat-input")).body;
  const { data, meta } = await report();
  assertEquals(data.map((row: Json) => [row.reference, row.vat]), [["M-6.3-17", 150.25]]);
  assertEquals(meta.totals.vat, 150.25);
  for (const check of moneyChecks) {
    assertEquals(await shop.database.query(check.differences), [], check.name);
  }
  const back = await owner.post(`/expenses/${made.body.data.id}/reverse`, { reason: "typo" });
  assertEquals(back.status, 200, JSON.stringify(back.body));
  assertEquals((await report()).meta.totals.vat, 0);
});

Deno.test("the same reference of one account is refused, unless it is said with a note", async () => {
  await using shop = await till();
  const { owner, app } = shop;
  const send = (body: Json) =>
    owner.post("/expenses", { category: "travel", amount: 5, method: "bkash", ...body });
  const first = await send({ reference: "TRX9H2K" });
  assertEquals(first.status, 201);
  const second = await send({ reference: "trx9h2k" });
  assertEquals([second.status, second.body.code, second.body.id], [
    409,
    "duplicate_reference",
    first.body.data.id,
  ]);
  assertEquals((await send({ reference: "TRX9H2K", method: "cash" })).status, 201);
  const unsaid = await send({ reference: "TRX9H2K", allow_duplicate: true });
  assertEquals([unsaid.status, Object.keys(unsaid.body.errors)], [422, ["note"]]);
  const said = { reference: "TRX9H2K", allow_duplicate: true, note: "Two rides, one TrxID" };
  assertEquals((await send(said)).status, 201);
  // of sixteen who send one reference at the same time one is first
  const callers = await Promise.all(Array.from({ length: 16 }, () => app.as("accounts")));
  const answers = await Promise.all(
    callers.map((each) =>
      each.post("/expenses", { category: "rent", amount: 5, reference: "ONE", method: "bank" })
    ),
  );
  assertEquals(answers.filter(({ status }) => status === 201).length, 1);
  assertEquals(answers.filter(({ status }) => status === 409).length, 15);
});

Deno.test("an expense is taken back once and edited never, not in the database either", async () => {
  await using shop = await till();
  const { owner, balances } = shop;
  const { id } = (await owner.post("/expenses", {
    category: "rent",
    amount: 45000,
    date: "2026-06-30",
    reference: "R-1",
  })).body.data;
  const path = `/expenses/${id}`;
  const early = await owner.post(`${path}/reverse`, { reason: "x", date: "2026-06-29" });
  assertEquals([early.status, Object.keys(early.body.errors)], [422, ["date"]]);
  const back = await owner.post(`${path}/reverse`, { reason: "Paid in May", date: "2026-07-01" });
  assertEquals([back.status, back.body.data.status], [200, "reversed"], JSON.stringify(back.body));
  assertEquals((await owner.post(`${path}/reverse`, { reason: "x" })).status, 409);
  assertEquals([(await balances("2026-06-30")).rent, (await balances()).rent], [45000, 0]);
  assertEquals((await owner.put(path, { amount: 1 })).status, 405);
  for (
    const statement of [
      sql`update expenses set amount = 7`,
      sql`update expenses set reversed_at = null, reversed_on = null, reversal_reason = null`,
      sql`delete from expenses`,
    ]
  ) {
    const error = await thrownBy(() => shop.database.query(statement));
    assertMatch(error.message, /is not edited/);
  }
  // what was taken back has not used its reference up
  const again = await owner.post("/expenses", { category: "rent", amount: 5, reference: "R-1" });
  assertEquals(again.status, 201);
  const [{ deeds }] = await shop.database.query<[{ deeds: string }]>(sql`
    select string_agg(action, ' ' order by id) as deeds from audit_log where entity = 'expense'`);
  assertEquals(deeds, "expense.create expense.reverse expense.create");
  const [{ off }] = await shop.database.query<[{ off: number }]>(
    sql`select sum(debit - credit)::integer as off from journal_lines`,
  );
  assert(off === 0, "debits are credits");
});

Deno.test("the file of an expense is shown with it", async () => {
  await using shop = await till();
  const { owner, app } = shop;
  const accounts = await app.as("accounts");
  const form = new FormData();
  form.append("file", new File([dot], "dot.png"));
  const headers = { authorization: `Bearer ${accounts.token}` };
  const sent = await app.app.request("http://localhost/api/v1/uploads", {
    method: "POST",
    headers,
    body: form,
  });
  const { data: file } = await sent.json();
  const made = await accounts.post("/expenses", { category: "rent", amount: 5, file: file.id });
  assertEquals(made.status, 201, JSON.stringify(made.body));
  const { uploads } = (await owner.get(`/expenses/${made.body.data.id}`)).body.data;
  assertEquals(uploads.map((each: Json) => [each.id, each.related_type]), [[file.id, "expense"]]);
  assertEquals((await (await app.as("sales")).get(`/uploads/${file.id}/meta`)).status, 404);
});

/** A PNG of one pixel. */
const dot = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
