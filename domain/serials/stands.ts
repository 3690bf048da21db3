import sql, { raw, type Sql } from "sql-template-tag";

/**
 * SQL: whether the event `alias` of a piece's log stands: no void or reversal took its movement back, and
 * the piece did not come back to us since with a credit note that stands. `until`: what came back after
 * that day does not count yet.
 */
export function standsInLog(alias: string, until?: Sql): Sql {
  const e = raw(alias);
  return sql`
    not exists (select from stock_movements taken_back where taken_back.reverses_id = ${e}.movement_id)
    and not exists (select from serial_events came_back
      where came_back.serial_id = ${e}.serial_id and came_back.kind = 'sale_returned'
        and came_back.id > ${e}.id ${until ? sql`and came_back.on_date <= ${until}` : sql``}
        and not exists (select from stock_movements taken_back
          where taken_back.reverses_id = came_back.movement_id))`;
}
