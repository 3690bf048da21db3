import type { CashDay, Dashboard, Margin, RentTotals, Summary } from "../../core/answers.ts";
import { addDays, weekOf } from "../../kit/first.ts";

/** What the owner's day is made of: some of what the reports say, zero where they are silent. */
export type Day = Pick<CashDay, "entry_date" | "cash_in" | "cash_out">;
export type Week = Pick<Margin, "id" | "revenue" | "margin_percent">;

/** Figures by name: whose page this is sees them all. */
export type Figures = Omit<
  Required<Dashboard>,
  "recent_activity" | "cheques_due" | "supplier_cheques_due" | "links" | "local_currency" | "as_of"
>;

export interface Shown {
  figures: Figures;
  money: (value?: number) => string;
  summary?: Summary;
  rent?: Required<RentTotals>;
  /** oldest first, with the days on which nothing moved; the last is today */
  days: Day[];
  weeks: Week[];
}

/** Every day up to today, also those on which nothing moved. */
export function dayByDay(rows: Day[], today: string, count: number): Day[] {
  const known = new Map(rows.map((row) => [row.entry_date, row]));
  return Array.from({ length: count }, (_, at) => {
    const entry_date = addDays(today, at - count + 1);
    return known.get(entry_date) ?? { entry_date, cash_in: 0, cash_out: 0 };
  });
}

/** The last eight weeks, from Monday on as the report counts them; the last is this one. */
export function weekByWeek(rows: Week[], today: string) {
  const known = new Map(rows.map((row) => [row.id, row]));
  return Array.from({ length: 8 }, (_, at) => {
    const id = weekOf(addDays(today, 7 * (at - 7)));
    return known.get(id) ?? { id, revenue: 0, margin_percent: null };
  });
}

export const sum = (days: Day[], name: "cash_in" | "cash_out") =>
  days.reduce((all, day) => all + day[name], 0);
