import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { readOne } from "../records/read_one.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Account, account, withBalances } from "./account.ts";
import { accountKinds, accountTypes, moneyTypes } from "./account_words.ts";

const sorts: Sorts = {
  number: { by: sql`a.number`, type: "text" },
  name: { by: sql`a.name`, type: "text" },
  created_at: { by: sql`a.created_at`, type: "timestamptz" },
};

export const accountQuery = queryOf(recordQuery.omit({ from: true, to: true }), { sorts }).extend({
  limit: field.count(1, 200).default(200).describe("How many rows at most."),
  as_of: field.date().optional().describe("Balances of the evening of this day."),
  type: wordList(accountTypes, "Only accounts of these types."),
  kind: wordList(accountKinds, "Only accounts of these kinds."),
  money_type: wordList(moneyTypes, "Only money of these kinds."),
  active: field.flag().optional().describe("True: those that may be chosen; false: the others."),
});

/** The chart of accounts with what stands on each, by number. */
export function listAccounts(db: Db, query: z.output<typeof accountQuery>): Promise<Page<Account>> {
  return recordPage<Account>(db, query, {
    ...account.listed(anybody),
    from: sql`accounts a`,
    id: sql`a.id`,
    sorts,
    defaultSort: "number",
    where: [
      query.type !== undefined && sql`a.type = any(${query.type}::text[])`,
      query.kind !== undefined && sql`a.kind = any(${query.kind}::text[])`,
      query.money_type !== undefined && sql`a.money_type = any(${query.money_type}::text[])`,
      query.active !== undefined && sql`a.active = ${query.active}`,
      matches(query.search, [sql`a.number`, sql`a.name`, sql`a.name_bn`, sql`a.role`]),
    ],
    around: (page) => withBalances(page, query.as_of),
  });
}

/** @throws Refusal `not_found` */
export async function findAccount(db: Db, id: number, asOf?: string): Promise<Account> {
  const one = sql`select ${account.columns(anybody)} from accounts a where a.id = ${id}`;
  return await readOne<Account>(db, withBalances(one, asOf), "Account", id);
}
