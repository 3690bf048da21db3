import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { accountName, namedAccount } from "../journal/name_account.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import {
  type Expense,
  expense,
  type ExpenseDetail,
  expenseDetail,
  expenseTables,
} from "./expense.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  date: { by: sql`t.date`, type: "date" },
  amount: { by: sql`t.amount`, type: "numeric" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
};

export const listedExpense = withRows("ListedExpense", expense, expenseDetail);
export const expenseQuery = queryOf(recordQuery, { sorts, day: "date" }).extend({
  include: listedExpense.include,
  status: wordList(["posted", "reversed"], "Only those in these statuses."),
  account_id: field.id().optional().describe("Only those paid from the account of this id."),
  category: accountName().optional()
    .describe("Only those spent on this account: its number, its role or its id."),
});

/** Expenses, newest first; `from` and `to` at their date. @throws Refusal `invalid_fields` on `category` */
export async function listExpenses(
  db: Db,
  reader: Reader,
  query: z.output<typeof expenseQuery>,
): Promise<Page<Expense>> {
  const category = query.category && await namedAccount(db, query.category, "category");
  return await recordPage<Expense>(db, query, {
    ...listedExpense.listed(reader, query.include),
    from: expenseTables,
    id: sql`t.id`,
    sorts,
    where: [
      query.status?.length === 1 && sql`(t.reversed_at is null) = ${query.status[0] === "posted"}`,
      query.account_id !== undefined && sql`t.account_id = ${query.account_id}`,
      category !== undefined && category !== "" && sql`t.category_id = ${category.id}`,
      query.from !== undefined && sql`t.date >= ${query.from}::date`,
      query.to !== undefined && sql`t.date <= ${query.to}::date`,
      lookUp(query.search, [
        sql`t.reference_no`,
        sql`t.payee`,
        sql`t.reference`,
        sql`t.note`,
      ], [linkedTo(sql`t.category_id`, "accounts", ["name"])]),
    ],
  });
}

/** One expense with its files. @throws Refusal `not_found` */
export async function findExpense(db: Db, reader: Reader, id: number): Promise<ExpenseDetail> {
  return await readOne<ExpenseDetail>(
    db,
    sql`select ${expenseDetail.columns(reader)} from ${expenseTables} where t.id = ${id}`,
    "Expense",
    id,
  );
}
