import sql, { join, type Sql } from "sql-template-tag";
import { beforeShipment, finalStatuses } from "./lc_tt.ts";
import type { LcTtStatus } from "./lc_tt_words.ts";
import { drawnOn, limitAmount } from "../imports/lc_drawings.ts";

/** What answers show of an LC or TT `l` of a supplier `p`. */

export const lcTtWithSupplier = sql`lc_tt l join suppliers p on p.id = l.supplier_id`;

export const isOpen = sql`not ${isOneOf(finalStatuses)}`;

function isOneOf(statuses: readonly LcTtStatus[]): Sql {
  return sql`(l.status in (${join(statuses.map((status) => sql`${status}`))}))`;
}

export function headColumns(today: string): Sql {
  const daysUntil = (date: Sql) => sql`case when ${isOpen} then ${date} - ${today}::date end`;
  return sql`l.id, l.reference_no,
    concat_ws(' · ', p.name, concat_ws(' ', l.type, l.reference_number)) as title, l.status,
    l.supplier_id, p.name as supplier_name, l.type, l.reference_number, l.amount, l.currency,
    l.exchange_rate, round(l.amount * l.exchange_rate, 2) as amount_local, l.bank_name, l.issue_date,
    l.expiry_date, l.latest_shipment_date, ${daysUntil(sql`l.expiry_date`)} as expires_in_days,
    ${daysUntil(sql`l.latest_shipment_date`)} as latest_shipment_in_days,
    ${isOpen} and coalesce(l.expiry_date < ${today}, false) as expired,
    ${isOneOf(beforeShipment)} and coalesce(l.latest_shipment_date < ${today}, false)
      as shipment_overdue,
    l.tolerance_percent, l.margin_percent,
    round(l.amount * l.margin_percent * 0.01, 2) as margin_amount,
    round(l.amount * l.margin_percent * 0.01 * l.exchange_rate, 2) as margin_amount_local,
    l.charges, l.notes, ${limitAmount} as limit_amount, l.created_at, l.updated_at, l.created_by,
    l.version`;
}

/** Puts beside the rows of `page` what shipments draw on them. */
export function withUtilisation(page: Sql): Sql {
  return sql`
    with page as (${page})
    select page.*, linked.shipment_id, linked.shipment_count, used.drawn,
      page.limit_amount - used.drawn as available,
      round(used.drawn * 100 / page.amount, 2) as utilisation_percent
    from page
    cross join lateral (select min(id) as shipment_id, count(*) as shipment_count
      from shipments where lc_tt_id = page.id) linked
    cross join lateral (select ${drawnOn(sql`page.id`)} as drawn) used`;
}
