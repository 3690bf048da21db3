import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { judgeMove } from "../records/lifecycle.ts";
import { recordRma } from "../serials/rma_serials.ts";
import { findRma } from "./find_rmas.ts";
import { lockRma } from "./lock_rma.ts";
import { type RmaDetail, rmaLifecycle } from "./rma.ts";
import { rmaStatuses } from "./rma_words.ts";

export const rmaMove = z.object({
  status: field.oneOf(rmaStatuses, { canceled: "cancelled" }).describe("Where it goes."),
  note: field.text(2000).optional().describe("Why; needed on the way back."),
  expected_status: field.oneOf(rmaStatuses).optional()
    .describe("The status last seen; another one now is refused."),
  occurred_at: field.instant().optional().describe("When it happened, to the moment."),
  replacement_serial_number: field.text(100).optional()
    .describe("The serial of the piece that came for it."),
});

/**
 * Moves a case to another status: forward to any later one, back with a note by a manager and above,
 * cancelled while it is open; closed and cancelled end it, and only the owner reopens. The same status
 * again changes nothing. A replacement's serial is kept with the case,
 * and carries on the warranty of what it replaced.
 * Source: docs/records.md, "Status changes"; docs/imports.md, "RMA".
 *
 * @throws Refusal `forbidden`, `not_found`, `status_changed`, `invalid_transition`; `invalid_fields` on `note`
 */
export async function moveRma(
  tx: Tx,
  actor: Actor,
  id: number,
  move: z.output<typeof rmaMove>,
): Promise<RmaDetail> {
  allow(actor, "rmas.status");
  const before = await lockRma(tx, actor, id);
  const { status, note, occurred_at, replacement_serial_number } = move;
  if (judgeMove(rmaLifecycle, actor, { ...move, from: before.status, to: status })) {
    const also = assignments(before, { replacement_serial_number });
    await moveStatus(tx, actor, "rma", before, {
      to: status,
      action: "rma.status",
      note,
      occurred_at,
      set: also?.sql,
      before: also?.before,
      after: { ...also?.after, note },
    });
    await recordRma(tx, actor, before, { ...before, status, ...also?.after }, occurred_at);
  }
  return await findRma(tx, actor, id);
}
