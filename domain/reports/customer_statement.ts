import { z } from "zod";
import * as answer from "../records/answers.ts";
import sql from "sql-template-tag";
import { withRunningBalance } from "../customers/find_entries.ts";
import { entryTypes } from "../customers/ledger_entry.ts";
import { notFound } from "../errors.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { date, localMoney, text, word } from "../records/kinds.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { printCustomerStatement } from "./print_customer_statement.ts";
import { report } from "./report.ts";

export const row = record(
  "CustomerStatementRow",
  "e",
  everybody({
    ...named({
      example: { reference_no: "INV-2026-000031", title: "Invoice INV-2026-000031" },
      id: { says: "The ledger entry's." },
      title: sql`e.description`,
    }),
    date: date("The day of the invoice or payment.", { example: "2026-03-02" }),
    type: word(entryTypes, "What made it.", { example: "invoice" }),
    description: text("What it is for.", { example: "Invoice INV-2026-000031" }),
    debit: localMoney("What he owes us more.", { example: 12500, seenBy: "everybody" }),
    credit: localMoney("What he owes us less.", { example: 0, seenBy: "everybody" }),
    running_balance: localMoney("What he owed after this entry.", {
      example: 42500,
      seenBy: "everybody",
      sql: "around",
    }),
  }),
);

const sorts: Sorts = { date: { by: sql`e.date`, type: "date" } };

/**
 * A customer's account from `from` to `to`, oldest first, with what he owed before and after; local
 * currency. Source: docs/overview.md, "Statements".
 *
 * @throws Refusal `not_found`
 */
export default report({
  name: "customer-statement",
  summary: "The account of one customer: opening balance, entries, closing balance",
  may: "invoices.read",
  query: withAliases(
    queryOf(listQuery.omit({ search: true }), { sorts, day: "date" }).extend({
      customer_id: field.id().describe("Whose account."),
    }),
    { as_of: "to" },
  ),
  record: row,
  source: ({ customer_id, from, to }) => ({
    from: sql`customer_ledger e`,
    id: sql`e.id`,
    sorts,
    defaultSort: "date",
    where: [
      sql`e.customer_id = ${customer_id}`,
      from !== undefined && sql`e.date >= ${from}::date`,
      to !== undefined && sql`e.date <= ${to}::date`,
    ],
    around: (page) => withRunningBalance(page, customer_id),
  }),
  said: {
    customer: z.object({
      id: answer.id.describe("Its id."),
      reference_no: answer.text.describe("Its number."),
      name: answer.text.describe("Its name."),
    }).describe("The customer that it is about."),
    opening_balance: answer.number.describe("What he owed before the first day."),
    closing_balance: answer.number.describe("What he owed on the evening of the last day."),
  },
  async beside(db, { customer_id, from, to }) {
    const [found] = await db.query<[Record<string, unknown>?]>(sql`
      select json_build_object('id', c.id, 'reference_no', c.reference_no, 'name', c.name) as customer,
        (select coalesce(sum(debit - credit), 0) from customer_ledger
          where customer_id = c.id and date < ${from ?? "-infinity"}::date) as opening_balance,
        (select coalesce(sum(debit - credit), 0) from customer_ledger
          where customer_id = c.id and date <= ${to ?? "infinity"}::date) as closing_balance
      from customers c where c.id = ${customer_id}`);
    if (!found) throw notFound("Customer", customer_id);
    return found;
  },
  print: printCustomerStatement,
});
