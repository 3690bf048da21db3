import sql, { join, type Sql } from "sql-template-tag";
import { business } from "../business.ts";
import type { Db } from "../db/connect.ts";
import type { Sale } from "./verdict.ts";

/**
 * The last sale of these serials up to the day something was opened, as JSON, or null: an invoice's
 * stock movement that no void has mirrored, with the warranty promised on its line. A sale of the
 * first serial goes before one of the others. The date is written so that no index on it is tempting:
 * the serial's own index finds a handful of rows.
 */
export function lastSale(serials: [Sql, ...Sql[]], openedAt: Sql): Sql {
  const each = join(serials.map((serial) => sql`upper(${serial})`));
  return sql`(select json_build_object('invoice_id', m.source_id, 'sold_on', m.movement_date,
      'warranty_months', coalesce(line.warranty_months, p.warranty_months))
    from stock_movements m join products p on p.id = m.product_id
      left join invoice_items line on line.id = m.source_line_id
    where m.kind = 'invoice' and m.serial_numbers <> '{}'
      and upper_each(m.serial_numbers) && array_remove(array[${each}], null)
      and (${openedAt} at time zone ${business.timeZone})::date - m.movement_date >= 0
      and not exists (select from stock_movements void where void.reverses_id = m.id)
    order by upper(${serials[0]}) = any(upper_each(m.serial_numbers)) desc nulls last,
      m.movement_date desc, m.id desc
    limit 1)`;
}

/** @see lastSale */
export async function findSale(db: Db, serial: string, openedAt: string): Promise<Sale | null> {
  const [{ sale }] = await db.query<[{ sale: Sale | null }]>(
    sql`select ${lastSale([sql`${serial}::text`], sql`${openedAt}::timestamptz`)} as sale`,
  );
  return sale;
}
