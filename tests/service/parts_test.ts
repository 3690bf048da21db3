import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { addParts } from "../../domain/service/add_parts.ts";
import { actorWith, type Answer, type Json } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";
import { assertInvalid, assertRefused, done, made, stockOf } from "../support/receiving.ts";
import { TICKETS, workshop } from "../support/service.ts";
import { today } from "../sales/shop.ts";

Deno.test("addParts() takes a part out of stock at average cost and keeps its price", async () => {
  await using db = await freshDatabase();
  const { owner, engineer, ticket, product } = await workshop(db.database);
  const head = await product(3, { name: "Print head", sku: "PH", selling_price: 33.335 });
  await owner.post("/products/stock-movement", {
    product_id: head.id,
    type: "in",
    quantity: 4,
    unit_cost: 20,
    reason: "bought",
  });
  const { id, reference_no } = await ticket({ assigned_to: engineer.userId, service_cost: 100 });
  const path = `${TICKETS}/${id}`;
  const answer = await owner.post(`${path}/parts`, {
    product_id: head.id,
    quantity: "3",
    note: "heads 1 to 3",
    supplier: "x",
  });
  const part = made(answer);
  assertEquals(answer.headers.get("location"), `/api/v1${path}`);
  assertEquals(answer.body.meta.ignored_fields, ["supplier"]);
  // stock 3 × 10 + 4 × 20 = 110 over 7 pieces; 3 of them take 47.14
  const { id: partId, created_at, updated_at, movement_id, created_by_name, ...rest } = part;
  assertMatch(created_by_name, /^Test owner /);
  assertEquals(updated_at, created_at);
  assertEquals(rest, {
    reference_no,
    title: "3 pcs Print head",
    product_id: head.id,
    sku: "PH",
    product_name: "Print head",
    unit: "pcs",
    quantity: 3,
    unit_price: 33.335,
    amount: 100.01,
    cost: 47.14,
    is_warranty: false,
    serial_number: null,
    note: "heads 1 to 3",
    place_id: 1,
    used_on: today,
    created_by: owner.userId,
    version: 1,
  });
  assertMatch(created_at, /Z$/);
  assertEquals(await stockOf(db.database, head.id), ["4", "62.86"]);
  const movement = done(await owner.get(`/products/stock-movements/${movement_id}`));
  assertEquals(
    [movement.kind, movement.quantity, movement.source_type, movement.source_id],
    ["ticket_part", -3, "ticket", id],
  );
  assertEquals([movement.source_reference_no, movement.note], [reference_no, "heads 1 to 3"]);

  const detail = done(await owner.get(path));
  assertEquals([detail.parts, detail.version], [
    [{ id: partId, created_at, updated_at, movement_id, created_by_name, ...rest }],
    2,
  ]);
  assertEquals([detail.parts_total, detail.billable_total], [100.01, 200.01]);
  const { cost: _cost, ...withoutCost } = detail.parts[0];
  assertEquals(done(await engineer.get(path)).parts, [withoutCost], "an engineer sees no cost");
  const [audited] = await db.database.query<[Json]>(sql`
    select action, entity_id, after #>> '{parts,0,sku}' as sku from audit_log
    where action = 'ticket.add_parts'`);
  assertEquals(audited, { action: "ticket.add_parts", entity_id: id, sku: "PH" });
});

Deno.test("addParts() takes several at once, priced and covered as the ticket or as sent", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const bolt = await product(10);
  const board = await product(5, { name: "Board", selling_price: 500 });
  const { id } = await ticket({ is_warranty: true });
  const parts = made(
    await owner.post(`${TICKETS}/${id}/parts`, {
      parts: [
        { product_id: board.id, quantity: 1, serial_number: "B-7" },
        { product_id: bolt.id, quantity: 2.5 },
        { product_id: board.id, quantity: 1, unit_price: 450, is_warranty: "false" },
      ],
    }),
  );
  assertEquals(
    parts.map((part: Json) => [part.product_id, part.unit_price, part.amount, part.is_warranty]),
    [[board.id, 500, 500, true], [bolt.id, 0, 0, true], [board.id, 450, 450, false]],
  );
  assertEquals([parts[0].serial_number, parts[1].cost], ["B-7", 25]);
  const detail = done(await owner.get(`${TICKETS}/${id}`));
  assertEquals([detail.parts_total, detail.billable_total], [950, 450]);
  assertEquals(detail.parts, parts);
  const sent = made(
    await owner.post(`${TICKETS}/${id}/parts`, { parts: [{ product_id: bolt.id, quantity: 1 }] }),
  );
  assertEquals(sent.length, 1, "a list answers a list");
  const [listed] = (await owner.get(TICKETS)).body.data;
  assertEquals([listed.parts_total, listed.billable_total], [950, 450]);
});

Deno.test("addParts() is all or nothing", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const [plenty, scarce] = [await product(10, { sku: "P" }), await product(2, { sku: "S" })];
  const { id } = await ticket();
  const path = `${TICKETS}/${id}/parts`;
  const one = (product_id: number, quantity: number | string = 1, more: Json = {}) => ({
    product_id,
    quantity,
    ...more,
  });
  const short = await owner.post(path, {
    parts: [one(plenty.id, 5), one(scarce.id, 2), one(scarce.id)],
  });
  assertRefused(short, 409, "insufficient_stock");
  assertEquals([short.body.sku, short.body.wanted, short.body.available], ["S", 1, 0]);
  assertInvalid(await owner.post(path, {}), "product_id", "quantity");
  assertInvalid(await owner.post(path, { parts: [] }), "parts");
  assertInvalid(await owner.post(path, one(plenty.id, 0)), "quantity");
  assertInvalid(await owner.post(path, one(plenty.id, 0.0001)), "quantity");
  assertInvalid(await owner.post(path, one(999999)), "product_id");
  assertInvalid(
    await owner.post(path, { parts: [one(plenty.id), one(999999)] }),
    "parts.1.product_id",
  );
  assertInvalid(
    await owner.post(path, one(plenty.id, 2, { serial_number: "S-1" })),
    "serial_number",
  );
  assertInvalid(
    await owner.post(path, { parts: [one(plenty.id, 2, { serial_number: "S-1" })] }),
    "parts.0.serial_number",
  );
  assertInvalid(
    await owner.post(path, { parts: [one(plenty.id)], quantity: 1 }),
    "quantity",
  );
  const rich = one(plenty.id, "9999999999", { unit_price: 99999999999 });
  assertInvalid(await owner.post(path, rich), "quantity");
  assertEquals(await stockOf(db.database, plenty.id), ["10", "100.00"]);
  assertEquals(await stockOf(db.database, scarce.id), ["2", "20.00"]);
  assertEquals(done(await owner.get(`${TICKETS}/${id}`)).parts, []);

  for (const status of ["closed", "cancelled"]) {
    const ended = await ticket({ status });
    const answer = await owner.post(`${TICKETS}/${ended.id}/parts`, one(plenty.id));
    assertRefused(answer, 409, "ticket_closed");
  }
  made(
    await owner.post(
      `${TICKETS}/${(await ticket({ status: "resolved" })).id}/parts`,
      one(plenty.id),
    ),
  );
});

Deno.test("addParts() with one key takes stock once", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const part = await product(5);
  const { id } = await ticket();
  const send = () =>
    owner.post(`${TICKETS}/${id}/parts`, { product_id: part.id, quantity: 1 }, {
      "idempotency-key": "a phone without signal".replaceAll(" ", "-"),
    });
  const [first, again] = [await send(), await send()];
  assertEquals(made(again), made(first));
  assertEquals(again.headers.get("idempotency-replayed"), "true");
  assertEquals(await stockOf(db.database, part.id), ["4", "40.00"]);
});

Deno.test("service_ticket_parts keeps what was written", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const { id } = await ticket();
  const part = await product(5);
  made(await owner.post(`${TICKETS}/${id}/parts`, { product_id: part.id, quantity: 1 }));
  for (
    const change of [
      sql`update service_ticket_parts set amount = 0`,
      sql`delete from service_ticket_parts`,
      sql`truncate service_ticket_parts`,
    ]
  ) {
    const refused = await db.database.query(change).then(() => "kept", (error) => error.code);
    assertEquals(refused, "23001");
  }
});

Deno.test("addParts() gives the last piece to one of two tickets that want it at once", async () => {
  await using db = await freshDatabase();
  const { owner, store, ticket, product } = await workshop(db.database);
  const last = await product(1);
  const [one, two] = [await ticket(), await ticket()];
  let second!: Promise<Answer>;
  await inTransaction(db.database, async (tx) => {
    await addParts(tx, actorWith("owner", owner.userId), one.id, {
      product_id: last.id,
      quantity: new Decimal("1"),
    });
    second = store.post(`${TICKETS}/${two.id}/parts`, { product_id: last.id, quantity: 1 });
    await untilBlocked(db.database);
  });
  const refused = await second;
  assertRefused(refused, 409, "insufficient_stock");
  assertEquals(refused.body.available, 0);
  assertEquals(await stockOf(db.database, last.id), ["0", "0.00"]);
  assertEquals(done(await owner.get(`${TICKETS}/${two.id}`)).parts, []);
});

Deno.test("addParts() waits for a ticket that is just being closed, and refuses", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const part = await product(1);
  const { id } = await ticket();
  let parts!: Promise<Answer>;
  await inTransaction(db.database, async (tx) => {
    await tx.query(sql`update service_tickets set status = 'closed' where id = ${id}`);
    parts = owner.post(`${TICKETS}/${id}/parts`, { product_id: part.id, quantity: 1 });
    await untilBlocked(db.database);
  });
  assertRefused(await parts, 409, "ticket_closed");
});

Deno.test("addParts() lets 20 tickets at once take two products in either order", async () => {
  await using db = await freshDatabase();
  const { owner, ticket, product } = await workshop(db.database);
  const [a, b] = [await product(15), await product(50)];
  const tickets = await Promise.all(Array.from({ length: 20 }, () => ticket()));
  const answers = await Promise.all(tickets.map(({ id }, i) => {
    const both = [{ product_id: a.id, quantity: 1 }, { product_id: b.id, quantity: 2 }];
    const parts = i % 2 === 0 ? both : both.toReversed();
    return owner.post(`${TICKETS}/${id}/parts`, { parts });
  }));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assertEquals([count(201), count(409)], [15, 5]);
  assertEquals(await stockOf(db.database, a.id), ["0", "0.00"]);
  assertEquals(await stockOf(db.database, b.id), ["20", "200.00"]);
});
