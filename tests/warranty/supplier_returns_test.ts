import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import sql from "sql-template-tag";
import { type Answer, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { journal, wrongControls } from "../sales/entries.ts";
import { daysAgo, today } from "../sales/shop.ts";

const RMAS = "/import-logistics/rmas";
const RETURNS = "/import-logistics/supplier-returns";

/** A supplier in China and five boards of a customer, sold here, that are faulty. */
async function faultyBoards(database: Database) {
  const { app, as } = testApp(database);
  const [owner, engineer] = [await as("owner"), await as("engineer")];
  const supplier = made(
    await owner.post("/suppliers", { name: "Shenzhen Boards", currency: "USD" }),
  );
  const customer = made(await owner.post("/customers", { name: "Rahim", phone: "01712345678" }));
  const board = made(
    await owner.post("/products", { name: "Board", is_serialized: true, warranty_months: 12 }),
  );
  const serial_numbers = ["B-1", "B-2", "B-3", "B-4", "B-5", "B-6"];
  made(
    await owner.post("/products/stock-movement", {
      product_id: board.id,
      type: "in",
      quantity: 6,
      unit_cost: 100,
      reason: "x",
      serial_numbers,
    }),
  );
  made(
    await owner.post("/invoices", {
      customer_id: customer.id,
      items: [{
        product_id: board.id,
        quantity: 5,
        unit_price: 150,
        serial_numbers: serial_numbers.slice(0, 5),
      }],
    }),
  );
  const cases: Json[] = [];
  for (const board_serial_number of serial_numbers.slice(0, 5)) {
    cases.push(
      made(
        await engineer.post(RMAS, {
          board_serial_number,
          board_type: "main board",
          supplier_id: supplier.id,
          fault_description: "Prints no cyan",
        }),
      ),
    );
  }
  const send = (more: Json = {}) =>
    engineer.post(RETURNS, {
      supplier_id: supplier.id,
      rma_ids: cases.map(({ id }) => id),
      courier: "DHL",
      airway_bill: "AWB-1",
      packages: 1,
      gross_weight: 2.5,
      ...more,
    });
  const serial = async (number: string) => done(await owner.get(`/serials/${number}`));
  const rma = async (at: number) => done(await owner.get(`${RMAS}/${cases[at].id}`));
  return { app, as, owner, engineer, supplier, customer, board, cases, send, serial, rma };
}

Deno.test("five boards go to China and back in one consignment: two replaced, one credited, one refused, one lost", async () => {
  await using db = await freshDatabase();
  const { app, owner, engineer, supplier, customer, board, cases, send, serial, rma } =
    await faultyBoards(db.database);
  const sent = made(await send());
  assertMatch(sent.reference_no, /^SRT-\d{4}-000001$/);
  assertEquals([sent.status, sent.lines.map((line: Json) => line.piece)], [
    "sent",
    ["main board B-1", "main board B-2", "main board B-3", "main board B-4", "main board B-5"],
  ]);
  assertEquals([(await rma(0)).status, (await serial("B-1")).status], [
    "sent_to_supplier",
    "at_supplier",
  ]);
  const path = `${RETURNS}/${sent.id}`;
  const known = done(await engineer.patch(path, { supplier_rma_number: "SZ-881" }));
  assertEquals(known.supplier_rma_number, "SZ-881");

  const line = (at: number, outcome: string, more: Json = {}) => ({
    id: sent.lines[at].id,
    outcome,
    ...more,
  });
  const settle = (lines: Json[], by = owner) => by.post(`${path}/outcomes`, { lines });
  const first = done(
    await settle([
      line(0, "replaced", { replacement_serial_number: "N-1" }),
      line(1, "replaced", { replacement_serial_number: "N-2", note: "Chip burnt" }),
      line(3, "refused", { note: "Water damage" }),
    ], engineer),
  );
  assertEquals(first.status, "partly_back");
  const credit = { amount: 40, exchange_rate: 120, reference: "CN-7" };
  assertRefused(await settle([line(2, "credited", { credit })], engineer), 403, "forbidden");
  const all = done(await settle([line(2, "credited", { credit }), line(4, "lost")]));
  assertEquals([all.status, all.lines.map((each: Json) => each.outcome), all.lines[2].credit], [
    "closed",
    ["replaced", "replaced", "credited", "refused", "lost"],
    40,
  ]);
  assertEquals(
    await Promise.all([0, 1, 2, 3, 4].map(async (at) => (await rma(at)).status)),
    ["received_back", "received_back", "sent_to_supplier", "received_back", "sent_to_supplier"],
  );
  assertMatch((await rma(3)).history.at(-1).note, /^refused, SRT-\d{4}-000001: Water damage$/);

  // values: only the credit is ours; what the customers' boards are worth is not in our books
  const [entry] = done(
    await owner.get(`/import-logistics/supplier-ledger?supplier_id=${supplier.id}`),
  );
  assertEquals([entry.entry_type, entry.debit, entry.currency, entry.amount_local], [
    "credit_note",
    40,
    "USD",
    -4800,
  ]);
  assertEquals(entry.id, all.lines[2].supplier_ledger_id);
  assertEquals((await journal(db.database, "supplier_ledger")).length, 1);
  assertEquals(await wrongControls(db.database), []);

  // two who have none get another piece out of our stock, as parts under warranty
  for (const [at, piece] of [[2, "B-6"]] as const) {
    const ticket = made(
      await owner.post("/service-tickets", {
        customer_id: customer.id,
        problem_description: "Board is gone",
        is_warranty: true,
      }),
    );
    made(
      await owner.post(`/service-tickets/${ticket.id}/parts`, {
        product_id: board.id,
        quantity: 1,
        serial_number: piece,
        is_warranty: true,
      }),
    );
    const settled = { status: "delivered_to_customer", replacement_serial_number: piece };
    done(await owner.patch(`${RMAS}/${cases[at].id}/status`, settled));
  }
  for (const at of [0, 1, 3]) {
    done(await owner.patch(`${RMAS}/${cases[at].id}/status`, { status: "delivered_to_customer" }));
  }
  const life = async (number: string) =>
    (await serial(number)).events.map((event: Json) => event.kind);
  const statuses = await Promise.all(
    ["B-1", "N-1", "B-3", "B-6", "B-4", "B-5"].map(async (number) => (await serial(number)).status),
  );
  assertEquals(statuses, [
    "replaced",
    "with_customer",
    "replaced",
    "with_customer",
    "sold",
    "at_supplier",
  ]);
  assert((await life("B-1")).includes("rma_sent"));
  for (const [number, covered] of [["N-1", true], ["B-6", true], ["B-4", true]] as const) {
    const { warranty } = await serial(number);
    assertEquals(warranty.covered, covered, `${number}: ${JSON.stringify(warranty)}`);
  }

  for (const [query, words] of [["", "Packing list"], ["?lang=bn", "প্যাকিং লিস্ট"]]) {
    const answer = await app.request(`http://localhost/api/v1${path}/pdf${query}`, {
      headers: { authorization: `Bearer ${engineer.token}` },
    });
    const text = readPdf(new Uint8Array(await answer.arrayBuffer())).flatMap(linesOf).join("\n");
    for (const part of [words, "main board B-3", "AWB-1", "SZ-881", "Prints no cyan", "Shenzhen"]) {
      assert(text.includes(part), `${query} ${part}`);
    }
    assert(!text.includes("Rahim"), "whose it is concerns no courier");
  }
});

Deno.test("a consignment takes only cases that are here and of its supplier, each once", async () => {
  await using db = await freshDatabase();
  const { owner, engineer, supplier, cases, send, rma, as } = await faultyBoards(db.database);
  const other = made(await owner.post("/suppliers", { name: "Other" }));
  const [a, b] = cases;
  assertInvalid(await send({ supplier_id: 999 }), "supplier_id");
  assertInvalid(await send({ supplier_id: other.id, rma_ids: [a.id] }), "rma_ids.0");
  assertInvalid(await send({ rma_ids: [a.id, 999] }), "rma_ids.1");
  assertInvalid(await send({ rma_ids: [a.id, a.id] }), "rma_ids.1");
  assertInvalid(await send({ rma_ids: [b.id, a.id, a.id] }), "rma_ids.2");
  assertInvalid(await send({ rma_ids: [] }), "rma_ids");
  assertRefused(await send({ sent_on: daysAgo(-1) }), 422, "date_in_future");
  assertEquals((await (await as("sales")).post(RETURNS, {})).status, 403);
  const stray = made(
    await engineer.post(RMAS, {
      customer_name: "Karim",
      machine_model: "CNC",
      fault_description: "dead",
    }),
  );
  const sent = made(await send({ rma_ids: [a.id, stray.id] }));
  const { supplier_id } = done(await owner.get(`${RMAS}/${stray.id}`));
  assertEquals(supplier_id, supplier.id, "one of no supplier is this one's now");
  assertInvalid(await send({ rma_ids: [a.id] }), "rma_ids.0");
  assertEquals((await rma(1)).status, "draft");

  const path = `${RETURNS}/${sent.id}/outcomes`;
  const settle = (line: Json, more: Json = {}) =>
    owner.post(path, { lines: [{ id: sent.lines[0].id, ...line }], ...more });
  assertInvalid(await settle({ outcome: "credited" }), "lines.0.credit");
  assertInvalid(
    await settle({ outcome: "repaired", replacement_serial_number: "N" }),
    "lines.0.replacement_serial_number",
  );
  assertInvalid(await settle({ outcome: "lost", id: 999 }), "lines.0.id");
  assertInvalid(await settle({ outcome: "lost" }, { date: daysAgo(1) }), "date");
  const repaired = done(await settle({ outcome: "repaired" }, { date: today }));
  assertEquals([repaired.status, repaired.lines[0].outcome_on], ["partly_back", today]);
  assertInvalid(await settle({ outcome: "lost" }), "lines.0.id");
  done(await owner.post(path, { lines: [{ id: sent.lines[1].id, outcome: "lost" }] }));
  assertRefused(await settle({ outcome: "lost" }), 409, "record_in_use");
  assertRefused(await owner.patch(`${RETURNS}/${sent.id}`, { courier: "x" }), 409, "record_in_use");
  done(await owner.get(`${RETURNS}?rma_id=${b.id}`));
});

Deno.test("of two who settle the same piece the second waits and is refused", async () => {
  await using db = await freshDatabase();
  const { owner, cases, send } = await faultyBoards(db.database);
  const { id, lines } = made(await send({ rma_ids: [cases[0].id] }));
  const credit = { amount: 40, exchange_rate: 120 };
  let both!: Promise<Answer[]>;
  await inTransaction(db.database, async (tx) => {
    await tx.query(sql`select from supplier_returns where id = ${id} for update`);
    const settle = () =>
      owner.post(`${RETURNS}/${id}/outcomes`, {
        lines: [{ id: lines[0].id, outcome: "credited", credit }],
      });
    both = Promise.all([settle(), settle()]);
    await untilBlocked(db.database, 2);
  });
  assertEquals((await both).map(({ status }) => status).sort(), [200, 409]);
  assertEquals((await journal(db.database, "supplier_ledger")).length, 1);
});
