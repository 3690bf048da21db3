import type { LcTt } from "../../core/answers.ts";
import { money, number } from "../../kit/mod.ts";

/** What shipments may still draw, and how that comes: the amount with its tolerance, less what is drawn. */
export function LeftToDraw({ amount, tolerance_percent, drawn, available, currency }: LcTt) {
  const more = tolerance_percent ? ` + ${number(tolerance_percent)}%` : "";
  return (
    <>
      {money(available, currency)}
      <span class="line muted">
        {`${money(amount, currency)}${more} − ${money(drawn, currency)}`}
      </span>
    </>
  );
}
