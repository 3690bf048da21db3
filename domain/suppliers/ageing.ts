import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { ageBuckets } from "../records/age_buckets.ts";
import { currency, money } from "../records/kinds.ts";
import { record } from "../records/record.ts";

/** What we owe in one currency by age in days: the buckets less `on_account` make the balance. */
export const supplierAge = record("SupplierAgeing", "a", {
  currency: currency("The currency.", { example: "USD", seenBy: "everybody" }),
  ...ageBuckets,
  on_account: money("Paid beyond all credits.", { example: 0, seenBy: "everybody" }),
});
export type Ageing = z.output<typeof supplierAge.schema>;

/**
 * How old what we owe a supplier is, per currency: each credit aged by the days since its entry date,
 * debits taken off the oldest credits first. An entry and its reversal count as never made: otherwise
 * taking back a new purchase would seem to pay an old one. One statement.
 * Source: docs/overview.md, "Ageing".
 *
 * @param today `YYYY-MM-DD`
 */
export function supplierAgeing(db: Db, supplierId: number, today: string): Promise<Ageing[]> {
  return db.query<Ageing[]>(sql`
    with standing as (
      select e.currency, e.entry_date, e.id, e.credit, e.debit
      from supplier_ledger e
      where e.supplier_id = ${supplierId} and e.reverses_id is null
        and not exists (select 1 from supplier_ledger r where r.reverses_id = e.id)),
    aged as (
      select currency, ${today}::date - entry_date as days, credit, debit,
        least(credit, greatest(0,
          sum(credit) over (partition by currency order by entry_date, id)
          - sum(debit) over (partition by currency))) as unpaid
      from standing)
    select currency,
      coalesce(sum(unpaid) filter (where days <= 30), 0) as d0_30,
      coalesce(sum(unpaid) filter (where days between 31 and 60), 0) as d31_60,
      coalesce(sum(unpaid) filter (where days between 61 and 90), 0) as d61_90,
      coalesce(sum(unpaid) filter (where days > 90), 0) as d90_plus,
      greatest(0, sum(debit) - sum(credit)) as on_account
    from aged group by currency order by currency`);
}
