import sql from "sql-template-tag";
import { decimal } from "../../domain/money/decimal.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { oldestFirst } from "../../domain/sales/receive_payment.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { rowsReadFor } from "../support/rows_read.ts";
import { daysAgo, made, openShop } from "./shop.ts";

Deno.test("a payment reads of many open invoices only those that it pays, the oldest first", async () => {
  await using shop = await openShop();
  // the newest comes first, so that neither ids nor numbers are the order
  for (let i = 1; i <= 130; i++) made(await shop.bill(10, { invoice_date: daysAgo(i) }));
  await shop.database.query(sql`analyze invoices`);
  const ids = (count: number) => Array.from({ length: count }, (_, i) => 130 - i);
  const asked = (amount: string) =>
    inTransaction(shop.database, async (tx) => {
      const { answer: shares, rows } = await rowsReadFor(
        tx,
        () => oldestFirst(tx, 1, decimal(amount)),
        "invoices",
      );
      return {
        paid: shares.map((each) => each.invoice_id),
        last: String(shares.at(-1)?.amount),
        rows,
      };
    }, { dryRun: true });

  const few = await asked("25");
  assertEquals([few.paid, few.last], [ids(3), "5"]);
  assert(few.rows <= 50, `${few.rows} rows`);
  const exactly = await asked("500");
  assertEquals([exactly.paid, exactly.last], [ids(50), "10"]);
  assert(exactly.rows <= 50, `${exactly.rows} rows`);
  const many = await asked("1205");
  assertEquals([many.paid, many.last], [ids(121), "5"]);
  const all = await asked("5000");
  assertEquals([all.paid, all.last], [ids(130), "10"]);

  const paid = made(await shop.pay({ amount: 1205 }));
  assertEquals(
    paid.allocations.map((each: { invoice_id: number }) => each.invoice_id),
    ids(121),
  );
  assertEquals((await asked("25")).paid, [10, 9, 8]);
});
