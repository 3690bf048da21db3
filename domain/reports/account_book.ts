import { z } from "zod";
import * as answer from "../records/answers.ts";
import sql from "sql-template-tag";
import { notFound } from "../errors.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, id, localMoney, text } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { journalLines } from "./journal.ts";
import { within } from "./profit_and_loss.ts";
import { report, totalsOf } from "./report.ts";

export const row = record(
  "AccountBookRow",
  "l",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000412", title: "Paid by Rahim Uddin" },
      id: { says: "The line's." },
      title: sql`l.narration`,
    }),
    entry_id: id("The entry.", { example: 412 }),
    entry_date: date("The day it counts for.", { example: "2026-03-14" }),
    kind: text("The deed that was posted.", { example: "customer_payment" }),
    source_reference_no: text("The number of the document behind it.", {
      example: "PAY-2026-000019",
      nullable: true,
    }),
    debit: localMoney("Debit.", { example: 5000, seenBy: "everybody" }),
    credit: localMoney("Credit.", { example: 0, seenBy: "everybody" }),
    running_balance: localMoney("Debits less credits up to this line.", {
      example: 128000,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

/**
 * One account from `from` to `to`, oldest first, with what stood on it before and after.
 * Source: docs/books.md, "Reports of the books".
 *
 * @throws Refusal `not_found`
 */
export default report({
  name: "account-book",
  summary: "The lines of one account with its running balance",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }).extend({
    account_id: field.id().describe("Which account."),
  }),
  record: row,
  table: ["reference_no", "entry_date", "title", "debit", "credit", "running_balance"],
  source: ({ account_id, from, to, search }) => ({
    from: sql`(
      select l.id, l.entry_id, l.entry_date, l.debit, l.credit, e.reference_no, e.narration, e.kind,
        e.source_reference_no,
        sum(l.debit - l.credit) over (order by l.entry_date, l.id) as running_balance
      from ${journalLines} where l.account_id = ${account_id}) l`,
    id: sql`l.id`,
    sorts,
    defaultSort: "entry_date",
    where: [
      within(from, to),
      matches(search, [sql`l.reference_no`, sql`l.narration`, sql`l.source_reference_no`]),
    ],
  }),
  said: {
    totals: totalsOf({
      debit: answer.number.describe("Debits of the lines that the report shows."),
      credit: answer.number.describe("Credits of the lines that the report shows."),
    }),
    account: z.object({
      id: answer.id.describe("Its id."),
      number: answer.text.describe("Its number."),
      name: answer.text.describe("Its name."),
    }).describe("The account that it is about."),
    opening_balance: answer.number.describe("Debits less credits before the first day."),
    closing_balance: answer.number.describe("Debits less credits on the evening of the last day."),
  },
  async beside(db, { account_id, from, to, search }) {
    const [found] = await db.query<[Record<string, unknown>?]>(sql`
      select (select json_build_object('debit', coalesce(sum(l.debit), 0), 'credit',
            coalesce(sum(l.credit), 0)) from ${journalLines} where l.account_id = a.id and ${
      allOf([
        within(from, to),
        matches(search, [sql`e.reference_no`, sql`e.narration`, sql`e.source_reference_no`]),
      ])
    }) as totals, json_build_object('id', a.id, 'number', a.number, 'name', a.name) as account,
        (select coalesce(sum(debit - credit), 0) from journal_lines
          where account_id = a.id and entry_date < ${from ?? "-infinity"}::date) as opening_balance,
        (select coalesce(sum(debit - credit), 0) from journal_lines
          where account_id = a.id and entry_date <= ${to ?? "infinity"}::date) as closing_balance
      from accounts a where a.id = ${account_id}`);
    if (!found) throw notFound("Account", account_id);
    return found;
  },
});
