import type { Dashboard } from "../core/answers.ts";
import { addDays, type CoreWord, number, shortMoney, t } from "./first.ts";

/** What waits for a decision; the badge and the inbox read the same, so that it opens without internet. */
export const approvalsPath = "/approvals?sort=-risk_amount_local&put_off=1";

/** The end of the business week: today or the next Friday. */
export function nextFriday(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, (5 - weekday + 7) % 7);
}

/** 202611 for the 11th week of 2026 by ISO 8601: that of its Thursday. */
export function weekOf(day: string): number {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const thursday = addDays(day, 3 - weekday);
  const year = Number(thursday.slice(0, 4));
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return year * 100 + Math.floor(days / 7) + 1;
}

const amounts = /sales|due$|collection|receivables|value|amount/;
const worrying: Record<string, "warn" | "bad"> = {
  overdue_tasks: "bad",
  overdue_receivables: "bad",
  delayed_shipments: "bad",
  low_stock: "warn",
  pending_receipts: "warn",
};

export interface DayFigure {
  name: string;
  label: string;
  text: string;
  link?: string;
  tone?: "warn" | "bad";
}

/** The figures in the order the server gives them, as text for this phone. */
export function figuresOf(dashboard: Dashboard): DayFigure[] {
  return Object.entries(dashboard).flatMap(([name, value]) => {
    if (typeof value !== "number") return [];
    const text = amounts.test(name) ? shortMoney(value, dashboard.local_currency) : number(value);
    return [{
      name,
      label: t(`fig_${name}` as CoreWord),
      text,
      link: dashboard.links[name],
      tone: value > 0 ? worrying[name] : undefined,
    }];
  });
}
