import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { withRunningBalance } from "../customers/find_entries.ts";
import { entryTypes } from "../customers/ledger_entry.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { report, reportQuery } from "./report.ts";

export const customerStatementRecord = z.object({
  /** the ledger entry's */
  id: answer.id,
  /** of the invoice or payment */
  reference_no: answer.text,
  title: answer.text,
  date: answer.date,
  type: z.enum(entryTypes),
  description: answer.text,
  debit: answer.number,
  credit: answer.number,
  /** what he owed after this entry, local currency */
  running_balance: answer.number,
}).meta({ id: "CustomerStatementRow" });

/**
 * A customer's account from `from` to `to`, oldest first, with what he owed before and after; local
 * currency. Source: docs/overview.md, "Statements".
 *
 * @throws Refusal `not_found`
 */
export const customerStatement = report({
  name: "customer-statement",
  summary: "The account of one customer: opening balance, entries, closing balance",
  may: "invoices.read",
  query: withAliases(reportQuery.omit({ search: true }).extend({ customer_id: field.id() }), {
    as_of: "to",
  }),
  record: customerStatementRecord,
  source: ({ customer_id, from, to }) => ({
    columns: sql`e.id, e.reference_no, e.description as title, e.date, e.type, e.description,
      e.debit, e.credit`,
    from: sql`customer_ledger e`,
    id: sql`e.id`,
    sorts: { date: { by: sql`e.date`, type: "date" } },
    defaultSort: "date",
    where: [
      sql`e.customer_id = ${customer_id}`,
      from !== undefined && sql`e.date >= ${from}::date`,
      to !== undefined && sql`e.date <= ${to}::date`,
    ],
    around: (page) => withRunningBalance(page, customer_id),
  }),
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
});
