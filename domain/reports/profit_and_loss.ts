import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import { businessYearStart } from "../business/business.ts";
import * as field from "../records/fields.ts";
import { named } from "../records/common.ts";
import { id, localMoney, text, word } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { report } from "./report.ts";

const sections = ["income", "cost_of_goods", "expenses"] as const;

/** SQL: where an income or expense account `a` stands in the profit and loss. */
export const sectionOf: Sql = sql`case when a.type = 'income' then 'income'
  when a.role in ('cost_of_goods', 'late_costs') then 'cost_of_goods' else 'expenses' end`;

export const row = record(
  "ProfitAndLossRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "5100", title: "Cost of goods" },
      reference_no: sql`g.number`,
      title: sql`g.name`,
    }),
    id: id("Account and month: 202603 behind the account's id; the account's where no month is.", {
      example: 29202603,
    }),
    account_id: id("The account.", { example: 29 }),
    name_bn: text("Its name in Bangla.", { example: "বিক্রীত পণ্যের ব্যয়", nullable: true }),
    section: word(sections, "Where it counts.", { example: "cost_of_goods" }),
    month: text("The month; null where the whole time is added up.", {
      example: "2026-03",
      nullable: true,
    }),
    amount: localMoney("What was earned on it, or spent; below zero the other way round.", {
      example: 812400.5,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = {
  month: { by: sql`concat(g.month, g.number)`, type: "text" },
  number: { by: sql`concat(g.number, g.month)`, type: "text" },
  amount: { by: sql`g.amount`, type: "numeric" },
};

/**
 * What was earned and spent on entries dated from `from` to `to`, a row for each account and month, or for
 * each account. A month that is closed never changes. Beside it stands the first day of the business year
 * that `to` is in. Source: docs/books.md, "Reports of the books".
 */
export default report({
  name: "profit-and-loss",
  summary: "Income, cost of goods and expenses by account and month, and the profit",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }).extend({
    group_by: field.oneOf(["month", "account"]).default("month")
      .describe("What each row adds up: a month of an account, or all the time of it."),
  }),
  record: row,
  source: ({ from, to, search, group_by }) => ({
    from: sql`(
      select a.id as account_id, a.number, a.name, a.name_bn, a.role, ${sectionOf} as section,
        ${group_by === "month" ? byMonth : byAccount},
        sum(case when a.type = 'income' then l.credit - l.debit else l.debit - l.credit end) as amount
      from journal_lines l join accounts a on a.id = l.account_id
      where a.type in ('income', 'expense') and ${within(from, to)}
      group by a.id, month) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "month",
    where: [matches(search, [sql`g.name`, sql`g.number`])],
    totals: profitTotals,
  }),
  totals: {
    income: "what was earned, local currency.",
    cost_of_goods: "what the goods that were sold had cost, local currency.",
    gross_profit: "income less cost of goods, local currency.",
    expenses: "what was spent, local currency.",
    exchange_difference: "what rates have cost among them, local currency.",
    profit: "what is left, local currency.",
  },
  said: { year_start: answer.date.describe("The first day of the fiscal year of the last day.") },
  beside: (_db, { to }, actor) =>
    Promise.resolve({ year_start: businessYearStart(to ?? actor.today) }),
});

const byMonth = sql`a.id * 1000000 + min(to_char(l.entry_date, 'YYYYMM'))::bigint as id,
  to_char(l.entry_date, 'YYYY-MM') as month`;
const byAccount = sql`a.id, null::text as month`;

const of = (section: string, sign = sql``) =>
  sql`coalesce(sum(${sign}g.amount) filter (where g.section = ${section}), 0)`;
const profitTotals = {
  income: of("income"),
  cost_of_goods: of("cost_of_goods"),
  gross_profit: sql`${of("income")} - ${of("cost_of_goods")}`,
  expenses: of("expenses"),
  exchange_difference:
    sql`coalesce(sum(g.amount) filter (where g.role = 'exchange_difference'), 0)`,
  profit: sql`${of("income")} - ${of("cost_of_goods")} - ${of("expenses")}`,
};

/** SQL: lines `l` of entries dated in a time. */
export function within(from?: string, to?: string): Sql {
  return allOf([
    from !== undefined && sql`l.entry_date >= ${from}::date`,
    to !== undefined && sql`l.entry_date <= ${to}::date`,
  ]);
}
