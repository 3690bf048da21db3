import sql, { join, raw } from "sql-template-tag";
import type { Check } from "./check.ts";

/**
 * Every table whose records have a number of a series without gaps (docs/records.md, "Document
 * numbers").
 */
export const numbered = [
  "approval_requests",
  "bills_of_entry",
  "customers",
  "discrepancies",
  "expenses",
  "issued_cheques",
  "invoices",
  "journal_entries",
  "lc_loans",
  "lc_tt",
  "payments",
  "receipts",
  "rmas",
  "service_tickets",
  "shipments",
  "stock_movements",
  "stock_transfers",
  "supplier_ledger",
  "supplier_returns",
  "suppliers",
  "tasks",
  "transfers",
  "uploads",
  "users",
  "vat_challans",
  "vat_returns",
  "withheld_taxes",
  "credit_notes",
];

const numbers = join(
  numbered.map((table) =>
    sql`select left(reference_no, 8) as series, substr(reference_no, 10)::bigint as number
      from ${raw(table)} where reference_no ~ '^[A-Z]{3}-[0-9]{4}-[0-9]{6,12}$'`
  ),
  " union all ",
);

/** Invariant 8: document numbers have no gaps. */
export const numberChecks: Check[] = [{
  name: "document_numbers",
  holds: "Document numbers run from 1 without a gap, per prefix and business year",
  differences: sql`
    with number as materialized (${numbers}),
    used as (
      select series, count(*) as used, max(number) as highest from number group by series)
    select coalesce(u.series, c.series) as record, format('%s numbers were given, %s are used%s',
      coalesce(c.last_number, 0), coalesce(u.used, 0), coalesce((
        select ', missing: ' || string_agg(lpad(n::text, 6, '0'), ' ' order by n)
        from (select n from generate_series(1, greatest(c.last_number, u.highest)) n
          where not exists (
            select from number where number.series = coalesce(u.series, c.series) and number = n)
          order by n limit 5) missing), '')) as problem
    from used u full join (
      select series, last_number from document_counters where series ~ '^[A-Z]{3}-[0-9]{4}$') c
      on c.series = u.series
    where c.last_number is distinct from u.used or u.used <> u.highest
    order by 1`,
}];
