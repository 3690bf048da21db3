import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { landed } from "../imports/shipment_words.ts";
import { named } from "../records/common.ts";
import { count, days, localMoney, percent as percentage } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery, madeWithin } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { rmaDays } from "../warranty/rma_days.ts";
import { claimSums, recoveredPercent } from "./claim_value.ts";
import { percent, report, type ReportQuery } from "./report.ts";

export const row = record(
  "SupplierScorecardRow",
  "claim",
  everybody({
    ...named({
      example: { reference_no: "SUP-2026-000003", title: "Guangzhou Ink Co." },
      id: { says: "The supplier's.", sql: sql`s.id` },
      reference_no: sql`s.reference_no`,
      title: sql`s.name`,
    }),
    shipments: count("Not cancelled.", { example: 6, sql: sql`ship.shipments` }),
    due_shipments: count("Of these: arrived in port, or not arrived and past the promised day.", {
      example: 5,
      sql: sql`ship.due`,
    }),
    on_time_percent: percentage("Of the due shipments.", {
      example: 80,
      nullable: true,
      sql: percent(sql`ship.on_time`, sql`ship.due`),
    }),
    average_days_late: days(
      "Over the due shipments, early ones as 0, those still on the way until today.",
      {
        example: 1.2,
        nullable: true,
        sql: sql`round(ship.days_late::numeric / nullif(ship.due, 0), 2)`,
      },
    ),
    shortage_claims: count("Claims of a shortage.", { example: 1 }),
    shortage_value: localMoney("By their estimates.", { example: 12000, seenBy: "everybody" }),
    damage_claims: count("Claims of damage.", { example: 2 }),
    damage_value: localMoney("By their estimates.", { example: 25000, seenBy: "everybody" }),
    claims: count("Claims of every kind.", { example: 4 }),
    claimed: localMoney("By their estimates.", { example: 52000, seenBy: "everybody" }),
    recovered: localMoney("By credit note, replacement, refund or insurance.", {
      example: 31000,
      seenBy: "everybody",
    }),
    recovered_percent: percentage("Of what was settled.", {
      example: 83.78,
      nullable: true,
      sql: recoveredPercent(sql`claim`),
    }),
    rmas: count("Warranty cases.", { example: 3, sql: sql`rma.rmas` }),
    average_days_at_supplier: days("Over the cases that were sent.", {
      example: 21.5,
      nullable: true,
      sql: sql`rma.days`,
    }),
  }),
);

const sorts: Sorts = {
  title: { by: sql`s.name`, type: "text" },
  claimed: { by: sql`claim.claimed`, type: "numeric" },
  shipments: { by: sql`ship.shipments`, type: "bigint" },
};

/**
 * How well suppliers serve us: what was due from `from` to `to` (shipments by their promised day, claims
 * and warranty cases by the day they were made). A shipment is held to the first ETA it had, so moving
 * the date along with the delay makes nobody punctual; it arrives with its first status at the port or
 * beyond. Claims are those against the supplier, cancelled ones left out; local currency.
 * Source: docs/overview.md, "Supplier scorecard".
 */
export default report({
  name: "supplier-scorecard",
  summary: "Suppliers by punctuality, claims and warranty cases",
  may: "costs.read",
  query: queryOf(listQuery, {
    sorts,
    by: "the promised day of shipments and the day that claims and cases were made",
  }),
  record: row,
  sums: ["shipments", "due_shipments", "claims", "claimed", "recovered", "rmas"],
  source: (query, actor) => ({
    from: sql`suppliers s
      cross join lateral (${shipments(query, actor.today)}) ship
      cross join lateral (${claims(query)}) claim
      cross join lateral (
        select count(*) as rmas, round(avg(days.at_supplier), 2) as days
        from rmas r ${rmaDays(actor.today)}
        where r.supplier_id = s.id and ${madeWithin(sql`r.created_at`, query)}) rma`,
    id: sql`s.id`,
    sorts,
    defaultSort: "id",
    where: [
      sql`ship.shipments + claim.claims + rma.rmas > 0`,
      matches(query.search, [sql`s.name`, sql`s.reference_no`]),
    ],
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
