import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import { startOfDay } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import { isFinal, judgeMove } from "../records/lifecycle.ts";
import { findLcTt, type LcTtDetail } from "./find_lc_tt.ts";
import { lifecycleOf } from "./lc_tt.ts";
import { lcTtStatuses } from "./lc_tt_words.ts";
import { type LockedLcTt, lockLcTt, touchLcTt } from "./lock_lc_tt.ts";
import { payMargin, releaseMargin } from "./margin.ts";
import { settle } from "./settle.ts";

export const lcTtMove = z.object({
  status: field.oneOf(lcTtStatuses, { canceled: "cancelled" }).describe("What it becomes."),
  note: field.text(2000).optional().describe("Why; required for a step back."),
  date: field.date().optional()
    .describe("When it happened, and the date of the ledger entry. Left out: today."),
  post_to_ledger: field.flag().default(false)
    .describe("Whether to book the payment in the supplier ledger, too."),
  settlement_amount: field.money("positive").optional()
    .describe("Left out: what is drawn (LC, DP) or the amount, less what is paid already."),
  settlement_rate: field.rate().optional().describe("Left out: the rate it was booked at."),
  account_id: field.id().optional()
    .describe("The money account of payment and margin. Left out: the bank's of the settings."),
  margin_used: field.localMoney().optional()
    .describe("What of the payment the margin paid, local currency. Left out: as much as is held."),
  margin_paid: field.localMoney("positive").optional()
    .describe("What the bank now keeps of ours, local currency."),
  margin_released: field.localMoney("positive").optional()
    .describe("What it gave back of that, local currency."),
  expected_status: field.oneOf(lcTtStatuses).optional()
    .describe("The status last seen; another one now is refused."),
  occurred_at: field.instant().optional().describe("When it happened, to the moment."),
}).superRefine(({ post_to_ledger, status, margin_paid, ...move }, context) => {
  if (margin_paid !== undefined && isFinal(status)) {
    context.addIssue({
      code: "custom",
      path: ["margin_paid"],
      message: `is not possible with ${status}`,
    });
  }
  if (post_to_ledger) return;
  const { settlement_amount, settlement_rate, margin_used } = move;
  for (const [name, value] of Object.entries({ settlement_amount, settlement_rate, margin_used })) {
    if (value === undefined) continue;
    context.addIssue({ code: "custom", path: [name], message: "is only for post_to_ledger" });
  }
});
type Move = z.output<typeof lcTtMove>;

/**
 * Moves an LC or TT along the statuses of its kind: forward to any later one, back as a correction with
 * a note, cancelled before it is released. With `post_to_ledger` a step forward to a status in which
 * the bank has paid also books the payment; in the status it already has that is another payment, so send
 * an Idempotency-Key. `margin_paid` and `margin_released` are booked with any step, or none; closed or
 * cancelled, what is left of the margin comes back. Without any of these the status it already has changes
 * nothing. Source: docs/imports.md, "LC, TT and DP".
 *
 * @throws Refusal `forbidden`, `not_found`, `status_changed`, `invalid_transition` with `allowed`,
 * `settlement_exceeds_amount`, `exchange_rate_missing`, `invalid_fields`
 */
export async function changeLcTtStatus(
  tx: Tx,
  actor: Actor,
  id: number,
  move: Move,
): Promise<LcTtDetail> {
  allow(actor, "costs.write");
  const lcTt = await lockLcTt(tx, id);
  const { status: to, note, date, occurred_at } = move;
  const moves = judgeMove(lifecycleOf(lcTt.type), actor, { ...move, from: lcTt.status, to });
  if (move.post_to_ledger) refuseUnpaid(lcTt, move);
  if (moves) {
    await moveStatus(tx, actor, "lc_tt", lcTt, {
      to,
      action: "lc_tt.change_status",
      note,
      occurred_at: occurred_at ?? (date && date !== actor.today ? startOfDay(date) : null),
      after: move,
    });
  } else if (move.post_to_ledger || move.margin_paid || move.margin_released) {
    await touchLcTt(tx, actor, id);
  }
  await bookMoney(tx, actor, lcTt, move);
  if (moves && isFinal(to)) await releaseMargin(tx, actor, lcTt, undefined, move);
  return await findLcTt(tx, actor, id);
}

/** The margin first: what is paid or given back with a step is so before its payment uses it. */
async function bookMoney(tx: Tx, actor: Actor, lcTt: LockedLcTt, move: Move): Promise<void> {
  const { margin_paid, margin_released, settlement_amount, settlement_rate } = move;
  if (margin_paid) await payMargin(tx, actor, lcTt, margin_paid, move);
  if (margin_released) await releaseMargin(tx, actor, lcTt, margin_released, move);
  if (!move.post_to_ledger) return;
  const { date, account_id, margin_used } = move;
  await settle(tx, actor, lcTt, {
    amount: settlement_amount,
    rate: settlement_rate,
    date,
    account_id,
    margin_used,
    fields: { amount: "settlement_amount", rate: "settlement_rate" },
  });
}

/**
 * Refuses `post_to_ledger` on a step with which the bank cannot have paid: to `pi_received`, where
 * the order is only agreed, to `cancelled`, and back.
 */
function refuseUnpaid({ type, status: from }: LockedLcTt, { status: to }: Move): void {
  const { ladder } = lifecycleOf(type);
  const back = ladder.indexOf(to) < ladder.indexOf(from);
  if (!back && to !== "draft" && to !== "pi_received" && to !== "cancelled") return;
  throw invalid({ post_to_ledger: `is not possible with a step from ${from} to ${to}` });
}
