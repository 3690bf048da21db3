import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import type { Account } from "./account.ts";
import { findAccount } from "./find_accounts.ts";
import { dr } from "./line.ts";
import { judgeLaterDay, judgeOpeningDay } from "./period.ts";
import { openEntry, postEntry } from "./post_entry.ts";
import type { reversal } from "./reversal.ts";
import { mirrorEntry, standingEntry } from "./reverse_entry.ts";
import { rules } from "./rules.ts";

interface Opening {
  opening_balance?: Decimal;
  opening_balance_date?: string;
}

/**
 * Posts what was on a money account when the books were taken over, against the opening balances. Once
 * per account, unless it was taken back. Takes the JRN number, so call it last.
 *
 * @throws Refusal `invalid_fields`, `record_in_use`, as `judgeOpeningDay`
 */
export async function postOpening(
  tx: Tx,
  actor: Actor,
  account: Pick<Account, "id" | "number" | "name" | "kind">,
  { opening_balance = decimal("0"), opening_balance_date }: Opening,
): Promise<void> {
  if (isZero(opening_balance)) return;
  if (account.kind !== "money") {
    throw invalid({ opening_balance: "is taken by money accounts only" });
  }
  if (await standingOpening(tx, account.id)) throw opened(account.name);
  const entry_date = await judgeOpeningDay(tx, actor, opening_balance_date, "opening_balance_date");
  await tx.query(sql`
    update accounts set opening_balance = ${opening_balance}, opening_balance_date = ${entry_date}
    where id = ${account.id}`);
  await postEntry(tx, actor, {
    id: await openEntry(tx),
    entry_date,
    kind: "opening",
    source: { type: "account", id: account.id, reference_no: account.number },
    narration: `Opening balance of ${account.name}`,
    lines: rules.opening([dr(account.id, opening_balance)]),
  });
}

export function opened(name: string) {
  return conflict("record_in_use", `${name} has an opening balance already.`);
}

/**
 * Takes the opening balance of a money account back; another may be entered then.
 * @throws Refusal `forbidden`, `not_found`, `not_reversible` where none stands, as `judgeDay`
 */
export async function reverseOpening(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, date }: z.output<typeof reversal>,
): Promise<Account> {
  allow(actor, "books.write");
  const [found] = await tx.query<[Pick<Account, "number" | "name" | "opening_balance">?]>(sql`
    select number, name, opening_balance from accounts where id = ${id} for no key update`);
  if (!found) throw notFound("Account", id);
  const opening = await standingOpening(tx, id);
  if (!opening) {
    throw conflict("not_reversible", `${found.name} has no opening balance that stands.`);
  }
  const entry_date = await judgeLaterDay(tx, actor, date, opening.entry_date, {
    the: `the date of ${opening.reference_no}`,
  });
  await tx.query(sql`
    update accounts set opening_balance = 0, opening_balance_date = null, updated_at = ${actor.now},
      version = version + 1
    where id = ${id}`);
  await audit(tx, actor, {
    action: "account.reverse_opening",
    entity: "account",
    entityId: id,
    reference_no: found.number,
    before: { opening_balance: found.opening_balance, opening_balance_date: opening.entry_date },
    after: { reason, date: entry_date },
  });
  await mirrorEntry(tx, actor, opening.id, {
    entry_date,
    narration: `Reversal of the opening balance of ${found.name}: ${reason}`,
  });
  return await findAccount(tx, id);
}

function standingOpening(tx: Tx, accountId: number) {
  return standingEntry(tx, { type: "account", id: accountId }, "opening");
}
