import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { atSupplier, rmaStatuses, settled } from "./rma_words.ts";

/**
 * Stands after `rmas r`: `days.at_supplier`, calendar days that the machine or board has spent with
 * its supplier, and `days.turnaround`, those from opening the case until it was settled; both until
 * `today` while that lasts. A stay begins with the first status at the supplier and ends with the
 * next that is not; one that ends with a step back to before the sending does not count; several add
 * up; null when it was never sent. A change told late, with a time before the one it follows, counts
 * no day below zero. Source: docs/imports.md, "RMA".
 */
export function rmaDays(today: string): Sql {
  const beyond = rmaStatuses.slice(rmaStatuses.indexOf("return_in_transit"));
  return sql`cross join lateral (
    with changes as (
      select h.id, ${day(sql`h.occurred_at`)} as on_day, h.to_value as status,
        h.to_value = any(${atSupplier}::text[]) as there,
        lag(h.to_value = any(${atSupplier}::text[]), 1, false) over (order by h.id) as was_there
      from history h where h.entity = 'rma' and h.entity_id = r.id and h.field = 'status'),
    turns as (
      select there, on_day, lead(on_day) over (order by id) as until_day,
        lead(status) over (order by id) as after
      from changes where there <> was_there),
    end_of_it as (
      select on_day from changes
      where status = any(${settled}::text[]) and id > coalesce((
        select max(open.id) from changes open where open.status <> all(${settled}::text[])), 0)
      order by id limit 1)
    select (
        select sum(greatest(0, coalesce(until_day, ${today}::date) - on_day)) from turns
        where there and (after is null or after = any(${beyond}::text[]))) as at_supplier,
      greatest(0, coalesce((select on_day from end_of_it), ${today}::date)
        - ${day(sql`r.created_at`)}) as turnaround) days`;
}

/** The business day of an instant. */
export function day(instant: Sql): Sql {
  return sql`(${instant} at time zone ${business.timeZone}::text)::date`;
}
