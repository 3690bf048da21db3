import sql, { join, raw, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { ageBuckets, sumByAge } from "../records/age_buckets.ts";
import { currency, money } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { chequesHeld } from "./find_issued_cheques.ts";

/** What we owe in one currency by age in days: the buckets less `on_account` make the balance. */
export const supplierAge = record("SupplierAgeing", "a", {
  currency: currency("The currency.", { example: "USD", seenBy: "everybody" }),
  not_due: money("Of bills whose due date is not past.", { example: 0, seenBy: "everybody" }),
  ...ageBuckets,
  on_account: money("Paid beyond all credits.", { example: 0, seenBy: "everybody" }),
  cheques_issued: money("Our cheques that he holds and the bank has not paid; still owed.", {
    example: 0,
    seenBy: "everybody",
  }),
});
export type Ageing = z.output<typeof supplierAge.schema>;

/** How old what we owe a supplier is, per currency, by every entry there is. One statement. */
export function supplierAgeing(db: Db, supplier_id: number, today: string): Promise<Ageing[]> {
  return db.query<Ageing[]>(sql`
    select currency, not_due, d0_30, d31_60, d61_90, d90_plus, on_account, cheques_issued
    from (${agedAccounts(today, { supplier_id })}) a order by currency`);
}

/**
 * SQL: suppliers' accounts per currency by age: each credit aged by the days since its entry date, and not
 * due at all while its cost has a later due date; debits taken off the oldest credits first. An entry and
 * its reversal count as never made: otherwise taking back a new purchase would seem to pay an old one. What
 * is dated later than today is owed too, and nothing old. `cheques_issued` stands beside it: a cheque that is
 * not cleared pays nothing yet; who holds one and has no ledger in its currency has an account too, with an
 * id below zero. Source: docs/overview.md, "Ageing".
 *
 * @param as_of the evening of this day, by the entries up to it; left out: today, by every entry there is
 */
export function agedAccounts(
  today: string,
  { supplier_id, as_of }: { supplier_id?: number; as_of?: string },
): Sql {
  const until = as_of ?? "infinity";
  const day = as_of ?? today;
  return sql`
    with standing as (
      select e.supplier_id, e.currency, e.entry_date, e.id, e.credit, e.debit,
        greatest(0, e.amount_local) as credit_local, greatest(0, -e.amount_local) as debit_local,
        case when bill.due_date > ${day}::date then -1
          else greatest(0, ${day}::date - e.entry_date) end as days
      from supplier_ledger e
        left join (shipment_cost_bills b join shipment_costs bill on bill.id = b.cost_id)
          on b.supplier_ledger_id = e.id
      where e.entry_date <= ${until}::date and e.reverses_id is null
        and ${supplier_id === undefined ? sql`true` : sql`e.supplier_id = ${supplier_id}`}
        and not exists (select from supplier_ledger r
          where r.reverses_id = e.id and r.entry_date <= ${until}::date)),
    unpaid as (
      select supplier_id, currency, id, credit, debit, credit_local, debit_local, days,
        least(credit, greatest(0, sum(credit) over oldest_first - sum(debit) over all_of_it)) as owed,
        least(credit_local, greatest(0, sum(credit_local) over oldest_first
          - sum(debit_local) over all_of_it)) as owed_local
      from standing
      window all_of_it as (partition by supplier_id, currency),
        oldest_first as (partition by supplier_id, currency order by entry_date, id)),
    aged as (
      select supplier_id, currency, min(id) as id, ${notDue(sql`owed`)} as not_due,
        ${sumByAge(sql`owed`)},
        greatest(0, sum(debit) - sum(credit)) as on_account, sum(credit) - sum(debit) as balance,
        ${notDue(sql`owed_local`)} as not_due_local, ${sumByAge(sql`owed_local`, "_local")},
        greatest(0, sum(debit_local) - sum(credit_local)) as on_account_local,
        sum(credit_local) - sum(debit_local) as balance_local
      from unpaid group by supplier_id, currency)
    select supplier_id, currency, coalesce(aged.id, -held.id) as id, ${amounts},
      coalesce(held.amount, 0) as cheques_issued, coalesce(held.amount_local, 0) as cheques_issued_local
    from aged full join (${
    chequesHeld({ supplier_id, as_of })
  }) held using (supplier_id, currency)`;
}

const notDue = (owed: Sql) => sql`coalesce(sum(${owed}) filter (where days < 0), 0)`;

/** The amounts of an account; 0 where there is only a cheque. */
const amounts = join(
  ["not_due", "d0_30", "d31_60", "d61_90", "d90_plus", "on_account", "balance"]
    .flatMap((name) => [name, `${name}_local`])
    .map((name) => sql`coalesce(${raw(name)}, 0) as ${raw(name)}`),
);
