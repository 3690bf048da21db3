import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import {
  type StockTransfer,
  stockTransfer,
  stockTransferTables,
  transferStatuses,
} from "./stock_transfer.ts";

const sorts: Sorts = {
  sent_on: { by: sql`t.sent_on`, type: "date" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
};

export const stockTransferQuery = queryOf(recordQuery, { sorts, day: "sent_on" }).extend({
  status: wordList(transferStatuses, "Only those in these statuses."),
  place_id: field.id().optional().describe("Only from or to this place."),
  product_id: field.id().optional().describe("Only with this product."),
});

/** Transfers between places, newest first; `from` and `to` at the day they left. */
export function listStockTransfers(
  db: Db,
  query: z.output<typeof stockTransferQuery>,
): Promise<Page<StockTransfer>> {
  return recordPage<StockTransfer>(db, query, {
    ...stockTransfer.listed(anybody),
    from: stockTransferTables,
    id: sql`t.id`,
    sorts,
    where: [
      query.status !== undefined && sql`t.status = any(${query.status}::text[])`,
      query.place_id !== undefined && sql`${query.place_id} in (t.from_place_id, t.to_place_id)`,
      query.product_id !== undefined && sql`exists (select from stock_transfer_lines r
        where r.transfer_id = t.id and r.product_id = ${query.product_id})`,
      query.from !== undefined && sql`t.sent_on >= ${query.from}::date`,
      query.to !== undefined && sql`t.sent_on <= ${query.to}::date`,
      lookUp(query.search, [sql`t.reference_no`, sql`t.carried_by`, sql`t.note`], [
        linkedTo(sql`t.from_place_id`, "stock_places", ["name", "code"]),
        linkedTo(sql`t.to_place_id`, "stock_places", ["name", "code"]),
      ]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findStockTransfer(db: Db, id: number): Promise<StockTransfer> {
  return await readOne<StockTransfer>(
    db,
    sql`select ${stockTransfer.columns(anybody)} from ${stockTransferTables} where t.id = ${id}`,
    "Stock transfer",
    id,
  );
}
