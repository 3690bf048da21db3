/** Arithmetic on calendar dates, `YYYY-MM-DD` in and out, with no clock and no time zone in it. */

/** The date so many months later; a day the month does not have becomes its last: 31 January + 1 is 28 or 29 February. */
export function addMonths(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Days from one date to another, below zero when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days;
}

/** The first and the last day of the month of a date. */
export function monthOf(date: string): { from: string; to: string } {
  const day = Temporal.PlainDate.from(date);
  return {
    from: day.with({ day: 1 }).toString(),
    to: day.with({ day: day.daysInMonth }).toString(),
  };
}
