import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { judgeOpeningDay } from "../journal/period.ts";
import { postEntries } from "../journal/post_entry.ts";
import { isZero } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import type { Customer } from "./customer.ts";
import { mustFindCustomer } from "./find_customers.ts";
import { openCustomerAccounts } from "./open_account.ts";

export const customerOpening = z.object({
  amount: field.localMoney("any").describe("Above zero: he owes us; below: we owe him."),
  date: field.date().optional().describe("The day of it. Left out: today."),
});

/**
 * Enters the opening balance of a customer who has none, or whose own was taken back.
 * Source: docs/books.md, "Opening balances".
 *
 * @throws Refusal `not_found`, `invalid_fields`, and as `openCustomerAccounts` and `judgeOpeningDay`
 */
export async function enterOpening(
  tx: Tx,
  actor: Actor,
  id: number,
  { amount, date: asked }: z.output<typeof customerOpening>,
): Promise<Customer> {
  if (isZero(amount)) throw invalid({ amount: "must not be zero" });
  await mustFindCustomer(tx, actor, id);
  const date = await judgeOpeningDay(tx, actor, asked, "date");
  await postEntries(
    tx,
    actor,
    await openCustomerAccounts(tx, actor, [{ customer_id: id, amount, date }]),
  );
  return await mustFindCustomer(tx, actor, id);
}
