import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { movementKinds } from "./post_movements.ts";

/** One row of the stock ledger. It never changes: its version is always 1. */
export const movementRecord = z.object({
  ...answer.common,
  product_id: answer.id,
  sku: answer.text,
  product_name: answer.text,
  movement_date: answer.date,
  kind: z.enum(movementKinds),
  /** signed: in above zero, out below */
  quantity: answer.number,
  unit_cost: answer.number.optional(),
  /** signed, local currency, 2 decimals */
  value: answer.number.optional(),
  balance_after: answer.number,
  value_after: answer.number.optional(),
  warehouse_name: answer.text.nullable(),
  bin_location: answer.text.nullable(),
  serial_numbers: z.array(answer.text),
  reason: answer.text.nullable(),
  note: answer.text.nullable(),
  source_type: answer.text.nullable(),
  source_id: answer.id.nullable(),
  source_reference_no: answer.text.nullable(),
  reverses_id: answer.id.nullable(),
}).meta({ id: "StockMovement" });
export type StockMovement = z.output<typeof movementRecord>;

export const movementTables = sql`stock_movements m join products mp on mp.id = m.product_id`;

/** The columns of a movement; inside JSON the instant comes as text, see domain/db/instant.ts. */
export function movementColumns(createdAt: Sql = sql`m.created_at`): Sql {
  return sql`m.id, m.reference_no,
    concat_ws(' ', mp.name, '(' || mp.sku || '):', replace(m.kind, '_', ' '),
      case when m.quantity > 0 then '+' end || trim_scale(m.quantity),
      case when m.quantity < 0 then trim_scale(m.quantity) end,
      case when m.quantity <> 0 then mp.unit end) as title,
    m.product_id, mp.sku, mp.name as product_name, m.movement_date, m.kind, m.quantity, m.unit_cost,
    m.value, m.balance_after, m.value_after, m.warehouse_name, m.bin_location, m.serial_numbers,
    m.reason, m.note, m.source_type, m.source_id, m.source_reference_no, m.reverses_id,
    ${createdAt} as created_at, ${createdAt} as updated_at, m.created_by, 1 as version`;
}
