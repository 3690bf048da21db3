import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { allOf } from "../records/paging.ts";
import { withRunningBalances } from "../suppliers/find_entries.ts";
import { entryTypes } from "../suppliers/ledger_entry.ts";
import { report, reportQuery } from "./report.ts";

export const supplierStatementRecord = z.object({
  /** the ledger entry's */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  supplier_id: answer.id,
  entry_date: answer.date,
  entry_type: z.enum(entryTypes),
  particulars: answer.text,
  reference: answer.text.nullable(),
  currency: answer.text,
  debit: answer.number,
  credit: answer.number,
  /** what we owed in this currency after this entry */
  running_balance: answer.number,
  exchange_rate: answer.number,
  /** local currency; positive for a credit, negative for a debit */
  amount_local: answer.number,
  /** what we owed over all currencies after this entry, local currency */
  running_balance_local: answer.number,
}).meta({ id: "SupplierStatementRow" });

/**
 * A supplier's account from `from` to `to`, oldest first, with what was owed before and after, per
 * currency and in local currency. Source: docs/overview.md, "Statements".
 *
 * @throws Refusal `not_found`
 */
export const supplierStatement = report({
  name: "supplier-statement",
  summary: "The account of one supplier: opening balance, entries, closing balance",
  may: "costs.read",
  query: withAliases(
    reportQuery.omit({ search: true }).extend({
      supplier_id: field.id(),
      currency: field.currency().optional(),
    }),
    { as_of: "to" },
  ),
  record: supplierStatementRecord,
  source: ({ supplier_id, currency, from, to }) => ({
    columns: sql`e.id, e.reference_no, e.particulars as title, e.supplier_id, e.entry_date,
      e.entry_type, e.particulars, e.reference, e.currency, e.debit, e.credit, e.exchange_rate,
      e.amount_local`,
    from: sql`supplier_ledger e`,
    id: sql`e.id`,
    sorts: { entry_date: { by: sql`e.entry_date`, type: "date" } },
    defaultSort: "entry_date",
    where: [
      sql`e.supplier_id = ${supplier_id}`,
      currency !== undefined && sql`e.currency = ${currency}`,
      from !== undefined && sql`e.entry_date >= ${from}::date`,
      to !== undefined && sql`e.entry_date <= ${to}::date`,
    ],
    around: withRunningBalances,
  }),
  async beside(db, { supplier_id, currency, from, to }) {
    const [found] = await db.query<[Record<string, unknown>?]>(sql`
      select json_build_object('id', s.id, 'reference_no', s.reference_no, 'name', s.name) as supplier,
        ${balances(sql`entry_date < ${from ?? "-infinity"}::date`, currency)} as opening,
        ${balances(sql`entry_date <= ${to ?? "infinity"}::date`, currency)} as closing
      from suppliers s
      where s.id = ${supplier_id}`);
    if (!found) throw notFound("Supplier", supplier_id);
    return found;
  },
});

function balances(until: Sql, currency: string | undefined): Sql {
  const these = allOf([
    sql`supplier_id = s.id`,
    until,
    currency !== undefined && sql`currency = ${currency}`,
  ]);
  return sql`(
    select coalesce(json_agg(json_build_object('currency', b.currency, 'balance', b.balance,
      'balance_local', b.balance_local) order by b.currency), '[]'::json)
    from (
      select currency, sum(credit - debit) as balance, sum(amount_local) as balance_local
      from supplier_ledger where ${these} group by currency) b)`;
}
