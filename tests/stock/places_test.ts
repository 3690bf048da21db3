import sql from "sql-template-tag";
import { bookChecks, verifyOne } from "../../domain/books/verify_books.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { lockProducts } from "../../domain/stock/post_movements.ts";
import type { Database } from "../../domain/db/connect.ts";
import { type Answer, type Json, testApp } from "../support/app.ts";
import { assert, assertEquals, assertMatch } from "../support/assert.ts";
import { migrateIn, shippedMigrations } from "../../domain/db/migrate.ts";
import { emptyDatabase, freshDatabase, untilBlocked } from "../support/db.ts";
import { linesOf, readPdf } from "../support/pdf.ts";
import { daysAgo } from "../sales/shop.ts";
import { assertInvalid, assertRefused, done, made, warehouse } from "../support/receiving.ts";

const MOVE = "/products/stock-movement";
const TRANSFERS = "/stock-transfers";

/** A main store, a showroom and an engineer's van, with ten pieces in the store. */
async function shop(database: Database) {
  const { app, as } = testApp(database);
  const [owner, store, engineer] = [await as("owner"), await as("store"), await as("engineer")];
  const [main] = done(await owner.get("/stock-places?kind=warehouse"));
  const showroom = made(
    await owner.post("/stock-places", { code: "SHOW", name: "Showroom", kind: "showroom" }),
  );
  const van = made(
    await owner.post("/stock-places", {
      code: "VAN-1",
      name: "Van of the engineer",
      kind: "van",
      user_id: engineer.userId,
    }),
  );
  const [listed] = done(await owner.get("/stock-places?kind=van"));
  const { name: driver } = done(await engineer.get("/auth/me"));
  assertEquals([listed.user_name, van.user_name], [driver, driver]);
  const product = made(
    await owner.post("/products", {
      name: "Damper",
      sku: "DMP",
      opening_stock: 10,
      purchase_price: 3,
    }),
  );
  const customer = made(await owner.post("/customers", { name: "Rahim", phone: "01712345678" }));
  const lies = async () =>
    Object.fromEntries(
      done(await owner.get(`/place-stock?product_id=${product.id}&search=dmp`)) // its SKU
        .map((row: Json) => [row.place_code, row.quantity]),
    );
  const move = (more: Json, by = owner) =>
    by.post(MOVE, { product_id: product.id, reason: "x", ...more });
  const sell = (quantity: number, more: Json = {}) =>
    owner.post("/invoices", {
      customer_id: customer.id,
      items: [{ product_id: product.id, quantity, unit_price: 9 }],
      ...more,
    });
  const send = (quantity: number, more: Json = {}) =>
    store.post(TRANSFERS, {
      from_place_id: main.id,
      to_place_id: showroom.id,
      items: [{ product_id: product.id, quantity }],
      ...more,
    });
  return {
    app,
    owner,
    store,
    engineer,
    main,
    showroom,
    van,
    product,
    customer,
    lies,
    move,
    sell,
    send,
  };
}

async function whole(database: Database): Promise<void> {
  for (const check of bookChecks.filter(({ name }) => /stock|place|goods_on/.test(name))) {
    assertEquals((await verifyOne(database, check)).differences, [], check.name);
  }
}

Deno.test("goods come to and leave the place that is named, else the default first, never those on the way", async () => {
  await using db = await freshDatabase();
  const { owner, main, showroom, product, lies, move, sell, send } = await shop(db.database);
  assertEquals([main.code, main.is_default, await lies()], ["MAIN", true, { MAIN: 10 }]);
  const came = made(await move({ type: "in", quantity: 4, warehouse_name: " showROOM " }));
  assertEquals([came.place_id, came.place_name], [showroom.id, "Showroom"]);
  assertEquals(await lies(), { MAIN: 10, SHOW: 4 });

  const refused = await move({ type: "out", quantity: 5, place_id: showroom.id });
  assertRefused(refused, 409, "insufficient_stock");
  const { available, wanted, place_name } = refused.body;
  assertEquals([available, wanted, place_name], [4, 5, "Showroom"]);
  assertInvalid(await move({ type: "out", quantity: 1, place_id: 999 }), "place_id");
  assertInvalid(await sell(1, { place_id: 999 }), "place_id");

  const sale = made(await sell(12));
  assertEquals([sale.place_id, await lies()], [null, { SHOW: 2 }]);
  const [row] = done(
    await owner.get(`/products/stock-movements?product_id=${product.id}&kind=invoice`),
  );
  assertEquals([row.place_id, row.place_name], [null, "Main store, Showroom"]);
  done(await owner.post(`/invoices/${sale.id}/void`, { reason: "x" }));
  assertEquals(await lies(), { MAIN: 10, SHOW: 4 }, "back where they came from");

  const shown = made(await sell(3, { place_id: showroom.id }));
  assertEquals([shown.place_id, await lies()], [showroom.id, { MAIN: 10, SHOW: 1 }]);
  const back = { items: [{ line: 1, quantity: 1 }], reason: "x", place_id: showroom.id };
  made(await owner.post(`/invoices/${shown.id}/returns`, back));
  assertEquals(await lies(), { MAIN: 10, SHOW: 2 });

  made(await send(9));
  assertEquals(await lies(), { MAIN: 1, SHOW: 2, TRANSIT: 9 });
  const short = await sell(4);
  assertRefused(short, 409, "insufficient_stock");
  assertEquals([short.body.available, (await lies()).TRANSIT], [3, 9]);
  assertEquals(done(await owner.get(`/products/${product.id}`)).stock_qty, 12);
  await whole(db.database);
});

Deno.test("a receipt comes to its place, a part leaves the van of whoever uses it", async () => {
  await using db = await freshDatabase();
  const { owner, engineer, van, showroom, product, customer, lies, send, move } = await shop(
    db.database,
  );
  const house = await warehouse(db.database);
  const items = [{ product_id: product.id, product_name: "D", ordered_qty: 5, purchase_value: 50 }];
  const shipment = await house.ship(items);
  const line = { shipment_item_id: shipment.items[0].id, received_qty: 5 };
  const receipt = await house.take(shipment.id, [line], { place_id: showroom.id });
  assertEquals([receipt.place_id, await lies()], [showroom.id, { MAIN: 10, SHOW: 5 }]);

  const { id } = made(await send(3, { to_place_id: van.id }));
  done(await owner.post(`${TRANSFERS}/${id}/receive`, {}));
  assertEquals(await lies(), { MAIN: 7, SHOW: 5, "VAN-1": 3 });
  const ticket = made(
    await owner.post("/service-tickets", {
      customer_id: customer.id,
      problem_description: "x",
      assigned_to: engineer.userId,
    }),
  );
  const use = (more: Json) =>
    engineer.post(`/service-tickets/${ticket.id}/parts`, { product_id: product.id, ...more });
  assertEquals(made(await use({ quantity: 2 })).place_id, van.id);
  assertEquals(made(await use({ quantity: 1, place_id: showroom.id })).place_id, showroom.id);
  assertEquals(await lies(), { MAIN: 7, SHOW: 4, "VAN-1": 1 });
  assertInvalid(
    await use({
      parts: [{ product_id: product.id, quantity: 1, place_id: 99 }],
      product_id: undefined,
    }),
    "parts.0.place_id",
  );
  const back = { reason: "miscounted" };
  made(await owner.post(`/import-logistics/receipts/${receipt.id}/reverse`, back));
  assertEquals(
    await lies(),
    { MAIN: 6, "VAN-1": 1 },
    "what the place lacks is taken from the others",
  );
  made(await move({ type: "adjustment", quantity: -1, place_id: van.id }));
  await whole(db.database);
});

Deno.test("a transfer is sent, arrives in parts, and what never arrives goes back or is lost", async () => {
  await using db = await freshDatabase();
  const { app, owner, store, engineer, main, showroom, product, lies, send } = await shop(
    db.database,
  );
  assertRefused(await engineer.post(TRANSFERS, {}), 403, "forbidden");
  assertInvalid(await send(1, { to_place_id: main.id }), "to_place_id");
  assertInvalid(await send(1, { to_place_id: 999 }), "to_place_id");
  assertRefused(await send(11), 409, "insufficient_stock");
  assertRefused(await send(1, { sent_on: daysAgo(-1) }), 422, "date_in_future");
  const sent = made(await send(6, { carried_by: "Pickup, Jamal", note: "For the fair" }));
  assertMatch(sent.reference_no, /^STR-\d{4}-000001$/);
  const [line] = sent.lines;
  assertEquals([sent.status, line.on_the_way, await lies()], ["sent", 6, { MAIN: 4, TRANSIT: 6 }]);

  const path = `${TRANSFERS}/${sent.id}`;
  const arrive = (quantity: number, more: Json = {}) =>
    store.post(`${path}/receive`, { lines: [{ id: line.id, quantity, ...more }] });
  assertInvalid(await arrive(7), "lines.0.quantity");
  assertInvalid(await arrive(1, { id: 999 }), "lines.0.id");
  assertInvalid(await arrive(1, { serial_numbers: ["SN-1"] }), "lines.0.serial_numbers");
  const partly = done(await arrive(2));
  assertEquals([partly.status, partly.lines[0].received, await lies()], [
    "partly_received",
    2,
    { MAIN: 4, SHOW: 2, TRANSIT: 4 },
  ]);
  const closing = { outcome: "lost", reason: "Fell off the truck" };
  assertRefused(
    await owner.put(`/stock-places/${showroom.id}`, { active: false }),
    409,
    "record_in_use",
  );
  const closed = done(await store.post(`${path}/close`, closing));
  assertEquals([closed.status, closed.closed_reason, closed.lines[0].lost, await lies()], [
    "closed",
    closing.reason,
    4,
    { MAIN: 4, SHOW: 2 },
  ]);
  const { stock_qty, stock_value } = done(await owner.get(`/products/${product.id}`));
  assertEquals([stock_qty, stock_value], [6, 18]);
  const [entry] = done(await owner.get("/journal?kind=stock_by_hand"));
  assertEquals([
    entry.source_type,
    entry.lines?.map((each: Json) => each.debit - each.credit)
      .sort((a: number, b: number) => a - b),
  ], ["stock_transfer", [-12, 12]]);
  assertRefused(await store.post(`${path}/close`, closing), 409, "transfer_closed");
  assertRefused(await arrive(1), 409, "transfer_closed");

  const again = made(await send(3));
  const rest = done(
    await store.post(`${TRANSFERS}/${again.id}/close`, { outcome: "sent_back", reason: "Full" }),
  );
  assertEquals([rest.status, rest.lines[0].sent_back, await lies()], [
    "closed",
    3,
    { MAIN: 4, SHOW: 2 },
  ]);
  const all = made(await send(4));
  assertEquals(done(await store.post(`${TRANSFERS}/${all.id}/receive`, {})).status, "received");
  assertEquals(await lies(), { SHOW: 6 });
  const listed = done(await owner.get(`${TRANSFERS}?status=received&place_id=${showroom.id}`));
  assertEquals(listed.map((each: Json) => each.id), [all.id]);
  await whole(db.database);

  for (const [query, words] of [["", "Received by"], ["?lang=bn", "গ্রহীতার"]]) {
    const answer = await app.request(`http://localhost/api/v1${path}/pdf${query}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = readPdf(bytes).flatMap(linesOf).join("\n");
    for (const part of ["STR-", "Pickup, Jamal", "DMP", words]) assert(text.includes(part), part);
  }
});

Deno.test("pieces with numbers go with a transfer, and are lost with it", async () => {
  await using db = await freshDatabase();
  const { owner, main, showroom } = await shop(db.database);
  const head = made(await owner.post("/products", { name: "Head", is_serialized: true }));
  const serial_numbers = ["A-1", "A-2", "A-3"];
  const came = { product_id: head.id, type: "in", quantity: 3, reason: "x", serial_numbers };
  made(await owner.post(MOVE, came));
  const send = (serials: string[], quantity = serials.length) =>
    owner.post(TRANSFERS, {
      from_place_id: main.id,
      to_place_id: showroom.id,
      items: [{ product_id: head.id, quantity, serial_numbers: serials }],
    });
  assertInvalid(await send(["A-1"], 2), "items.0.serial_numbers");
  assertInvalid(await send(["A-1", "a 1"]), "items.0.serial_numbers");
  const { id, lines: [line] } = made(await send(serial_numbers));
  const arrived = { lines: [{ id: line.id, quantity: 1, serial_numbers: ["A-2"] }] };
  const partly = done(await owner.post(`${TRANSFERS}/${id}/receive`, arrived));
  assertEquals(partly.lines[0].received_serial_numbers, ["A-2"]);
  const never = (serials: string[], more: Json[] = []) => ({
    lines: [{ id: line.id, quantity: serials.length, serial_numbers: serials }, ...more],
  });
  for (
    const [body, field] of [
      [arrived, "lines.0.serial_numbers"], // it is there already
      [never(["B-9"]), "lines.0.serial_numbers"], // it was not sent
      [never(["A-1", "A-1"]), "lines.0.serial_numbers"],
      [never(["A-1"], [{ id: line.id, quantity: 1, serial_numbers: ["A-3"] }]), "lines.1.id"],
      [{ lines: [{ id: 999, quantity: 1 }] }, "lines.0.id"],
      [{ lines: [{ id: line.id, quantity: 3 }] }, "lines.0.quantity"],
    ] as const
  ) assertInvalid(await owner.post(`${TRANSFERS}/${id}/receive`, body), field);
  done(await owner.post(`${TRANSFERS}/${id}/close`, { outcome: "lost", reason: "Stolen" }));
  const status = async (serial: string) => done(await owner.get(`/serials/${serial}`)).status;
  assertEquals([await status("A-1"), await status("A-2"), await status("A-3")], [
    "removed",
    "in_stock",
    "removed",
  ]);
  made(await owner.post(MOVE, { ...came, quantity: 1, serial_numbers: ["B-1"] }));
  assertRefused(await send(["A-1"]), 409, "serial_not_in_stock");
  await whole(db.database);
});

Deno.test("places are entered, changed and passed the default", async () => {
  await using db = await freshDatabase();
  const { owner, store, main, showroom, van, engineer, lies, move } = await shop(db.database);
  const path = (place: Json) => `/stock-places/${place.id}`;
  assertEquals((await store.post("/stock-places", { code: "X", name: "X" })).status, 403);
  for (
    const [field, body] of [
      ["code", { code: "show", name: "Other" }],
      ["name", { code: "OTHER", name: "SHOWROOM" }],
      ["user_id", { code: "V2", name: "Van 2", kind: "van", user_id: engineer.userId }],
    ] as const
  ) {
    const answer = await owner.post("/stock-places", body);
    assertRefused(answer, 409, "duplicate_place");
    assertEquals(answer.body.field, field);
  }
  assertInvalid(
    await owner.post("/stock-places", { code: "T", name: "T", kind: "transit" }),
    "kind",
  );
  assertInvalid(await owner.put(path(main), { is_default: false }), "is_default");
  assertInvalid(await owner.put(path(main), { active: false }), "active");
  assertInvalid(await owner.put(path(showroom), { user_id: engineer.userId }), "user_id");
  const [transit] = done(await owner.get("/stock-places?kind=transit"));
  assertRefused(await owner.put(path(transit), { name: "x" }), 409, "record_in_use");
  assertInvalid(await move({ type: "in", quantity: 1, place_id: transit.id }), "place_id");
  done(await owner.put(path(showroom), { is_default: true }));
  assertEquals(done(await owner.get(path(main))).is_default, false);
  made(await move({ type: "in", quantity: 1 }));
  assertEquals(await lies(), { MAIN: 10, SHOW: 1 });
  assertRefused(await owner.put(path(main), { active: false }), 409, "record_in_use");
  done(await owner.put(path(van), { active: false }));
  assertInvalid(await move({ type: "in", quantity: 1, place_id: van.id }), "place_id");
});

Deno.test("20 transfers and sales of the last piece: one has it, and it belongs to exactly one place", async () => {
  await using db = await freshDatabase();
  const { owner, product, showroom, sell, send, move, lies } = await shop(db.database);
  made(await move({ type: "out", quantity: 9 }));
  let answers!: Promise<Answer[]>;
  await inTransaction(db.database, async (tx) => {
    await lockProducts(tx, [product.id]);
    answers = Promise.all(
      Array.from({ length: 20 }, (_, i) => i % 2 ? send(1) : sell(1)),
    );
    await untilBlocked(db.database, 10);
  });
  const statuses = (await answers).map(({ status }) => status).sort();
  assertEquals(statuses, [201, ...Array(19).fill(409)]);
  const rows = await db.database.query<{ quantity: number; places: number }[]>(sql`
    select coalesce(sum(quantity), 0)::float8 as quantity, count(*) filter (where quantity > 0) as places
    from place_stock where product_id = ${product.id}`);
  const { stock_qty } = done(await owner.get(`/products/${product.id}`));
  assertEquals(rows[0].quantity, stock_qty);
  assertEquals(rows[0].places, stock_qty);
  const [transfer] = done(await owner.get(`${TRANSFERS}?place_id=${showroom.id}`));
  assertEquals(await lies(), transfer ? { TRANSIT: 1 } : {});
  await whole(db.database);
});

Deno.test("of two who receive the same goods the second waits and is refused", async () => {
  await using db = await freshDatabase();
  const { store, send, lies } = await shop(db.database);
  const { id } = made(await send(5));
  let both!: Promise<Answer[]>;
  await inTransaction(db.database, async (tx) => {
    await tx.query(sql`select from stock_transfers where id = ${id} for update`);
    const receive = () => store.post(`${TRANSFERS}/${id}/receive`, {});
    both = Promise.all([receive(), receive()]);
    await untilBlocked(db.database, 2);
  });
  const answers = await both;
  assertEquals(answers.map(({ status }) => status).sort(), [200, 409]);
  assertEquals(await lies(), { MAIN: 5, SHOW: 5 });
});

Deno.test("of 20 transfers and sales of the last piece one has it, and nothing is anywhere twice", async () => {
  await using db = await freshDatabase();
  const { owner, main, showroom, product } = await shop(db.database);
  made(
    await owner.post("/products/stock-movement", {
      product_id: product.id,
      type: "out",
      quantity: 9,
      reason: "All but one",
    }),
  );
  const customer = made(await owner.post("/customers", { name: "Rahim" }));
  const sell = () =>
    owner.post("/invoices", {
      customer_id: customer.id,
      items: [{ product_id: product.id, quantity: 1, unit_price: 200 }],
    });
  const carry = () =>
    owner.post("/stock-transfers", {
      from_place_id: main.id,
      to_place_id: showroom.id,
      items: [{ product_id: product.id, quantity: 1 }],
    });
  let all!: Promise<Answer[]>;
  await inTransaction(db.database, async (tx) => {
    await lockProducts(tx, [product.id]);
    all = Promise.all(Array.from({ length: 20 }, (_, i) => i % 2 ? sell() : carry()));
    await untilBlocked(db.database, 8); // as many as there are connections
  });
  const answers = await all;
  assertEquals(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 409, "insufficient_stock");
  }
  const [sums] = await db.database.query<[Json]>(sql`
    select (select sum(quantity)::float8 from place_stock) as places,
      (select sum(stock_qty)::float8 from products) as products`);
  assertEquals(sums.places, sums.products);
  await whole(db.database);
});

Deno.test("names on movements and receipts become places, where what came last lies", async () => {
  await using db = await emptyDatabase();
  const names = (await shippedMigrations()).map(({ name }) => name);
  const before = names.filter((name) => name < "0056");
  await inTransaction(db.database, (tx) => migrateIn(tx, before));
  const moved = (product: string, steps: [quantity: number, name?: string][]) =>
    inTransaction(db.database, async (tx) => {
      const qty = steps.reduce((sum, [quantity]) => sum + quantity, 0);
      const [{ id }] = await tx.query<[{ id: number }]>(sql`
        insert into products (sku, name, stock_qty) values (${product}, ${product}, ${qty}) returning id`);
      let balance = 0;
      for (const [i, [quantity, name]] of steps.entries()) {
        balance += quantity;
        await tx.query(sql`
          insert into stock_movements (reference_no, product_id, movement_date, kind, quantity, unit_cost,
            value, balance_after, value_after, warehouse_name)
          values (${`${product}-${i}`}, ${id}, '2026-01-02', 'adjustment', ${quantity}, 0, 0, ${balance}, 0,
            ${name})`);
      }
    });
  await moved("INK", [[10, "Tejgaon"], [5, "tejgaon "], [-12]]);
  await moved("HEAD", [[4, "Tejgaon"], [6], [-3]]);
  await moved("BOARD", [[4, "Uttara"], [3, "Tejgaon"], [-1]]);
  await moved("GONE", [[1, "Main Store"], [-1]]);
  const added = await inTransaction(db.database, (tx) => migrateIn(tx));
  assertEquals(added[0], names[before.length]);
  const rows = await db.database.query<Json[]>(sql`
    select p.sku, l.name, s.quantity::float8 as quantity from place_stock s
      join products p on p.id = s.product_id join stock_places l on l.id = s.place_id
    order by p.id, l.name`);
  assertEquals(rows.map(({ sku, name, quantity }) => `${sku} ${name} ${quantity}`), [
    "INK Tejgaon 3",
    "HEAD Main store 6",
    "HEAD Tejgaon 1",
    "BOARD Tejgaon 3",
    "BOARD Uttara 3",
  ]);
  await whole(db.database);
});
