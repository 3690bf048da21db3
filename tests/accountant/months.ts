import type { Caller } from "../support/app.ts";
import { made } from "../support/receiving.ts";
import { today } from "../sales/shop.ts";

/** A month of the business's calendar, `YYYY-MM`; 0 is the one of today. */
export function monthsAgo(months: number): string {
  return Temporal.PlainDate.from(today).toPlainYearMonth().subtract({ months }).toString();
}

export async function customerWith(owner: Caller) {
  return made(await owner.post("/customers", { name: "Rahim", phone: "01712345678" }));
}
