import sql, { join, type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { standsInLog } from "../serials/stands.ts";
import type { Sale } from "./verdict.ts";

const MOST_REPLACEMENTS = 20;

/**
 * The sale whose warranty these serials stand under on the day something was opened, as JSON, or null:
 * of each, its last sale that no void has undone and no return by then, with the warranty promised on its
 * line; of a piece that came for another, the sale of that one, however often it was replaced. A piece that
 * came later than it was sold itself stands for the other, and a chain that comes back to itself ends. The
 * first serial goes before the others. Its tables have aliases that no query around it uses, so it can
 * stand inside any. Source: docs/imports.md, "Warranty verdict".
 */
export function lastSale(serials: [Sql, ...Sql[]], openedAt: Sql): Sql {
  const day = sql`(${openedAt} at time zone ${business.timeZone})::date`;
  return sql`(
    with recursive chain (turn, depth, serial_id, path) as (
      select asked.turn, 0, piece.id, array[piece.id]
      from unnest(array[${join(serials.map((serial) => sql`${serial}`))}]) with ordinality
          as asked (serial, turn)
        join serials piece on piece.serial_key = serial_key(asked.serial)
      union all
      select chain.turn, chain.depth + 1, link.other_serial_id, chain.path || link.other_serial_id
      from chain cross join lateral (
        select came.other_serial_id, came.on_date, came.id from serial_events came
        where came.serial_id = chain.serial_id and came.kind = 'replaces' and came.on_date <= ${day}
          and not exists (select from serial_events undone
            where undone.serial_id = came.serial_id and undone.kind = 'replacement_undone'
              and undone.source_id = came.source_id and undone.id > came.id)
        order by came.id desc limit 1) link
      where chain.depth < ${MOST_REPLACEMENTS} and link.other_serial_id <> all(chain.path)
        and not exists (${standingSales(sql`chain.serial_id`, day)}
          and (sale.on_date, sale.id) > (link.on_date, link.id))
    )
    select json_build_object('invoice_id', sold.source_id, 'sold_on', sold.on_date,
      'warranty_months', coalesce(line.warranty_months, product.warranty_months),
      'replaced', case when chain.depth > 0 then sold.serial end)
    from chain cross join lateral (${standingSales(sql`chain.serial_id`, day)}
        order by sale.on_date desc, sale.id desc limit 1) sold
      join products product on product.id = sold.product_id
      left join invoice_items line on line.id = sold.source_line_id
    order by chain.turn, chain.depth desc
    limit 1)`;
}

function standingSales(serialId: Sql, day: Sql): Sql {
  return sql`
    select sale.source_id, sale.source_line_id, sale.on_date, sale.product_id, sale.serial
    from serial_events sale
    where sale.serial_id = ${serialId} and sale.kind = 'sold' and sale.on_date <= ${day}
      and ${standsInLog("sale", day)}`;
}

/** @see lastSale */
export async function findSale(db: Db, serial: string, openedAt: string): Promise<Sale | null> {
  const [{ sale }] = await db.query<[{ sale: Sale | null }]>(
    sql`select ${lastSale([sql`${serial}::text`], sql`${openedAt}::timestamptz`)} as sale`,
  );
  return sale;
}
