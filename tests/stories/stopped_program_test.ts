import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { type Json, testApp, testSecret } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase, type TestDatabase, untilBlocked } from "../support/db.ts";
import { call, type Server, startServer } from "../support/server.ts";

const IMPORT = "/import-logistics";

Deno.test("who waits at a counter of numbers waits for no program, also not for one that stands still", async (t) => {
  await using db = await freshDatabase();
  const { token } = await testApp(db.database).as("owner");
  await using ends = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "stopped-" });
  ends.defer(() => Deno.remove(folder, { recursive: true }));
  const server = await startServer(folder, { DATABASE_URL: db.url, JWT_SECRET: testSecret });
  ends.defer(async () => void await server.stop());
  const post = async (path: string, body: Json, method = "POST"): Promise<Json> => {
    const { status, body: said } = await call(server.base, token, method, path, body);
    assertEquals([status < 300, said.code], [true, undefined]);
    return said.data;
  };
  const supplier_id = (await post("/suppliers", { name: "Shenzhen Boards" })).id;
  const customer_id = (await post("/customers", { name: "Rahim" })).id;
  const product = await post("/products", { name: "Board", sku: "B-1", opening_stock: 100 });
  const items = [{ product_id: product.id, product_name: "Board", ordered_qty: 5 }];
  const shipment = { supplier_id, currency: "BDT", items };
  const received = async () => {
    const { id, items: [item] } = await post(`${IMPORT}/shipments`, shipment);
    const came = { shipment_item_id: item.id, received_qty: 5, accepted_qty: 5 };
    return { shipment_id: id, items: [came] };
  };
  const approved = async () => {
    const { id } = await post(`${IMPORT}/receipts`, await received());
    await post(`${IMPORT}/receipts/${id}/approve`, {}, "PATCH");
    return id;
  };
  const invoice = { customer_id, items: [{ product_id: product.id, quantity: 1, unit_price: 50 }] };
  const payment = { customer_id, amount: 10, method: "cash" };
  /** Once each before, so that each counter has a row that can be held. */
  const deeds: [name: string, action: string, path: () => Promise<string> | string, Json][] = [
    ["shipment", "shipment.create", () => `${IMPORT}/shipments`, shipment],
    ["receipt", "receipt.create", () => `${IMPORT}/receipts`, await received()],
    [
      "posting",
      "receipt.post",
      async () => `${IMPORT}/receipts/${await approved()}/post-stock`,
      {},
    ],
    ["invoice", "invoice.create", () => "/invoices", invoice],
    ["payment", "payment.receive", () => "/invoices/receive-payment", payment],
  ];
  await post(`${IMPORT}/receipts/${await approved()}/post-stock`, {});
  await post("/invoices", invoice);
  await post("/invoices/receive-payment", payment);
  for (const [name, action, path, body] of deeds) {
    await t.step(name, async () => {
      const to = await path();
      const before = await done(db, action);
      const answer = await whileStopped(server, db, () => post(to, body), async () => {
        assertEquals(await until(async () => await done(db, action) > before), true);
      });
      const [{ reference_no }] = await db.database.query<[{ reference_no: string }]>(sql`
        select reference_no from audit_log where action = ${action} order by id desc limit 1`);
      assertEquals(reference_no, answer.reference_no);
      assert(/^[A-Z]{3}-\d{4}-\d{6}$/.test(reference_no));
    });
  }
});

/** Has a write come to the counters, which are held, stops its program, and lets the counters go. */
async function whileStopped(
  server: Server,
  { database }: TestDatabase,
  write: () => Promise<Json>,
  meanwhile: () => Promise<void>,
): Promise<Json> {
  let answer!: Promise<Json>;
  await inTransaction(database, async (tx) => {
    await tx.query(sql`select series from document_counters order by series for update`);
    answer = write();
    await untilBlocked(database);
    server.process.kill("SIGSTOP");
  });
  try {
    await meanwhile();
  } finally {
    server.process.kill("SIGCONT");
  }
  return await answer;
}

async function done({ database }: TestDatabase, action: string): Promise<number> {
  const [{ count }] = await database.query<[{ count: number }]>(
    sql`select count(*) as count from audit_log where action = ${action}`,
  );
  return count;
}

async function until(reached: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (await reached()) return true;
    await new Promise((wake) => setTimeout(wake, 25));
  }
  return false;
}
