import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import { type Loan, loan, loanTables } from "./loan.ts";

const sorts: Sorts = {
  taken_on: { by: sql`t.taken_on`, type: "date" },
  due_on: { by: sql`t.due_on`, type: "date" },
};

export const loanQuery = queryOf(recordQuery, { sorts, day: "taken_on" }).extend({
  lc_tt_id: field.id().optional().describe("Only those of this LC."),
  due_by: field.date().optional().describe("Only open ones due on this day or before."),
});

/** Loans for LCs, newest first; `from` and `to` at the day they were lent. */
export function listLoans(
  db: Db,
  reader: Reader,
  query: z.output<typeof loanQuery>,
): Promise<Page<Loan>> {
  return recordPage<Loan>(db, query, {
    ...loan.listed(reader),
    from: loanTables,
    id: sql`t.id`,
    sorts,
    where: [
      query.lc_tt_id !== undefined && sql`t.lc_tt_id = ${query.lc_tt_id}`,
      query.due_by !== undefined && sql`t.due_on <= ${query.due_by}::date
        and ${loan.column(reader, "outstanding")} > 0`,
      query.from !== undefined && sql`t.taken_on >= ${query.from}::date`,
      query.to !== undefined && sql`t.taken_on <= ${query.to}::date`,
      lookUp(query.search, [sql`t.reference_no`, sql`t.bank_reference`, sql`t.note`], [
        linkedTo(sql`t.lc_tt_id`, "lc_tt", ["reference_no", "reference_number"]),
      ]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findLoan(db: Db, reader: Reader, id: number): Promise<Loan> {
  return await readOne<Loan>(
    db,
    sql`select ${loan.columns(reader)} from ${loanTables} where t.id = ${id}`,
    "Loan",
    id,
  );
}
