import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import { readOne } from "../records/read_one.ts";
import {
  type BillOfEntry,
  billOfEntry,
  type BillOfEntryDetail,
  billOfEntryDetail,
  billStatuses,
  billTables,
} from "./bill_of_entry.ts";

const sorts: Sorts = {
  entry_date: { by: sql`b.entry_date`, type: "date" },
  created_at: { by: sql`b.created_at`, type: "timestamptz" },
};

export const listedBill = withRows("ListedBillOfEntry", billOfEntry, billOfEntryDetail);
export const billQuery = queryOf(recordQuery, { sorts, day: "entry_date" }).extend({
  include: listedBill.include,
  shipment_id: field.id().optional().describe("Only those of this shipment."),
  status: wordList(billStatuses, "Only these."),
});

/** Bills of entry, newest first; `from` and `to` at their day. */
export function listBills(db: Db, query: z.output<typeof billQuery>): Promise<Page<BillOfEntry>> {
  return recordPage<BillOfEntry>(db, query, {
    ...listedBill.listed(anybody, query.include),
    from: billTables,
    id: sql`b.id`,
    sorts,
    where: [
      query.shipment_id !== undefined && sql`b.shipment_id = ${query.shipment_id}`,
      query.status !== undefined && sql`b.status = any(${query.status}::text[])`,
      query.from !== undefined && sql`b.entry_date >= ${query.from}::date`,
      query.to !== undefined && sql`b.entry_date <= ${query.to}::date`,
      lookUp(query.search, [
        sql`b.reference_no`,
        sql`b.number`,
        sql`b.declarant`,
        sql`b.lc_number`,
        sql`b.challan_number`,
      ], [linkedTo(sql`b.shipment_id`, "shipments", ["reference_no"])]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findBill(db: Db, id: number): Promise<BillOfEntryDetail> {
  return await readOne<BillOfEntryDetail>(
    db,
    sql`select ${billOfEntryDetail.columns(anybody)} from ${billTables} where b.id = ${id}`,
    "Bill of entry",
    id,
  );
}
