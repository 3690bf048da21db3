import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { createInvoice } from "../../domain/sales/create_invoice.ts";
import { invoice as invoiceRecord } from "../../domain/sales/invoice.ts";
import { actorWith, type Answer, type Json } from "../support/app.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { untilBlocked } from "../support/db.ts";
import { made, openShop } from "./shop.ts";

const many = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));

function count(answers: Answer[], status: number, code?: string): number {
  return answers.filter((a) => a.status === status && a.body.code === code).length;
}

Deno.test("of 20 invoices at once only those that fit the credit limit go in", async () => {
  await using shop = await openShop();
  await shop.owner.put("/customers/1", { credit_limit: 100 });
  const answers = await many(20, () => shop.bill(15));
  assertEquals([count(answers, 201), count(answers, 409, "credit_limit_exceeded")], [6, 14]);
  assertEquals(await shop.balance(), 90);
  const { data } = (await shop.owner.get("/invoices?sort=id")).body;
  assertEquals(data.map((i: Json) => Number(i.reference_no.slice(-6))), [1, 2, 3, 4, 5, 6]);
});

Deno.test("a second invoice waits for the first and sees what it left of the limit", async () => {
  await using shop = await openShop();
  await shop.owner.put("/customers/1", { credit_limit: 100 });
  const input = parse(invoiceRecord.entry, {
    customer_id: "1",
    items: [{ description: "Service", quantity: "1", unit_price: "60" }],
  });
  let second!: Promise<Answer>;
  await inTransaction(shop.database, async (tx) => {
    await createInvoice(tx, actorWith("owner", shop.owner.userId), input);
    second = shop.bill(60);
    await untilBlocked(shop.database);
  });
  const { status, body } = await second;
  assertEquals([status, body.code, body.balance], [409, "credit_limit_exceeded", 60]);
});

Deno.test("20 payments at once on one invoice never pay more than it is due", async () => {
  await using shop = await openShop();
  made(await shop.bill(100));
  const answers = await many(20, (i) =>
    shop.pay(
      i % 2
        ? { amount: 30, allocations: [{ invoice_id: 1, amount: 30 }] }
        : { amount: 30, invoice_id: 1 },
    ));
  const refused = count(answers, 409, "allocation_exceeds_due");
  assertEquals(count(answers, 201) + refused, 20);
  const invoice = (await shop.owner.get("/invoices/1")).body.data;
  assertEquals([invoice.status, invoice.paid, invoice.due], ["paid", 100, 0]);
  const payments = (await shop.owner.get("/payments?limit=200")).body.data;
  const total = (name: string) =>
    payments.map((p: Json) => p[name]).reduce((a: number, b: number) => a + b, 0);
  assertEquals([total("allocated"), total("amount")], [100, 30 * (20 - refused)]);
  assertEquals(await shop.balance(), 100 - 30 * (20 - refused));
  await booksAgree(shop.database);
});

Deno.test("20 allocations of one payment at once use it up and no more", async () => {
  await using shop = await openShop();
  made(await shop.pay({ amount: 100 }));
  await many(20, async () => made(await shop.bill(30)));
  const answers = await many(
    20,
    (i) => shop.owner.post(`/invoices/${i + 1}/allocate`, { payment_id: 1, amount: 30 }),
  );
  assertEquals([count(answers, 200), count(answers, 409, "allocation_exceeds_payment")], [3, 17]);
  assertEquals((await shop.owner.get("/payments/1")).body.data.on_account, 10);
  await booksAgree(shop.database);
});

Deno.test("one of many voids, and one of many reversals, goes through", async () => {
  await using shop = await openShop();
  made(await shop.sell(4, { payment: { amount: 25 } }));
  const answers = await many(
    20,
    (i) =>
      i % 2
        ? shop.owner.post("/invoices/1/void", { reason: "x" })
        : shop.owner.post("/payments/1/reverse", { reason: "x" }),
  );
  assertEquals(
    [200, 201].map((status) => count(answers, status)),
    [1, 1],
  );
  assertEquals(
    ["already_void", "already_reversed"].map((code) => count(answers, 409, code)),
    [9, 9],
  );
  assertEquals([await shop.stock(), await shop.balance()], [[10, 33.33], 0]);
  await booksAgree(shop.database);
});

Deno.test("numbers have no gaps although a third of the transactions fail", async () => {
  await using shop = await openShop();
  // goods that are not there fail after the number was taken
  const answers = await many(60, (i) => shop.sell(i % 3 ? 0.1 : 99, { customer_id: 1 + i % 2 }));
  assertEquals([count(answers, 201), count(answers, 409, "insufficient_stock")], [40, 20]);
  const payments = await many(30, (i) =>
    shop.pay({
      customer_id: 1 + i % 2,
      amount: 1,
      ...i % 3 === 0 && { allocations: [{ invoice_id: 1, amount: 99 }] },
    }));
  assertEquals(count(payments, 201), 20);
  const series = await shop.database.query<{ numbers: number[] }[]>(sql`
    select array_agg(right(reference_no, 6)::int order by reference_no) as numbers from invoices
    union all select array_agg(right(reference_no, 6)::int order by reference_no) from payments
    union all select array_agg(right(reference_no, 6)::int order by reference_no) from stock_movements
      where kind <> 'opening'`);
  const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
  assertEquals(series.map(({ numbers }) => numbers), [upTo(40), upTo(20), upTo(40)]);
});

Deno.test("sales, payments, voids and reversals at once end in books that agree", async () => {
  await using shop = await openShop();
  const { owner } = shop;
  made(await owner.post("/products", { name: "Nut", opening_stock: 50, purchase_price: 0.07 }));
  made(await shop.bill(1));
  made(await shop.pay({ amount: 1 }));
  const lines = (...ids: number[]) =>
    ids.map((product_id) => ({ product_id, quantity: 1, unit_price: 2.5 }));
  const answers = await many(120, (i) => {
    const customer_id = 1 + i % 2;
    const some = 1 + i * 7 % 20;
    switch (i % 6) {
      case 0:
        return shop.bill(0, { customer_id, items: lines(1, 2) });
      case 1:
        return shop.bill(0, { customer_id, items: lines(2, 1), payment: { amount: 3 } });
      case 2:
        return shop.pay({ customer_id, amount: 4.25 });
      case 3:
        return owner.post(`/invoices/${some}/void`, { reason: "x" });
      case 4:
        return owner.post(`/payments/${some}/reverse`, { reason: "x" });
      default:
        return owner.post(`/invoices/${some}/allocate`, { payment_id: 1 + i % 11 });
    }
  });
  const odd = answers.filter(({ status }) => ![200, 201, 404, 409, 422].includes(status));
  assertEquals(odd.map(({ status, body }) => [status, body.detail]), []);
  assert(count(answers, 201) > 30);
  await booksAgree(shop.database);
});

/** Every figure that is kept equals the sum of the rows behind it. */
async function booksAgree(database: Database): Promise<void> {
  const wrong = await database.query<{ what: string }[]>(sql`
    select 'paid of ' || i.reference_no as what from invoices i
    where i.paid <> (select coalesce(sum(a.amount), 0) from payment_allocations a
      where a.invoice_id = i.id)
    union all
    select 'allocated of ' || p.reference_no from payments p
    where p.allocated <> (select coalesce(sum(a.amount), 0) from payment_allocations a
      where a.payment_id = p.id)
    union all
    select 'balance of ' || c.reference_no from customers c
    where (select coalesce(sum(debit - credit), 0) from customer_ledger where customer_id = c.id)
      <> c.opening_balance
        + (select coalesce(sum(total), 0) from invoices where customer_id = c.id and voided_at is null)
        - (select coalesce(sum(amount), 0) from payments
          where customer_id = c.id and reversed_at is null)
    union all
    select 'stock of ' || p.sku from products p
    where (p.stock_qty, p.stock_value) <> (select sum(m.quantity), sum(m.value)
      from stock_movements m where m.product_id = p.id)`);
  assertEquals(wrong, []);
}
