import { addDays } from "./first.ts";

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
