import sql from "sql-template-tag";
import { businessDate } from "../../domain/business/business.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertEquals } from "../support/assert.ts";
import { type Caller, type Json, testApp } from "../support/app.ts";
import { freshDatabase } from "../support/db.ts";
import { insertClaim, insertProduct, insertSupplier, receive } from "../support/imports.ts";
import worked from "./landed_cost_worked.json" with { type: "json" };

const PATH = "/import-logistics/shipments";
const amounts = (shares: Json[]) => shares.map(({ amount }) => amount);

/** A shipment of lines in local currency; each line is [shipped, value, weight]. */
async function shipmentOf(owner: Caller, supplier_id: number, lines: (number | null)[][]) {
  const { body } = await owner.post(PATH, {
    supplier_id,
    currency: "BDT",
    items: lines.map(([ordered_qty, purchase_value, weight_kg], i) => ({
      product_name: `Line ${i}`,
      ordered_qty,
      purchase_value,
      weight_kg,
    })),
  });
  return body.data;
}

Deno.test("the worked import comes out of the API to the last minor unit", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const { body } = await owner.post(PATH, { supplier_id, ...worked.shipment });
  for (const [i, cost] of worked.costs.entries()) {
    const made = await owner.post(`${PATH}/1/costs`, cost);
    assertEquals(made.status, 201, JSON.stringify(made.body));
    const expected = worked.expected.costs[i];
    assertEquals(made.body.data.local_amount, expected.local_amount);
    assertEquals(made.body.data.capitalise, expected.capitalised);
    assertEquals(amounts(made.body.data.shares), expected.shares);
    assertEquals(made.body.data.late_costs, []);
  }
  const { data } = (await owner.get(`${PATH}/1`)).body;
  const of = (name: string) => data.items.map((item: Json) => item[name]);
  assertEquals(of("id"), body.data.items.map((item: Json) => item.id));
  assertEquals(of("purchase_value_local"), worked.expected.purchase_value_local);
  assertEquals(of("landed_value"), worked.expected.landed_value);
  data.costs.forEach((cost: Json, i: number) =>
    assertEquals(amounts(cost.shares), worked.expected.costs[i].shares)
  );
  assertEquals(
    data.items[3].shares.map(({ cost_head, amount }: Json) => [cost_head, amount]),
    worked.expected.costs.map(({ cost_head, shares }) => [cost_head, shares[3]]),
  );
  assertEquals(data.totals, {
    purchase_value: 120063,
    purchase_value_local: 14749739.56,
    capitalised_costs: 999499.54,
    other_costs: 2215411.4,
    landed_value: 15749239.1,
  });
});

Deno.test("golden cases of sharing come out of the API", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const share = async (values: number[], amount: number, method: string) => {
    const { id } = await shipmentOf(owner, supplier_id, values.map((value) => [1, value]));
    const { body } = await owner.post(`${PATH}/${id}/costs`, {
      cost_head: "other",
      amount,
      allocation_method: method,
    });
    return amounts(body.data.shares);
  };
  const many = await share(Array(300).fill(7), 1, "by_value");
  assertEquals(many.filter((amount) => amount === 0.01).length, 100);
  assertEquals(await share(Array(6).fill(1), 6.85, "by_equal"), [
    1.15,
    1.14,
    1.14,
    1.14,
    1.14,
    1.14,
  ]);
  const tiny = await share([...Array(8).fill(10000), 1], 0.06, "by_value");
  assertEquals(tiny, [0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0, 0, 0]);
  assertEquals(await share([62.5, 37.5], 100, "by_value"), [62.5, 37.5]);
});

Deno.test("a cost takes its method, currency, date and fate from its head when not told", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const made = await owner.post(PATH, {
    supplier_id,
    exchange_rate: 100,
    items: [{ product_name: "A", ordered_qty: 1, purchase_value: 30, weight_kg: 1 }, {
      product_name: "B",
      ordered_qty: 1,
      purchase_value: 10,
      weight_kg: 3,
    }],
  });
  const add = async (cost: Json) =>
    (await owner.post(`${PATH}/${made.body.data.id}/costs`, cost)).body.data;
  const freight = await add({ cost_head: "shipping_cost", amount: 4, currency: "USD" });
  assertEquals(
    [freight.cost_head, freight.exchange_rate, freight.local_amount, freight.allocation_method],
    ["freight", 100, 400, "weight"],
  );
  assertEquals([amounts(freight.shares), freight.capitalise], [[100, 300], true]);
  assertEquals([freight.entry_date, freight.title], [businessDate(), "freight 4 USD"]);
  const duty = await add({ cost_head: "duty", amount: 4, entry_date: "2026-01-31" });
  assertEquals(
    [duty.cost_head, duty.currency, duty.exchange_rate, duty.allocation_method, duty.entry_date],
    ["customs_duty", "BDT", 1, "value", "2026-01-31"],
  );
  for (const cost_head of ["vat", "ait", "at", "demurrage", "detention"]) {
    assertEquals((await add({ cost_head, amount: 8 })).capitalise, false);
  }
  assertEquals((await add({ cost_head: "vat", amount: 8, capitalize: true })).capitalise, true);
  const items = (await owner.get(`${PATH}/1`)).body.data.items;
  assertEquals(items.map((item: Json) => item.landed_value), [3109, 1303]);

  // the next item has no weight: freight goes by value from now on, as long as nothing is posted
  await owner.post(`${PATH}/1/items`, { product_name: "C", ordered_qty: 1, purchase_value: 0 });
  const { costs } = (await owner.get(`${PATH}/1`)).body.data;
  assertEquals([costs[0].allocation_method, amounts(costs[0].shares)], ["value", [300, 100, 0]]);
});

Deno.test("manual allocations are in the cost's currency and make the shares", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const { id, items: [a, b] } = await shipmentOf(owner, supplier_id, [[1, 1], [1, 1]]);
  const made = await owner.post(`${PATH}/${id}/costs`, {
    cost_head: "inspection",
    amount: 1,
    currency: "EUR",
    exchange_rate: 130.55,
    allocations: [{ shipment_item_id: a.id, amount: 0.3333 }, {
      shipment_item_id: b.id,
      amount: 0.6667,
    }],
  });
  assertEquals(made.body.data.allocation_method, "manual");
  assertEquals(amounts(made.body.data.shares), [43.51, 87.04]);
  assertEquals(made.body.data.allocations[1], { shipment_item_id: b.id, amount: 0.6667 });
  // a line more does not change what was given by hand
  await owner.post(`${PATH}/${id}/items`, { product_name: "C", ordered_qty: 1 });
  assertEquals(
    amounts((await owner.get(`${PATH}/${id}`)).body.data.costs[0].shares),
    [43.51, 87.04, 0],
  );
});

Deno.test("costs that cannot be taken are refused and leave nothing", async (t) => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const { body: { data: foreign } } = await owner.post(PATH, { supplier_id }); // USD, no rate, no items
  const { id, items: [item] } = await shipmentOf(owner, supplier_id, [[1, 5, null], [
    1,
    null,
    null,
  ]]);
  const given = (amount: number, shipment_item_id = item.id) => [{ shipment_item_id, amount }];
  const cost = { cost_head: "freight", amount: 10 };
  const refusals: [string, number, Json, string, string][] = [
    ["no amount", id, { cost_head: "freight" }, "invalid_fields", "amount"],
    ["amount zero", id, { ...cost, amount: 0 }, "invalid_fields", "amount"],
    ["amount below zero", id, { ...cost, amount: -1 }, "invalid_fields", "amount"],
    ["too fine for taka", id, { ...cost, amount: 0.001 }, "invalid_fields", "amount"],
    ["unknown head", id, { ...cost, cost_head: "bribe" }, "invalid_fields", "cost_head"],
    [
      "unknown method",
      id,
      { ...cost, allocation_method: "age" },
      "invalid_fields",
      "allocation_method",
    ],
    ["rate of taka", id, { ...cost, exchange_rate: 2 }, "invalid_fields", "exchange_rate"],
    ["no rate", id, { ...cost, currency: "EUR" }, "exchange_rate_missing", "exchange_rate"],
    [
      "no rate yet",
      foreign.id,
      { ...cost, currency: "USD" },
      "exchange_rate_missing",
      "exchange_rate",
    ],
    [
      "too large",
      id,
      { cost_head: "other", amount: 99999999999, currency: "EUR", exchange_rate: 101 },
      "invalid_fields",
      "amount",
    ],
    ["no items", foreign.id, cost, "allocation_basis_missing", "allocation_method"],
    [
      "no weights",
      id,
      { ...cost, allocation_method: "weight" },
      "allocation_basis_missing",
      "allocation_method",
    ],
    [
      "no volumes",
      id,
      { ...cost, allocation_method: "cbm" },
      "allocation_basis_missing",
      "allocation_method",
    ],
    [
      "manual without amounts",
      id,
      { ...cost, allocation_method: "manual" },
      "invalid_fields",
      "allocations",
    ],
    [
      "amounts beside a method",
      id,
      { ...cost, allocation_method: "value", allocations: given(10) },
      "invalid_fields",
      "allocations",
    ],
    [
      "amounts that miss",
      id,
      { ...cost, allocations: given(9.99) },
      "allocation_sum",
      "allocations",
    ],
    [
      "an item of elsewhere",
      id,
      { ...cost, allocations: given(10, 99) },
      "invalid_fields",
      "allocations.0.shipment_item_id",
    ],
  ];
  for (const [what, shipment, body, code, field] of refusals) {
    await t.step(what, async () => {
      const answer = await owner.post(`${PATH}/${shipment}/costs`, body);
      assertEquals([answer.status, answer.body.code], [422, code]);
      assertEquals(Object.keys(answer.body.errors), [field]);
    });
  }
  await t.step("an item that takes a cost its basis away is refused as well", async () => {
    const bare = await shipmentOf(owner, supplier_id, [[1, null, 2]]);
    await owner.post(`${PATH}/${bare.id}/costs`, cost); // by weight, for want of a price
    const answer = await owner.post(`${PATH}/${bare.id}/items`, {
      product_name: "X",
      ordered_qty: 1,
    });
    assertEquals([answer.status, answer.body.code], [422, "allocation_basis_missing"]);
    assertEquals((await owner.get(`${PATH}/${bare.id}`)).body.data.items.length, 1);
  });
  await t.step("values that add up beyond all bounds are a 422", async () => {
    const huge = { cost_head: "other", amount: 99999999999, currency: "EUR", exchange_rate: 99 };
    assertEquals((await owner.post(`${PATH}/${id}/costs`, huge)).status, 201);
    assertEquals((await owner.post(`${PATH}/${id}/costs`, huge)).body.errors.amount.length, 1);
  });
  await t.step("nothing of them was kept", async () => {
    const { costs } = (await owner.get(`${PATH}/${id}`)).body.data;
    assertEquals(costs.length, 1);
  });
  await t.step("an unknown shipment is a 404", async () => {
    assertEquals((await owner.post(`${PATH}/999/costs`, cost)).status, 404);
  });
});

Deno.test("a cost is reversed once, by a mirror that later changes follow", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  const { id } = await shipmentOf(owner, supplier_id, [[1, 1], [1, 2]]);
  const costs = `${PATH}/${id}/costs`;
  const cost = (await owner.post(costs, { cost_head: "other", amount: 10 })).body.data;
  const mirror = await owner.post(`${costs}/${cost.id}/reverse`, { note: "booked twice" });
  assertEquals(mirror.status, 201);
  const { data } = mirror.body;
  assertEquals([data.amount, data.local_amount, data.reverses_id], [-10, -10, cost.id]);
  assertEquals([amounts(cost.shares), amounts(data.shares)], [[3.33, 6.67], [-3.33, -6.67]]);
  assertEquals([data.note, data.is_late], ["booked twice", false]);
  await owner.post(`${PATH}/${id}/items`, { product_name: "C", ordered_qty: 1, purchase_value: 3 });
  const detail = (await owner.get(`${PATH}/${id}`)).body.data;
  assertEquals(detail.costs[0].reversed_by_id, data.id);
  assertEquals(amounts(detail.costs[1].shares), [-1.67, -3.33, -5]);
  assertEquals(detail.items.map((item: Json) => item.landed_value), [1, 2, 3]);

  const codeOf = async (costId: unknown) =>
    (await owner.post(`${costs}/${costId}/reverse`, { reason: "again" })).body.code;
  assertEquals(await codeOf(cost.id), "already_reversed");
  assertEquals(await codeOf(data.id), "not_reversible");
  assertEquals([await codeOf(99), await codeOf("x")], ["not_found", "not_found"]);
  const second = (await owner.post(costs, { cost_head: "other", amount: 10 })).body.data;
  const bare = await owner.post(`${costs}/${second.id}/reverse`);
  assertEquals([bare.status, bare.body.data.note], [201, null], "no body is needed");
  const other = await shipmentOf(owner, supplier_id, [[1, 1]]);
  const elsewhere = await owner.post(`${PATH}/${other.id}/costs/${cost.id}/reverse`, {
    reason: "x",
  });
  assertEquals(elsewhere.status, 404);
});

Deno.test("costs and a new rate carry on to approved receipts and their open claims", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const supplier_id = await insertSupplier(db.database);
  await insertProduct(db.database, "P1");
  const { body: { data: shipment } } = await owner.post(PATH, {
    supplier_id,
    exchange_rate: 10,
    items: [{ product_name: "A", sku: "P1", ordered_qty: 10, purchase_value: 100 }],
  });
  const [{ id: item }] = shipment.items;
  const line = (received_qty: string, accepted_qty: string, short_qty = "0") => [
    { shipment_item_id: item, received_qty, accepted_qty, short_qty },
  ];
  const [first, second] = await inTransaction(db.database, async (tx) => {
    const first = await receive(tx, shipment.id, "approved", line("4", "3"));
    const second = await receive(tx, shipment.id, "approved", line("5", "4", "1"));
    await receive(tx, shipment.id, "draft", line("1", "1"));
    await insertClaim(tx, shipment.id, "open");
    await tx.query(sql`update discrepancies set status = 'submitted'
      where receipt_id = ${second} and discrepancy_type = 'damage'`);
    return [first, second];
  });
  const values = async () => ({
    lines: (await db.database.query<Json[]>(sql`
      select accepted_value, rejected_value, short_value from receipt_items
      where receipt_id in (${first}, ${second}) order by id`)).map((row) =>
      Object.values(row).map(String)
    ),
    claims: (await db.database.query<Json[]>(sql`
      select estimated_value as a, estimated_value_local as b from discrepancies order by id`)).map(
      ({ a, b }) => `${a}/${b}`,
    ),
  });
  await owner.post(`${PATH}/${shipment.id}/costs`, { cost_head: "other", amount: 10 });
  // 4 + 6 of 10 pieces at 101; claimed is what they were bought for, and what was submitted stays
  assertEquals(await values(), {
    lines: [["303", "101", "0"], ["404", "101", "101"]],
    claims: ["10/100", "10/100", "10/100", "8/8"],
  });
  await owner.patch(`${PATH}/${shipment.id}`, { exchange_rate: 20 });
  assertEquals(await values(), {
    lines: [["603", "201", "0"], ["804", "201", "201"]],
    claims: ["10/200", "10/100", "10/200", "8/8"],
  });

  // from the first posting on, values leave the item and later costs reach only what is still to come
  await owner.post(`/import-logistics/receipts/${first}/post-stock`);
  const late = await owner.post(`${PATH}/${shipment.id}/costs`, {
    cost_head: "other",
    amount: 100,
  });
  assertEquals(late.body.data.late_costs, [{
    cost_id: late.body.data.id,
    shipment_item_id: item,
    stock_part: 30, // 3 of 10 pieces accepted and in stock
    expense_part: 0,
    waiting_part: 70,
  }]);
  assertEquals(await values(), {
    lines: [["603", "201", "0"], ["850.67", "212.66", "212.67"]], // 1276 over 6, a half to the even paisa
    claims: ["10/200", "10/100", "10/200", "8/8"],
  });
  const detail = (await owner.get(`${PATH}/${shipment.id}`)).body.data;
  const [item1] = detail.items;
  assertEquals(
    [item1.landed_value, item1.received_qty, item1.accepted_qty, item1.rejected_qty],
    [2110, 10, 8, 2],
  );
  // 10 received and 1 short of 10: the one beyond is an excess, not a piece less to come
  assertEquals([item1.short_qty, item1.expected_qty, item1.excess_qty], [1, 0, 1]);
  assertEquals(
    detail.receipts.map(({ status }: Json) => status),
    ["posted", "approved", "draft"],
  );
  assertEquals(
    detail.discrepancies.map((claim: Json) => [claim.discrepancy_type, claim.status]),
    [["damage", "open"], ["damage", "submitted"], ["shortage", "open"], ["quality", "open"]],
  );
});
