import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import { append, type Posted } from "./append_entry.ts";
import type { RunningBalances } from "./running_balances.ts";

/** An exchange difference that the ledger wrote by itself moves the local balance only. */
export function isAutomatic({ credit, debit }: Pick<Posted, "credit" | "debit">): boolean {
  return isZero(credit) && isZero(debit);
}

/**
 * Makes postings to one supplier in a foreign currency wait for each other: two at once would both
 * miss that together they bring the balance to zero.
 */
export async function lockBalance(
  tx: Tx,
  { supplier_id, currency }: { supplier_id: number; currency: string },
): Promise<void> {
  if (currency === business.localCurrency) return;
  await tx.query(sql`select id from suppliers where id = ${supplier_id} for no key update`);
}

/**
 * Books what a settlement at another rate than the debt's leaves over in local currency, right after
 * the posting or reversal that brought it about. The local balance is that of the standing entries
 * since the foreign balance was last zero, so it is zero whenever the foreign balance is; an entry and
 * its reversal count as never made. The row has neither credit nor debit, and its `amount_local` is
 * above zero when we paid more than was booked. It bears the date of the latest entry, because only
 * from then on is the balance what it is.
 * Source: docs/books.md, "Exchange difference"; the table's check `exactly_one_side`.
 */
export async function realiseDifference(
  tx: Tx,
  actor: Actor,
  cause: Posted,
  running?: RunningBalances,
): Promise<void> {
  if (cause.currency === business.localCurrency) return;
  if (running !== undefined) {
    const { balance, local, latest } = await running.after(tx, cause);
    if (!isZero(balance) || isZero(local)) return;
    await running.after(tx, await appendDifference(tx, actor, cause, local.neg(), latest));
    return;
  }
  const { difference, latest } = await differenceAfter(tx, cause);
  if (!isZero(difference)) await appendDifference(tx, actor, cause, difference, latest);
}

async function differenceAfter(tx: Tx, cause: Posted) {
  const { supplier_id, currency } = cause;
  const [found] = await tx.query<[{ difference: Decimal; latest: string }]>(sql`
    with entries as not materialized (
      select id, entry_date, credit, debit, amount_local, reverses_id from supplier_ledger
      where supplier_id = ${supplier_id} and currency = ${currency}),
    standing as (
      select e.id, e.amount_local, sum(e.credit - e.debit) over (order by e.id) as balance
      from entries e
      where e.reverses_id is null and e.credit + e.debit > 0
        and not exists (select from supplier_ledger r where r.reverses_id = e.id))
    select max(entry_date) as latest, case
      when sum(credit - debit) = 0 then 0
      when ${
    cause.reverses_id === null
  } then sum(amount_local) -- only a reversal changes what stands
      else (select coalesce(sum(amount_local), 0) from standing
        where id > coalesce((select max(id) from standing where balance = 0), 0))
      end - sum(amount_local) as difference
    from entries`);
  return found;
}

function appendDifference(
  tx: Tx,
  actor: Actor,
  { id: _id, reference_no, ...like }: Posted,
  difference: Decimal,
  latest: string,
): Promise<Posted> {
  return append(tx, actor, "supplier_ledger.realise_difference", {
    ...like,
    entry_date: latest,
    entry_type: "exchange_difference",
    particulars: `Exchange difference realised with ${reference_no}`,
    credit: zero,
    debit: zero,
    amount_local: difference,
    reverses_id: null,
    reason: null,
  });
}

const zero = decimal("0");
