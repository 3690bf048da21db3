import sql from "sql-template-tag";
import { business, businessDate } from "../../domain/business/business.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import type { Refusal } from "../../domain/errors.ts";
import { reverseEntry, takeBack } from "../../domain/suppliers/reverse_entry.ts";
import { actorWith, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch, thrownBy } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { enterSupplier } from "../support/journal.ts";

const ledger = "/import-logistics/supplier-ledger";
const local = business.localCurrency;
const today = businessDate();

/** An app with an owner and two suppliers: 1 in USD, 2 in local currency. */
async function books() {
  const db = await freshDatabase();
  const app = testApp(db.database);
  const owner = await app.as("owner");
  await owner.post("/suppliers", { name: "Machine Works", currency: "USD" });
  await owner.post("/suppliers", { name: "Local Forwarder", currency: local });
  return {
    ...db,
    app,
    owner,
    enter: (entry: Json) =>
      owner.post(ledger, {
        supplier_id: 1,
        particulars: "Proforma 7",
        exchange_rate: 120,
        ...entry,
      }),
  };
}

Deno.test("recordEntry() fills in type, date, currency and the signed local amount", async () => {
  await using b = await books();
  const credit = await b.enter({ credit: 100.5, debit: 0, exchange_rate: 120.255 });
  assertEquals(credit.status, 201);
  const row = credit.body.data;
  assertEquals(credit.headers.get("location"), `/api/v1${ledger}/${row.id}`);
  assertMatch(row.reference_no, /^SLE-\d{4}-000001$/);
  assertEquals(row.title, "Machine Works: Proforma 7");
  assertEquals([row.entry_type, row.entry_date, row.currency], ["purchase", today, "USD"]);
  // 100.5 × 120.255 = 12085.6275
  assertEquals([row.credit, row.debit, row.amount_local], [100.5, 0, 12085.63]);
  assertEquals([row.running_balance, row.running_balance_local], [100.5, 12085.63]);
  assertEquals([row.version, row.updated_at, row.created_by], [1, row.created_at, b.owner.userId]);
  const debit = (await b.enter({ debit: "0.5", entry_date: "2024-02-29" })).body.data;
  assertEquals([debit.entry_type, debit.amount_local], ["payment", -60]);
  assertEquals(debit.reference_no, "SLE-2024-000001");
  const own = await b.enter({ supplier_id: 2, credit: 10.25, exchange_rate: undefined });
  assertEquals([own.body.data.currency, own.body.data.exchange_rate], [local, 1]);
  assertEquals((await b.owner.get(`${ledger}/${row.id}`)).body.data.particulars, "Proforma 7");
  assertEquals((await b.owner.get(`${ledger}/999`)).status, 404);
  const [audited] = await b.database.query<[{ action: string; reference_no: string }]>(sql`
    select action, reference_no from audit_log where entity = 'supplier_ledger' order by id limit 1`);
  assertEquals(audited, { action: "supplier_ledger.record", reference_no: row.reference_no });
});

Deno.test("recordEntry() rounds the local amount half up, away from zero on both sides", async () => {
  await using b = await books();
  // 0.01 × 0.5 = 0.005
  const up = await b.enter({ credit: 0.01, exchange_rate: 0.5 });
  const down = await b.enter({ debit: 0.01, exchange_rate: 0.5 });
  assertEquals([up.body.data.amount_local, down.body.data.amount_local], [0.01, -0.01]);
});

Deno.test("recordEntry() refuses what is not one amount with its rate", async (t) => {
  await using b = await books();
  const refused: [string, Json, string, string[]][] = [
    ["both sides", { credit: 1, debit: 1 }, "exactly_one_side", ["credit", "debit"]],
    ["both zero", { credit: 0, debit: 0 }, "exactly_one_side", ["credit", "debit"]],
    ["neither side", {}, "exactly_one_side", ["credit", "debit"]],
    ["a negative side", { credit: -1 }, "invalid_fields", ["credit"]],
    ["no rate", { credit: 1, exchange_rate: null }, "exchange_rate_missing", ["exchange_rate"]],
    ["a rate of zero", { credit: 1, exchange_rate: 0 }, "invalid_fields", ["exchange_rate"]],
    ["a local rate", { credit: 1, currency: local }, "invalid_fields", ["exchange_rate"]],
    [
      "thousandths of local currency",
      { credit: 1.005, currency: local, exchange_rate: 1 },
      "invalid_fields",
      ["credit"],
    ],
    [
      "a local amount out of range",
      { debit: 99999999999, exchange_rate: 1000 },
      "invalid_fields",
      ["debit"],
    ],
    ["an unknown supplier", { supplier_id: 9, credit: 1 }, "invalid_fields", ["supplier_id"]],
    [
      "unknown documents",
      { shipment_id: 9, lc_tt_id: 9, credit: 1 },
      "invalid_fields",
      ["shipment_id", "lc_tt_id"],
    ],
    ["no particulars", { particulars: " ", credit: 1 }, "invalid_fields", ["particulars"]],
    ["an unknown type", { entry_type: "gift", credit: 1 }, "invalid_fields", ["entry_type"]],
    ["a date that is none", { entry_date: "2026-02-30", credit: 1 }, "invalid_fields", [
      "entry_date",
    ]],
  ];
  for (const [name, entry, code, fields] of refused) {
    await t.step(name, async () => {
      const { status, body } = await b.enter(entry);
      assertEquals([status, body.code, Object.keys(body.errors)], [422, code, fields]);
    });
  }
  assertEquals((await b.owner.get(ledger)).body.data, []);
  const answer = await b.enter({ credit: 1, currency: local, exchange_rate: 1 });
  assertEquals(answer.status, 201);
  assertMatch(answer.body.data.reference_no, /-000001$/); // refused entries took no number
});

Deno.test("postSupplierEntry() writes for a document and refuses an empty amount", async () => {
  await using b = await books();
  const store = actorWith("store");
  const entry = {
    supplier_id: 1,
    entry_type: "credit_note" as const,
    particulars: "Claim",
    currency: "USD",
    exchange_rate: new Decimal("110.5"),
  };
  const posted = await inTransaction(
    b.database,
    (tx) => enterSupplier(tx, store, { ...entry, debit: new Decimal("2") }),
  );
  assertEquals(String(posted.amount_local), "-221");
  const refusal = await thrownBy(() =>
    inTransaction(
      b.database,
      (tx) => enterSupplier(tx, store, { ...entry, debit: new Decimal("0") }),
    )
  ) as Refusal;
  assertEquals(refusal.code, "exactly_one_side");
  const back = await inTransaction(
    b.database,
    (tx) => takeBack(tx, store, posted.id, { reason: "Taken back" }),
  );
  assertEquals([String(back.credit), String(back.amount_local)], ["2", "221"]);
});

Deno.test("reverseEntry() mirrors the stored numbers, once", async () => {
  await using b = await books();
  const entry = (await b.enter({
    credit: 33.3333,
    exchange_rate: 121.12345678,
    reference: "PI-1",
    entry_date: "2026-01-05",
    entry_type: "freight",
  })).body.data;
  const path = `${ledger}/${entry.id}/reverse`;
  const early = await b.owner.post(path, { reason: "Wrong", entry_date: "2026-01-04" });
  assertEquals([early.status, Object.keys(early.body.errors)], [422, ["entry_date"]]);
  const made = await b.owner.post(path, { reason: "Wrong supplier" });
  assertEquals(made.status, 201);
  const mirror = made.body.data;
  assertEquals(made.headers.get("location"), `/api/v1${ledger}/${mirror.id}`);
  assertEquals(
    [mirror.credit, mirror.debit, mirror.amount_local, mirror.exchange_rate, mirror.entry_type],
    [0, 33.3333, -entry.amount_local, 121.12345678, "freight"],
  );
  assertEquals(
    [mirror.reverses_id, mirror.reason, mirror.entry_date, mirror.reference],
    [entry.id, "Wrong supplier", today, "PI-1"],
  );
  assertEquals([mirror.running_balance, mirror.running_balance_local], [0, 0]);
  const again = await b.owner.post(path, { reason: "Again" });
  assertEquals([again.status, again.body.code], [409, "already_reversed"]);
  const deeper = await b.owner.post(`${ledger}/${mirror.id}/reverse`, { reason: "No" });
  assertEquals([deeper.status, deeper.body.code], [409, "not_reversible"]);
  assertEquals((await b.owner.post(`${ledger}/99/reverse`, { reason: "No" })).status, 404);
  const original = (await b.owner.get(`${ledger}/${entry.id}`)).body.data;
  assertEquals(
    [original.reversed_by_id, original.amount_local],
    [mirror.id, entry.amount_local],
  );
});

Deno.test("an entry is dated neither after today nor before the books begin (found 6)", async () => {
  await using b = await books();
  const late = await b.enter({ credit: 1, entry_date: "2199-12-31" });
  assertEquals([late.status, late.body.code], [422, "date_in_future"]);
  await b.enter({ credit: 1, entry_type: "opening", entry_date: "2026-01-01" });
  const early = await b.enter({ credit: 1, entry_date: "1900-01-01" });
  assertEquals([early.status, early.body.code, Object.keys(early.body.errors)], [
    422,
    "before_books_start",
    ["entry_date"],
  ]);
  const { id } = (await b.enter({ credit: 2, entry_date: "2026-01-05" })).body.data;
  const back = await b.owner.post(`${ledger}/${id}/reverse`, { reason: "x", date: "2199-01-01" });
  assertEquals([back.status, back.body.code], [422, "date_in_future"]);
});

Deno.test("what is paid twice with one reference and method is refused (found 10)", async () => {
  await using b = await books();
  const pay = (more: Json = {}) =>
    b.enter({ debit: 5, reference: "BKX7710", method: "bkash", ...more });
  assertEquals((await pay()).status, 201);
  const again = await pay({ reference: "bkx7710" });
  assertEquals([again.status, again.body.code], [409, "duplicate_reference"]);
  assertEquals((await pay({ method: "bank" })).status, 201);
  const mute = await pay({ allow_duplicate: true });
  assertEquals([mute.status, Object.keys(mute.body.errors)], [422, ["note"]]);
  const meant = await pay({ allow_duplicate: true, note: "Two slips of one number" });
  assertEquals(
    [meant.status, meant.body.data.method, meant.body.data.note],
    [201, "bkash", "Two slips of one number"],
  );
});

Deno.test("an entry by hand is booked against what its type says, or the account it names", async () => {
  await using b = await books();
  const [rent] = await b.database.query<[{ id: number }]>(
    sql`select id from accounts where role = 'rent'`,
  );
  const cases: [Json, Json[]][] = [
    [{ credit: 10 }, [["2100", -1200], ["2150", 1200]]],
    [{ debit: 2 }, [["2100", 240], ["1310", -240]]],
    [{ debit: 2, entry_type: "advance", method: "cash" }, [["2100", 240], ["1300", -240]]],
    [{ credit: 1, entry_type: "bank_charge" }, [["2100", -120], ["6130", 120]]],
    [{ credit: 1, entry_type: "freight" }, [["2100", -120], ["2150", 120]]],
    [{ debit: 1, entry_type: "credit_note" }, [["2100", 120], ["5410", -120]]],
    [{ debit: 1, entry_type: "adjustment" }, [["2100", 120], ["5900", -120]]],
    [{ credit: 1, entry_type: "opening" }, [["2100", -120], ["3100", 120]]],
    [{ credit: 1, account_id: rent.id }, [["2100", -120], ["6100", 120]]],
    [{ debit: 1, exchange_rate: 125 }, [["2100", 125], ["5500", 5], ["2100", -5], ["1310", -125]]],
  ];
  for (const [entry, lines] of cases) {
    const { data } = (await b.enter(entry)).body;
    assertEquals(await linesOf(data.entry_id), lines);
  }
  const control = await b.enter({ credit: 1, account_id: 1 });
  assertEquals([control.status, Object.keys(control.body.errors)], [422, ["account_id"]]);
  const noMoney = await b.enter({ debit: 1, account_id: rent.id });
  assertEquals([noMoney.status, Object.keys(noMoney.body.errors)], [422, ["account_id"]]);
  const back = (await b.owner.post(`${ledger}/10/reverse`, { reason: "x" })).body.data;
  assertEquals(await linesOf(back.entry_id), [["2100", -125], ["5500", -5], ["2100", 5], [
    "1310",
    125,
  ]]);

  async function linesOf(entry: number) {
    const lines = await b.database.query<{ number: string; amount: Decimal }[]>(sql`
      select a.number, l.debit - l.credit as amount from journal_lines l
      join accounts a on a.id = l.account_id where l.entry_id = ${entry} order by l.id`);
    return lines.map(({ number, amount }) => [number, Number(String(amount))]);
  }
});

Deno.test("reverseEntry() has one effect when two reverse the same entry at once", async () => {
  await using b = await books();
  const { id } = (await b.enter({ credit: 5 })).body.data;
  const holding = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const first = inTransaction(b.database, async (tx) => {
    const row = await reverseEntry(tx, actorWith("owner"), id, { reason: "First" });
    started.resolve();
    await holding.promise;
    return row;
  });
  await started.promise;
  const second = b.owner.post(`${ledger}/${id}/reverse`, { reason: "Second" });
  await untilBlocked(b.database);
  holding.resolve();
  assertEquals((await first).reverses_id, id);
  const refused = await second;
  assertEquals([refused.status, refused.body.code], [409, "already_reversed"]);
  const { data, meta } = (await b.owner.get(ledger)).body;
  assertEquals([data.length, data[0].reason], [2, "First"]);
  assertEquals(meta.balances, [{ currency: "USD", balance: 0, balance_local: 0 }]);
});

Deno.test("an entry is reversed without a body too", async () => {
  await using b = await books();
  const entry = (await b.enter({ credit: 5 })).body.data;
  const { status, body: { data } } = await b.owner.post(`${ledger}/${entry.id}/reverse`);
  assertEquals([status, data.reverses_id, data.debit, data.reason], [201, entry.id, 5, null]);
  assertEquals(data.particulars, `Reversal of ${entry.reference_no}`);
});

Deno.test("supplier_ledger refuses update, delete, truncate and a second reversal row", async () => {
  await using b = await books();
  await b.enter({ credit: 5 });
  const mirror = (await b.owner.post(`${ledger}/1/reverse`, { reason: "x" })).body.data;
  const hands = [
    sql`update supplier_ledger set credit = 6 where id = 1`,
    sql`delete from supplier_ledger where id = 1`,
    sql`truncate supplier_ledger cascade`,
  ];
  for (const statement of hands) {
    const error = await thrownBy(() => inTransaction(b.database, (tx) => tx.query(statement)));
    assertMatch(error.message, /append-only/);
  }
  const copy = await thrownBy(() =>
    inTransaction(b.database, (tx) =>
      tx.query(sql`
      insert into supplier_ledger (reference_no, supplier_id, entry_date, entry_type, particulars,
        debit, currency, exchange_rate, amount_local, reverses_id, entry_id)
      select 'SLE-COPY', supplier_id, entry_date, entry_type, particulars, debit, currency,
        exchange_rate, amount_local, reverses_id, entry_id from supplier_ledger where id = ${mirror.id}`))
  );
  assertMatch(copy.message, /supplier_ledger_reverses_id_key/);
});

Deno.test("listEntries() shows running balances by date and id, and filters", async (t) => {
  await using b = await books();
  await b.enter({ credit: 100, entry_date: "2026-01-10" }); // 1
  await b.enter({ debit: 30, entry_date: "2026-01-20", reference: "SWIFT 100%" }); // 2
  await b.enter({ credit: 7, entry_date: "2026-01-05" }); // 3, back-dated
  await b.enter({ credit: 10, currency: "CNY", exchange_rate: 16.5, entry_date: "2026-01-15" }); // 4
  await b.enter({
    supplier_id: 2,
    credit: 500,
    exchange_rate: 1,
    entry_date: "2026-01-20",
    entry_type: "Freight",
  }); // 5
  const rows = (page: Json) => page.body.data.map((row: Json) => row.id);

  await t.step("newest date first, then newest entry", async () => {
    const page = await b.owner.get(ledger);
    assertEquals(
      page.body.data.map((row: Json) => [row.id, row.running_balance, row.running_balance_local]),
      [[5, 500, 500], [2, 77, 9405], [4, 10, 13005], [1, 107, 12840], [3, 7, 840]],
    );
    assertEquals(page.body.meta.balances, [
      { currency: local, balance: 500, balance_local: 500 },
      { currency: "CNY", balance: 10, balance_local: 165 },
      { currency: "USD", balance: 77, balance_local: 9240 },
    ]);
  });

  await t.step("pages carry the balances on", async () => {
    const first = await b.owner.get(`${ledger}?supplier_id=1&limit=2&include_total=true`);
    assertEquals([rows(first), first.body.meta.total], [[2, 4], 4]);
    const next = await b.owner.get(
      `${ledger}?supplier_id=1&limit=2&cursor=${first.body.meta.next_cursor}`,
    );
    assertEquals(
      next.body.data.map((row: Json) => [row.id, row.running_balance]),
      [[1, 107], [3, 7]],
    );
  });

  await t.step("filters", async () => {
    const found = async (query: string) => rows(await b.owner.get(`${ledger}?${query}`));
    assertEquals(await found("supplier_id=2"), [5]);
    assertEquals(await found("supplier_id=99"), []);
    assertEquals(await found("currency=cny"), [4]);
    assertEquals(await found("entry_type=payment,freight"), [5, 2]);
    assertEquals(await found("from=2026-01-10&to=2026-01-15"), [4, 1]);
    assertEquals(await found("search=100%25"), [2]);
    assertEquals(await found("search=forwarder"), [5]);
    assertEquals(await found("sort=entry_date&limit=1"), [3]);
    assertEquals(await found("as_of=2026-01-10"), [1, 3]);
    assertEquals((await b.owner.get(`${ledger}?entry_type=gift`)).status, 422);
    assertEquals((await b.owner.get(`${ledger}?as_of=soon`)).status, 422);
  });

  await t.step("balances are those of as_of, else of to, whatever the other filters", async () => {
    const balances = async (query: string) =>
      (await b.owner.get(`${ledger}?${query}`)).body.meta.balances;
    const usd = (balance: number) => [{
      currency: "USD",
      balance,
      balance_local: balance * 120,
    }];
    assertEquals(await balances("supplier_id=1&currency=USD&as_of=2026-01-10"), usd(107));
    assertEquals(await balances("supplier_id=1&currency=USD&to=2026-01-06"), usd(7));
    assertEquals(
      await balances("supplier_id=1&currency=USD&to=2026-01-06&as_of=2026-01-12"),
      usd(107),
    );
    assertEquals(
      await balances("supplier_id=1&currency=USD&from=2026-01-20&entry_type=advance"),
      usd(77),
    );
    assertEquals(await balances("supplier_id=99"), []);
  });

  await t.step("one statement with the total", async () => {
    const caller = await b.app.as("accounts");
    const before = b.database.statements.count;
    await caller.get(`${ledger}?include_total=true`);
    assertEquals(b.database.statements.count - before, 1 + 1); // 1: the session
  });
});

Deno.test("the ledger needs costs.read and costs.write", async () => {
  await using b = await books();
  await b.enter({ credit: 5 });
  for (const role of ["sales", "service_manager", "engineer", "store", "office_staff"] as const) {
    const caller = await b.app.as(role);
    const answers = await Promise.all([
      caller.get(ledger),
      caller.get(`${ledger}/1`),
      caller.get("/suppliers/1/ledger"),
      caller.post(ledger, { supplier_id: 1, particulars: "x", credit: 1, exchange_rate: 1 }),
      caller.post(`${ledger}/1/reverse`, { reason: "x" }),
    ]);
    assertEquals(answers.map((answer) => answer.status), [403, 403, 403, 403, 403], role);
  }
  const accounts = await b.app.as("accounts");
  assertEquals((await accounts.get("/suppliers/1/ledger")).body.data.length, 1);
  assertEquals((await accounts.get("/suppliers/1/ledger")).body.meta.balances.length, 1);
  assertEquals((await accounts.get("/suppliers/2/ledger")).body.data, []);
  assertEquals((await accounts.get("/suppliers/9/ledger")).status, 404);
  assert((await b.app.anyone.get(ledger)).status === 401);
});
