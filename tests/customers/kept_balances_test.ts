import sql, { raw } from "sql-template-tag";
import { customerQuery, listCustomers } from "../../domain/customers/find_customers.ts";
import { customerBalance } from "../../domain/customers/lock_customer.ts";
import { customerLedgerQuery, listCustomerEntries } from "../../domain/customers/find_entries.ts";
import type { Decimal } from "../../domain/money/decimal.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { actorWith, testApp } from "../support/app.ts";
import { assertEquals } from "../support/assert.ts";
import { freshDatabase, inRollback } from "../support/db.ts";
import { made } from "../support/receiving.ts";
import { rowsReadFor } from "../support/rows_read.ts";

const PAID = 4000; // of a taka each, some days after every invoice

/** Without the payments themselves: only the ledger is read here. */
const manyPaid = sql`
  set local session_replication_role = replica;
  insert into customer_ledger (customer_id, date, type, reference_no, description, credit, payment_id, entry_id)
    select 2, '2098-01-01'::date + n / 40, 'payment', 'PAY', 'Paid', 1, -n, -n
    from generate_series(1, ${raw(String(PAID))}) n;
  update customer_balances set balance = balance - ${raw(String(PAID))} where customer_id = 2`;

Deno.test("what a customer owes is kept beside his ledger, which is not added up to tell it or its last page", async () => {
  await using db = await freshDatabase();
  const { database } = db;
  const owner = await testApp(database).as("owner");
  made(await owner.post("/customers", { name: "Rahim", credit_limit: 500, opening_balance: 100 }));
  made(await owner.post("/customers", { name: "Karim" }));
  const sell = (customer_id: number, unit_price: number) =>
    owner.post("/invoices", {
      customer_id,
      items: [{ description: "Repair", quantity: 1, unit_price }],
    });
  const { id } = made(await sell(1, 250.5));
  made(await sell(2, 40));
  made(await owner.post("/invoices/receive-payment", { customer_id: 1, amount: 60 }));
  assertEquals((await owner.post(`/invoices/${id}/void`, { reason: "twice" })).status, 200);
  made(await sell(1, 300));
  for (let n = 0; n < 40; n++) made(await sell(2, 1));

  const balance = async (customer: number, asOf?: string) =>
    String(
      (await database.query<[{ balance: Decimal }]>(customerBalance(customer, asOf)))[0].balance,
    );
  assertEquals([await balance(1), await balance(2)], ["340", "80"]);
  assertEquals(await balance(1, "2099-12-31"), "340", "added up from the ledger");
  const { body } = await owner.get("/customers?sort=id");
  assertEquals(body.data.map((one: { balance: number }) => one.balance), [340, 80]);
  const { body: refused } = await sell(1, 160.01);
  assertEquals([refused.code, refused.balance_after], ["credit_limit_exceeded", 500.01]);
  made(await sell(1, 160));

  const rows = async (ask: (tx: Tx) => Promise<unknown>) =>
    await inTransaction(
      database,
      async (tx) => (await rowsReadFor(tx, () => ask(tx), "customer_ledger")).rows,
    );
  assertEquals(await rows((tx) => tx.query(customerBalance(2))), 0);
  assertEquals(await rows((tx) => tx.query(customerBalance(2, "2099-12-31"))) > 0, true);

  const latestPage = (asked: object) =>
    inRollback(database, async (tx) => {
      await tx.query(manyPaid);
      await tx.query(sql`analyze customer_ledger`);
      const query = customerLedgerQuery.parse({ limit: "10", ...asked });
      const { answer: { data }, rows } = await rowsReadFor(
        tx,
        () => listCustomerEntries(tx, actorWith("owner"), 2, query),
        "customer_ledger",
      );
      assertEquals(rows < 200, true, `${rows} rows`);
      const stood = data.slice(0, 2).map((entry) => String(entry.running_balance));
      assertEquals(stood, ["-3920", "-3919"]);
    });
  await latestPage({});
  await latestPage({ from: "2098-02-01" });
  const list = customerQuery.parse({});
  assertEquals(await rows((tx) => listCustomers(tx, actorWith("owner"), list)), 0);
});
