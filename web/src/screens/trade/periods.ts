import type { ProfitRow } from "../../core/answers.ts";
import { addDays, dhakaDate, type Read, useRead } from "../../kit/mod.ts";

export const spans = ["this_month", "last_month", "this_year"] as const;
export type Span = typeof spans[number];
interface Period {
  from: string;
  to: string;
}

const pathOf = ({ from, to }: Period) =>
  `/reports/profit-and-loss?group_by=account&sort=number&limit=200&from=${from}&to=${to}`;

/** The months are known here; when the business year began, the report of this month says. */
export function periodsOf(today: string, yearStart?: string): Record<Span, Period | undefined> {
  const first = `${today.slice(0, 8)}01`;
  const before = addDays(first, -1);
  return {
    this_month: { from: first, to: today },
    last_month: { from: `${before.slice(0, 8)}01`, to: before },
    this_year: yearStart ? { from: yearStart, to: today } : undefined,
  };
}

/** What was earned and spent in each of the times, by account, and the sums of it. */
export function useProfits(): Record<Span, { period?: Period; read: Read<ProfitRow[]> }> {
  const today = dhakaDate();
  const { this_month, last_month } = periodsOf(today);
  const now = useRead<ProfitRow[]>(pathOf(this_month!)).value;
  const { this_year } = periodsOf(today, now.meta?.year_start as string | undefined);
  const before = useRead<ProfitRow[]>(pathOf(last_month!)).value;
  const year = useRead<ProfitRow[]>(this_year && pathOf(this_year)).value;
  return {
    this_month: { period: this_month, read: now },
    last_month: { period: last_month, read: before },
    this_year: { period: this_year, read: year },
  };
}

export type Totals = Record<
  "income" | "cost_of_goods" | "gross_profit" | "expenses" | "exchange_difference" | "profit",
  number
>;
export const totalsOf = ({ meta }: Read<ProfitRow[]>) => meta?.totals as Totals | undefined;
