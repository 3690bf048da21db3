import type { Database } from "../../domain/db/connect.ts";
import { bookChecks, verifyOne } from "../../domain/books/verify_books.ts";
import { type Json, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made } from "../support/receiving.ts";
import { today } from "../sales/shop.ts";

const RETURNS = "/import-logistics/supplier-returns";
const numbers = ["B-1", "B-2", "B-3", "B-4", "B-5"];

/** Five boards that came by a shipment at 12,000.00 each, and ten dampers at 50.00. */
async function store(database: Database) {
  const { as } = testApp(database);
  const [owner, keeper] = [await as("owner"), await as("store")];
  const supplier = made(
    await owner.post("/suppliers", { name: "Shenzhen Boards", currency: "USD" }),
  );
  // of whose warranty nothing here asks
  made(await owner.post("/products", { name: "Head", supplier_warranty_months: 3 }));
  const board = made(
    await owner.post("/products", {
      name: "Board",
      sku: "BRD",
      is_serialized: true,
      warranty_months: 12,
      supplier_warranty_months: 18,
    }),
  );
  const damper = made(
    await owner.post("/products", { name: "Damper", opening_stock: 10, purchase_price: 50 }),
  );
  const shipment = made(
    await owner.post("/import-logistics/shipments", {
      supplier_id: supplier.id,
      exchange_rate: 120,
      items: [{ product_name: "Board", sku: "BRD", ordered_qty: 5, purchase_value: 500 }],
    }),
  );
  const receipt = made(
    await owner.post("/import-logistics/receipts", {
      shipment_id: shipment.id,
      items: [{
        shipment_item_id: shipment.items[0].id,
        received_qty: 5,
        serial_numbers: numbers,
      }],
    }),
  );
  done(await owner.patch(`/import-logistics/receipts/${receipt.id}/approve`));
  done(await owner.post(`/import-logistics/receipts/${receipt.id}/post-stock`, {}));
  const account = async (number: string) => {
    const rows = done(await owner.get("/reports/trial-balance?limit=200"));
    const row = rows.find(({ reference_no }: Json) => reference_no === number);
    return row ? row.debit - row.credit : 0;
  };
  const stock = async (id: number) => {
    const { stock_qty, stock_value } = done(await owner.get(`/products/${id}`));
    return [stock_qty, stock_value];
  };
  const serial = async (number: string) => done(await owner.get(`/serials/${number}`));
  const send = (lines: Json[], more: Json = {}) =>
    keeper.post(RETURNS, { supplier_id: supplier.id, stock: lines, courier: "DHL", ...more });
  return { as, owner, keeper, supplier, board, damper, account, stock, serial, send };
}

async function whole(database: Database): Promise<void> {
  for (const check of bookChecks.filter(({ name }) => /stock|place|journal|serial/.test(name))) {
    assertEquals((await verifyOne(database, check)).differences, [], check.name);
  }
}

Deno.test("faulty stock goes to its supplier at its value, and each outcome settles what it carries", async () => {
  await using db = await freshDatabase();
  const { owner, keeper, supplier, board, damper, account, stock, serial, send } = await store(
    db.database,
  );
  const boards = numbers.map((number) => ({
    product_id: board.id,
    serial_numbers: [number],
    fault_description: "No cyan",
  }));
  const sent = made(
    await send([...boards, { product_id: damper.id, quantity: 4, fault_description: "Cracked" }]),
  );
  assertEquals(sent.lines.map(({ piece, quantity }: Json) => [piece, quantity]), [
    ...numbers.map((number) => [`Board ${number}`, 1]),
    ["Damper", 4],
  ]);
  assertEquals(
    sent.lines.some((line: Json) => "value" in line),
    false,
    "costs are not the store's",
  );
  assertEquals([await account("1160"), await stock(board.id), await stock(damper.id)], [
    60_200,
    [0, 0],
    [6, 300],
  ]);
  assertEquals((await serial("B-1")).supplier_warranty_until, until(18));
  await whole(db.database);

  const settle = (lines: Json[], by = owner) =>
    by.post(`${RETURNS}/${sent.id}/outcomes`, {
      lines: lines.map((line) => ({ ...line, id: sent.lines[line.at].id, at: undefined })),
    });
  assertInvalid(
    await settle([{ at: 1, outcome: "replaced" }]),
    "lines.0.replacement_serial_numbers",
  );
  const first = done(
    await settle([
      { at: 0, outcome: "repaired" },
      { at: 1, outcome: "replaced", replacement_serial_number: "N-2" },
      { at: 3, outcome: "refused", note: "Water" },
      { at: 5, outcome: "replaced" },
    ], keeper),
  );
  assertEquals([first.status, await account("1160"), await account("5410")], [
    "partly_back",
    24_000,
    12_000,
  ]);
  assertEquals([await stock(board.id), await stock(damper.id)], [[2, 24_000], [10, 500]]);
  await whole(db.database);

  const credit = { amount: 90, exchange_rate: 121, reference: "CN-7" };
  assertRefused(await settle([{ at: 2, outcome: "credited", credit }], keeper), 403, "forbidden");
  const all = done(
    await settle([{ at: 2, outcome: "credited", credit }, { at: 4, outcome: "lost" }]),
  );
  assertEquals([all.status, await account("1160")], ["closed", 0]);
  // refused 12,000, lost 12,000, and 12,000 less 90 × 121 of the credit
  assertEquals(await account("5410"), 12_000 + 12_000 + 1_110);
  assertEquals(await account("2100"), 90 * 121);
  assertEquals(
    await Promise.all(["B-1", "N-2", "B-3"].map(async (n) => (await serial(n)).status)),
    [
      "in_stock",
      "in_stock",
      "removed",
    ],
  );
  const [entry] = done(
    await owner.get(`/import-logistics/supplier-ledger?supplier_id=${supplier.id}`),
  );
  assertRefused(
    await owner.post(`/import-logistics/supplier-ledger/${entry.id}/reverse`, {}),
    409,
    "not_reversible",
  );
  await whole(db.database);
});

Deno.test("a consignment takes no stock that is not there, without its numbers or beyond a limit", async () => {
  await using db = await freshDatabase();
  const { owner, board, damper, send, as, supplier } = await store(db.database);
  const fault_description = "No cyan";
  const of = (product_id: number, more: Json) => [{ product_id, fault_description, ...more }];
  assertInvalid(await send([]), "rma_ids");
  assertInvalid(await send(of(board.id, {})), "stock.0.serial_numbers");
  assertInvalid(
    await send(of(board.id, { quantity: 2, serial_numbers: ["B-1"] })),
    "stock.0.serial_numbers",
  );
  assertInvalid(await send(of(999, {})), "stock.0.product_id");
  assertRefused(await send(of(damper.id, { quantity: 11 })), 409, "insufficient_stock");
  made(
    await owner.post("/invoices", {
      customer_id: made(await owner.post("/customers", { name: "Rahim" })).id,
      items: [{ product_id: board.id, quantity: 1, unit_price: 150, serial_numbers: ["B-1"] }],
    }),
  );
  const sold = of(board.id, { serial_numbers: ["B-1"] });
  assertRefused(await send(sold), 409, "serial_not_in_stock");
  done(await owner.put("/settings", { stock_move_limit: 3 }));
  assertRefused(await send(of(damper.id, { quantity: 4 })), 403, "beyond_limit");
  const engineer = await as("engineer");
  const asked = { supplier_id: supplier.id, stock: of(damper.id, {}) };
  assertEquals((await engineer.post(RETURNS, asked)).status, 403);
});

/** So many months from today. */
function until(months: number): string {
  return Temporal.PlainDate.from(today).add({ months }).toString();
}
