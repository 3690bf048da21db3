import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { rules } from "../journal/rules.ts";
import * as field from "../records/fields.ts";
import {
  type Discrepancy,
  type DiscrepancyDetail,
  expectedDiscrepancyStatus,
} from "./discrepancy.ts";
import { type DiscrepancyStatus, nextOfClaim } from "./discrepancy_words.ts";
import { findDiscrepancy, lockDiscrepancy } from "./find_discrepancies.ts";
import { aboutClaim, judgeClaimDay, postClaim } from "./post_claim.ts";

export const submission = z.object({
  note: field.text(5000).optional().describe("Stands in the history."),
  expected_status: expectedDiscrepancyStatus(),
});
export const cancellation = z.object({
  reason: field.text(5000).describe("Why it is called off."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
  expected_status: expectedDiscrepancyStatus(),
});

/**
 * Marks a claim as handed in to the supplier, carrier or insurer. Once submitted, its value no longer
 * follows the shipment's costs. Submitting it again changes nothing.
 * @throws Refusal `forbidden`, `not_found`, `invalid_transition`, `status_changed`
 */
export function submitDiscrepancy(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof submission>,
): Promise<DiscrepancyDetail> {
  return move(tx, actor, id, "submitted", input);
}

/**
 * Calls a claim off; what it carried is lost. Cancelling it again changes nothing.
 * @throws Refusal `forbidden`, `not_found`, `invalid_transition`, `status_changed`, and as `judgeDay`
 */
export function cancelDiscrepancy(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof cancellation>,
): Promise<DiscrepancyDetail> {
  return move(tx, actor, id, "cancelled", { ...input, note: input.reason });
}

/** @throws Refusal `invalid_transition` with `allowed` */
export function refuseUnlessPossible(claim: Discrepancy, to: DiscrepancyStatus): void {
  if (nextOfClaim[claim.status].includes(to)) return;
  throw conflict(
    "invalid_transition",
    `claim ${claim.reference_no} is ${claim.status} and cannot become ${to}.`,
    { allowed: nextOfClaim[claim.status], current_status: claim.status },
  );
}

async function move(
  tx: Tx,
  actor: Actor,
  id: number,
  to: "submitted" | "cancelled",
  { note, date, expected_status }: {
    note?: string;
    date?: string;
    expected_status?: DiscrepancyStatus;
  },
): Promise<DiscrepancyDetail> {
  allow(actor, "discrepancies.resolve");
  const claim = await lockDiscrepancy(tx, actor, id, expected_status);
  if (claim.status === to) return await findDiscrepancy(tx, actor, id);
  refuseUnlessPossible(claim, to);
  const action = `discrepancy.${to === "submitted" ? "submit" : "cancel"}`;
  if (to === "submitted") {
    await moveStatus(tx, actor, "discrepancy", claim, { to, action, note });
  } else {
    const day = await judgeClaimDay(tx, actor, claim, date);
    const set = sql`resolved_on = ${day}`;
    await moveStatus(tx, actor, "discrepancy", claim, { to, action, note, set });
    await postClaim(tx, actor, claim, day, {
      kind: "claim_lost",
      lines: rules.claim_lost(claim.carrying_value, aboutClaim(claim)),
    });
  }
  return await findDiscrepancy(tx, actor, id);
}
