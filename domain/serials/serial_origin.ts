import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { standsInLog } from "./stands.ts";

/** What the register knows of where a piece came from and where it went. */
export interface SerialOrigin {
  customer_id: number | null;
  supplier_id: number | null;
  machine_model: string | null;
}

/**
 * What forms are filled in with for these serials, the first one that knows each fact: the customer of
 * the last sale, installation or ticket that stands, since it came back to us last, the supplier it was
 * received from, the product's model. A replacement belongs to the customer of the piece it came for.
 */
export async function originOf(db: Db, serials: string[]): Promise<SerialOrigin> {
  const [origin] = await db.query<[SerialOrigin]>(sql`
    with asked as materialized (
      select s.id, s.product_id, turn from unnest(${serials}::text[]) with ordinality as each (serial, turn)
        join serials s on s.serial_key = serial_key(each.serial))
    select (
        select e.customer_id from asked join serial_events e on e.serial_id = asked.id
        where e.customer_id is not null
          and e.kind in ('sold', 'installed', 'ticket_opened', 'rma_opened', 'replaces')
          and ${standsInLog("e")}
        order by asked.turn, e.kind in ('sold', 'replaces') desc, e.id desc limit 1) as customer_id,
      (select e.supplier_id from asked join serial_events e on e.serial_id = asked.id
        where e.supplier_id is not null and e.kind in ('received', 'rma_opened', 'replaces')
        order by asked.turn, e.kind = 'received' desc, e.id desc limit 1) as supplier_id,
      (select coalesce(p.model, p.name) from asked join products p on p.id = asked.product_id
        order by asked.turn limit 1) as machine_model`);
  return origin;
}

/**
 * By which item of a shipment each of these serials came last, by its log; `otherwise`: it came by hand, as
 * opening stock or as a replacement, and by no shipment. Serials that the register does not know are left out.
 */
export async function broughtBy(
  db: Db,
  serials: string[],
): Promise<Map<string, { shipment_item_id: number | null; otherwise: boolean }>> {
  if (serials.length === 0) return new Map();
  const rows = await db.query<
    { serial: string; shipment_item_id: number | null; otherwise: boolean }[]
  >(sql`
    select asked.serial, came.shipment_item_id,
      came is null and exists (select from serial_events e
        where e.serial_id = s.id and e.kind in ('stock_in', 'replaces')) as otherwise
    from unnest(${serials}::text[]) asked (serial) join serials s on s.serial_key = serial_key(asked.serial)
      left join lateral (
        select line.shipment_item_id
        from serial_events e join receipt_items line on line.id = e.source_line_id
        where e.serial_id = s.id and e.kind = 'received' and e.source_type = 'receipt'
          and not exists (select from stock_movements undone where undone.reverses_id = e.movement_id)
        order by e.id desc limit 1) came on true`);
  return new Map(rows.map(({ serial, ...origin }) => [serial, origin]));
}
