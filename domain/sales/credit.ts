import { customerBalance, type LockedCustomer } from "../customers/lock_customer.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, decimal } from "../money/decimal.ts";
import { conflict } from "../errors.ts";

interface Asked {
  total: Decimal;
  /** what is paid together with the invoice; left out: nothing */
  paid?: Decimal;
  override: boolean;
}

/**
 * Whether a locked customer may have an invoice on credit. With a limit, what he owes afterwards must
 * not pass it; 0 is no limit; a cash-only customer pays the whole invoice with it. An invoice that is
 * paid at once raises nothing and always goes. Source: docs/records.md, "Credit limit".
 *
 * @throws Refusal `customer_inactive`, `credit_limit_exceeded`
 */
export async function checkCredit(tx: Tx, customer: LockedCustomer, asked: Asked): Promise<void> {
  const { name, reference_no, credit_limit, cash_only } = customer;
  const { total, paid = decimal("0"), override } = asked;
  if (!customer.active) {
    throw conflict("customer_inactive", `${name} (${reference_no}) is not active.`);
  }
  if (override || paid.gte(total)) return;
  if (cash_only) {
    throw conflict(
      "credit_limit_exceeded",
      `${name} (${reference_no}) buys for cash only: the invoice of ${total} needs a payment that covers it.`,
      { cash_only, total, paid },
    );
  }
  if (credit_limit.eq("0")) return;
  const [{ balance }] = await tx.query<[{ balance: Decimal }]>(customerBalance(customer.id));
  const balance_after = balance.plus(total).minus(paid);
  if (balance_after.lte(credit_limit)) return;
  throw conflict(
    "credit_limit_exceeded",
    `${name} (${reference_no}) would owe ${balance_after}, the credit limit is ${credit_limit}.`,
    { credit_limit, balance, balance_after },
  );
}
