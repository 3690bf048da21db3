import { type Tone, words } from "../kit/mod.ts";
import { en } from "../strings/statuses.en.ts";

export const statusT = words(
  en,
  () => import("../strings/everyday.bn.ts").then((all) => all.statuses),
);

/** A status in the language of the phone; one that has no word yet is shown as the server calls it. */
export function statusWord(status: string): string {
  return status in en ? statusT(status as keyof typeof en) : status.replaceAll("_", " ");
}

const good =
  /^(completed|paid|posted|settled|closed|resolved|approved|delivered|received|delivered_to_customer|cleared)$/;
const bad = /^(cancelled|void|reversed|overdue|rejected|urgent|bounced)$/;
const warn =
  /^(unpaid|waiting|waiting_parts|draft|partial|high|submitted|qc_pending|customs_clearance_pending|parts_required|in_service|at_supplier|in_hand|deposited)$/;

export function statusTone(status: string): Tone {
  if (good.test(status)) return "good";
  if (bad.test(status)) return "bad";
  return warn.test(status) ? "warn" : "info";
}
