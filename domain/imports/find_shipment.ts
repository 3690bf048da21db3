import sql, { type Sql } from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { invalid, notFound } from "../errors.ts";
import { historyJson } from "../records/history.ts";
import { uploadsJson } from "../uploads/find_uploads.ts";
import {
  costColumns,
  countedPieces,
  headColumns,
  itemColumns,
  lateCostsJson,
} from "./shipment_columns.ts";
import type { ShipmentCost, ShipmentDetail, ShipmentItem } from "./shipment_record.ts";

/**
 * A shipment with everything that hangs on it, in one statement, so that its figures belong together.
 * Receipts and claims are left out for roles that may not read them.
 * @throws Refusal `not_found`
 */
export async function findShipment(db: Db, actor: Actor, id: number): Promise<ShipmentDetail> {
  const [shipment] = await db.query<[ShipmentDetail?]>(sql`
    select ${headColumns(actor.today)},
      ${
    listOf(sql`select ${itemColumns} from shipment_items i ${countedPieces}
        where i.shipment_id = s.id`)
  } as items,
      ${
    listOf(sql`select ${costColumns} from shipment_costs c where c.shipment_id = s.id`)
  } as costs,
      ${
    lateCostsJson(
      sql`late.cost_id in (select c.id from shipment_costs c where c.shipment_id = s.id)`,
    )
  } as late_costs,
      (select json_build_object('purchase_value', coalesce(sum(i.purchase_value), 0),
          'purchase_value_local', coalesce(sum(i.purchase_value_local), 0),
          'capitalised_costs', ${costTotal(sql`c.capitalise`)},
          'other_costs', ${costTotal(sql`not c.capitalise`)},
          'landed_value', coalesce(sum(i.landed_value), 0))
        from shipment_items i where i.shipment_id = s.id) as totals,
      ${listOf(receipts)} as receipts, ${listOf(claims)} as discrepancies, ${lcTt} as lc_tt,
      ${uploadsJson(actor, "shipment", sql`s.id`)}, ${historyJson("shipment", sql`s.id`)}
    from shipments s join suppliers p on p.id = s.supplier_id
    where s.id = ${id}`);
  if (!shipment) throw notFound("Shipment", id);
  if (!may(actor, "receipts.read")) delete shipment.receipts;
  if (!may(actor, "discrepancies.read")) delete shipment.discrepancies;
  return shipment;
}

/**
 * The shipment of that id, document number or number of the supplier's order.
 * @throws Refusal `not_found`, `invalid_fields` when several suppliers have that order number
 */
export async function shipmentNamed(db: Db, named: string): Promise<number> {
  const found = await db.query<{ id: number }[]>(sql`
    select id from shipments where id::text = ${named} or reference_no = upper(${named})
      or external_ref = ${named}`);
  if (found.length === 0) throw notFound("Shipment", named);
  if (found.length > 1) throw invalid({ shipment: `${named} names several; give its number` });
  return found[0].id;
}

/** Items by their ids, as the detail shows them. */
export function findItems(db: Db, ids: number[]): Promise<ShipmentItem[]> {
  return db.query(sql`
    select ${itemColumns}
    from shipment_items i join shipments s on s.id = i.shipment_id ${countedPieces}
    where i.id = any(${ids}::bigint[]) order by i.id`);
}

/** One cost, as the detail shows it. */
export async function findCost(db: Db, id: number): Promise<ShipmentCost> {
  const [cost] = await db.query<[ShipmentCost]>(sql`
    select ${costColumns} from shipment_costs c join shipments s on s.id = c.shipment_id
    where c.id = ${id}`);
  return cost;
}

/** The rows of a query as a JSON list, by id. */
function listOf(rows: Sql): Sql {
  return sql`(select coalesce(json_agg(listed order by listed.id), '[]'::json)
    from (${rows}) as listed)`;
}

function costTotal(kind: Sql): Sql {
  return sql`(select coalesce(sum(c.local_amount), 0) from shipment_costs c
    where c.shipment_id = s.id and ${kind})`;
}

const receipts = sql`
  select r.id, r.reference_no, concat_ws(' · ', r.warehouse_name, r.received_date) as title, r.status,
    r.warehouse_name, r.received_date, r.posting_date, ${
  instantText(sql`r.created_at`)
} as created_at,
    ${instantText(sql`r.updated_at`)} as updated_at, r.created_by, r.version
  from receipts r where r.shipment_id = s.id`;

const claims = sql`
  select d.id, d.reference_no,
    concat_ws(' · ', replace(d.discrepancy_type, '_', ' '), item.product_name) as title, d.status,
    d.shipment_item_id, d.receipt_id, d.discrepancy_type, d.against, d.quantity, d.estimated_value,
    d.currency, d.estimated_value_local, d.note, d.resolution,
    ${instantText(sql`d.created_at`)} as created_at, ${
  instantText(sql`d.updated_at`)
} as updated_at,
    d.created_by, d.version
  from discrepancies d left join shipment_items item on item.id = d.shipment_item_id
  where d.shipment_id = s.id`;

const lcTt = sql`(
  select json_build_object('id', l.id, 'reference_no', l.reference_no,
    'title', concat_ws(' ', l.type, l.reference_number), 'type', l.type,
    'reference_number', l.reference_number, 'status', l.status, 'amount', l.amount,
    'currency', l.currency)
  from lc_tt l where l.id = s.lc_tt_id)`;
