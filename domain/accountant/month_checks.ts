import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { type Decimal, decimal, sum } from "../money/decimal.ts";
import type { Read } from "./month_package.ts";

/** One figure that two papers of the package show, and whether they show the same. */
export interface MonthCheck {
  what: string;
  one: Decimal;
  other: Decimal;
  agrees: boolean;
}

/**
 * What each account with a role moved in a time, but for what the treasury was paid, and stood at on its last day;
 * debit less credit.
 */
async function balances(db: Db, from: string, to: string) {
  const rows = await db.query<{ role: string; moved: Decimal; stands: Decimal }[]>(sql`
    select a.role, coalesce(sum(l.debit - l.credit) filter (where l.entry_date >= ${from}::date
        and coalesce(e.source_type, '') <> 'transfer'), 0) as moved,
      coalesce(sum(l.debit - l.credit), 0) as stands
    from accounts a left join journal_lines l on l.account_id = a.id and l.entry_date <= ${to}::date
      left join journal_entries e on e.id = l.entry_id
    where a.role is not null group by a.role`);
  const byRole = new Map(rows.map(({ role, ...figures }) => [role, figures]));
  const none = { moved: decimal("0"), stands: decimal("0") };
  return (role: string) => byRole.get(role) ?? none;
}

/** Holds the papers of a month against each other and the accounts. Source: docs/books.md, "For the accountant". */
export async function monthChecks(
  db: Db,
  { from, to }: { from: string; to: string },
  papers: Map<string, Read>,
): Promise<MonthCheck[]> {
  const total = (report: string, name: string) =>
    decimal(String((papers.get(report)!.beside.totals as Record<string, Decimal>)[name] ?? "0"));
  const note = (number: number) =>
    sum(
      papers.get("vat-return")!.rows.filter((row) => String(row.note) === String(number))
        .map((row) => row.vat as Decimal),
    );
  const on = await balances(db, from, to);
  const pairs: [string, Decimal, Decimal][] = [
    [
      "Trial balance: debit, credit",
      total("trial-balance", "debit"),
      total("trial-balance", "credit"),
    ],
    ["Journal of the month: debit, credit", total("journal", "debit"), total("journal", "credit")],
    [
      "Balance sheet: assets, liabilities and equity",
      total("balance-sheet", "assets"),
      total("balance-sheet", "liabilities").plus(total("balance-sheet", "equity")),
    ],
    ["Stock: its values, its account", total("stock-value", "stock_value"), on("stock").stands],
    [
      "Customers: their ageing, their account",
      total("customer-ageing", "balance"),
      on("customers").stands,
    ],
    [
      "Suppliers: their ageing, their account",
      total("supplier-ageing", "balance"),
      on("suppliers").stands.neg(),
    ],
    [
      "VAT charged: its report, its account",
      total("vat-output", "vat"),
      on("vat_output").moved.neg(),
    ],
    [
      "VAT charged: the return, its account",
      total("vat-return", "output").plus(note(26)).minus(note(31)),
      on("vat_output").moved.neg(),
    ],
    ["VAT paid: its report, its account", total("vat-input", "vat"), on("vat_input").moved],
    ["VAT paid: the return, its account", total("vat-return", "input"), on("vat_input").moved],
    ["AT: the return, its account", note(30), on("advance_tax").moved],
    ["AIT: its report, its account", total("advance-taxes", "ait"), on("advance_income_tax").moved],
  ];
  return pairs.map(([what, one, other]) => ({ what, one, other, agrees: one.eq(other) }));
}
