import sql from "sql-template-tag";
import { verifyBooks } from "../../domain/books/verify_books.ts";
import type { Database } from "../../domain/db/connect.ts";
import { actorWith, type Json, testAuditKeys } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import {
  assertInvalid,
  assertRefused,
  CLAIMS,
  done,
  made,
  stockOf,
  type Warehouse,
  warehouse,
} from "../support/receiving.ts";
import { journal } from "../sales/entries.ts";
import { daysAgo, today } from "../sales/shop.ts";
import { anEmptyStorage } from "../uploads/storage.ts";

const usd = { currency: "USD", exchange_rate: 122.85 };
const LEDGER = "/import-logistics/supplier-ledger";

interface Sale {
  w: Warehouse;
  product: number;
  item: Json;
  shipment: Json;
  invoice: Json;
}

/**
 * 100 boards of 10 USD with 3,000.00 of costs: 125,850.00, one 1,258.50. Ten of them are sold to Rahim.
 * A board came 30 days ago, was sold 20 days ago.
 */
async function soldBoards(database: Database): Promise<Sale> {
  const w = await warehouse(database);
  const product = await w.product("BRD");
  const shipment = await w.ship([{
    product_name: "Board",
    product_id: product,
    ordered_qty: 100,
    purchase_value: 1000,
  }], usd);
  const freight = { cost_head: "freight", amount: 3000, currency: "BDT", entry_date: daysAgo(30) };
  made(await w.owner.post(`/import-logistics/shipments/${shipment.id}/costs`, freight));
  await take(w, shipment, { received_qty: 100 });
  made(await w.owner.post("/customers", { name: "Rahim" }));
  return { w, product, shipment, item: shipment.items[0], invoice: await sell(w, product, 10) };
}

async function take(w: Warehouse, { id, items: [item] }: Json, line: Json): Promise<void> {
  const receipt = await w.receive(id, [{ shipment_item_id: item.id, ...line }]);
  await w.approve(receipt.id);
  await w.post(receipt.id, { posting_date: daysAgo(30), credit_supplier: true });
}

const sell = async (w: Warehouse, product_id: number, quantity: number, more: Json = {}) =>
  made(
    await w.owner.post("/invoices", {
      customer_id: 1,
      invoice_date: daysAgo(20),
      items: [{ product_id, quantity, unit_price: 2000, ...more }],
    }),
  );

const faulty = (quantity: number, more: Json = {}) => ({
  items: [{ line: 1, quantity, condition: "faulty", claim_from_supplier: true, ...more }],
  reason: "Does not print",
  date: daysAgo(10),
});

const giveBack = ({ w, invoice }: Sale, body: Json) =>
  w.owner.post(`/invoices/${invoice.id}/returns`, body);

async function balances(database: Database): Promise<Record<string, number>> {
  const rows = await database.query<{ number: string; amount: string }[]>(sql`
    select a.number, sum(l.debit - l.credit)::text as amount
    from journal_lines l join accounts a on a.id = l.account_id
    group by a.number having sum(l.debit - l.credit) <> 0 order by 1`);
  return Object.fromEntries(rows.map(({ number, amount }) => [number, Number(amount)]));
}

async function wrong(database: Database): Promise<Json[]> {
  await using storage = await anEmptyStorage();
  const options = { uploads: storage.uploads, keys: testAuditKeys };
  const report = await verifyBooks(database, actorWith("owner"), options);
  return report.checks.filter(({ ok }) => !ok);
}

Deno.test("faulty pieces that are claimed from the supplier stand on 1160, by a claim of their shipment", async () => {
  await using db = await freshDatabase();
  const sale = await soldBoards(db.database);
  const { w, item, shipment } = sale;
  const note = made(await giveBack(sale, faulty(3)));
  assertEquals(await journal(db.database, "credit_note"), [
    `${
      daysAgo(10)
    } sales_return 4110 Dr 6000.00, 1200 Cr 6000.00, 1160 Dr 3775.50, 5100 Cr 3775.50`,
  ]);
  assertEquals(await stockOf(db.database, sale.product), ["90", "113265.00"]);
  const [{ id, reference_no, ...named }] = note.discrepancies;
  assertMatch(reference_no, /^CLM-\d{4}-000001$/);
  assertEquals(named, {
    line: note.items[0].line,
    shipment_id: shipment.id,
    status: "open",
    quantity: 3,
    carrying_value: 3775.5,
  });
  const claim = done(await w.owner.get(`${CLAIMS}/${id}`));
  assertEquals(
    [claim.discrepancy_type, claim.against, claim.quantity, claim.estimated_value, claim.currency],
    ["quality", "supplier", 3, 30, "USD"],
  );
  assertEquals([claim.carrying_value, claim.landed_loss_local, claim.estimated_value_local], [
    3775.5,
    3775.5,
    3685.5,
  ]);
  assertEquals([claim.shipment_item_id, claim.receipt_id, claim.note], [
    item.id,
    null,
    "Does not print",
  ]);
  assertEquals([claim.credit_note_id, claim.credit_note_reference_no], [
    note.id,
    note.reference_no,
  ]);
  const listed = (await w.owner.get(`${CLAIMS}?search=${note.reference_no}`)).body.data;
  assertEquals(listed.map((each: Json) => each.id), [id]);
  // a sale's clerk learns the number, and not the value
  const seen = done(await (await w.as("sales")).get(`/credit-notes/${note.id}`)).discrepancies;
  assertEquals([seen[0].reference_no, "carrying_value" in seen[0]], [reference_no, false]);
  assertEquals(await wrong(db.database), []);
});

/** What 3,775.50 on the account of claims, 30 USD at 122.85, becomes. */
const outcomes: [string, Json, Record<string, number | undefined>][] = [
  ["credit_note", {}, { "2100": -122850 + 3685.5, "5410": 90 }],
  ["refund", { amount: 4000, currency: "BDT" }, { "1310": 4000, "4900": -224.5 }],
  ["insurance", { exchange_rate: 123.85 }, { "1310": 3715.5, "5500": -30, "5410": 90 }],
  ["replacement", {}, { "1170": 3775.5 }],
  ["written_off", {}, { "5410": 3775.5 }],
  ["rejected", {}, { "5410": 3775.5 }],
];

for (const [resolution, more, expected] of outcomes) {
  Deno.test(`a claim of a return that ends as ${resolution} leaves nothing on 1160`, async () => {
    await using db = await freshDatabase();
    const sale = await soldBoards(db.database);
    const { w } = sale;
    const note = made(await giveBack(sale, faulty(3)));
    const path = `${CLAIMS}/${note.discrepancies[0].id}/resolve`;
    assertInvalid(
      await w.accounts.patch(path, { resolution, ...more, date: daysAgo(11) }),
      "date",
    );
    done(await w.accounts.patch(path, { resolution, ...more, date: daysAgo(10) }));
    const after = await balances(db.database);
    const numbers = ["1160", "1170", "1310", "2100", "4900", "5410", "5500"];
    assertEquals(
      Object.fromEntries(numbers.map((number) => [number, after[number]])),
      {
        ...Object.fromEntries(numbers.map((number) => [number, undefined])),
        "2100": -122850,
        ...expected,
      },
    );
    assertEquals(await wrong(db.database), []);
    const reversal = `/credit-notes/${note.id}/reverse`;
    assertRefused(
      await w.owner.post(reversal, { reason: "x" }),
      409,
      "discrepancy_already_resolved",
    );
    if (resolution !== "replacement") return;
    const sent = await w.ship([{ product_id: sale.product, product_name: "B", ordered_qty: 3 }], {
      discrepancy_id: note.discrepancies[0].id,
    });
    await take(w, sent, { received_qty: 3 });
    assertEquals(await stockOf(db.database, sale.product), ["93", "117040.50"]);
    assertEquals((await balances(db.database))["1170"], undefined);
    assertEquals(await wrong(db.database), []);
  });
}

Deno.test("a return that is taken back takes its claim with it, also one that was called off", async () => {
  await using db = await freshDatabase();
  const sale = await soldBoards(db.database);
  const { w } = sale;
  const before = await balances(db.database);
  const claimOf = async (note: Json) =>
    done(await w.owner.get(`${CLAIMS}/${note.discrepancies[0].id}`));
  const reverse = (note: Json, date?: string) =>
    w.owner.post(`/credit-notes/${note.id}/reverse`, { reason: "Works after all", date });

  const open = made(await giveBack(sale, faulty(3)));
  done(await w.accounts.patch(`${CLAIMS}/${open.discrepancies[0].id}/submit`, {}));
  done(await reverse(open, daysAgo(9)));
  const gone = await claimOf(open);
  assertEquals([gone.status, gone.carrying_value, gone.resolved_on], ["cancelled", 0, daysAgo(9)]);
  assertEquals(await balances(db.database), before);
  assertEquals(
    (await journal(db.database, "credit_note")).at(-1),
    [
      `${daysAgo(9)} sales_return.reversal 4110 Cr 6000.00, 1200 Dr 6000.00, `,
      "1160 Cr 3775.50, 5100 Dr 3775.50",
    ].join(""),
  );

  const lost = made(await giveBack(sale, { ...faulty(3), date: daysAgo(8) }));
  done(
    await w.accounts.patch(`${CLAIMS}/${lost.discrepancies[0].id}/cancel`, {
      reason: "too late",
      date: daysAgo(6),
    }),
  );
  assertEquals((await balances(db.database))["5410"], 3775.5);
  assertInvalid(await reverse(lost, daysAgo(7)), "date");
  done(await reverse(lost, daysAgo(6)));
  assertEquals(await balances(db.database), before);

  const noted = made(await giveBack(sale, { ...faulty(3), date: daysAgo(5) }));
  const resolved = done(
    await w.accounts.patch(`${CLAIMS}/${noted.discrepancies[0].id}/resolve`, {
      resolution: "credit_note",
      date: daysAgo(4),
    }),
  );
  assertRefused(await reverse(noted), 409, "discrepancy_already_resolved");
  made(
    await w.accounts.post(`${LEDGER}/${resolved.supplier_ledger_id}/reverse`, {
      reason: "Wrong",
      entry_date: daysAgo(3),
    }),
  );
  const again = { resolution: "rejected", date: daysAgo(4) };
  assertInvalid(
    await w.accounts.patch(`${CLAIMS}/${noted.discrepancies[0].id}/resolve`, again),
    "date",
  );
  assertInvalid(await reverse(noted, daysAgo(4)), "date");
  done(await reverse(noted));
  assertEquals(await balances(db.database), before);
  assertEquals(await wrong(db.database), []);
});

Deno.test("pieces of one line that came by two shipments are two claims, to the poisha", async () => {
  await using db = await freshDatabase();
  const w = await warehouse(db.database);
  made(await w.owner.post("/customers", { name: "Rahim" }));
  const { id: product } = made(
    await w.owner.post("/products", { name: "Head", is_serialized: true }),
  );
  const ship = async (serial_numbers: string[], purchase_value: number) => {
    const ordered_qty = serial_numbers.length;
    const goods = { product_name: "Head", product_id: product, serial_numbers };
    const shipment = await w.ship([{ ...goods, ordered_qty, purchase_value }]);
    await take(w, shipment, { received_qty: ordered_qty });
    return shipment;
  };
  const first = await ship(["H-1", "H-2"], 200);
  const second = await ship(["H-3"], 100.01);
  const serial_numbers = ["H-1", "H-2", "H-3"];
  // 300.01 for three: two thirds 200.01, the rest 100.00
  const invoice = await sell(w, product, 3, { serial_numbers });
  const path = `/invoices/${invoice.id}/returns`;
  const [item] = second.items;
  assertInvalid(
    await w.owner.post(path, faulty(3, { shipment_item_id: item.id })),
    "items.0.shipment_item_id",
  );
  const note = made(await w.owner.post(path, faulty(3)));
  assertEquals(
    note.discrepancies.map((claim: Json) => [
      claim.shipment_id,
      claim.quantity,
      claim.carrying_value,
    ]),
    [[first.id, 2, 200.01], [second.id, 1, 100]],
  );
  const claims = await Promise.all(
    note.discrepancies.map(async ({ id }: Json) => done(await w.owner.get(`${CLAIMS}/${id}`))),
  );
  assertEquals(claims.map((claim) => [claim.estimated_value, claim.currency, claim.note]), [
    [200, "BDT", "Does not print: H-1, H-2"],
    [100.01, "BDT", "Does not print: H-3"],
  ]);
  const { status, events } = done(await w.owner.get("/serials/H-3"));
  assertEquals([status, events.at(-1).kind], ["removed", "stock_out"]);
  assertEquals(await wrong(db.database), []);
});

Deno.test("what cannot be claimed is refused at its field, and where it is in doubt the shipment is asked for", async () => {
  await using db = await freshDatabase();
  const sale = await soldBoards(db.database);
  const { w, product, item } = sale;
  const CLAIM = "items.0.claim_from_supplier";
  const ITEM = "items.0.shipment_item_id";
  assertInvalid(await giveBack(sale, faulty(1, { condition: "good" })), CLAIM);
  assertInvalid(
    await giveBack(sale, faulty(1, { claim_from_supplier: false, shipment_item_id: item.id })),
    ITEM,
  );
  const { id: found } = made(
    await w.owner.post("/products", {
      name: "Found",
      opening_stock: 5,
      opening_stock_date: daysAgo(40),
      purchase_price: 3,
    }),
  );
  const { id: service } = made(
    await w.owner.post("/invoices", {
      customer_id: 1,
      items: [{ description: "Fitting", quantity: 1, unit_price: 10 }, {
        product_id: found,
        quantity: 1,
        unit_price: 10,
      }],
    }),
  );
  const other = (line: number, more: Json = {}) =>
    w.owner.post(`/invoices/${service}/returns`, {
      ...faulty(1, { line, ...more }),
      date: today,
    });
  assertInvalid(await other(1), CLAIM);
  assertInvalid(await other(3), CLAIM);
  assertInvalid(await other(3, { shipment_item_id: item.id }), ITEM);

  // a later shipment of the same supplier: the newest; of another one, or of the same day: in doubt
  const again = { product_name: "Board", product_id: product, ordered_qty: 5, purchase_value: 40 };
  const newer = await w.ship([again], usd);
  const receipt = await w.receive(newer.id, [{
    shipment_item_id: newer.items[0].id,
    received_qty: 5,
  }]);
  await w.approve(receipt.id);
  await w.post(receipt.id, { posting_date: daysAgo(5) });
  const before = made(await giveBack(sale, faulty(1))); // sold before that one came
  assertEquals(before.discrepancies[0].shipment_id, sale.shipment.id);
  const second = {
    ...sale,
    invoice: made(
      await w.owner.post("/invoices", {
        customer_id: 1,
        items: [{ product_id: product, quantity: 9, unit_price: 2000 }],
      }),
    ),
  };
  const now = (quantity: number, more: Json = {}) =>
    giveBack(second, { ...faulty(quantity, more), date: today });
  assertEquals(made(await now(1)).discrepancies[0].shipment_id, newer.id);
  // it brought five
  assertEquals(made(await now(6)).discrepancies[0].shipment_id, sale.shipment.id);
  assertInvalid(await now(1, { shipment_item_id: 999 }), ITEM);

  const stranger = made(await w.owner.post("/suppliers", { name: "Another" }));
  const third = await w.ship([again], { ...usd, supplier_id: stranger.id });
  await w.take(third.id, [{ shipment_item_id: third.items[0].id, received_qty: 5 }]);
  const asked = await now(1);
  assertInvalid(asked, ITEM);
  const [says] = asked.body.errors[ITEM];
  for (const each of [sale.shipment, newer, third]) {
    assertMatch(says, new RegExp(`${each.items[0].id} \\(${each.reference_no}`));
  }
  const told = made(await now(1, { shipment_item_id: third.items[0].id }));
  const claim = done(await w.owner.get(`${CLAIMS}/${told.discrepancies[0].id}`));
  assertEquals([claim.supplier_id, claim.estimated_value], [stranger.id, 8]);
  assertEquals(await wrong(db.database), []);
});

Deno.test("a claim that is resolved while its return is taken back: one of the two is refused", async () => {
  await using db = await freshDatabase();
  const sale = await soldBoards(db.database);
  const { w } = sale;
  const note = made(await giveBack(sale, faulty(3)));
  const path = `${CLAIMS}/${note.discrepancies[0].id}/resolve`;
  const answers = await Promise.all([
    w.accounts.patch(path, { resolution: "refund" }),
    w.owner.post(`/credit-notes/${note.id}/reverse`, { reason: "x" }),
  ]);
  assertEquals(answers.map(({ status }) => status).sort(), [200, 409]);
  assertEquals((await balances(db.database))["1160"], undefined);
  assertEquals(await wrong(db.database), []);
});
