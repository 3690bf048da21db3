import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { moneyAccount as named } from "../journal/name_account.ts";
import { taxKinds } from "./payment_words.ts";

/**
 * The account that a customer's money comes into or goes out of: the one that was named, else the
 * method's; of tax withheld that of the certificates. Source: docs/books.md, "Accounts".
 *
 * @throws Refusal `invalid_fields` on the field
 */
export async function moneyAccount(
  tx: Tx,
  method: string,
  account_id: number | null | undefined,
  field = "account_id",
): Promise<number> {
  if (!isCertificate(method)) {
    return (await named(tx, { account_id, method }, field)).id;
  }
  if (account_id != null) throw invalid({ [field]: "does not belong to a tax certificate" });
  const [{ id }] = await tx.query<[{ id: number }]>(
    sql`select id from accounts where role = 'tax_certificates'`,
  );
  return id;
}

/** Whether a payment is tax that the customer withheld: its certificate is claimed, not cashed. */
export function isCertificate(method: string): boolean {
  return (taxKinds as readonly string[]).includes(method);
}
