import { localSource } from "../../cli/source.ts";
import { reportCommands } from "../../cli/report.ts";
import sql from "sql-template-tag";
import { connect, type Database, type Db } from "../../domain/db/connect.ts";
import { readingFrom } from "../../domain/db/replica.ts";
import { textIn } from "../../domain/db/row_bytes.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { bookQuery } from "../../domain/journal/find_entries.ts";
import { listAccountEntries } from "../../domain/journal/account_book.ts";
import { customerLedgerQuery, listCustomerEntries } from "../../domain/customers/find_entries.ts";
import { demurrageQuery, findDemurrage } from "../../domain/demurrage/find_demurrage.ts";
import { findCustomer } from "../../domain/overview/find_customer.ts";
import { findSupplier } from "../../domain/overview/find_supplier.ts";
import { atOneMoment, together } from "../../domain/db/one_moment.ts";
import { readReport } from "../../domain/reports/report.ts";
import { allReports } from "../../domain/reports/reports.ts";
import { invoiceQuery, listInvoices } from "../../domain/sales/find_invoices.ts";
import { listSupplierEntries, supplierLedgerQuery } from "../../domain/suppliers/find_entries.ts";
import { reconcile } from "../../domain/treasury/reconcile.ts";
import { actorWith, type Json } from "../support/app.ts";
import { rejects } from "node:assert";
import { assert, assertEquals } from "../support/assert.ts";
import { watching } from "../support/capture.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { daysAgo, made, openShop } from "../sales/shop.ts";

const actor = actorWith("owner");

/** The database, in which somebody commits a change just before the `nth` statement of what reads from it. */
function changedBefore(nth: number, database: Database, change: () => Promise<unknown>) {
  let asked = 0;
  let turn: Promise<unknown> = Promise.resolve();
  // one after another, so that each statement sees exactly the changes before it
  const db = watching(database, (_, send) => {
    const answered = turn.then(async () => {
      if (++asked === nth) await change();
      return await send();
    });
    turn = answered.catch(() => {});
    return answered;
  });
  return { db, statements: () => asked };
}

type Read = (db: Database) => unknown;

/** A shop in which something changes of all that is read: debts, stock, money and rent. */
async function openYard() {
  const shop = await openShop();
  const { owner } = shop;
  const accounts: Json[] = (await owner.get("/accounts")).body.data;
  const bank: number = accounts.find(({ role }) => role === "bank").id;
  made(await owner.post("/suppliers", { name: "Bolt works", currency: "BDT" }));
  const item = { product_name: "Bolt", ordered_qty: 5, purchase_value: 50 };
  const shipment = { supplier_id: 1, currency: "BDT", items: [item] };
  const { id } = made(await owner.post("/import-logistics/shipments", shipment));
  const container = { size: 20, container_number: "MSKU1234565", discharged_on: daysAgo(9) };
  made(await owner.post(`/import-logistics/shipments/${id}/containers`, container));
  let changes = 0;
  const change = async () => {
    made(await shop.sell(0.01, { payment: { amount: 0.01, method: "bank" } }));
    made(await shop.bill(5));
    const entry = { supplier_id: 1, particulars: "Goods", credit: 100, debit: 0 };
    made(await owner.post("/import-logistics/supplier-ledger", entry));
    const settled = await owner.put("/settings", { demurrage_free_days: ++changes % 30 });
    assertEquals(settled.status, 200);
  };
  await change();
  return { ...shop, bank, change };
}

/** As JSON has it, which tells decimals apart. */
const plain = (value: unknown) => JSON.stringify(value);

/** Reads with a change before each statement but the first, and as often what was there before it. */
async function changedWhileReading(read: Read, yard: Awaited<ReturnType<typeof openYard>>) {
  let changed = false;
  let most = 2;
  for (let nth = 2; nth <= most; nth++) {
    const before = plain(await read(yard.database));
    const { db, statements } = changedBefore(nth, yard.database, yard.change);
    const answer = plain(await read(db));
    most = statements();
    assertEquals(answer, before, `changed before statement ${nth} of ${most}`);
    if (nth <= most) changed ||= plain(await read(yard.database)) !== before;
  }
  return { changed, most };
}

function reads(bank: number): Record<string, Read> {
  const demurrage = demurrageQuery.parse({});
  const cliMargins = reportCommands.find(({ name }) => name === "report margins")!;
  return {
    "a customer's detail": (db) => findCustomer(db, actor, 1),
    "a supplier's detail": (db) => findSupplier(db, actor, 1),
    "a bank's statement beside the book": (db) => reconcile(db, bank),
    "rent that runs": (db) => findDemurrage(db, actor, demurrage),
    "a report at the terminal": (database) =>
      cliMargins.run({ source: localSource(database, actor), options: {}, args: [] } as never),
  };
}

/** Lists with what stands beside their rows: what is one statement is of one moment. */
function readsOfOneStatement(bank: number): Record<string, Read> {
  const whole = { include_total: true };
  return {
    "a customer's ledger": (db) =>
      listCustomerEntries(db, actor, 1, customerLedgerQuery.parse(whole)),
    "a supplier's ledger": (db) =>
      listSupplierEntries(db, actor, 1, supplierLedgerQuery.parse(whole)),
    "the book of an account": (db) => listAccountEntries(db, bank, bookQuery.parse(whole)),
    "a list with its total": (db) => listInvoices(db, actor, invoiceQuery.parse(whole)),
  };
}

Deno.test("every answer is of one moment, whatever is written between its statements", async (t) => {
  await using yard = await openYard();
  for (const [name, read] of Object.entries(reads(yard.bank))) {
    await t.step(name, async () => {
      const { changed, most } = await changedWhileReading(read, yard);
      assert(most > 1, "one statement needs no moment");
      assert(changed, "what was written shows afterwards");
    });
  }
  for (const [name, read] of Object.entries(readsOfOneStatement(yard.bank))) {
    await t.step(name, async () => {
      const { db, statements } = changedBefore(0, yard.database, yard.change);
      await read(db);
      assertEquals(statements(), 1);
    });
  }
  await t.step("every report", async () => {
    const [customer_id, supplier_id, product_id] = ["1", "1", "1"];
    const of = { customer_id, supplier_id, product_id, account_id: String(yard.bank) };
    let changed = 0;
    for (const report of allReports) {
      const query = report.query.parse({ ...of, include_total: true }) as Json;
      const seen = await changedWhileReading((db) => readReport(db, actor, report, query), yard);
      changed += Number(seen.changed);
    }
    assert(changed > allReports.length / 2, `${changed} of ${allReports.length} changed`);
  });
});

Deno.test("together() sends everything at once, and reads it as of one moment", async () => {
  await using db = await freshDatabase();
  const count = sql`select count(*) from settled`;
  await db.database.query(sql`create table settled ()`);
  const lock = sql`select pg_advisory_xact_lock(1)`;
  // by a connection of its own: the one that waits answers nothing
  const looking = connect(db.url, { readers: 1 });
  const reading = await inTransaction(db.database, async (holding) => {
    await holding.query(lock);
    const reading = together(
      db.database,
      (db) => [db.query<Json>(count), db.query(lock), db.texts(count)],
    );
    await untilBlocked(looking);
    await inTransaction(db.database, (tx) => tx.query(sql`insert into settled default values`));
    return [reading]; // it ends only after this
  });
  await looking.end();
  const [[before], , { rows: [after] }] = await reading[0];
  assertEquals([before.count, textIn(after, 0)], [0, "0"]);
  assertEquals((await db.database.query<Json>(count))[0].count, 1);
});

Deno.test("together() throws what the first statement that failed threw, and takes no later question", async () => {
  await using db = await freshDatabase();
  const none = sql`select 1 / 0`;
  await rejects(
    together(db.database, (db) => [db.query(sql`select 1`), db.query(none), db.query(none)]),
    /division by zero/,
  );
  const late = async (db: Db) => {
    await db.query(sql`select 1`);
    return await db.query(sql`select 2`);
  };
  await rejects(together(db.database, (db) => [late(db)]), /asked after/);
  const [rows] = await together(db.database, (db) => [db.query(sql`select 3 as three`)]);
  assertEquals(plain(rows), '[{"three":3}]');
});

Deno.test("atOneMoment() reads within a transaction what that has written", async () => {
  await using shop = await openShop();
  const { database } = shop;
  const before = database.pool().inUse;
  await inTransaction(database, async (tx) => {
    assertEquals(await atOneMoment(tx, (db) => Promise.resolve(db === tx)), true);
    assertEquals(database.pool().inUse, before + 1);
  });
});

Deno.test("atOneMoment() asks the primary where a replayed change stops the replica", async () => {
  await using shop = await openShop();
  await using other = await freshDatabase();
  const stopped = Object.assign(new Error("conflict with recovery"), { code: "40001" });
  const replica = watching(other.database, () => Promise.reject(stopped));
  made(await shop.sell(5, { payment: { amount: 5, method: "bank" } }));
  const [{ id }] = await shop.database.query<[{ id: number }]>(
    sql`select id from accounts where role = 'bank'`,
  );
  const { book_balance } = await reconcile(readingFrom(replica, shop.database), id);
  assertEquals(plain(book_balance), "5");
});
