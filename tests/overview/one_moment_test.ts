import sql from "sql-template-tag";
import { connect } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { receivePayment } from "../../domain/sales/receive_payment.ts";
import type { NewPayment } from "../../domain/sales/payment.ts";
import { actorWith, type Answer } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { untilBlocked } from "../support/db.ts";
import { made, openShop } from "../sales/shop.ts";

Deno.test("a customer's detail is of one moment, whoever pays while it is read (found 12)", async () => {
  await using shop = await openShop();
  made(await shop.bill(100));
  const watch = connect(shop.url); // a reader of the shop may be the one that waits
  let reading: Promise<Answer> | undefined;
  await inTransaction(shop.database, async (tx) => {
    // his account waits for the payments, his ledger does not
    await tx.query(sql`lock table payments in access exclusive mode`);
    reading = shop.owner.get("/customers/1");
    await untilBlocked(watch);
    const paid = { customer_id: 1, amount: decimal("40"), method: "cash", allow_duplicate: false };
    await receivePayment(tx, actorWith("owner"), paid as NewPayment);
  });
  await watch.end();
  const { summary, ledger } = (await reading!).body.data;
  assertEquals([summary.balance, ledger[0].running_balance], [100, 100]);
  const after = (await shop.owner.get("/customers/1")).body.data;
  assertEquals([after.summary.balance, after.ledger[0].running_balance], [60, 60]);
});
