import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";

/** Appends rows of the stock ledger; for `postMovements` alone. */
export async function writeMovements(tx: Tx, actor: Actor, rows: object[]): Promise<void> {
  await tx.later(tx.query(sql`
    insert into stock_movements (id, reference_no, product_id, movement_date, kind, quantity, unit_cost,
      value, balance_after, value_after, place_id, warehouse_name, bin_location, serial_numbers, reason, note,
      source_type, source_id, source_line_id, source_reference_no, reverses_id, entry_id, created_at,
      created_by) overriding system value
    select id, reference_no, product_id, movement_date, kind, quantity, unit_cost, value, balance_after,
      value_after, place_id, warehouse_name, bin_location, serial_numbers, reason, note, source_type, source_id,
      source_line_id, source_reference_no, reverses_id, entry_id, ${actor.now}, ${actor.userId}
    from rows from (jsonb_to_recordset(${
    JSON.stringify(rows)
  }::jsonb) as (id bigint, reference_no text, product_id bigint,
      movement_date date, kind text, quantity numeric, unit_cost numeric, value numeric,
      balance_after numeric, value_after numeric, place_id bigint, warehouse_name text, bin_location text,
      serial_numbers text[], reason text, note text, source_type text, source_id bigint,
      source_line_id bigint, source_reference_no text, reverses_id bigint, entry_id bigint))
      with ordinality
    order by ordinality`));
}
