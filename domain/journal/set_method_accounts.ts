import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { type Method, moneyAccount } from "./name_account.ts";

/**
 * Says into which account money comes by each of these ways where none is named.
 * @returns whether anything changed
 * @throws Refusal `forbidden`, `invalid_fields` on `method_accounts.…`
 */
export async function setMethodAccounts(
  tx: Tx,
  actor: Actor,
  accounts: Partial<Record<Method, number>>,
): Promise<boolean> {
  allow(actor, "books.write");
  const rows = [];
  for (const [method, account_id] of Object.entries(accounts)) {
    await moneyAccount(tx, { account_id, method }, `method_accounts.${method}`);
    rows.push({ method, account_id });
  }
  const changed = await tx.query<{ method: string; was: number; account_id: number }[]>(sql`
    with sent as (
      select method, account_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as sent (method text, account_id bigint)),
    was as (select method, account_id from method_accounts for no key update)
    update method_accounts m set account_id = sent.account_id
    from sent join was on was.method = sent.method
    where m.method = sent.method and was.account_id <> sent.account_id
    returning m.method, was.account_id as was, m.account_id`);
  if (changed.length === 0) return false;
  const by = (of: "was" | "account_id") =>
    Object.fromEntries(changed.map((each) => [each.method, each[of]]));
  await audit(tx, actor, {
    action: "settings.method_accounts",
    entity: "settings",
    entityId: 1,
    before: by("was"),
    after: by("account_id"),
  });
  return true;
}
