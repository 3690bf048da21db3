import * as answer from "../records/answers.ts";
import sql from "sql-template-tag";
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
  "CashBookRow",
  "l",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000412", title: "Paid by Rahim Uddin" },
      id: { says: "The line's in the journal." },
      title: sql`l.narration`,
    }),
    entry_date: date("The day.", { example: "2026-03-14" }),
    account_id: id("The money account.", { example: 6 }),
    account_number: text("Its number.", { example: "1300" }),
    account_name: text("Its name.", { example: "Cash" }),
    account_name_bn: text("The same in Bangla.", { example: "নগদ", nullable: true }),
    source_reference_no: text("The number of the document behind it.", {
      example: "PAY-2026-000019",
      nullable: true,
    }),
    received: localMoney("What came in.", {
      example: 5000,
      seenBy: "everybody",
      sql: sql`l.debit`,
    }),
    paid: localMoney("What went out.", { example: 0, seenBy: "everybody", sql: sql`l.credit` }),
    balance: localMoney("What was on this account afterwards.", {
      example: 128000,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

/**
 * What came into cash, banks and wallets and went out again, oldest first, with what was on each account
 * afterwards. Tax certificates and LC margins are no money. Source: docs/books.md, "Reports of the books".
 */
export default report({
  name: "cash-book",
  summary: "What came into cash, banks and wallets and went out, with the balance of each",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }).extend({
    account_id: field.id().optional().describe("Only this money account."),
  }),
  record: row,
  table: ["entry_date", "account_name", "title", "received", "paid", "balance"],
  source: ({ account_id, from, to, search }) => ({
    from: sql`(
      select l.id, l.entry_date, l.debit, l.credit, e.reference_no, e.narration, e.source_reference_no,
        l.account_id, a.number as account_number, a.name as account_name, a.name_bn as account_name_bn,
        sum(l.debit - l.credit) over (partition by l.account_id order by l.entry_date, l.id) as balance
      from ${journalLines} where a.kind = 'money'
        and ${account_id === undefined ? sql`true` : sql`a.id = ${account_id}`}) l`,
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
      received: answer.number.describe("What came in by the lines that the report shows."),
      paid: answer.number.describe("What went out by the lines that the report shows."),
    }),
    opening_balance: answer.number.describe("What was there before the first day."),
    closing_balance: answer.number.describe("What was there on the evening of the last day."),
  },
  async beside(db, { account_id, from, to, search }) {
    const shown = allOf([
      within(from, to),
      matches(search, [sql`e.reference_no`, sql`e.narration`, sql`e.source_reference_no`]),
    ]);
    const [found] = await db.query<[Record<string, unknown>]>(sql`
      select coalesce(sum(l.debit - l.credit) filter (
          where l.entry_date < ${from ?? "-infinity"}::date), 0) as opening_balance,
        coalesce(sum(l.debit - l.credit) filter (
          where l.entry_date <= ${to ?? "infinity"}::date), 0) as closing_balance,
        json_build_object('received', coalesce(sum(l.debit) filter (where ${shown}), 0), 'paid',
          coalesce(sum(l.credit) filter (where ${shown}), 0)) as totals
      from ${journalLines}
      where a.kind = 'money' and ${
      account_id === undefined ? sql`true` : sql`a.id = ${account_id}`
    }`);
    return found;
  },
});
