import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import {
  returnStatuses,
  type SupplierReturn,
  supplierReturn,
  supplierReturnTables,
} from "./supplier_return.ts";

const sorts: Sorts = {
  sent_on: { by: sql`t.sent_on`, type: "date" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
};

export const supplierReturnQuery = queryOf(recordQuery, { sorts, day: "sent_on" }).extend({
  status: wordList(returnStatuses, "Only those in these statuses."),
  supplier_id: field.id().optional().describe("Only those to this supplier."),
  rma_id: field.id().optional().describe("Only those with this case."),
});

/** Consignments to suppliers, newest first; `from` and `to` at the day they left. */
export function listSupplierReturns(
  db: Db,
  reader: Reader,
  query: z.output<typeof supplierReturnQuery>,
): Promise<Page<SupplierReturn>> {
  return recordPage<SupplierReturn>(db, query, {
    ...supplierReturn.listed(reader),
    from: supplierReturnTables,
    id: sql`t.id`,
    sorts,
    where: [
      query.status !== undefined && sql`t.status = any(${query.status}::text[])`,
      query.supplier_id !== undefined && sql`t.supplier_id = ${query.supplier_id}`,
      query.rma_id !== undefined && sql`exists (select from supplier_return_lines r
        where r.return_id = t.id and r.rma_id = ${query.rma_id})`,
      query.from !== undefined && sql`t.sent_on >= ${query.from}::date`,
      query.to !== undefined && sql`t.sent_on <= ${query.to}::date`,
      lookUp(query.search, [
        sql`t.reference_no`,
        sql`t.courier`,
        sql`t.airway_bill`,
        sql`t.supplier_rma_number`,
        sql`t.note`,
      ], [linkedTo(sql`t.supplier_id`, "suppliers", ["name"])]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findSupplierReturn(
  db: Db,
  reader: Reader,
  id: number,
): Promise<SupplierReturn> {
  return await readOne<SupplierReturn>(
    db,
    sql`select ${supplierReturn.columns(reader)} from ${supplierReturnTables} where t.id = ${id}`,
    "Supplier return",
    id,
  );
}
