import sql from "sql-template-tag";
import { inTransaction } from "../../domain/db/transaction.ts";
import { parse } from "../../domain/records/input.ts";
import { createCustomer } from "../../domain/customers/create_customer.ts";
import { customer } from "../../domain/customers/customer.ts";
import { payment } from "../../domain/sales/payment.ts";
import { receivePayment } from "../../domain/sales/receive_payment.ts";
import { issueCheque } from "../../domain/suppliers/issue_cheque.ts";
import { issuedCheque } from "../../domain/suppliers/issued_cheque.ts";
import { insertUser } from "../support/app.ts";
import { assertEquals, assertMatch } from "../support/assert.ts";
import { openOffice } from "../support/terminal.ts";

Deno.test("cheque due lists what is due within a week in both directions, and says which", async () => {
  await using office = await openOffice();
  const { owner, run, json, database } = office;
  const inDays = (days: number) => Temporal.PlainDate.from(owner.today).add({ days }).toString();
  await inTransaction(database, async (tx) => {
    await createCustomer(tx, owner, parse(customer.entry, { name: "Rahim" }));
    const received = { customer_id: "1", method: "cheque", amount: "50" };
    for (const [cheque_number, days] of [["IN-1", 3], ["IN-2", 9]] as const) {
      const cheque = { ...received, cheque_number, cheque_date: inDays(days) };
      await receivePayment(tx, owner, parse(payment.entry, cheque));
    }
    for (const [cheque_number, days] of [["OUT-1", -1], ["OUT-2", 9]] as const) {
      const cheque = { amount: "70", currency: "BDT", cheque_number, cheque_date: inDays(days) };
      await issueCheque(tx, owner, 2, parse(issuedCheque.entry, cheque));
    }
  });
  const { code, data } = await json("cheque", "due");
  assertEquals(code, 0);
  assertEquals(
    data.map((each: Record<string, unknown>) => [
      each.direction,
      each.cheque_number,
      each.party_name,
      each.cheque_state,
    ]),
    [["issued", "OUT-1", "Supplier Two", "issued"], ["received", "IN-1", "Rahim", "in_hand"]],
  );
  assertMatch((await run("cheque", "due")).stdout, /issued +CHQ-\S+ +Supplier Two +OUT-1 +70/);
  for (const role of ["sales", "store"] as const) await insertUser(database, role);
  const emails = await database.query<{ role: string; email: string }[]>(
    sql`select role, email from users`,
  );
  const as = (role: string) => emails.find((user) => user.role === role)!.email;
  const sales = await json("cheque", "due", "--as", as("sales"));
  assertEquals(sales.data.map((each: { direction: string }) => each.direction), ["received"]);
  assertEquals((await run("cheque", "due", "--as", as("store"))).code, 3);
});
