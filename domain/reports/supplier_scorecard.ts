import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { business } from "../business/business.ts";
import { landed } from "../imports/shipment_words.ts";
import { allOf, madeWithin, matches } from "../records/paging.ts";
import { claimSums, recoveredPercent } from "./claim_value.ts";
import { percent, report, type ReportQuery, reportQuery, total } from "./report.ts";
import { rmaDays } from "../warranty/rma_days.ts";

export const supplierScorecardRecord = z.object({
  /** the supplier's */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  /** not cancelled */
  shipments: answer.wholeNumber,
  /** of these: arrived in port, or not arrived and past the promised day */
  due_shipments: answer.wholeNumber,
  on_time_percent: answer.number.nullable(),
  /** over the due shipments, early ones as 0, those still on the way until today */
  average_days_late: answer.number.nullable(),
  shortage_claims: answer.wholeNumber,
  shortage_value: answer.number,
  damage_claims: answer.wholeNumber,
  damage_value: answer.number,
  /** of every kind */
  claims: answer.wholeNumber,
  claimed: answer.number,
  recovered: answer.number,
  recovered_percent: answer.number.nullable(),
  rmas: answer.wholeNumber,
  average_days_at_supplier: answer.number.nullable(),
}).meta({ id: "SupplierScorecardRow" });

/**
 * How well suppliers serve us: what was due from `from` to `to` (shipments by their promised day, claims
 * and warranty cases by the day they were made). A shipment is held to the first ETA it had, so moving
 * the date along with the delay makes nobody punctual; it arrives with its first status at the port or
 * beyond. Claims are those against the supplier, cancelled ones left out; local currency.
 * Source: docs/overview.md, "Supplier scorecard".
 */
export const supplierScorecard = report({
  name: "supplier-scorecard",
  summary: "Suppliers by punctuality, claims and warranty cases",
  may: "costs.read",
  query: reportQuery,
  record: supplierScorecardRecord,
  source: (query, actor) => ({
    columns: sql`s.id, s.reference_no, s.name as title, ship.shipments, ship.due as due_shipments,
      ${percent(sql`ship.on_time`, sql`ship.due`)} as on_time_percent,
      round(ship.days_late::numeric / nullif(ship.due, 0), 2) as average_days_late,
      claim.shortage_claims, claim.shortage_value, claim.damage_claims, claim.damage_value,
      claim.claims, claim.claimed, claim.recovered, ${recoveredPercent(sql`claim`)}
        as recovered_percent, rma.rmas, rma.days as average_days_at_supplier`,
    from: sql`suppliers s
      cross join lateral (${shipments(query, actor.today)}) ship
      cross join lateral (${claims(query)}) claim
      cross join lateral (
        select count(*) as rmas, round(avg(days.at_supplier), 2) as days
        from rmas r ${rmaDays(actor.today)}
        where r.supplier_id = s.id and ${madeWithin(sql`r.created_at`, query)}) rma`,
    id: sql`s.id`,
    sorts: {
      title: { by: sql`s.name`, type: "text" },
      claimed: { by: sql`claim.claimed`, type: "numeric" },
      shipments: { by: sql`ship.shipments`, type: "bigint" },
    },
    defaultSort: "id",
    where: [
      sql`ship.shipments + claim.claims + rma.rmas > 0`,
      matches(query.search, [sql`s.name`, sql`s.reference_no`]),
    ],
    totals: {
      shipments: total(sql`ship.shipments`),
      due_shipments: total(sql`ship.due`),
      claims: total(sql`claim.claims`),
      claimed: total(sql`claim.claimed`),
      recovered: total(sql`claim.recovered`),
      rmas: total(sql`rma.rmas`),
    },
  }),
});

function shipments({ from, to }: ReportQuery, today: string): Sql {
  return sql`
    select count(*) as shipments, count(*) filter (where due) as due,
      count(*) filter (where due and late <= 0) as on_time,
      coalesce(sum(greatest(0, late)) filter (where due), 0) as days_late
    from (
      select coalesce(arrived_on, ${today}::date) - promised as late,
        coalesce(arrived_on is not null and promised is not null or promised < ${today}::date, false)
          as due
      from (
        select coalesce((
            select coalesce(h.from_value, h.to_value)::date from history h
            where h.entity = 'shipment' and h.entity_id = t.id and h.field = 'eta_chittagong'
              and coalesce(h.from_value, h.to_value) is not null
            order by h.id limit 1), t.eta_chittagong) as promised,
          case when t.status = any(${landed}::text[]) then (
            select min((h.occurred_at at time zone ${business.timeZone}::text)::date) from history h
            where h.entity = 'shipment' and h.entity_id = t.id and h.field = 'status'
              and h.to_value = any(${landed}::text[])) end as arrived_on
        from shipments t where t.supplier_id = s.id and t.status <> 'cancelled') t
      where ${
    allOf([
      from !== undefined && sql`promised >= ${from}::date`,
      to !== undefined && sql`promised <= ${to}::date`,
    ])
  }) t`;
}

function claims(query: ReportQuery): Sql {
  const ofType = (type: string) => sql`filter (where d.discrepancy_type = ${type})`;
  const value = sql`d.estimated_value_local`;
  return sql`
    select ${claimSums},
      count(*) ${ofType("shortage")} as shortage_claims,
      coalesce(sum(${value}) ${ofType("shortage")}, 0) as shortage_value,
      count(*) ${ofType("damage")} as damage_claims,
      coalesce(sum(${value}) ${ofType("damage")}, 0) as damage_value
    from discrepancies d
    where d.supplier_id = s.id and d.against = 'supplier' and d.status <> 'cancelled'
      and ${madeWithin(sql`d.created_at`, query)}`;
}
