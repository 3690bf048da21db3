import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { ageBuckets } from "../records/age_buckets.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { currency, id, localMoney, money, text } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { agedAccounts } from "../suppliers/ageing.ts";
import { aged, chequesInHand } from "./customer_ageing.ts";
import { asOf, report, stateQuery } from "./report.ts";

const sides = ["customers", "suppliers"] as const;

export const row = record(
  "AgeingRow",
  "g",
  everybody({
    ...named({
      example: { reference_no: "CUS-2026-000012", title: "Rahim Uddin" },
      id: { says: "The customer's; of a supplier, his account's in this currency." },
      title: sql`concat_ws(' – ', g.party_name, nullif(g.currency, ${business.localCurrency}))`,
    }),
    party_id: id("The customer or supplier.", { example: 12 }),
    party_name: text("His name.", { example: "Rahim Uddin" }),
    currency: currency("Of the account; the amounts by age are in local currency.", {
      example: "BDT",
    }),
    not_due: localMoney("Not due yet; suppliers' bills as far as they name a day.", {
      example: 42000,
      seenBy: "everybody",
    }),
    ...ageBuckets,
    on_account: localMoney("Paid beyond all that is owed.", { example: 0, seenBy: "everybody" }),
    balance: localMoney("The buckets less on_account: what the ledger says.", {
      example: 62500.5,
      seenBy: "everybody",
    }),
    balance_foreign: money("The balance in the account's currency.", {
      example: 62500.5,
      seenBy: "everybody",
    }),
    cheques_in_hand: localMoney("The customer's cheques that were not cleared that evening.", {
      example: 0,
      seenBy: "everybody",
    }),
    cheques_issued: localMoney("Our cheques that the supplier held that evening.", {
      example: 0,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = {
  balance: { by: sql`g.balance`, type: "numeric" },
  d90_plus: { by: sql`g.d90_plus`, type: "numeric" },
  name: { by: sql`lower(g.party_name)`, type: "text" },
};

/**
 * What customers owe by days past the due date, or what we owe suppliers by the age of their bills, on the
 * evening of `as_of`; local currency. Source: docs/overview.md, "Ageing".
 */
export default report({
  name: "ageing",
  summary: "What customers owe, or what we owe suppliers, by age on the evening of a day",
  may: "books.read",
  query: queryOf(stateQuery, { sorts }).extend({
    side: field.oneOf(sides).default("customers").describe("Whose accounts."),
    as_of: asOf,
  }),
  record: row,
  sums: [
    "not_due",
    "d0_30",
    "d31_60",
    "d61_90",
    "d90_plus",
    "on_account",
    "balance",
    "cheques_in_hand",
    "cheques_issued",
  ],
  table: [
    "party_name",
    "not_due",
    "d0_30",
    "d31_60",
    "d61_90",
    "d90_plus",
    "on_account",
    "balance",
  ],
  source: (query, actor) => ({
    from: sql`(${
      query.side === "customers"
        ? customers(query.as_of ?? actor.today)
        : suppliers(actor.today, query.as_of)
    }) g`,
    id: sql`g.id`,
    sorts,
    defaultSort: "-balance",
    where: [
      sql`(g.not_due, g.d0_30, g.d31_60, g.d61_90, g.d90_plus, g.on_account, g.balance_foreign,
        g.cheques_in_hand, g.cheques_issued) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)`,
      matches(query.search, [sql`g.party_name`, sql`g.reference_no`]),
    ],
  }),
});

function customers(day: string): Sql {
  return sql`
    select c.id, c.reference_no, c.id as party_id, c.name as party_name,
      ${business.localCurrency}::text as currency, a.not_due, a.d0_30, a.d31_60, a.d61_90, a.d90_plus,
      a.on_account, a.balance, a.balance as balance_foreign, coalesce(h.amount, 0) as cheques_in_hand,
      0 as cheques_issued
    from (${aged(day)}) a join customers c on c.id = a.customer_id
      left join (${chequesInHand(day)}) h on h.customer_id = c.id`;
}

function suppliers(today: string, as_of: string | undefined): Sql {
  return sql`
    select a.id, s.reference_no, s.id as party_id, s.name as party_name, a.currency, a.not_due_local as not_due,
      a.d0_30_local as d0_30, a.d31_60_local as d31_60, a.d61_90_local as d61_90,
      a.d90_plus_local as d90_plus, a.on_account_local as on_account, a.balance_local as balance,
      a.balance as balance_foreign, 0 as cheques_in_hand,
      a.cheques_issued_local as cheques_issued
    from (${agedAccounts(today, { as_of })}) a join suppliers s on s.id = a.supplier_id`;
}
