import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import { challanKinds, type VatChallan, vatChallan } from "./vat_challan.ts";

const sorts: Sorts = { issued_on: { by: sql`v.issued_on`, type: "date" } };

export const vatChallanQuery = queryOf(recordQuery, { sorts, day: "issued_on" }).extend({
  kind: wordList(challanKinds, "Only these papers."),
  invoice_id: field.id().optional().describe("Only those of this invoice."),
});

/** Papers of VAT, newest first; `from` and `to` at the day of issue. */
export function listVatChallans(
  db: Db,
  query: z.output<typeof vatChallanQuery>,
): Promise<Page<VatChallan>> {
  return recordPage<VatChallan>(db, query, {
    ...vatChallan.listed(anybody),
    from: sql`vat_challans v`,
    id: sql`v.id`,
    sorts,
    where: [
      query.kind !== undefined && sql`v.kind = any(${query.kind}::text[])`,
      query.invoice_id !== undefined && sql`v.invoice_id = ${query.invoice_id}`,
      query.from !== undefined && sql`v.issued_on >= ${query.from}::date`,
      query.to !== undefined && sql`v.issued_on <= ${query.to}::date`,
      lookUp(query.search, [
        sql`v.reference_no`,
        sql`v.buyer->>'name'`,
        sql`v.buyer->>'bin'`,
        sql`v.vehicle`,
      ]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findVatChallan(db: Db, id: number): Promise<VatChallan> {
  return await readOne<VatChallan>(
    db,
    sql`select ${vatChallan.columns(anybody)} from vat_challans v where v.id = ${id}`,
    "VAT challan",
    id,
  );
}
