import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type CreditNote, creditNote, creditNoteTables } from "./credit_note.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = { return_date: { by: sql`n.return_date`, type: "date" } };

export const creditNoteQuery = queryOf(recordQuery, { sorts, day: "return_date" }).extend({
  invoice_id: field.id().optional().describe("Only those of this invoice."),
  customer_id: field.id().optional().describe("Only this customer's."),
});

/** Credit notes, newest first; `from` and `to` at their day. */
export function listCreditNotes(
  db: Db,
  actor: Actor,
  query: z.output<typeof creditNoteQuery>,
): Promise<Page<CreditNote>> {
  return recordPage<CreditNote>(db, query, {
    ...creditNote.listed(actor),
    from: creditNoteTables,
    id: sql`n.id`,
    sorts,
    where: [
      query.invoice_id !== undefined && sql`n.invoice_id = ${query.invoice_id}`,
      query.customer_id !== undefined && sql`n.customer_id = ${query.customer_id}`,
      query.from !== undefined && sql`n.return_date >= ${query.from}::date`,
      query.to !== undefined && sql`n.return_date <= ${query.to}::date`,
      matches(query.search, [
        sql`n.reference_no`,
        sql`ni.reference_no`,
        sql`nc.name`,
        sql`n.reason`,
      ]),
    ],
  });
}

/** One credit note; one statement. @throws Refusal `not_found` */
export async function findCreditNote(db: Db, reader: Reader, id: number): Promise<CreditNote> {
  return await readOne<CreditNote>(
    db,
    sql`select ${creditNote.columns(reader)} from ${creditNoteTables} where n.id = ${id}`,
    "Credit note",
    id,
  );
}
