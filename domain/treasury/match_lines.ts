import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";
import { lockMoneyAccount, reconcile } from "./reconcile.ts";
import type { matching, Reconciliation } from "./statement_line.ts";

/**
 * Confirms which line of the bank is which line of the account's book, or takes that back. Both have the
 * same amount, and each is matched once. Nothing is posted.
 *
 * @throws Refusal `forbidden`, `not_found`, `invalid_fields` on `matches.…`
 */
export async function matchLines(
  tx: Tx,
  actor: Actor,
  id: number,
  { matches }: z.output<typeof matching>,
): Promise<Reconciliation> {
  allow(actor, "books.write");
  await lockMoneyAccount(tx, id);
  for (const [at, match] of matches.entries()) {
    const wrong = (name: string, reason: string) => invalid({ [`matches.${at}.${name}`]: reason });
    const [line] = await tx.query<[{ amount: Decimal }?]>(sql`
      select amount from statement_lines
      where id = ${match.statement_line_id} and account_id = ${id} for no key update`);
    if (!line) throw wrong("statement_line_id", "names no line of the bank for this account");
    if (match.journal_line_id !== null) {
      const [booked] = await tx.query<[{ amount: Decimal; taken: boolean }?]>(sql`
        select debit - credit as amount, exists (select from statement_lines
          where journal_line_id = l.id and id <> ${match.statement_line_id}) as taken
        from journal_lines l where id = ${match.journal_line_id} and account_id = ${id}`);
      if (!booked) throw wrong("journal_line_id", "names no line of this account's book");
      if (booked.taken) throw wrong("journal_line_id", "is matched already");
      if (!booked.amount.eq(line.amount)) {
        throw wrong("journal_line_id", `is ${booked.amount}, the bank's line ${line.amount}`);
      }
    }
    await tx.query(sql`
      update statement_lines set journal_line_id = ${match.journal_line_id},
        updated_at = ${actor.now}, version = version + 1
      where id = ${match.statement_line_id}`);
  }
  await audit(tx, actor, {
    action: "account.match",
    entity: "account",
    entityId: id,
    after: { matches },
  });
  return await reconcile(tx, id);
}

/**
 * Locks the line of the bank that a document is to be, with its account. `posts` says what the document posts on
 * accounts, below zero what leaves them.
 *
 * @throws Refusal `invalid_fields` on `statement_line_id` that is of another account or amount, or matched already
 */
export async function lockOpenLine(
  tx: Tx,
  id: number,
  posts: { account: number; amount: Decimal }[],
): Promise<void> {
  const wrong = (reason: string) => invalid({ statement_line_id: reason });
  const [of] = await tx.query<[{ account_id: number }?]>(
    sql`select account_id from statement_lines where id = ${id}`,
  );
  const posted = posts.find(({ account }) => account === of?.account_id);
  if (!posted) throw wrong("names no line of the bank for this account");
  await lockMoneyAccount(tx, posted.account);
  const [line] = await tx.query<[{ amount: Decimal; journal_line_id: number | null }]>(sql`
    select amount, journal_line_id from statement_lines where id = ${id} for no key update`);
  if (line.journal_line_id !== null) throw wrong("is matched already");
  if (!line.amount.eq(posted.amount)) {
    throw wrong(`is of ${line.amount}, what is entered of ${posted.amount}`);
  }
}

/** Matches the line that was locked with what the document's entry has on its account. */
export async function matchPosted(tx: Tx, actor: Actor, id: number, entry: number): Promise<void> {
  const [{ account_id, journal_line_id }] = await tx.query<
    [{ account_id: number; journal_line_id: number }]
  >(sql`
    update statement_lines s
    set journal_line_id = l.id, updated_at = ${actor.now}, version = version + 1
    from journal_lines l
    where s.id = ${id} and l.entry_id = ${entry} and l.account_id = s.account_id
    returning s.account_id, s.journal_line_id`);
  await audit(tx, actor, {
    action: "account.match",
    entity: "account",
    entityId: account_id,
    after: { matches: [{ statement_line_id: id, journal_line_id }] },
  });
}
