import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { lockCustomer } from "./lock_customer.ts";
import { postCustomerEntry } from "./post_entry.ts";

export interface CustomerOpening {
  customer_id: number;
  /** local currency, not zero; above zero: he owes us, below: we owe him */
  amount: Decimal;
  date: string;
}

/**
 * Enters the opening balance of a customer who came without one, when the books are taken over. Final,
 * once per customer. Source: docs/books.md, "Opening balances".
 *
 * @throws Refusal `forbidden`, `record_in_use` when there is an opening balance already
 */
export async function openCustomerAccount(
  tx: Tx,
  actor: Actor,
  { customer_id, amount, date }: CustomerOpening,
): Promise<void> {
  allow(actor, "customers.write");
  const { reference_no } = await lockCustomer(tx, customer_id);
  const [opened] = await tx.query<{ id: number }[]>(sql`
    select id from customer_ledger where customer_id = ${customer_id} and type = 'opening'`);
  if (opened) throw conflict("record_in_use", `${reference_no} has an opening balance already.`);
  await tx.query(sql`
    update customers set opening_balance = ${amount}, opening_balance_date = ${date},
      updated_at = ${actor.now}, version = version + 1
    where id = ${customer_id}`);
  await postCustomerEntry(tx, actor, {
    customer_id,
    date,
    type: "opening",
    reference_no,
    description: "Opening balance",
    amount,
  });
  await audit(tx, actor, {
    action: "customer.open_account",
    entity: "customer",
    entityId: customer_id,
    reference_no,
    after: { opening_balance: amount, opening_balance_date: date },
  });
}
