import { balance } from "../suppliers/ledger_entry.ts";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import { notFound } from "../errors.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { currency, date, id, localMoney, money, rate, text, word } from "../records/kinds.ts";
import { listQuery } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { withRunningBalances } from "../suppliers/find_entries.ts";
import { entryTypes } from "../suppliers/ledger_entry.ts";
import { report } from "./report.ts";

export const row = record(
  "SupplierStatementRow",
  "e",
  everybody({
    ...named({
      example: { reference_no: "SLE-2026-000017", title: "Ink, invoice GZ-117" },
      id: { says: "The ledger entry's." },
      title: sql`e.particulars`,
    }),
    supplier_id: id("The supplier.", { example: 3 }),
    entry_date: date("The day it counts for.", { example: "2026-03-02" }),
    entry_type: word(entryTypes, "What made it.", { example: "purchase" }),
    particulars: text("What it is for.", { example: "Ink, invoice GZ-117" }),
    reference: text("The number on the other side's paper.", { example: "GZ-117", nullable: true }),
    currency: currency("Of the amounts.", { example: "USD" }),
    debit: money("What we owe less.", { example: 0, seenBy: "everybody" }),
    credit: money("What we owe more.", { example: 1500, seenBy: "everybody" }),
    running_balance: money("What we owed in this currency after this entry.", {
      example: 4200,
      seenBy: "everybody",
      sql: "around",
    }),
    exchange_rate: rate("Local units for one unit of the currency.", { example: 121.5 }),
    amount_local: localMoney("Local currency; above zero for a credit, below for a debit.", {
      example: 182250,
      seenBy: "everybody",
    }),
    running_balance_local: localMoney(
      "What we owed over all currencies after this entry, local currency.",
      { example: 510300, seenBy: "everybody", sql: "around" },
    ),
  }),
);

const sorts: Sorts = { entry_date: { by: sql`e.entry_date`, type: "date" } };

/**
 * A supplier's account from `from` to `to`, oldest first, with what was owed before and after, per
 * currency and in local currency. Source: docs/overview.md, "Statements".
 *
 * @throws Refusal `not_found`
 */
export default report({
  name: "supplier-statement",
  summary: "The account of one supplier: opening balance, entries, closing balance",
  may: "costs.read",
  query: withAliases(
    queryOf(listQuery.omit({ search: true }), { sorts, day: "entry_date" }).extend({
      supplier_id: field.id().describe("Whose account."),
      currency: field.currency().optional().describe("Only entries in this currency."),
    }),
    { as_of: "to" },
  ),
  record: row,
  source: ({ supplier_id, currency, from, to }) => ({
    from: sql`supplier_ledger e`,
    id: sql`e.id`,
    sorts,
    defaultSort: "entry_date",
    where: [
      sql`e.supplier_id = ${supplier_id}`,
      currency !== undefined && sql`e.currency = ${currency}`,
      from !== undefined && sql`e.entry_date >= ${from}::date`,
      to !== undefined && sql`e.entry_date <= ${to}::date`,
    ],
    around: withRunningBalances,
  }),
  said: {
    supplier: z.object({
      id: answer.id.describe("Its id."),
      reference_no: answer.text.describe("Its number."),
      name: answer.text.describe("Its name."),
    }).describe("The supplier that it is about."),
    opening: z.array(balance.schema).describe("What we owed before the first day, by currency."),
    closing: z.array(balance.schema)
      .describe("What we owed on the evening of the last day, by currency."),
  },
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
