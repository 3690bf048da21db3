import sql, { type Sql } from "sql-template-tag";
import type { Decimal } from "../money/decimal.ts";
import { allOf } from "../records/list_statement.ts";
import type { Balance } from "./ledger_entry.ts";

export interface BalanceFilter {
  supplier_id?: number;
  currency?: string;
  /** the evening of this day; left out: by every entry there is */
  as_of?: string;
}

export interface Balances {
  /** false where `supplier_id` names nobody */
  known: boolean;
  /** per currency, in alphabetical order */
  balances: Balance[];
  /** what settling at other rates than booked has cost, local currency; below zero it was a gain */
  realised_exchange_difference: Decimal;
}

/** SQL: `Balances` of one supplier, or of all together, as one row. Source: docs/books.md, "Supplier ledger". */
export function ledgerBalances({ supplier_id, currency, as_of }: BalanceFilter): Sql {
  const until = sql`(
    select supplier_id, currency, credit - debit as balance, amount_local as balance_local,
      case when credit = 0 and debit = 0 then amount_local else 0 end as realised
    from supplier_ledger where entry_date <= ${as_of}::date)`;
  return sql`
    select ${supplier_id === undefined} or exists (
        select 1 from suppliers where id = ${supplier_id ?? null}) as known,
      coalesce(json_agg(json_build_object('currency', b.currency, 'balance', b.balance,
          'balance_local', b.balance_local) order by b.currency), '[]'::json) as balances,
      coalesce(sum(b.realised), 0) as realised_exchange_difference
    from (
      select e.currency, sum(e.balance) as balance, sum(e.balance_local) as balance_local,
        sum(e.realised) as realised
      from ${as_of === undefined ? sql`supplier_balances` : until} e
      where ${
    allOf([
      supplier_id !== undefined && sql`e.supplier_id = ${supplier_id}`,
      currency !== undefined && sql`e.currency = ${currency}`,
    ])
  }
      group by e.currency) b`;
}
