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
import { withheldKinds, type WithheldTax, withheldTax, withheldTaxTables } from "./withheld_tax.ts";

const sorts: Sorts = {
  withheld_on: { by: sql`t.withheld_on`, type: "date" },
  amount: { by: sql`t.amount`, type: "numeric" },
};

export const withheldTaxQuery = queryOf(recordQuery, { sorts, day: "withheld_on" }).extend({
  kind: wordList(withheldKinds, "Only these kinds."),
  supplier_id: field.id().optional().describe("Only this supplier's."),
});

/** Tax withheld from suppliers, newest first; `from` and `to` at the day it counts for. */
export function listWithheldTaxes(
  db: Db,
  reader: Reader,
  query: z.output<typeof withheldTaxQuery>,
): Promise<Page<WithheldTax>> {
  return recordPage<WithheldTax>(db, query, {
    ...withheldTax.listed(reader),
    from: withheldTaxTables,
    id: sql`t.id`,
    sorts,
    where: [
      query.kind !== undefined && sql`t.kind = any(${query.kind}::text[])`,
      query.supplier_id !== undefined && sql`t.supplier_id = ${query.supplier_id}`,
      query.from !== undefined && sql`t.withheld_on >= ${query.from}::date`,
      query.to !== undefined && sql`t.withheld_on <= ${query.to}::date`,
      lookUp(query.search, [
        sql`t.reference_no`,
        sql`t.bill_number`,
        sql`t.challan_number`,
        sql`t.note`,
      ], [linkedTo(sql`t.supplier_id`, "suppliers", ["name"])]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findWithheldTax(db: Db, reader: Reader, id: number): Promise<WithheldTax> {
  return await readOne<WithheldTax>(
    db,
    sql`select ${withheldTax.columns(reader)} from ${withheldTaxTables} where t.id = ${id}`,
    "Withheld tax",
    id,
  );
}
