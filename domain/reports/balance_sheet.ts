import sql from "sql-template-tag";
import { named } from "../records/common.ts";
import { id, localMoney, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { asOf, report, stateQuery } from "./report.ts";

const sides = ["assets", "liabilities", "equity"] as const;

export const row = record(
  "BalanceSheetRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "1100", title: "Stock" },
      reference_no: sql`g.number`,
      title: sql`g.name`,
    }),
    id: id("The account's; 0 for the profit up to that evening.", { example: 1 }),
    side: word(sides, "Where it stands.", { example: "assets" }),
    amount: localMoney("What it comes to; below zero it stands on the other side.", {
      example: 31043.74,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = {
  number: { by: sql`case when g.id = 0 then '3999' else g.number end`, type: "text" },
  amount: { by: sql`g.amount`, type: "numeric" },
};

/**
 * What the business has, owes and is worth on the evening of `as_of`, or by all entries there are; the profit
 * of all time up to then is part of the equity. Assets are liabilities and equity together.
 * Source: docs/books.md, "Reports of the books".
 */
export default report({
  name: "balance-sheet",
  summary: "Assets, liabilities and equity on the evening of a day",
  may: "books.read",
  query: queryOf(stateQuery, { sorts }).extend({ as_of: asOf }),
  record: row,
  totals: Object.fromEntries(sides.map((side) => [side, `${side}, local currency.`])),
  source: ({ as_of, search }) => ({
    from: sql`(
      with sums as (
        select account_id, sum(debit - credit) as balance from journal_lines
        where entry_date <= ${as_of ?? "infinity"}::date group by account_id)
      select a.id, a.number, a.name,
        case a.type when 'asset' then 'assets' when 'liability' then 'liabilities' else 'equity' end as side,
        case a.type when 'asset' then sums.balance else -sums.balance end as amount
      from sums join accounts a on a.id = sums.account_id
      where a.type in ('asset', 'liability', 'equity') and sums.balance <> 0
      union all
      select 0, '', 'Profit', 'equity', coalesce(-sum(sums.balance), 0)
      from sums join accounts a on a.id = sums.account_id
      where a.type in ('income', 'expense')) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "number",
    where: [matches(search, [sql`g.name`, sql`g.number`])],
    totals: Object.fromEntries(
      sides.map((side) => [side, sql`coalesce(sum(g.amount) filter (where g.side = ${side}), 0)`]),
    ),
  }),
});
