import sql from "sql-template-tag";
import { accountOfMethod, chart } from "../../domain/journal/chart.ts";
import { rules } from "../../domain/journal/rules.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { rowsOf } from "../support/spreadsheet.ts";

async function office() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  const roles = async (path = "/accounts"): Promise<Record<string, Json>> =>
    Object.fromEntries((await owner.get(path)).body.data.map((each: Json) => [each.role, each]));
  return { ...db, app, owner, roles };
}

Deno.test("the chart has a Bangla name for every account, and the rules post to accounts that it has", async () => {
  const bangla = /\p{Script=Bengali}/u;
  assertEquals(
    Object.entries(chart).filter(([, { name_bn }]) => !bangla.test(name_bn)).map(([role]) => role),
    [],
  );
  const numbers = Object.values(chart).map(({ number }) => number);
  assertEquals(new Set(numbers).size, numbers.length);
  assertEquals(numbers, numbers.toSorted(), "the chart is in the order of its numbers");
  for (const { number, type } of Object.values(chart)) {
    const begins = { asset: "1", liability: "2", equity: "3", income: "4", expense: "56" }[type];
    assert(begins.includes(number[0]), `${number} is of type ${type}`);
  }
  for (const role of Object.values(accountOfMethod)) assertEquals(chart[role].kind, "money");
  // types hold it too; here it is said of the text that an accountant reads
  const texts = ["rules.ts", "rule_lines.ts"].map((name) =>
    Deno.readTextFile(new URL(`../../domain/journal/${name}`, import.meta.url))
  );
  const text = (await Promise.all(texts)).join("\n");
  const named = [...text.matchAll(/\b[dc]r\(\s*"(\w+)"|at\("(\w+)"|return "(\w+)"/g)]
    .map(([, ...names]) => names.find((name) => name !== undefined)!);
  assert(named.length > 20, "the rules are read");
  assertEquals(named.filter((role) => !(role in chart)), []);
  for (const deed of Object.keys(rules)) assertMatch(deed, /^[a-z_]+$/);
});

Deno.test("the chart is listed with balances, natural side up, as of any evening", async () => {
  await using shop = await office();
  const { owner, roles } = shop;
  const first = await roles();
  assertEquals(Object.keys(first).sort(), Object.keys(chart).sort());
  assertEquals([first.cash.balance, first.cash.kind, first.cash.money_type], [0, "money", "cash"]);
  const made = await owner.post("/accounts", {
    name: "City Bank",
    name_bn: "সিটি ব্যাংক",
    money_type: "bank",
    opening_balance: 850000,
    opening_balance_date: "2026-01-01",
  });
  assertEquals(made.status, 201, JSON.stringify(made.body));
  const { id, number, type, kind, balance, debit, credit, opening_balance_date } = made.body.data;
  assertEquals(
    { number, type, kind, balance, debit, credit, opening_balance_date },
    {
      number: "1360",
      type: "asset",
      kind: "money",
      balance: 850000,
      debit: 850000,
      credit: 0,
      opening_balance_date: "2026-01-01",
    } as Json,
  );
  assertEquals((await roles()).opening.balance, 850000);
  assertEquals((await roles("/accounts?as_of=2025-12-31")).opening.balance, 0);
  assertEquals((await owner.get(`/accounts/${id}?as_of=2025-12-31`)).body.data.balance, 0);
  const money = (await owner.get("/accounts?kind=money&sort=-number")).body.data;
  assertEquals(money.length, 7);
  assertEquals(money[0].name, "City Bank");
  assertEquals((await owner.get("/settings")).body.data.books_start, "2026-01-01");
  const page = await owner.get("/accounts?limit=2&include_total=true");
  assertEquals([page.body.data.length, page.body.meta.total], [2, Object.keys(chart).length + 1]);
});

Deno.test("expense, income and money accounts are added; the next free number is theirs", async () => {
  await using shop = await office();
  const { owner, app } = shop;
  const add = (body: Json) => owner.post("/accounts", body);
  assertEquals((await add({ name: "Tea" })).body.data.number, "6200");
  assertEquals((await add({ name: "Guards", type: "expense" })).body.data.number, "6201");
  assertEquals((await add({ name: "Scrap", type: "income" })).body.data.number, "4910");
  assertEquals((await add({ name: "Fuel", number: 6130 })).body.code, "duplicate_account_number");
  for (
    const [body, field] of [
      [{ name: "X", kind: "control" }, "kind"],
      [{ name: "X", kind: "money" }, "money_type"],
      [{ name: "X", type: "liability" }, "type"],
      [{ name: "X", type: "income", opening_balance: 5 }, "opening_balance"],
      [{ name: "X", number: "12" }, "number"],
    ] as [Json, string][]
  ) {
    const { status, body: said } = await add(body);
    assertEquals([status, Object.keys(said.errors)], [422, [field]], JSON.stringify(said));
  }
  for (const role of ["manager", "sales"] as const) {
    assertEquals((await (await app.as(role)).post("/accounts", { name: "X" })).status, 403, role);
  }
  assertEquals((await (await app.as("accounts")).post("/accounts", { name: "X" })).status, 201);
});

Deno.test("number and names are edited, of the service's own accounts too; what is needed stays in use", async () => {
  await using shop = await office();
  const { owner, roles } = shop;
  const { bank, sales, bkash } = await roles();
  const path = `/accounts/${bank.id}`;
  const changed = await owner.put(path, { name: "DBBL", number: "1311" }, { "if-match": '"1"' });
  assertEquals(changed.status, 200, JSON.stringify(changed.body));
  assertEquals([changed.body.data.role, changed.body.data.title], ["bank", "1311 DBBL"]);
  assertEquals((await owner.put(path, { name: "X" }, { "if-match": '"1"' })).status, 412);
  assertEquals(
    (await owner.put(path, { number: "1100" })).body.code,
    "duplicate_account_number",
  );
  for (const { id } of [sales, bkash]) {
    assertEquals(
      (await owner.put(`/accounts/${id}`, { active: false })).body.code,
      "record_in_use",
    );
  }
  const [{ rows }] = await shop.database.query<[{ rows: number }]>(
    sql`select count(*) as rows from audit_log where action = 'account.update'`,
  );
  assertEquals(rows, 1);
});

Deno.test("an opening balance is posted once against 3100, and taken back by an entry of its own", async () => {
  await using shop = await office();
  const { owner, roles } = shop;
  const { cash } = await roles();
  const path = `/accounts/${cash.id}`;
  const sent = { opening_balance: 500.5, opening_balance_date: "2026-02-01" };
  const opened = await owner.put(path, sent);
  assertEquals(
    [opened.status, opened.body.data.balance],
    [200, 500.5],
    JSON.stringify(opened.body),
  );
  assertEquals((await owner.put(path, sent)).body.data.version, opened.body.data.version);
  assertEquals((await owner.put(path, { opening_balance: 7 })).body.code, "record_in_use");
  const [entry] = (await owner.get("/journal?account=cash")).body.data;
  assertEquals(
    [entry.kind, entry.entry_date, entry.source_type, entry.source_id, entry.amount],
    ["opening", "2026-02-01", "account", cash.id, 500.5],
  );
  assertEquals(
    entry.lines.map((
      line: Json,
    ) => [line.account_role, line.account_number, line.debit, line.credit]),
    [["cash", "1300", 500.5, 0], ["opening", "3100", 0, 500.5]],
  );
  const reverse = `${path}/opening-balance/reverse`;
  assertEquals((await owner.post(reverse, {})).status, 422);
  assertEquals((await owner.post(reverse, { reason: "x", date: "2026-01-31" })).status, 422);
  const back = await owner.post(reverse, { reason: "Miscounted", date: "2026-02-03" });
  assertEquals([back.status, back.body.data.balance], [200, 0], JSON.stringify(back.body));
  assertEquals((await owner.post(reverse, { reason: "again" })).body.code, "not_reversible");
  assertEquals((await owner.get(`${path}?as_of=2026-02-02`)).body.data.balance, 500.5);
  const [mirror] = (await owner.get("/journal?kind=opening.reversal")).body.data;
  assertEquals([mirror.reverses_id, mirror.entry_date], [entry.id, "2026-02-03"]);
  assertEquals((await owner.get(`/journal/${entry.id}`)).body.data.reversed_by_id, mirror.id);
  const anew = await owner.put(path, { opening_balance: 400, opening_balance_date: "2026-02-01" });
  assertEquals(anew.body.data.balance, 400, JSON.stringify(anew.body));
});

Deno.test("an account's book runs by date, whatever order it was written in", async () => {
  await using shop = await office();
  const { owner, roles } = shop;
  const { cash, opening } = await roles();
  await owner.put(`/accounts/${cash.id}`, {
    opening_balance: 100,
    opening_balance_date: "2026-02-01",
  });
  await owner.post(`/accounts/${cash.id}/opening-balance/reverse`, {
    reason: "x",
    date: "2026-03-01",
  });
  await owner.put(`/accounts/${cash.id}`, {
    opening_balance: 60,
    opening_balance_date: "2026-02-15",
  });
  const book = async (id: number, query = "") =>
    (await owner.get(`/accounts/${id}/entries${query}`)).body;
  const told = ({ data }: Json) =>
    data.map(({ entry_date, debit, credit, running_balance, against }: Json) => [
      entry_date,
      debit - credit,
      running_balance,
      against,
    ]);
  const all = await book(cash.id);
  assertEquals(told(all), [
    ["2026-03-01", -100, 60, "3100 Opening balances"],
    ["2026-02-15", 60, 160, "3100 Opening balances"],
    ["2026-02-01", 100, 100, "3100 Opening balances"],
  ]);
  assertEquals([all.meta.opening_balance, all.meta.balance], [0, 60]);
  const part = await book(cash.id, "?from=2026-02-10&to=2026-02-28&sort=entry_date");
  assertEquals(told(part), [["2026-02-15", 60, 160, "3100 Opening balances"]]);
  assertEquals([part.meta.opening_balance, part.meta.balance], [100, 160]);
  assertEquals(told(await book(opening.id)).map(([, , running]: Json) => running), [60, 160, 100]);
  assertEquals((await owner.get("/accounts/999999/entries")).status, 404);
  assertEquals((await book(cash.id, "?kind=opening")).data.length, 2);
});

Deno.test("the journal is filtered, and comes as a file", async () => {
  await using shop = await office();
  const { owner, roles, app } = shop;
  const { cash, bank } = await roles();
  for (const [{ id }, day] of [[cash, "2026-02-01"], [bank, "2026-02-02"]] as [Json, string][]) {
    await owner.put(`/accounts/${id}`, { opening_balance: 10, opening_balance_date: day });
  }
  for (
    const [query, dates] of [
      ["", ["2026-02-02", "2026-02-01"]],
      ["?account=1300", ["2026-02-01"]],
      [`?account=${bank.id}`, ["2026-02-02"]],
      ["?account=opening&sort=entry_date", ["2026-02-01", "2026-02-02"]],
      ["?from=2026-02-02", ["2026-02-02"]],
      ["?to=2026-02-01", ["2026-02-01"]],
      [`?source_type=account&source_id=${bank.id}`, ["2026-02-02"]],
      ["?party_type=customer", []],
      ["?party_type=supplier&party_id=1", []],
      ["?kind=expense,opening&limit=1", ["2026-02-02"]],
    ] as [string, string[]][]
  ) {
    const { body } = await owner.get(`/journal${query}`);
    assertEquals(body.data.map((entry: Json) => entry.entry_date), dates, query);
  }
  assertEquals((await owner.get("/journal?account=nothing")).status, 422);
  for (const path of ["/journal", "/accounts", `/accounts/${cash.id}/entries`]) {
    for (const format of ["csv", "xlsx"]) {
      const answer = await app.app.request(
        `http://localhost/api/v1${path}?format=${format}`,
        { headers: { authorization: `Bearer ${owner.token}` } },
      );
      assertEquals(answer.status, 200);
      const rows = await rowsOf(new Uint8Array(await answer.arrayBuffer()));
      assert(rows.length > 0, `${path} ${format}`);
    }
  }
});
