import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../../access/access.ts";
import type { Db } from "../../db/connect.ts";
import * as field from "../../records/fields.ts";
import type { Reader } from "../../records/kinds.ts";
import { linkedTo, lookUp, matchesLinked } from "../../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../../records/paging.ts";
import type { Sorts } from "../../records/list_statement.ts";
import { queryOf } from "../../records/query_of.ts";
import { withRows } from "../../records/with_rows.ts";
import {
  besideReceipt,
  type Receipt,
  receipt,
  type ReceiptDetail,
  receiptDetail,
  receiptTables,
} from "./receipt.ts";
import { receiptStatuses } from "./receipt_words.ts";
import { readOne } from "../../records/read_one.ts";

const ofSupplier = linkedTo(sql`s.supplier_id`, "suppliers", ["name"]);
const sorts: Sorts = {
  received_date: { by: sql`r.received_date`, type: "date" },
  created_at: { by: sql`r.created_at`, type: "timestamptz" },
  reference_no: { by: sql`r.reference_no`, type: "text" },
};

export const listedReceipt = withRows("ListedReceipt", receipt, receiptDetail);
export const receiptQuery = queryOf(recordQuery, { sorts, day: "received_date" }).extend({
  include: listedReceipt.include,
  status: wordList(receiptStatuses, "Only these statuses."),
  shipment_id: field.id().optional().describe("Only of this shipment."),
  supplier_id: field.id().optional().describe("Only of this supplier."),
});

/** Goods receipts, newest first. `from` and `to` are the day on which the goods were received. */
export function listReceipts(
  db: Db,
  actor: Actor,
  query: z.output<typeof receiptQuery>,
): Promise<Page<Receipt>> {
  const { columns, joins } = listedReceipt.listed(actor, query.include);
  return recordPage<Receipt>(db, query, {
    columns: sql`r.id`,
    from: sql`receipts r join shipments rs on rs.id = r.shipment_id`,
    // lines are summed up of the receipts of the page, not of all that are found
    around: (page) =>
      sql`
        select ${columns}, page.sort_key, page.sort_id
        from (${page}) page join receipts r on r.id = page.id ${besideReceipt}${joins}`,
    id: sql`r.id`,
    sorts,
    where: [
      query.status && sql`r.status = any(${query.status})`,
      query.shipment_id !== undefined && sql`r.shipment_id = ${query.shipment_id}`,
      query.supplier_id !== undefined && sql`rs.supplier_id = ${query.supplier_id}`,
      query.from !== undefined && sql`r.received_date >= ${query.from}`,
      query.to !== undefined && sql`r.received_date <= ${query.to}`,
      lookUp(query.search, [sql`r.reference_no`, sql`r.warehouse_name`, sql`r.note`], [{
        by: sql`r.shipment_id`,
        ids: (search) =>
          sql`select s.id from shipments s where ${
            matchesLinked(search, [sql`s.reference_no`, sql`s.tracking_number`], [ofSupplier])
          }`,
      }]),
    ],
  });
}

/** One receipt with its lines, claims, photos and history. @throws Refusal `not_found` */
export async function findReceipt(db: Db, reader: Reader, id: number): Promise<ReceiptDetail> {
  return await readOne<ReceiptDetail>(
    db,
    sql`select ${receiptDetail.columns(reader)} from ${receiptTables} where r.id = ${id}`,
    "Receipt",
    id,
  );
}
