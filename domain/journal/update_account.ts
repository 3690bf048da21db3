import sql, { empty } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { isZero } from "../money/decimal.ts";
import { type Account, account } from "./account.ts";
import { opened, postOpening } from "./account_opening.ts";
import { naming } from "./create_account.ts";
import { findAccount } from "./find_accounts.ts";

/**
 * Changes number, names, notes and whether an account may be chosen, also of one that the service posts
 * by; a role, a type and a kind stay. A money account without an opening balance takes one.
 *
 * @throws Refusal `forbidden`, `not_found`, `duplicate_account_number`, `record_in_use`, as
 *   `judgeOpeningDay`
 */
export async function updateAccount(
  tx: Tx,
  actor: Actor,
  id: number,
  { opening_balance, opening_balance_date, ...changes }: z.output<typeof account.changes>,
): Promise<Account> {
  allow(actor, "books.write");
  const [lock] = await tx.query<[{ id: number }?]>(
    sql`select id from accounts where id = ${id} for no key update`,
  );
  if (!lock) throw notFound("Account", id);
  const before = await findAccount(tx, id);
  if (changes.active === false && before.active) await refuseNeeded(tx, before);
  const set = assignments(before, changes, account.whenCleared);
  const opens = opening_balance !== undefined && !opening_balance.eq(before.opening_balance);
  if (!set && !opens) return before;
  if (opens && !isZero(before.opening_balance)) throw opened(before.name);
  await naming(changes.number ?? before.number, () =>
    tx.query(sql`
    update accounts a set ${
      set ? sql`${set.sql},` : empty
    } updated_at = ${actor.now}, version = a.version + 1
    where a.id = ${id}`));
  await audit(tx, actor, {
    action: "account.update",
    entity: "account",
    entityId: id,
    reference_no: changes.number ?? before.number,
    before: { ...set?.before },
    after: { ...set?.after, ...opens && { opening_balance, opening_balance_date } },
  });
  if (opens) {
    await postOpening(tx, actor, { ...before, number: changes.number ?? before.number }, {
      opening_balance,
      opening_balance_date,
    });
  }
  return await findAccount(tx, id);
}

/** What the service posts to by itself stays in use. */
async function refuseNeeded(tx: Tx, { id, role, kind, name }: Account): Promise<void> {
  if (role !== null && kind !== "money") {
    throw conflict("record_in_use", `the service posts to ${name}; it stays in use.`);
  }
  const [used] = await tx.query<[{ method: string }?]>(
    sql`select method from method_accounts where account_id = ${id} limit 1`,
  );
  if (used) {
    throw conflict(
      "record_in_use",
      `${name} is the account of ${used.method}; set another for that first.`,
    );
  }
}
