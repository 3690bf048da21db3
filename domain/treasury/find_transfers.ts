import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { linkedTo, lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Transfer, transfer, transferTables } from "./transfer.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  date: { by: sql`t.date`, type: "date" },
  amount: { by: sql`t.amount`, type: "numeric" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
};

export const transferQuery = queryOf(recordQuery, { sorts, day: "date" }).extend({
  status: wordList(["posted", "reversed"], "Only those in these statuses."),
  account_id: field.id().optional().describe("Only from or to the account of this id."),
});

/** Transfers, newest first; `from` and `to` at their date. */
export function listTransfers(
  db: Db,
  query: z.output<typeof transferQuery>,
): Promise<Page<Transfer>> {
  return recordPage<Transfer>(db, query, {
    ...transfer.listed(anybody),
    from: transferTables,
    id: sql`t.id`,
    sorts,
    where: [
      query.status?.length === 1 && sql`(t.reversed_at is null) = ${query.status[0] === "posted"}`,
      query.account_id !== undefined &&
      sql`${query.account_id} in (t.from_account_id, t.to_account_id)`,
      query.from !== undefined && sql`t.date >= ${query.from}::date`,
      query.to !== undefined && sql`t.date <= ${query.to}::date`,
      lookUp(query.search, [sql`t.reference_no`, sql`t.note`], [
        linkedTo(sql`t.from_account_id`, "accounts", ["name"]),
        linkedTo(sql`t.to_account_id`, "accounts", ["name"]),
      ]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findTransfer(db: Db, id: number): Promise<Transfer> {
  return await readOne<Transfer>(
    db,
    sql`select ${transfer.columns(anybody)} from ${transferTables} where t.id = ${id}`,
    "Transfer",
    id,
  );
}
