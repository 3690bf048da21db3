import sql from "sql-template-tag";
import { accountTypes } from "../journal/account_words.ts";
import { named } from "../records/common.ts";
import { localMoney, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { asOf, report, stateQuery } from "./report.ts";

export const row = record(
  "TrialBalanceRow",
  "a",
  everybody({
    ...named({
      example: { reference_no: "1100", title: "Stock" },
      id: { says: "The account's." },
      reference_no: sql`a.number`,
      title: sql`a.name`,
    }),
    type: word(accountTypes, "What kind of account it is.", { example: "asset" }),
    debit: localMoney("What its debits are beyond its credits.", {
      example: 31043.74,
      seenBy: "everybody",
      sql: sql`greatest(0, sums.balance)`,
    }),
    credit: localMoney("What its credits are beyond its debits.", {
      example: 0,
      seenBy: "everybody",
      sql: sql`greatest(0, -sums.balance)`,
    }),
  }),
);

const sorts: Sorts = {
  number: { by: sql`a.number`, type: "text" },
  name: { by: sql`lower(a.name)`, type: "text" },
};

/**
 * The balance of every account of the journal that has lines, on the evening of `as_of` or by all entries
 * there are. Debits and credits are the same sum. Source: docs/books.md, "Reports of the books".
 */
export default report({
  name: "trial-balance",
  summary: "The balance of every account; debits and credits are the same sum",
  may: "books.read",
  query: queryOf(stateQuery, { sorts }).extend({ as_of: asOf }),
  record: row,
  sums: ["debit", "credit"],
  source: ({ as_of, search }) => ({
    from: sql`accounts a join (
      select account_id, sum(debit - credit) as balance from journal_lines
      where entry_date <= ${as_of ?? "infinity"}::date group by account_id) sums
      on sums.account_id = a.id`,
    id: sql`a.id`,
    sorts,
    defaultSort: "number",
    where: [matches(search, [sql`a.name`, sql`a.number`])],
  }),
});
