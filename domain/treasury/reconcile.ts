import sql, { type Sql } from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import { atOneMoment } from "../db/one_moment.ts";
import { notFound } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";
import { type AccountEntry, accountEntry } from "../journal/entry.ts";
import { withRunningBalance } from "../journal/account_book.ts";
import { anybody } from "../records/kinds.ts";
import { type Reconciliation, type StatementLine, statementLine } from "./statement_line.ts";

/** How many lines of either side are shown; what is matched makes room for the next. */
const SHOWN = 500;
const RECENT = 50;
/** How long a cheque may be with somebody before the bank refuses it, in days. */
const CHEQUE_DAYS = 180;

interface Sums {
  from: string | null;
  to: string | null;
  bank_only: Decimal;
  book_balance: Decimal;
  book_only: Decimal;
}

/**
 * What of a bank's statement and of the account's book is not matched. A line of the bank proposes the
 * line of the book with its amount, at most 5 days off: first one that has its reference, then the nearest,
 * each once. What the book has of before the statement's first day counts as known to the bank. All of one
 * moment. Source: docs/books.md, "Bank statements".
 *
 * @throws Refusal `not_found`
 */
export function reconcile(db: Db, id: number): Promise<Reconciliation> {
  return atOneMoment(db, (db) => bothSides(db, id));
}

async function bothSides(db: Db, id: number): Promise<Reconciliation> {
  const [account] = await db.query<[{ kind: string; matched: number }?]>(sql`
    select kind, (select count(*) from statement_lines
      where account_id = a.id and journal_line_id is not null) as matched
    from accounts a where id = ${id}`);
  if (account?.kind !== "money") throw notFound("Money account", id);
  const lines = await db.query<StatementLine[]>(sql`
    select ${statementLine.columns(anybody)}, null::bigint as proposed_line_id
    from statement_lines s where s.account_id = ${id} and s.journal_line_id is null
    order by s.date, s.id limit ${SHOWN}`);
  const proposed = await proposals(db, id, lines.map((line) => line.id));
  const book = await db.query<AccountEntry[]>(sql`${
    withRunningBalance(
      sql`
    select ${
        accountEntry.columns(anybody)
      } from journal_lines l join journal_entries e on e.id = l.entry_id
    where l.account_id = ${id} and ${unmatched}
      and l.entry_date >= coalesce((${firstOpenDay(id)}) - ${CHEQUE_DAYS}::integer, '-infinity')
    order by l.entry_date, l.id limit ${SHOWN}`,
      id,
    )
  } order by page.entry_date, page.id`);
  const recent = await db.query<StatementLine[]>(sql`
    select ${statementLine.columns(anybody)}, null::bigint as proposed_line_id
    from statement_lines s where s.account_id = ${id} and s.journal_line_id is not null
    order by s.updated_at desc, s.id desc limit ${RECENT}`);
  const [sums] = await db.query<[Sums]>(sql`
    select b.*, coalesce(sum(l.debit - l.credit), 0) as book_balance,
      coalesce(sum(l.debit - l.credit) filter (where l.entry_date >= b."from" and ${unmatched}), 0)
        as book_only
    from (select min(date) as "from", max(date) as "to",
        coalesce(sum(amount) filter (where journal_line_id is null), 0) as bank_only
      from statement_lines where account_id = ${id}) b
      left join journal_lines l on l.account_id = ${id}
    group by b."from", b."to", b.bank_only`);
  return {
    account_id: id,
    lines: lines.map((line) => ({ ...line, proposed_line_id: proposed.get(line.id) ?? null })),
    book,
    recent,
    matched: account.matched,
    ...sums,
    bank_balance: sums.book_balance.minus(sums.book_only).plus(sums.bank_only),
  };
}

/** The first day of the bank that is not done with, else its last. */
const firstOpenDay = (id: number): Sql =>
  sql`select coalesce(min(date) filter (where journal_line_id is null), max(date))
    from statement_lines where account_id = ${id}`;

/** Locks a money account, so that its lines are matched by one at a time. @throws Refusal `not_found` */
export async function lockMoneyAccount(tx: Tx, id: number): Promise<void> {
  const [account] = await tx.query<[{ kind: string }?]>(
    sql`select kind from accounts where id = ${id} for no key update`,
  );
  if (account?.kind !== "money") throw notFound("Money account", id);
}

const unmatched: Sql =
  sql`not exists (select from statement_lines m where m.journal_line_id = l.id)`;

async function proposals(db: Db, id: number, lines: number[]): Promise<Map<number, number>> {
  const pairs = await db.query<{ line: number; journal_line: number }[]>(sql`
    select s.id as line, l.id as journal_line
    from statement_lines s
      join journal_lines l on l.account_id = s.account_id and l.debit - l.credit = s.amount
        and l.entry_date between s.date - 5 and s.date + 5
      join journal_entries e on e.id = l.entry_id
    where s.account_id = ${id} and s.id = any(${lines}::bigint[]) and ${unmatched}
    order by coalesce(position(lower(s.reference)
        in lower(concat_ws(' ', e.narration, e.source_reference_no))) > 0, false) desc,
      abs(l.entry_date - s.date), s.id, l.id
    limit 20000`);
  const taken = new Set<number>();
  const proposed = new Map<number, number>();
  for (const { line, journal_line } of pairs) {
    if (proposed.has(line) || taken.has(journal_line)) continue;
    proposed.set(line, journal_line);
    taken.add(journal_line);
  }
  return proposed;
}
