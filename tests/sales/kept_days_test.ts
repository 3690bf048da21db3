import sql from "sql-template-tag";
import { findDashboard } from "../../domain/overview/dashboard.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { actorWith } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { untilBlocked } from "../support/db.ts";
import { customerChecks } from "../../domain/books/customer_checks.ts";
import { verifyOne } from "../../domain/books/verify_books.ts";
import { daysAgo, made, openShop, today } from "./shop.ts";

/** As they are kept, by day. */
async function kept(shop: Awaited<ReturnType<typeof openShop>>) {
  const { database } = shop;
  const sales = await database.query<{ said: string }[]>(
    sql`select concat_ws(' ', day, total, due) as said from sales_days order by day`,
  );
  const collections = await database.query<{ said: string }[]>(
    sql`select concat_ws(' ', day, amount) as said from collection_days order by day`,
  );
  return [sales, collections].map((rows) => rows.map(({ said }) => said));
}

Deno.test("what is kept of a day's sales and collections follows each document to its end", async () => {
  await using shop = await openShop();
  const { owner, bill, pay } = shop;
  const before = daysAgo(3);
  made(await bill(100));
  made(await bill(50, { invoice_date: before, due_date: today }));
  assertEquals(await kept(shop), [[`${before} 50.00 50.00`, `${today} 100.00 100.00`], []]);
  const cash = made(await pay({ amount: 30, invoice_id: 1 }));
  const early = { payment_date: before, invoice_id: 2 };
  made(await pay({ amount: 20, ...early }));
  made(await pay({ amount: 5, method: "tds", certificate_number: "T-1", invoice_id: 1 }));
  const cheque = { method: "cheque", cheque_number: "C-1", cheque_date: today, ...early };
  const inHand = made(await pay({ amount: 10, ...cheque }));
  assertEquals(await kept(shop), [
    [`${before} 50.00 30.00`, `${today} 100.00 65.00`],
    [`${before} 20.00`, `${today} 30.00`],
  ]);
  const cleared = await owner.patch(`/payments/${inHand.id}/cheque`, { state: "cleared" });
  assertEquals(cleared.status, 200);
  made(await owner.post(`/payments/${cash.id}/reverse`, { reason: "false note" }));
  assertEquals(await kept(shop), [
    [`${before} 50.00 20.00`, `${today} 100.00 95.00`],
    [`${before} 20.00`, `${today} 10.00`],
  ]);
  for (const check of customerChecks) {
    assertEquals((await verifyOne(shop.database, check)).ok, true, check.name);
  }
});

Deno.test("who sells waits at his commit for another of that day, and both are added up", async () => {
  await using shop = await openShop();
  made(await shop.bill(100));
  let second!: ReturnType<typeof shop.bill>;
  await inTransaction(shop.database, async (tx) => {
    await tx.query(sql`select total from sales_days for update`);
    second = shop.bill(60);
    await untilBlocked(shop.database);
  });
  made(await second);
  assertEquals((await kept(shop))[0], [`${today} 160.00 160.00`]);
  const { today_sales, total_due } = await findDashboard(shop.database, actorWith("owner"));
  assertEquals([String(today_sales), String(total_due)], ["160", "160"]);
});
