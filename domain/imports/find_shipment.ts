import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { invalid, notFound } from "../errors.ts";
import type { Reader } from "../records/kinds.ts";
import { shipmentTables } from "./shipment.ts";
import { type ShipmentCost, shipmentCost } from "./shipment_cost.ts";
import { type ShipmentDetail, shipmentDetail } from "./shipment_detail.ts";
import { itemTables, type ShipmentItem, shipmentItem } from "./shipment_item.ts";
import { readOne } from "../records/read_one.ts";

/**
 * A shipment with everything that hangs on it, in one statement, so that its figures belong together.
 * Receipts and claims are left out for roles that may not read them.
 * @param detail `newShipmentDetail` in the transaction that made it
 * @throws Refusal `not_found`
 */
export async function findShipment(
  db: Db,
  reader: Reader,
  id: number,
  detail = shipmentDetail,
): Promise<ShipmentDetail> {
  return await readOne<ShipmentDetail>(
    db,
    sql`select ${detail.columns(reader)} from ${shipmentTables} where s.id = ${id}`,
    "Shipment",
    id,
  );
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
export function findItems(db: Db, reader: Reader, ids: number[]): Promise<ShipmentItem[]> {
  return db.query(sql`
    select ${shipmentItem.columns(reader)}
    from ${itemTables} join shipments s on s.id = i.shipment_id
    where i.id = any(${ids}::bigint[]) order by i.id`);
}

/** One cost, as the detail shows it. */
export async function findCost(db: Db, reader: Reader, id: number): Promise<ShipmentCost> {
  const [cost] = await db.query<[ShipmentCost]>(sql`
    select ${shipmentCost.columns(reader)}
    from shipment_costs c join shipments s on s.id = c.shipment_id where c.id = ${id}`);
  return cost;
}
