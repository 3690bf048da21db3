/** The calendar day in Dhaka, so many days from today. */
export function dhakaDay(days: number): string {
  const at = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Dhaka" }).format(at);
}
