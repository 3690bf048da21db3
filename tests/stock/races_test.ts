import sql from "sql-template-tag";
import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { moveStock } from "../../domain/stock/move_stock.ts";
import { lockProducts } from "../../domain/stock/post_movements.ts";
import { assertEquals } from "../support/assert.ts";
import { actorWith, type Answer, testApp } from "../support/app.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";

Deno.test("moveStock() gives 50 of 100 who take one of 50 at once", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const made = await owner.post("/products", {
    name: "Bolt",
    opening_stock: 50,
    purchase_price: 0.33,
  });
  const { id } = made.body.data;
  const body = { product_id: id, type: "out", quantity: 1, reason: "sold" };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => owner.post("/products/stock-movement", body)),
  );
  const count = (status: number, code?: string) =>
    answers.filter((a) => a.status === status && a.body.code === code).length;
  assertEquals([count(201), count(409, "insufficient_stock")], [50, 50]);
  const [after] = await db.database.query<[Record<string, unknown>]>(sql`
    select p.stock_qty::text, p.stock_value::text, count(m.id) as movements,
      sum(m.quantity)::text as quantity, sum(m.value)::text as value,
      count(distinct m.balance_after) as balances, max(m.reference_no) as last_number
    from products p join stock_movements m on m.product_id = p.id group by p.id`);
  assertEquals(after, {
    stock_qty: "0.000",
    stock_value: "0.00",
    movements: 51,
    quantity: "0.000",
    value: "0.00",
    balances: 51,
    last_number: `STK-${actorWith("owner").today.slice(0, 4)}-000051`,
  });
});

Deno.test("moveStock() waits for the movement before it and sees what that left", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  const made = await owner.post("/products", {
    name: "Last one",
    opening_stock: 1,
    purchase_price: 9,
  });
  const product_id = made.body.data.id;
  let second!: Promise<Answer>;
  await inTransaction(db.database, async (tx) => {
    await moveStock(tx, actorWith("owner", owner.userId), {
      product_id,
      type: "out",
      quantity: new Decimal("1"),
      reason: "first",
    });
    second = owner.post("/products/stock-movement", {
      product_id,
      type: "out",
      quantity: 1,
      reason: "second",
    });
    await untilBlocked(db.database);
  });
  const { status, body } = await second;
  assertEquals([status, body.code, body.available], [409, "insufficient_stock", 0]);
});

Deno.test("lockProducts() locks by id whatever the order asked for, so two never deadlock", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  for (const name of ["One", "Two"]) await owner.post("/products", { name });
  const lock = (tx: Tx, ids: number[]) => lockProducts(tx, ids);
  let other!: Promise<unknown>;
  await inTransaction(db.database, async (tx) => {
    await lock(tx, [1]);
    other = inTransaction(db.database, (second) => lock(second, [2, 1]));
    await untilBlocked(db.database);
    // the other waits for product 1 and does not hold product 2 yet
    await tx.query(sql`select id from products where id = 2 for update nowait`);
  });
  await other;
});
