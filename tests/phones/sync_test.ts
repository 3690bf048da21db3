import sql from "sql-template-tag";
import { startOfDay } from "../../domain/business/business.ts";
import { addDays } from "../../domain/business/calendar.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { forgetOldChanges } from "../../domain/phones/sync.ts";
import { syncKinds } from "../../domain/phones/sync_kinds.ts";
import { readToken, writeToken } from "../../domain/phones/sync_token.ts";
import { type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { oneOfEverything } from "../support/business.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, done, made } from "../support/receiving.ts";

type Synced = { data: Json[]; meta: Json };

async function ask(caller: Caller, since?: string, limit = 500): Promise<Synced> {
  const query = since === undefined ? "" : `&since=${since}`;
  const { status, body } = await caller.get(`/sync?limit=${limit}${query}`);
  assertEquals(status, 200, JSON.stringify(body));
  return body;
}

/** A whole round, page by page, and the token for the next one. */
async function round(caller: Caller, since?: string, limit = 500) {
  const rows: Json[] = [];
  for (let pages = 1;; pages++) {
    const { data, meta } = await ask(caller, since, limit);
    rows.push(...data);
    since = meta.next_since as string;
    if (!meta.has_more) return { rows, since, full: meta.full as boolean, pages };
    assertEquals(data.length, limit);
  }
}

/**
 * A token behind which nothing is left to send. Transactions of other tests on the same server hold
 * the horizon back as long as they run, and then rows come again.
 */
async function settled(caller: Caller, since?: string): Promise<string> {
  for (let tries = 0; tries < 240; tries++) {
    const { rows, since: next } = await round(caller, since);
    if (since !== undefined && rows.length === 0) return since;
    since = next;
    if (tries > 0) await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Error("Some transaction on this server has been running for a minute");
}

const named = (rows: Json[]) =>
  rows.map(({ kind, id, gone }) => `${kind} ${id}${gone ? " gone" : ""}`).sort();

Deno.test("a phone gets everything once, then only what has changed", async (t) => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const all = await oneOfEverything(owner, "1");
  const whole = await round(owner);
  let since = await settled(owner, whole.since);

  await t.step("every kind, whatever the size of the pages", async () => {
    assertEquals([whole.full, whole.pages], [true, 1]);
    assertEquals(
      [...new Set(whole.rows.map(({ kind }) => kind))],
      syncKinds.map(({ kind }) => kind),
    );
    const small = await round(owner, undefined, 2);
    assertEquals(small.rows, whole.rows);
    assert(small.pages > 3);
    const shipment = whole.rows.find(({ kind }) => kind === "shipment");
    assertEquals(shipment.items.map((item: Json) => [item.sku, item.expected_qty]), [
      [all.product.sku, 90],
    ]);
  });

  await t.step("nothing new is nothing to send", async () => {
    const answer = await owner.get(`/sync?since=${since}`);
    assertEquals([answer.body.data, answer.body.meta.next_since], [[], since]);
    await db.database.query(sql`insert into login_failures (account, address) values ('a', 'b')`);
    const tag = answer.headers.get("etag")!;
    assertEquals((await owner.get(`/sync?since=${since}`, { "if-none-match": tag })).status, 304);
  });

  await t.step("a sale changes the stock, the customer's balance and the invoice", async () => {
    const invoice = made(
      await owner.post("/invoices", {
        customer_id: all.customer.id,
        items: [{ product_id: all.product.id, quantity: 1, unit_price: 20 }],
      }),
    );
    const delta = await round(owner, since);
    assertEquals([delta.full, named(delta.rows)], [false, [
      `customer ${all.customer.id}`,
      `invoice ${invoice.id}`,
      `product ${all.product.id}`,
    ]]);
    const before = whole.rows.find(({ kind }) => kind === "product");
    const after = delta.rows.find(({ kind }) => kind === "product");
    assertEquals(before.stock_qty - after.stock_qty, 1);
    const small = await round(owner, since, 1);
    assertEquals([named(small.rows), small.pages], [named(delta.rows), 3]);
    since = await settled(owner, delta.since);
  });

  await t.step("every change of a record or of its lines is one", async () => {
    const paths: [string, string, string, Json][] = [
      ["PUT", `/products/${all.product.id}`, `product ${all.product.id}`, { brand: "B" }],
      ["PUT", `/customers/${all.customer.id}`, `customer ${all.customer.id}`, { city: "Dhaka" }],
      ["PUT", `/suppliers/${all.supplier.id}`, `supplier ${all.supplier.id}`, { country: "CN" }],
      [
        "PATCH",
        `/import-logistics/shipments/${all.shipment.id}`,
        `shipment ${all.shipment.id}`,
        { notes: "late" },
      ],
      ["PATCH", `/import-logistics/rmas/${all.rma.id}/status`, `rma ${all.rma.id}`, {
        status: "under_repair",
      }],
      ["PUT", `/service-tickets/${all.ticket.id}`, `service_ticket ${all.ticket.id}`, {
        priority: "high",
      }],
      ["PUT", `/tasks/${all.task.id}`, `task ${all.task.id}`, { priority: "high" }],
      [
        "PATCH",
        `/import-logistics/discrepancies/${all.claim.id}/submit`,
        `discrepancy ${all.claim.id}`,
        {},
      ],
    ];
    for (const [method, path, name, body] of paths) {
      done(await owner.call(method, path, body));
      const delta = await round(owner, since);
      assertEquals(named(delta.rows), [name], path);
      since = await settled(owner, delta.since);
    }
  });
  assertInvalid(await owner.get("/sync?since=coffee"), "since");
  assertInvalid(await owner.get("/sync?limit=501"), "limit");
});

Deno.test("no change is missed while transactions end in another order than they began", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  const { since: start } = await round(owner);
  const insert = (name: string) =>
    sql`insert into customers (reference_no, name) values (${name}, ${name})`;
  const names = (rows: Json[]) => rows.map(({ name }) => name).sort();
  const written = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = inTransaction(db.database, async (tx) => {
    await tx.query(insert("began first"));
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  await db.database.query(insert("ended first"));

  const during = await round(owner, start);
  assertEquals(names(during.rows), ["ended first"]);
  const again = await round(owner, during.since);
  assertEquals(names(again.rows), ["ended first"], "comes again while an older one still runs");
  const fresh = await round(owner);
  assertEquals(names(fresh.rows), ["ended first"]);

  mayCommit.resolve();
  await slow;
  for (const since of [during.since, again.since, fresh.since]) {
    assertEquals(names((await round(owner, since)).rows), ["began first", "ended first"]);
  }
  await settled(owner, again.since);
});

Deno.test("a change in the middle of a round comes with the next one", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  for (const name of ["A", "B", "C"]) made(await owner.post("/customers", { name }));
  const first = await ask(owner, undefined, 2);
  done(await owner.put(`/customers/${first.data[0].id}`, { city: "Khulna" }));
  made(await owner.post("/products", { name: "Ink" }));
  const rest = await round(owner, first.meta.next_since);
  assertEquals(rest.rows.map(({ name }) => name), ["C"]);
  const next = await round(owner, rest.since);
  const came = next.rows.map(({ name, city }) => `${name} ${city}`);
  for (const changed of ["Ink undefined", "A Khulna"]) {
    assert(came.includes(changed), `${changed} of ${came}`);
  }
});

Deno.test("what leaves the caller's reach is gone, and of the rest he hears nothing", async (t) => {
  await using db = await freshDatabase();
  const { database } = db;
  const { as } = testApp(database);
  const [owner, engineer, other] = [await as("owner"), await as("engineer"), await as("engineer")];
  const task = made(
    await owner.post("/tasks", { title: "Call", assigned_to: engineer.userId }),
  );
  const foreign = made(await owner.post("/tasks", { title: "Else", assigned_to: other.userId }));
  const kept = await round(engineer);
  assertEquals(named(kept.rows), [`task ${task.id}`]);

  await t.step("work that is given to someone else", async () => {
    done(await owner.put(`/tasks/${task.id}`, { assigned_to: other.userId }));
    done(await owner.put(`/tasks/${foreign.id}`, { title: "Not his" }));
    const delta = await round(engineer, kept.since);
    assertEquals(delta.rows, [{ kind: "task", id: task.id, gone: true }]);
    assertEquals(named((await round(other)).rows), [`task ${task.id}`, `task ${foreign.id}`]);
    done(await owner.put(`/tasks/${task.id}`, { assigned_to: engineer.userId }));
    assertEquals(named((await round(engineer, kept.since)).rows), [`task ${task.id}`]);
  });

  await t.step("finished work after 90 days", async () => {
    const token = readToken(await settled(owner));
    const lastKept = startOfDay(addDays(token.day, -91));
    await database.query(sql`
      update tasks set status = 'completed', updated_at = ${lastKept} where id = ${task.id}`);
    const yesterday = writeToken({
      ...readToken(await settled(owner)),
      day: addDays(token.day, -1),
    });
    const delta = await round(owner, yesterday);
    assertEquals(named(delta.rows), [`task ${task.id} gone`]);
    await settled(owner, delta.since);
    assertEquals(named((await round(owner)).rows), [`task ${foreign.id}`]);
  });

  await t.step("another role, user or database, or a token too old: everything anew", async () => {
    const { since } = await round(owner);
    const token = readToken(since);
    const odd = [
      { ...token, role: "sales" },
      { ...token, user: other.userId },
      { ...token, db: "1/1" },
      { ...token, since: "999999999999" },
      { ...token, day: addDays(token.day, -91) },
      { ...token, day: addDays(token.day, 1) },
    ];
    assertEquals((await round(owner, since)).full, false);
    for (const one of odd) {
      const { full, rows } = await round(owner, writeToken(one));
      assertEquals([full, named(rows)], [true, [`task ${foreign.id}`]], JSON.stringify(one));
    }
  });
});

Deno.test("each role keeps what it may read", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const owner = await as("owner");
  await oneOfEverything(owner, "1");
  const keptBy = async (role: Parameters<typeof as>[0]) => (await round(await as(role))).rows;
  const kindsOf = (rows: Json[]) => [...new Set(rows.map(({ kind }) => kind))];
  const store = await keptBy("store");
  assertEquals(kindsOf(store), [
    "product",
    "supplier",
    "shipment",
    "receipt",
    "rma",
    "service_ticket",
    "discrepancy",
  ]);
  assertEquals(store.some((row) => "estimated_value_local" in row), false);
  assertEquals(kindsOf(await keptBy("office_staff")), ["product", "customer", "shipment", "rma"]);
  const balance = (rows: Json[]) => rows.find(({ kind }) => kind === "customer").balance;
  assertEquals(balance(await keptBy("engineer")), undefined);
  assertEquals(balance(await keptBy("sales")), 25);
});

Deno.test("changes are forgotten when no token can ask for them any more", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  await database.query(sql`
    insert into record_changes (kind, record_id, changed_at)
    values ('product', 1, now() - interval '121 days'), ('product', 2, now() - interval '91 days')`);
  await inTransaction(database, forgetOldChanges);
  const left = await database.query<{ record_id: number }[]>(
    sql`select record_id from record_changes`,
  );
  assertEquals(left, [{ record_id: 2 }]);
});
