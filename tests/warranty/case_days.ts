import { businessDate } from "../../domain/business/business.ts";
import { daysBetween } from "../../domain/business/calendar.ts";
import { atSupplier, rmaStatuses, settled } from "../../domain/warranty/rma_words.ts";

/** The rules of rma_days.ts said in another way, to hold the SQL against. */

/** One row of a case's history. */
interface Change {
  field: string;
  to: string | null;
  /** when it happened, RFC 3339 */
  occurred_at: string;
}

/**
 * Calendar days that the machine or board has spent with its supplier: from being sent until it is on
 * its way back, until `today` while it is there; several stays add up. Null when it was never sent; a
 * step back to before the sending says that it had not been. Source: docs/imports.md,
 * "RMA".
 */
export function daysAtSupplier(history: Change[], today: string): number | null {
  let days: number | null = null;
  let since: string | undefined;
  for (const { to, on } of statusChanges(history)) {
    if (includes(atSupplier, to)) {
      since ??= on;
    } else if (since !== undefined) {
      if (isBeyondSupplier(to)) days = (days ?? 0) + daysFrom(since, on);
      since = undefined;
    }
  }
  return since === undefined ? days : (days ?? 0) + daysFrom(since, today);
}

/** Days from opening the case until it was settled, until `today` while it is not. */
export function turnaroundDays(history: Change[], openedOn: string, today: string): number {
  let settledOn: string | undefined;
  for (const { to, on } of statusChanges(history)) {
    settledOn = includes(settled, to) ? settledOn ?? on : undefined;
  }
  return daysFrom(openedOn, settledOn ?? today);
}

function statusChanges(history: Change[]): { to: string | null; on: string }[] {
  return history.filter((change) => change.field === "status").map((change) => ({
    to: change.to,
    on: businessDate(new Date(change.occurred_at)),
  }));
}

function isBeyondSupplier(status: string | null): boolean {
  return includes(rmaStatuses.slice(rmaStatuses.indexOf("return_in_transit")), status);
}

function includes(statuses: readonly string[], status: string | null): boolean {
  return status !== null && statuses.includes(status);
}

/** Never below zero: a change may be told late, with a time before the one it follows. */
function daysFrom(from: string, to: string): number {
  return Math.max(0, daysBetween(from, to));
}
