import sql from "sql-template-tag";
import type { Database, Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { settings, updateSettings } from "../../domain/settings/settings.ts";
import { expense } from "../../domain/treasury/expense.ts";
import { spendMoney } from "../../domain/treasury/spend_money.ts";
import { actorWith, type Answer, type Caller, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";

const date = "2025-05-20";
const month = { closed_through: "2025-05-31" };
const system = actorWith("system");

Deno.test("sixteen who post while a month is being closed wait for it, and are refused", async () => {
  await using db = await freshDatabase();
  const { deeds, before } = await sixteen(db.database);
  const held = await holding(
    db.database,
    (tx) => updateSettings(tx, system, parse(settings.changes, month)),
  );
  const answers = Promise.all(deeds.map((deed) => deed()));
  await untilBlocked(db.database, 16);
  await held.end();
  for (const { status, body } of await answers) {
    assertEquals([status, body.code, body.first_open_day], [409, "period_closed", "2025-06-01"]);
  }
  assertEquals(await entries(db.database), before);
});

Deno.test("sixteen who post while a month is being closed wait for it, and go on where it is not", async () => {
  await using db = await freshDatabase();
  const { deeds, before } = await sixteen(db.database);
  const held = await holding(
    db.database,
    (tx) => updateSettings(tx, system, parse(settings.changes, month)),
    { dryRun: true },
  );
  const answers = Promise.all(deeds.map((deed) => deed()));
  await untilBlocked(db.database, 16);
  await held.end();
  assertEquals((await answers).map(({ status, body }) => [status, body.code]), [
    ...deeds.map(() => [201, undefined]),
  ]);
  assertEquals(await entries(db.database), before + 16);
});

Deno.test("who closes a month waits for whoever is posting into it", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const held = await holding(
    db.database,
    (tx) => spendMoney(tx, system, parse(expense.entry, { category: "rent", amount: "1", date })),
  );
  let closed = false;
  const closing = owner.put("/settings", month).finally(() => closed = true);
  await untilBlocked(db.database, 1);
  assert(!closed, "it waits as long as the other posts");
  await held.end();
  assertEquals((await closing).body.data.closed_through, "2025-05-31");
  assertEquals(await entries(db.database), 1);
});

Deno.test("closing against sixteen who post: what is dated in it was posted before, or is refused", async () => {
  await using db = await freshDatabase();
  const { as } = testApp(db.database);
  const [owner, ...people] = await Promise.all(Array.from({ length: 17 }, () => as("owner")));
  let posted = 0;
  const refused: Answer[] = [];
  const posters = people.map(async (caller) => {
    for (;;) {
      const answer = await caller.post("/expenses", { category: "rent", amount: 1, date });
      if (answer.status !== 201) return void refused.push(answer);
      posted++;
    }
  });
  while (posted < 3) await new Promise((wake) => setTimeout(wake, 10));
  assertEquals((await owner.put("/settings", month)).status, 200);
  const counted = await entries(db.database);
  await Promise.all(posters);
  assertEquals([await entries(db.database), posted], [counted, counted]);
  assertEquals(
    refused.map(({ status, body }) => [status, body.code]),
    people.map(() => [409, "period_closed"]),
  );
});

/** Sixteen deeds of four kinds, dated in the month, each by its own caller; and how many entries there are. */
async function sixteen(database: Database) {
  const { as } = testApp(database);
  const owner = await as("owner");
  const make = async (path: string, body: Json) => {
    const { status, body: { data } } = await owner.post(path, body);
    assertEquals(status, 201);
    return data;
  };
  const customer_id = (await make("/customers", { name: "Rahim" })).id;
  const supplier_id = (await make("/suppliers", { name: "Maker", currency: "BDT" })).id;
  const kinds: [path: string, body: (nth: number) => Json][] = [
    ["/expenses", () => ({ category: "rent", amount: 1, date })],
    ["/accounts/transfers", () => ({ from: "cash", to: "bank", amount: 1, date })],
    ["/invoices/receive-payment", () => ({ customer_id, amount: 1, payment_date: date })],
    ["/import-logistics/supplier-ledger", (nth) => ({
      supplier_id,
      particulars: `Bill ${nth}`,
      credit: 1,
      entry_date: date,
    })],
  ];
  const callers: Caller[] = await Promise.all(Array.from({ length: 16 }, () => as("owner")));
  const deeds = callers.map((caller, nth) => () => {
    const [path, body] = kinds[nth % kinds.length];
    return caller.post(path, body(nth));
  });
  return { deeds, before: await entries(database) };
}

/** Does something in a transaction that stays open until `end`. */
async function holding(
  database: Database,
  deed: (tx: Tx) => Promise<unknown>,
  options: { dryRun?: boolean } = {},
) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: done, resolve: isDone, reject } = Promise.withResolvers<void>();
  const whole = inTransaction(database, async (tx) => {
    await deed(tx);
    isDone();
    await released;
  }, options);
  whole.catch(reject);
  await done;
  return {
    end: async () => {
      release();
      await whole;
    },
  };
}

async function entries(database: Database): Promise<number> {
  const [{ count }] = await database.query<[{ count: number }]>(sql`
    select count(*) as count from journal_entries where entry_date = ${date}`);
  return count;
}
