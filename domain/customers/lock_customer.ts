import sql from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { invalid, notFound } from "../errors.ts";

export interface LockedCustomer {
  id: number;
  reference_no: string;
  name: string;
  active: boolean;
  credit_limit: Decimal;
  cash_only: boolean;
}

/**
 * Locks a customer: invoices, payments and allocations of one customer follow one another, so none of
 * them needs a lock of its own. Whoever only names the customer is not held up. After products, before
 * counters.
 *
 * @throws Refusal `invalid_fields` on `customer_id`
 */
export async function lockCustomer(tx: Tx, id: number): Promise<LockedCustomer> {
  const [customer] = await tx.query<[LockedCustomer?]>(sql`
    select id, reference_no, name, active, credit_limit, cash_only
    from customers where id = ${id} for no key update`);
  if (!customer) throw invalid({ customer_id: "names no customer" });
  return customer;
}

/**
 * What a customer owes us, as of the evening of a day or by every entry there is.
 * @throws Refusal `not_found`
 */
export async function customerBalance(db: Db, id: number, asOf?: string): Promise<Decimal> {
  const balance = asOf === undefined
    ? sql`select balance from customer_balances where customer_id = c.id`
    : sql`select sum(debit - credit) from customer_ledger
        where customer_id = c.id and date <= ${asOf}::date`;
  const [found] = await db.query<[{ balance: Decimal }?]>(
    sql`select coalesce((${balance}), 0) as balance from customers c where c.id = ${id}`,
  );
  if (!found) throw notFound("Customer", id);
  return found.balance;
}
