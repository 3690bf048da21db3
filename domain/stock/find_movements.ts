import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import type { Reader } from "../records/kinds.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { movement, movementTables, type StockMovement } from "./movement.ts";
import { movementKinds } from "./post_movements.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  movement_date: { by: sql`m.movement_date`, type: "date" },
  created_at: { by: sql`m.created_at`, type: "timestamptz" },
};

export const movementQuery = withAliases(
  queryOf(recordQuery, { sorts, day: "movement_date" }).extend({
    product_id: field.id().optional().describe("Of this product."),
    kind: wordList(movementKinds, "Of these kinds."),
    source_type: field.text(40).optional()
      .describe("With this kind of document behind them: receipt, invoice …"),
  }),
  { type: "kind" },
);

/**
 * Movements, newest first. `from` and `to` mean the movement's date; `search` looks at the product's
 * name and SKU, the movement's number and that of its source.
 */
export function listMovements(
  db: Db,
  actor: Actor,
  query: z.output<typeof movementQuery>,
): Promise<Page<StockMovement>> {
  return recordPage<StockMovement>(db, query, {
    ...movement.listed(actor),
    from: movementTables,
    id: sql`m.id`,
    changedAt: sql`m.created_at`,
    sorts,
    where: [
      query.product_id !== undefined && sql`m.product_id = ${query.product_id}`,
      query.kind !== undefined && sql`m.kind = any(${query.kind}::text[])`,
      query.source_type !== undefined && sql`m.source_type = ${query.source_type}`,
      query.from !== undefined && sql`m.movement_date >= ${query.from}::date`,
      query.to !== undefined && sql`m.movement_date <= ${query.to}::date`,
      lookUp(query.search, [
        sql`m.reference_no`,
        sql`m.source_reference_no`,
      ], [linkedTo(sql`m.product_id`, "products", ["name", "sku"])]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findMovement(db: Db, reader: Reader, id: number): Promise<StockMovement> {
  return await readOne<StockMovement>(
    db,
    sql`select ${movement.columns(reader)} from ${movementTables} where m.id = ${id}`,
    "Stock movement",
    id,
  );
}
