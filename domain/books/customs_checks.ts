import sql, { join, raw } from "sql-template-tag";
import { levies } from "../customs/levy_words.ts";
import type { Check } from "./check.ts";

const assessed = join(
  levies.map((levy) =>
    sql`select b.id, b.reference_no, ${raw(`'${levy}'`)} as levy, sum(l.${raw(levy)}) as amount
      from bills_of_entry b join bill_of_entry_lines l on l.bill_id = b.id
      where b.status <> 'draft' group by b.id`
  ),
  " union all ",
);

/** What customs asked for became costs, all of it. */
export const customsChecks: Check[] = [{
  name: "bills_of_entry",
  holds:
    "Each levy of a posted bill of entry is a cost of its own, of the amount that was assessed",
  differences: sql`
    select a.reference_no as record,
      format('%s: %s assessed, %s posted', a.levy, a.amount, coalesce(c.local_amount, 0)) as problem
    from (${assessed}) a
      left join bill_of_entry_costs made on made.bill_id = a.id and made.levy = a.levy
      left join shipment_costs c on c.id = made.cost_id
    where a.amount <> coalesce(c.local_amount, 0)
    order by a.id, a.levy`,
}];
