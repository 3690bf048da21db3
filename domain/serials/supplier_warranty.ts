import sql, { type Sql } from "sql-template-tag";

/**
 * SQL: the last day on which the supplier answers for a piece, by the months of its product from the day it was
 * received last; a replacement stands under what it replaced. Null where one of that is not known.
 * Source: docs/imports.md, "Warranty verdict".
 * @param key SQL of the piece's `serial_key`
 */
export function supplierWarrantyUntil(key: Sql): Sql {
  return sql`(
    with recursive chain (id, depth) as (
      select asked.id, 0 from serials asked where asked.serial_key = ${key}
      union all
      select e.other_serial_id, chain.depth + 1 from chain join serial_events e on e.serial_id = chain.id
      where e.kind = 'replaces' and e.other_serial_id is not null and chain.depth < 20)
    select (came.on_date + make_interval(months => made.supplier_warranty_months))::date
    from chain join serial_events came on came.serial_id = chain.id and came.kind = 'received'
      join products made on made.id = came.product_id and made.supplier_warranty_months > 0
    where not exists (select from stock_movements undone where undone.reverses_id = came.movement_id)
    order by chain.depth, came.id desc limit 1)`;
}
