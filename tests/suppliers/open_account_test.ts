import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { Decimal } from "../../domain/money/decimal.ts";
import { openSupplierAccount } from "../../domain/suppliers/open_account.ts";
import { actorWith, testApp } from "../support/app.ts";
import { assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase, untilBlocked } from "../support/db.ts";

Deno.test("openSupplierAccount() waits for another and refuses a second opening", async () => {
  await using db = await freshDatabase();
  const owner = await testApp(db.database).as("owner");
  await owner.post("/suppliers", { name: "Machine Works", currency: "USD" });
  const open = (amount: string) =>
    inTransaction(db.database, async (tx) => {
      await openSupplierAccount(tx, actorWith("owner", owner.userId), {
        supplier_id: 1,
        amount: new Decimal(amount),
        currency: "USD",
        exchange_rate: new Decimal("120"),
      });
      if (amount !== "100") return;
      second = thrownBy(() => open("200"));
      await untilBlocked(db.database);
    });
  let second: Promise<Error> | undefined;
  await open("100");
  assertEquals((await second as unknown as { code: string }).code, "record_in_use");
  assertEquals(
    await db.database.query(sql`select credit::text from supplier_ledger`) as unknown,
    [{ credit: "100.0000" }],
  );
});
