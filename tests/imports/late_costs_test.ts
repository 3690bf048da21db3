import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { addItems } from "../../domain/imports/add_items.ts";
import { postReceipt } from "../../domain/imports/receipts/post_receipt.ts";
import { lockProducts } from "../../domain/stock/post_movements.ts";
import { assertEquals } from "../support/assert.ts";
import { actorWith, type Caller, type Json, testApp } from "../support/app.ts";
import { freshDatabase, type TestDatabase, untilBlocked } from "../support/db.ts";
import { insertProduct, insertSupplier, issue, receive } from "../support/imports.ts";
import { moveStock } from "../support/journal.ts";
import { daysAgo } from "../sales/shop.ts";

const PATH = "/import-logistics/shipments";

/** A shipment in taka of one linked item, 10 pieces for 100.00. */
async function tenPieces(db: TestDatabase, owner: Caller) {
  const supplier_id = await insertSupplier(db.database);
  const sku = crypto.randomUUID();
  const product = await insertProduct(db.database, sku);
  const { body: { data } } = await owner.post(PATH, {
    supplier_id,
    currency: "BDT",
    items: [{ product_name: "A", sku, ordered_qty: 10, purchase_value: 100 }],
  });
  return { id: data.id as number, item: data.items[0].id as number, product };
}

function received(
  db: TestDatabase,
  shipment: { id: number; item: number },
  accepted_qty: string,
  received_qty = accepted_qty,
) {
  const line = { shipment_item_id: shipment.item, received_qty, accepted_qty };
  return inTransaction(db.database, (tx) => receive(tx, shipment.id, "posted", [line]));
}

const partsOf = ({ late_costs }: Json) =>
  late_costs.map((late: Json) => [late.stock_part, late.expense_part, late.waiting_part]);

async function booksOf(db: TestDatabase, product: number) {
  const [books] = await db.database.query<[Json]>(sql`
    select stock_value, (select sum(value) from stock_movements where product_id = p.id) as moved,
      (select coalesce(sum(amount), 0) from valuation_expenses where product_id = p.id) as spent
    from products p where id = ${product}`);
  return [books.stock_value, books.moved, books.spent].map(String);
}

Deno.test("a late cost goes into stock, expense or waits for later receipts", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const cases: [string, { accepted: string; of?: string; sold?: string }, number[], string[]][] = [
    ["all here, all in stock", { accepted: "10" }, [50, 0, 0], ["150", "150", "0"]],
    ["all here, 4 sold", { accepted: "10", sold: "4" }, [30, 20, 0], ["90", "90", "20"]],
    ["all sold", { accepted: "10", sold: "10" }, [0, 50, 0], ["0", "0", "50"]],
    ["6 here", { accepted: "6" }, [30, 0, 20], ["90", "90", "0"]],
    ["6 here, 3 sold", { accepted: "6", sold: "3" }, [15, 15, 20], ["45", "45", "15"]],
    ["9 of 10 accepted", { accepted: "9", of: "10" }, [45, 5, 0], ["135", "135", "5"]],
    ["5 of 8 accepted", { accepted: "5", of: "8" }, [25, 0, 25], ["75", "75", "0"]],
    ["12 came, 10 count", { accepted: "12" }, [50, 0, 0], ["150", "150", "0"]],
  ];
  for (const [what, { accepted, of, sold }, parts, books] of cases) {
    await t.step(what, async () => {
      const shipment = await tenPieces(db, owner);
      await received(db, shipment, accepted, of);
      if (sold) await inTransaction(db.database, (tx) => issue(tx, shipment.product, sold));
      const { body: { data } } = await owner.post(`${PATH}/${shipment.id}/costs`, {
        cost_head: "demurrage",
        capitalise: true,
        amount: 50,
      });
      assertEquals([data.is_late, partsOf(data)], [true, [parts]]);
      assertEquals(await booksOf(db, shipment.product), books);
      const detail = (await owner.get(`${PATH}/${shipment.id}`)).body.data;
      assertEquals(detail.late_costs, data.late_costs);
      assertEquals(detail.items[0].landed_value, 150);
    });
  }
  await t.step("the movement says where it comes from", async () => {
    const [movement] = await db.database.query<[Json]>(sql`
      select kind, quantity, value, source_type, source_id, source_line_id, source_reference_no
      from stock_movements where kind = 'late_cost' order by id limit 1`);
    assertEquals({
      ...movement,
      quantity: String(movement.quantity),
      value: String(movement.value),
    }, {
      kind: "late_cost",
      quantity: "0",
      value: "50",
      source_type: "shipment_cost",
      source_id: 1,
      source_line_id: 1,
      source_reference_no: (await owner.get(`${PATH}/1`)).body.data.reference_no,
    });
  });
});

Deno.test("what waits of a late cost is taken by the next receipt", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const shipment = await tenPieces(db, owner);
  await received(db, shipment, "6");
  await owner.post(`${PATH}/${shipment.id}/costs`, { cost_head: "other", amount: 50 });
  await received(db, shipment, "4");
  assertEquals(await booksOf(db, shipment.product), ["150", "150", "0"]);
  await owner.post(`${PATH}/${shipment.id}/costs`, { cost_head: "other", amount: 1 });
  assertEquals(await booksOf(db, shipment.product), ["151", "151", "0"]);
});

Deno.test("a late cost counts from the day of the first posting, and stays below the limit", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const shipment = await tenPieces(db, owner);
  await received(db, shipment, "2");
  const cost = (fields: Json) =>
    owner.post(`${PATH}/${shipment.id}/costs`, {
      cost_head: "demurrage",
      capitalise: true,
      amount: 5,
      ...fields,
    });
  const first = daysAgo(0);
  assertEquals((await cost({ entry_date: first })).status, 201);
  const before = await cost({ entry_date: daysAgo(1) });
  assertEquals([before.status, Object.keys(before.body.errors)], [422, ["entry_date"]]);

  // 105 it is worth by now; what it is worth stays below 10^13
  const usd = (amount: number) => cost({ amount, currency: "USD", exchange_rate: 1000 });
  const half = (10 ** 13 - 105) / 2 / 1000;
  assertEquals((await usd(half)).status, 201);
  const most = await usd(half);
  assertEquals([most.status, Object.keys(most.body.errors)], [422, ["amount"]]);
  assertEquals((await usd(half - 0.0001)).status, 201);
});

Deno.test("what an item that did not come is worth stays below the limit, too", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  for (const sku of ["HERE", "AWAY"]) await insertProduct(db.database, sku);
  const { body: { data } } = await owner.post(PATH, {
    supplier_id: await insertSupplier(db.database, "A"),
    currency: "USD",
    exchange_rate: 1000,
    items: ["HERE", "AWAY"].map((sku) => ({
      product_name: sku,
      sku,
      ordered_qty: 1,
      purchase_value: 1,
    })),
  });
  const [here, away] = data.items.map(({ id }: Json) => id);
  await inTransaction(
    db.database,
    (tx) =>
      receive(tx, data.id, "posted", [
        { shipment_item_id: here, received_qty: "1", accepted_qty: "1" },
      ]),
  );
  const cost = (amount: number) =>
    owner.post(`${PATH}/${data.id}/costs`, {
      cost_head: "demurrage",
      capitalise: true,
      amount,
      currency: "USD",
      exchange_rate: 1000,
      allocation_method: "manual",
      allocations: [{ shipment_item_id: away, amount }],
    });
  // 1,000 of 10^13 it is worth; the rest in two steps is too much, a poisha less is not
  const half = (10 ** 13 - 1000) / 1000 / 2;
  assertEquals((await cost(half)).status, 201);
  const most = await cost(half);
  assertEquals([most.status, Object.keys(most.body.errors)], [422, ["amount"]]);
  assertEquals((await cost(half - 0.0001)).status, 201);
});

Deno.test("a late cost that is not capitalised is shared and goes nowhere", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const shipment = await tenPieces(db, owner);
  await received(db, shipment, "10");
  const { body: { data } } = await owner.post(`${PATH}/${shipment.id}/costs`, {
    cost_head: "vat",
    amount: 50,
  });
  assertEquals([data.shares.length, data.late_costs, data.is_late], [1, [], true]);
  assertEquals(await booksOf(db, shipment.product), ["100", "100", "0"]);
  const detail = (await owner.get(`${PATH}/${shipment.id}`)).body.data;
  assertEquals([detail.items[0].landed_value, detail.totals.other_costs], [100, 50]);
});

Deno.test("a reversal after the posting takes the stored shares back by the same rule", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const cost = async (id: number, amount: number) =>
    (await owner.post(`${PATH}/${id}/costs`, { cost_head: "other", amount })).body.data;
  const reverse = async (id: number, costId: number) =>
    (await owner.post(`${PATH}/${id}/costs/${costId}/reverse`, { reason: "wrong" })).body.data;

  await t.step("a late cost, partly sold meanwhile", async () => {
    const shipment = await tenPieces(db, owner);
    await received(db, shipment, "6");
    const late = await cost(shipment.id, 50);
    await inTransaction(db.database, (tx) => issue(tx, shipment.product, "2"));
    const mirror = await reverse(shipment.id, late.id);
    assertEquals([mirror.amount, mirror.shares[0].amount, mirror.is_late], [-50, -50, true]);
    assertEquals([partsOf(late), partsOf(mirror)], [[[30, 0, 20]], [[-20, -10, -20]]]);
    assertEquals(await booksOf(db, shipment.product), ["40", "40", "-10"]);
    await received(db, shipment, "4");
    assertEquals(await booksOf(db, shipment.product), ["80", "80", "-10"]);
  });
  await t.step("a cost from before the posting", async () => {
    const shipment = await tenPieces(db, owner);
    const early = await cost(shipment.id, 50);
    await received(db, shipment, "6");
    assertEquals(partsOf(await reverse(shipment.id, early.id)), [[-30, 0, -20]]);
    const { items } = (await owner.get(`${PATH}/${shipment.id}`)).body.data;
    assertEquals(items[0].landed_value, 100);
    await received(db, shipment, "4");
    assertEquals(await booksOf(db, shipment.product), ["100", "100", "0"]);
  });
  await t.step("what stock cannot give back becomes a negative expense", async () => {
    const shipment = await tenPieces(db, owner);
    const early = await cost(shipment.id, 900);
    await received(db, shipment, "10");
    await inTransaction(db.database, async (tx) => {
      await issue(tx, shipment.product, "10");
      const products = await lockProducts(tx, [shipment.product]);
      await moveStock(tx, products, [{
        product_id: shipment.product,
        kind: "in",
        quantity: decimal("10"),
        value: decimal("7"),
        movement_date: "2026-01-01",
      }]);
    });
    assertEquals(partsOf(await reverse(shipment.id, early.id)), [[-7, -893, 0]]);
    assertEquals(await booksOf(db, shipment.product), ["0", "0", "-893"]);
  });
  await t.step("what the remaining value cannot give back as well", async () => {
    const shipment = await tenPieces(db, owner);
    const early = await cost(shipment.id, 900);
    await received(db, shipment, "2", "8"); // 6 rejected pieces took their value out; 2 are open, worth 200
    assertEquals(partsOf(await reverse(shipment.id, early.id)), [[-180, -520, -200]]);
    const [{ remaining_value }] = await db.database.query<[Json]>(
      sql`select remaining_value from shipment_items where id = ${shipment.item}`,
    );
    assertEquals(String(remaining_value), "0");
  });
});

Deno.test("a posted shipment takes no items and keeps its currency and rate", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const shipment = await tenPieces(db, owner);
  await received(db, shipment, "1");
  const item = { product_name: "B", ordered_qty: 1 };
  const codes = [
    await owner.post(`${PATH}/${shipment.id}/items`, item),
    await owner.patch(`${PATH}/${shipment.id}`, { currency: "USD" }),
    await owner.patch(`${PATH}/${shipment.id}`, { currency: "USD", exchange_rate: 2 }),
    await owner.patch(`${PATH}/${shipment.id}`, { currency: null }),
    await owner.patch(`${PATH}/${shipment.id}`, {
      supplier_id: await insertSupplier(db.database, "Other"),
    }),
  ].map(({ status, body }) => `${status} ${body.code}`);
  assertEquals([...new Set(codes)], ["409 shipment_already_posted"]);
  const same = await owner.patch(`${PATH}/${shipment.id}`, { currency: "BDT", notes: "here" });
  assertEquals([same.status, same.body.data.notes], [200, "here"]);
});

Deno.test("an item waits for the posting of a receipt and is refused after it", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const shipment = await tenPieces(db, owner);
  let adding: Promise<unknown> | undefined;
  await inTransaction(db.database, async (tx) => {
    const line = { shipment_item_id: shipment.item, received_qty: "10" };
    const id = await receive(tx, shipment.id, "approved", [line]);
    adding = inTransaction(
      db.database,
      (other) =>
        addItems(other, actorWith("owner"), shipment.id, {
          product_name: "B",
          ordered_qty: decimal("1"),
        }),
    ).catch((error) => error.code);
    await untilBlocked(db.database);
    await postReceipt(tx, actorWith("owner"), id, { credit_supplier: false });
  });
  assertEquals(await adding, "shipment_already_posted");
});
