import sql, { type Sql } from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { notFound } from "../errors.ts";
import { historyJson } from "../records/history.ts";
import { shipmentTitle } from "../imports/shipment_columns.ts";
import { headColumns, lcTtWithSupplier, withUtilisation } from "./lc_tt_columns.ts";
import type { LcTtDetail } from "./lc_tt_record.ts";
import { isPayment, isReversed, isStandingPayment, settledOn } from "./utilisation.ts";

/**
 * An LC or TT with what draws on it, what was paid by it and what the bank took, in one statement, so
 * that its figures belong together. @throws Refusal `forbidden`, `not_found`
 */
export async function findLcTt(db: Db, actor: Actor, id: number): Promise<LcTtDetail> {
  allow(actor, "costs.read");
  const [lcTt] = await db.query<[LcTtDetail?]>(withUtilisation(sql`
    select ${headColumns(actor.today)}, ${listOf(shipments)} as shipments,
      ${listOf(chargeCosts)} as charge_costs,
      (select coalesce(sum(c.local_amount), 0)
        from lc_tt_charges booked join shipment_costs c on c.id = booked.cost_id
        where booked.lc_tt_id = l.id and not ${isCostReversed}) as charges_booked,
      ${listOf(settlements)} as settlements, ${settledOn(sql`l.id`)} as settled,
      (select coalesce(sum(${exchangeDifference}), 0)
        from supplier_ledger e where e.lc_tt_id = l.id and ${isStandingPayment})
        as exchange_difference,
      (select coalesce(sum(e.amount_local), 0) from supplier_ledger e
        where e.lc_tt_id = l.id and e.credit = 0 and e.debit = 0) as realised_exchange_difference,
      ${historyJson("lc_tt", sql`l.id`)}
    from ${lcTtWithSupplier} where l.id = ${id}`));
  if (!lcTt) throw notFound("LC/TT", id);
  return lcTt;
}

/** The rows of a query as a JSON list, by id. */
function listOf(rows: Sql): Sql {
  return sql`(select coalesce(json_agg(listed order by listed.id), '[]'::json)
    from (${rows}) as listed)`;
}

const shipments = sql`
  select s.id, s.reference_no, ${shipmentTitle} as title, s.status, s.eta_chittagong,
    case when s.status = 'cancelled' then 0 else coalesce((
      select sum(i.purchase_value) from shipment_items i where i.shipment_id = s.id), 0) end as drawn,
    ${instantText(sql`s.created_at`)} as created_at
  from shipments s where s.lc_tt_id = l.id`;

const isCostReversed = sql`exists (
  select from shipment_costs mirror where mirror.reverses_id = c.id)`;

const chargeCosts = sql`
  select c.id, c.shipment_id, s.reference_no, c.cost_head, c.amount, c.currency, c.exchange_rate,
    c.local_amount, c.entry_date, c.note, ${isCostReversed} as reversed,
    ${instantText(sql`c.created_at`)} as created_at
  from lc_tt_charges booked
  join shipment_costs c on c.id = booked.cost_id join shipments s on s.id = c.shipment_id
  where booked.lc_tt_id = l.id`;

/** Null without a rate to compare with, and for a payment in another currency. */
const exchangeDifference = sql`case when e.currency = l.currency
  then round(e.debit * (e.exchange_rate - l.exchange_rate), 2) end`;

const settlements = sql`
  select e.id, e.reference_no, e.entry_date, e.debit as amount, e.currency, e.exchange_rate,
    -e.amount_local as amount_local, ${exchangeDifference} as exchange_difference,
    ${isReversed} as reversed, ${instantText(sql`e.created_at`)} as created_at
  from supplier_ledger e where e.lc_tt_id = l.id and ${isPayment}`;
