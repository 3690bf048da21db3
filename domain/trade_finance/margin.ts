import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { judgeDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, isZero } from "../money/decimal.ts";
import { moneyAccount } from "../suppliers/other_side.ts";
import type { LockedLcTt } from "./lock_lc_tt.ts";

/** What the bank keeps of ours for an LC: its lines on 1390, whose sum over all LCs is the account. */
export function marginHeld(lcTtId: Sql): Sql {
  return sql`(
    select coalesce(sum(j.debit - j.credit), 0)
    from journal_lines j join accounts a on a.id = j.account_id
    where a.role = 'lc_margin' and j.lc_tt_id = ${lcTtId})`;
}

interface Margin {
  held: Decimal;
  /** of it, what was there on the day asked for already */
  usable: Decimal;
  /** the last day on which it moved */
  last: string | null;
  /** the account that the latest of it was paid from */
  bank: number | null;
}

/** The margin of a locked LC or TT, for what is dated `day`. */
export async function findMargin(tx: Tx, lcTtId: number, day: string): Promise<Margin> {
  const [found] = await tx.query<[Margin]>(sql`
    select coalesce(sum(amount), 0) as held, max(entry_date) as last,
      least(coalesce(sum(amount), 0), coalesce(sum(amount) filter (where entry_date <= ${day}), 0))
        as usable,
      (select m.account_id
        from journal_entries e join journal_lines m on m.entry_id = e.id
          join accounts a on a.id = m.account_id and a.kind = 'money' and a.active
        where e.kind = 'lc_margin' and e.source_type = 'lc_tt' and e.source_id = ${lcTtId}
          and m.credit > 0
        order by e.id desc limit 1) as bank
    from (
      select j.entry_date, j.debit - j.credit as amount
      from journal_lines j join accounts a on a.id = j.account_id
      where a.role = 'lc_margin' and j.lc_tt_id = ${lcTtId}) kept`);
  return found;
}

interface Where {
  date?: string;
  account_id?: number;
}

/** Books the margin that the bank took for a locked LC or TT. @throws as `judgeDay`, `moneyAccount` */
export async function payMargin(
  tx: Tx,
  actor: Actor,
  lcTt: LockedLcTt,
  amount: Decimal,
  { date, account_id }: Where,
): Promise<void> {
  const entry_date = await judgeDay(tx, actor, date, "date");
  await postMargin(tx, actor, lcTt, amount, entry_date, await moneyAccount(tx, { account_id }));
}

/**
 * Books the margin that came back: `asked`, or all that is held, where anything is. It goes to the account
 * named, else to the one it came from, on no day before it was paid.
 *
 * @throws Refusal `invalid_fields` on `margin_released` where less is held; as `judgeDay`
 */
export async function releaseMargin(
  tx: Tx,
  actor: Actor,
  lcTt: LockedLcTt,
  asked: Decimal | undefined,
  { date, account_id }: Where,
): Promise<void> {
  const { held, last, bank } = await findMargin(tx, lcTt.id, date ?? actor.today);
  if (asked?.gt(held)) {
    throw invalid({ margin_released: `must not be more than the ${held} held` });
  }
  const amount = asked ?? held;
  if (amount.lte("0")) return;
  const day = await judgeDay(tx, actor, date, "date");
  const entry_date = last !== null && last > day ? last : day;
  const money = await moneyAccount(tx, { account_id: account_id ?? bank ?? undefined });
  await postMargin(tx, actor, lcTt, amount.neg(), entry_date, money);
}

async function postMargin(
  tx: Tx,
  actor: Actor,
  { id, reference_no }: LockedLcTt,
  amount: Decimal,
  entry_date: string,
  money: number,
): Promise<void> {
  if (isZero(amount)) return;
  await audit(tx, actor, {
    action: "lc_tt.margin",
    entity: "lc_tt",
    entityId: id,
    reference_no,
    after: { amount, date: entry_date, account_id: money },
  });
  await postEntry(tx, actor, {
    id: await openEntry(tx),
    entry_date,
    kind: "lc_margin",
    source: { type: "lc_tt", id, reference_no },
    narration: `Margin of ${reference_no} ${amount.gt("0") ? "paid" : "released"}`,
    lines: rules.lc_margin(amount, money, { lc_tt_id: id }),
  });
}
