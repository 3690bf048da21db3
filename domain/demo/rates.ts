import type { World } from "./world.ts";

/** Taka for one unit, made up: some paisa up and down from day to day. */
export function rateOf({ chance }: World, currency: "USD" | "CNY"): string {
  return currency === "USD"
    ? `122.${String(chance.from(20, 95)).padStart(2, "0")}`
    : `17.${String(chance.from(5, 40)).padStart(2, "0")}`;
}
