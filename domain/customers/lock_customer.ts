import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { invalid } from "../errors.ts";

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

/** SQL: what a customer owes us, as of the evening of a day or by every entry there is. */
export function customerBalance(id: number, asOf?: string): Sql {
  const balance = asOf === undefined
    ? sql`select balance from customer_balances where customer_id = ${id}`
    : sql`select sum(debit - credit) from customer_ledger
        where customer_id = ${id} and date <= ${asOf}::date`;
  return sql`select coalesce((${balance}), 0) as balance`;
}
