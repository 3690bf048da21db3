import sql from "sql-template-tag";
import { ageBuckets } from "../records/age_buckets.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { currency, id, localMoney, money, text } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { agedAccounts } from "../suppliers/ageing.ts";
import { asOf, report, stateQuery } from "./report.ts";

export const row = record(
  "SupplierAgeingRow",
  "a",
  everybody({
    ...named({
      example: { reference_no: "SUP-2026-000003", title: "Guangzhou Ink Co. – USD" },
      id: {
        says:
          "Of the supplier's account in this currency: its first ledger entry, or below zero, " +
          "where there is none, its first cheque.",
      },
      reference_no: sql`s.reference_no`,
      title: sql`concat(s.name, ' – ', a.currency)`,
    }),
    supplier_id: id("The supplier.", { example: 3 }),
    supplier_name: text("Its name.", { example: "Guangzhou Ink Co.", sql: sql`s.name` }),
    currency: currency("Of the account.", { example: "USD" }),
    not_due: money("Of bills whose due date is not past.", { example: 0, seenBy: "everybody" }),
    ...ageBuckets,
    on_account: money("Paid beyond all credits.", { example: 0, seenBy: "everybody" }),
    cheques_issued: money("Our cheques that he held that evening; still owed.", {
      example: 0,
      seenBy: "everybody",
    }),
    balance: money("The buckets less on_account.", { example: 62500.5, seenBy: "everybody" }),
    not_due_local: localMoney("Of bills whose due date is not past, local currency.", {
      example: 0,
      seenBy: "everybody",
    }),
    d0_30_local: localMoney("Up to 30 days old, local currency.", {
      example: 5103000,
      seenBy: "everybody",
    }),
    d31_60_local: localMoney("31 to 60 days old, local currency.", {
      example: 1518810.75,
      seenBy: "everybody",
    }),
    d61_90_local: localMoney("61 to 90 days old, local currency.", {
      example: 0,
      seenBy: "everybody",
    }),
    d90_plus_local: localMoney("Older, local currency.", { example: 972000, seenBy: "everybody" }),
    on_account_local: localMoney("Paid beyond all credits, local currency.", {
      example: 0,
      seenBy: "everybody",
    }),
    cheques_issued_local: localMoney(
      "Those cheques at the rates of the days they were given, local currency.",
      { example: 0, seenBy: "everybody" },
    ),
    balance_local: localMoney("What the ledger says we owe, local currency.", {
      example: 7593810.75,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = {
  balance_local: { by: sql`a.balance_local`, type: "numeric" },
  d90_plus_local: { by: sql`a.d90_plus_local`, type: "numeric" },
  name: { by: sql`lower(s.name)`, type: "text" },
};

/**
 * How old what we owe suppliers is on the evening of `as_of`, or as it stands now: one row per supplier and
 * currency, in that currency and in local. Each credit is aged by the days since its entry date, or
 * is not due while its bill's due date is to come; debits are taken off the oldest credits first, and an entry and its reversal count as never made. The local
 * side goes by the same rule over the amounts as booked, exchange differences included, so it is the
 * ledger's local balance to the last paisa.
 * Source: docs/overview.md, "Ageing".
 */
export default report({
  name: "supplier-ageing",
  summary: "What we owe suppliers by age, per currency and in local currency",
  may: "costs.read",
  query: queryOf(stateQuery, { sorts }).extend({
    as_of: asOf,
    supplier_id: field.id().optional().describe("Only this supplier."),
    currency: field.currency().optional().describe("Only accounts in this currency."),
  }),
  record: row,
  sums: [
    "not_due_local",
    "d0_30_local",
    "d31_60_local",
    "d61_90_local",
    "d90_plus_local",
    "on_account_local",
    "balance_local",
    "cheques_issued_local",
  ],
  table: [
    "supplier_name",
    "currency",
    "not_due",
    "d0_30",
    "d31_60",
    "d61_90",
    "d90_plus",
    "on_account",
    "balance",
    "balance_local",
  ],
  source: (query, actor) => ({
    from: sql`(${agedAccounts(actor.today, query)}) a
      join suppliers s on s.id = a.supplier_id`,
    id: sql`a.id`,
    sorts,
    defaultSort: "-balance_local",
    where: [
      sql`(a.not_due, a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account, a.balance_local,
        a.cheques_issued) <> (0, 0, 0, 0, 0, 0, 0, 0)`,
      query.currency !== undefined && sql`a.currency = ${query.currency}`,
      matches(query.search, [sql`s.name`, sql`s.reference_no`]),
    ],
  }),
});
