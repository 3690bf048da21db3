import sql from "sql-template-tag";
import { numbered } from "../../domain/books/number_checks.ts";
import { changedKinds } from "../../domain/changes/changed_kinds.ts";
import { type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, made } from "../support/receiving.ts";

/** A whole round: what came, in how many requests, and the token for the next. */
async function round(caller: Caller, since?: string, query = "limit=200") {
  const rows: Json[] = [];
  for (let requests = 1;; requests++) {
    const { status, body } = await caller.get(
      `/changes?${query}${since === undefined ? "" : `&since=${since}`}`,
    );
    assertEquals(status, 200, JSON.stringify(body).slice(0, 500));
    rows.push(...body.data);
    since = body.meta.next_since as string;
    if (!body.meta.has_more) return { rows, since, requests, full: body.meta.full as boolean };
  }
}

const named = (rows: Json[]) => rows.map(({ kind, id }) => `${kind} ${id}`).sort();

Deno.test("a program gets every record once, then each that changed, whole", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const all = await oneOfEverything(owner, "1");
  const first = await round(owner);
  let { since } = first;

  await t.step("every kind, none twice, whatever the size of the pages", async () => {
    assertEquals(first.full, true);
    assertEquals(new Set(named(first.rows)).size, first.rows.length);
    const seen = new Set(first.rows.map(({ kind }) => kind));
    const missing = changedKinds.map(({ kind }) => kind).filter((kind) => !seen.has(kind));
    assertEquals(
      missing.filter((kind) =>
        !["credit_note", "expense", "vat_challan", "withheld_tax", "vat_return"].includes(kind)
      ),
      [],
    );
    const inPages = await round(owner, undefined, "limit=7");
    assertEquals(inPages.rows, first.rows);
    assert(inPages.requests > 3);
  });

  await t.step("a record is what reading it alone answers", async () => {
    const { record } = first.rows.find(({ kind }) => kind === "invoice")!;
    const { body } = await owner.get(`/invoices/${record.id}`);
    assertEquals(record, body.data);
    assert(record.items.length > 0);
  });

  await t.step("nothing has changed: nothing comes", async () => {
    const next = await round(owner, since);
    assertEquals([next.rows, next.full], [[], false]);
    since = next.since;
  });

  await t.step("a payment: what it changes comes once, and never again", async () => {
    const { body } = await owner.get("/invoices?limit=1");
    const invoice = body.data[0];
    made(
      await owner.post("/invoices/receive-payment", {
        customer_id: invoice.customer_id,
        amount: 5,
        method: "cash",
      }),
    );
    const next = await round(owner, since);
    const kinds = next.rows.map(({ kind }) => kind);
    for (const kind of ["payment", "customer", "customer_ledger_entry", "journal_entry"]) {
      assert(kinds.includes(kind), `${kind} of ${kinds}`);
    }
    assertEquals(new Set(named(next.rows)).size, next.rows.length);
    assertEquals((await round(owner, next.since)).rows, []);
    since = next.since;
  });

  await t.step("only some kinds, and their token is for them", async () => {
    const some = await round(owner, undefined, "kinds=product,supplier");
    assertEquals(new Set(some.rows.map(({ kind }) => kind)), new Set(["product", "supplier"]));
    const other = await owner.get(`/changes?kinds=product&since=${some.since}`);
    assertInvalid(other, "kinds");
    assertInvalid(await owner.get("/changes?since=abc"), "since");
    assertInvalid(await owner.get("/changes?kinds=horse"), "kinds");
  });

  await t.step("who reads no costs and no books gets none of them", async () => {
    const store = await round(await as("store"));
    const kinds = new Set(store.rows.map(({ kind }) => kind));
    for (const kind of ["journal_entry", "supplier_ledger_entry", "lc_tt", "expense"]) {
      assert(!kinds.has(kind), kind);
    }
    const text = JSON.stringify(store.rows);
    for (const cost of ["purchase_price", "landed_unit_cost", "average_cost", "stock_value"]) {
      assert(!text.includes(`"${cost}"`), cost);
    }
    assert(kinds.has("product") && kinds.has("shipment"), [...kinds].join());
  });

  await t.step("what is not his stays away: an engineer's tickets and tasks", async () => {
    const engineer = await round(await as("engineer"));
    const kinds = new Set(engineer.rows.map(({ kind }) => kind));
    assertEquals([kinds.has("service_ticket"), kinds.has("task")], [false, false]);
    assert(all.ticket && all.task);
  });

  await t.step("another user's token begins anew", async () => {
    assertEquals((await round(await as("owner"), since)).full, true);
  });
});

Deno.test("every record with a number is of a kind, and each kind's rows are noted when they change", async () => {
  await using db = await freshDatabase();
  const tables = changedKinds.map(({ table }) => table);
  // who works here, and files beside their records, are asked for by themselves
  assertEquals(numbered.filter((table) => !tables.includes(table)), ["uploads", "users"]);
  const noted = await db.database.query<{ kind: string; table: string; appends: boolean }[]>(sql`
    select split_part(encode(tgargs, 'escape'), '\\000', 1) as kind, tgrelid::regclass::text as "table",
      bool_or(tgtype & 16 > 0) is false as appends
    from pg_trigger where tgname in ('note_new', 'note_insert', 'note_update') group by 1, 2`);
  const appendOnly = [
    "stock_movement",
    "customer_ledger_entry",
    "supplier_ledger_entry",
    "journal_entry",
  ];
  for (const { kind, table } of changedKinds) {
    const found = noted.find((each) => each.kind === kind && each.table === table);
    assertEquals(found?.appends, appendOnly.includes(kind), kind);
  }
});

Deno.test("a loan that is paid back and a return of VAT that is filed are changes", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const { loan } = await oneOfEverything(owner, "1");
  const { since } = await round(owner);
  made(await owner.post(`/lc-loans/${loan.id}/payments`, { principal: 1, interest: 0 }));
  const period = "2026-01";
  const filed = made(await owner.post("/vat-returns", { period }));
  const { rows } = await round(owner, since);
  const [paid] = rows.filter(({ kind }) => kind === "lc_loan");
  assertEquals([paid.id, paid.record.payments.length], [loan.id, 1]);
  const [told] = rows.filter(({ kind }) => kind === "vat_return");
  assertEquals([told.id, told.record.period], [filed.id, period]);
});

Deno.test("while writers go on, every change comes, in whatever order they commit", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  let { since } = await round(owner);
  const last = new Map<number, string>();
  const suppliers: number[] = [];
  for (let n = 0; n < 40; n++) {
    suppliers.push(made(await owner.post("/suppliers", { name: `Supplier ${n}` })).id);
  }
  const seen = new Map<number, string>();
  let writing = true;
  const reader = (async () => {
    while (writing) {
      const next = await round(owner, since, "kinds=&limit=15");
      since = next.since;
      assertEquals(new Set(named(next.rows)).size, next.rows.length);
      for (const { kind, id, record } of next.rows) {
        if (kind === "supplier") seen.set(id, record.name);
      }
    }
  })();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n++) {
      const id = suppliers[(n * 8 + writer) % 40];
      // eight writers, each with suppliers of its own every time: the last name is known
      const name = `Supplier ${id} by ${writer} at ${n}`;
      const { status } = await owner.put(`/suppliers/${id}`, { name });
      assertEquals(status, 200);
      last.set(id, name);
    }
  });
  await Promise.all(writers);
  writing = false;
  await reader;
  const end = await round(owner, since, "kinds=&limit=15");
  for (const { kind, id, record } of end.rows) if (kind === "supplier") seen.set(id, record.name);
  for (const id of suppliers) {
    const { body } = await owner.get(`/suppliers/${id}`);
    assertEquals(seen.get(id), body.data.name);
  }
  assertEquals((await round(owner, end.since, "kinds=&limit=15")).rows, []);
});
