import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { together } from "../db/one_moment.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import { type IssuedCheque, issuedCheque, issuedChequeTables } from "./issued_cheque.ts";
import { issuedChequeStates } from "./issued_cheque_words.ts";

const sorts: Sorts = {
  issued_date: { by: sql`q.issued_date`, type: "date" },
  cheque_date: { by: sql`q.cheque_date`, type: "date" },
  amount_local: { by: sql`q.amount_local`, type: "numeric" },
  created_at: { by: sql`q.created_at`, type: "timestamptz" },
};

export const suppliersChequeQuery = queryOf(recordQuery, { sorts, day: "issued_date" }).extend({
  state: wordList(issuedChequeStates, "Only cheques that are so far."),
  due_by: field.date().optional()
    .describe("Only cheques not cleared yet, of this day or before."),
  currency: field.currency().optional().describe("Only those in this currency."),
});
export const issuedChequeQuery = suppliersChequeQuery.extend({
  supplier_id: field.id().optional().describe("Only this supplier's."),
});

/**
 * Cheques that we gave suppliers, newest first. `search` looks at number, cheque number, particulars, note
 * and the supplier's name; `from` and `to` at the day they were given.
 */
export function listIssuedCheques(
  db: Db,
  reader: Reader,
  query: z.output<typeof issuedChequeQuery>,
): Promise<Page<IssuedCheque>> {
  return recordPage<IssuedCheque>(db, query, {
    ...issuedCheque.listed(reader),
    from: issuedChequeTables,
    id: sql`q.id`,
    sorts,
    where: [
      query.state && sql`q.state = any(${query.state}::text[])`,
      query.due_by !== undefined && isDueBy(query.due_by),
      query.currency !== undefined && sql`q.currency = ${query.currency}`,
      query.supplier_id !== undefined && sql`q.supplier_id = ${query.supplier_id}`,
      query.from !== undefined && sql`q.issued_date >= ${query.from}::date`,
      query.to !== undefined && sql`q.issued_date <= ${query.to}::date`,
      lookUp(query.search, [
        sql`q.reference_no`,
        sql`q.cheque_number`,
        sql`q.particulars`,
        sql`q.note`,
      ], [linkedTo(sql`q.supplier_id`, "suppliers", ["name"])]),
    ],
  });
}

/** Those of one supplier. @throws Refusal `not_found` */
export async function listSuppliersCheques(
  db: Db,
  reader: Reader,
  id: number,
  query: z.output<typeof suppliersChequeQuery>,
): Promise<Page<IssuedCheque>> {
  const [[known], cheques] = await together(db, (db) => [
    db.query<[unknown?]>(sql`select id from suppliers where id = ${id}`),
    listIssuedCheques(db, reader, { ...query, supplier_id: id }),
  ]);
  if (!known) throw notFound("Supplier", id);
  return cheques;
}

/** @throws Refusal `not_found` */
export async function findIssuedCheque(db: Db, reader: Reader, id: number): Promise<IssuedCheque> {
  return await readOne<IssuedCheque>(
    db,
    sql`select ${issuedCheque.columns(reader)} from ${issuedChequeTables} where q.id = ${id}`,
    "Cheque",
    id,
  );
}

/** SQL: cheques `q` that the bank is still to pay, of a day or before. */
export function isDueBy(day: string): Sql {
  return sql`(q.state = 'issued' and q.cheque_date <= ${day}::date)`;
}

/**
 * SQL: what suppliers hold of our cheques per currency: given up to a day, and neither paid by its evening
 * nor bounced nor back. @param as_of left out: now
 */
export function chequesHeld(
  { supplier_id, as_of }: { supplier_id?: number; as_of?: string },
): Sql {
  const standing = as_of === undefined ? sql`q.state = 'issued'` : sql`
    q.issued_date <= ${as_of}::date and (q.cleared_on is null or q.cleared_on > ${as_of}::date)
    and (q.ended_on is null or q.ended_on > ${as_of}::date)`;
  return sql`
    select q.supplier_id, q.currency, min(q.id) as id, sum(q.amount) as amount,
      sum(q.amount_local) as amount_local
    from issued_cheques q
    where ${standing} and ${
    supplier_id === undefined ? sql`true` : sql`q.supplier_id = ${supplier_id}`
  }
    group by q.supplier_id, q.currency`;
}
