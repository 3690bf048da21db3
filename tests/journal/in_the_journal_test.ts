import sql, { type Sql } from "sql-template-tag";
import { brokenConstraint } from "../../domain/db/connect.ts";
import { inTransaction } from "../../domain/db/transaction.ts";
import { assertEquals, thrownBy } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { insertProduct, insertSupplier } from "../support/imports.ts";
import { insertCustomer } from "../support/service.ts";

const stock = (product: number, value: number, entry: number | null) =>
  sql`
  insert into stock_movements (reference_no, product_id, movement_date, kind, quantity, unit_cost, value,
    balance_after, value_after, entry_id)
  values ('STK-X', ${product}, '2026-01-01', 'in', 1, ${value}, ${value}, 1, ${value}, ${entry}::bigint)`;
const supplier = (id: number, amount: number, entry: number | null) =>
  sql`
  insert into supplier_ledger (reference_no, supplier_id, entry_date, entry_type, particulars, credit,
    currency, exchange_rate, amount_local, entry_id)
  values ('SLE-X', ${id}, '2026-01-01', 'purchase', 'By hand', 0.01, 'USD', ${
    amount || 0.1
  }, ${amount},
    ${entry}::bigint)`;
const customer = (id: number) =>
  sql`
  insert into customer_ledger (customer_id, date, type, reference_no, description, debit, credit)
  values (${id}, '2026-01-01', 'opening', 'CUS-X', 'By hand', 5, 0)`;

Deno.test("the database keeps no row of a ledger that moves value and is in no entry, nor the reverse", async (t) => {
  await using db = await freshDatabase();
  const product = await insertProduct(db.database, "A");
  const party = await insertSupplier(db.database);
  const payer = await insertCustomer(db.database);
  const refused: [string, Sql, string][] = [
    ["stock", stock(product, 5, null), "value_is_in_the_journal"],
    ["free goods in an entry", stock(product, 0, 1), "value_is_in_the_journal"],
    ["a supplier's bill", supplier(party, 5, null), "amount_is_in_the_journal"],
    ["what comes to nothing in an entry", supplier(party, 0, 1), "amount_is_in_the_journal"],
  ];
  const write = (statement: Sql) => inTransaction(db.database, (tx) => tx.query(statement));
  for (const [name, statement, constraint] of refused) {
    await t.step(name, async () => {
      assertEquals(brokenConstraint(await thrownBy(() => write(statement))), constraint);
    });
  }
  await t.step("a customer's debt", async () => {
    const error = await thrownBy(() => write(customer(payer))) as { code?: string };
    assertEquals(error.code, "23502");
  });
  await t.step("what moves no value stands without one", async () => {
    await write(stock(product, 0, null));
    await write(supplier(party, 0, null));
  });
});
