import type { z } from "zod";
import { type Actor, allow, may } from "../access/access.ts";
import { changeWithStatus } from "../audit/move_status.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { judgeFreeMove } from "../records/lifecycle.ts";
import { needAssignee } from "../staff/assignee.ts";
import { findWrittenTask, lockTask } from "./find_tasks.ts";
import { needRelated } from "./need_related.ts";
import { task, type TaskDetail } from "./task.ts";
import { openTaskStatuses, taskStatusAliases, taskStatuses } from "./task_words.ts";

export const taskChanges = task.changes.extend({
  expected_status: field.oneOf(taskStatuses, taskStatusAliases).optional()
    .describe("The status that was last seen: refused when it is another one by now."),
  note: field.text(2000).optional()
    .describe("Stands in the history, with the change of status where there is one."),
});

/**
 * Changes what is sent of a task; null clears a field. The status moves freely while the task is
 * open; a completed or cancelled one is reopened by who made it, a manager and above.
 * Source: docs/records.md, "Task".
 *
 * @throws Refusal `forbidden`, `not_found`, `status_changed`, `invalid_transition`; `invalid_fields`
 */
export async function updateTask(
  tx: Tx,
  actor: Actor,
  id: number,
  { expected_status, note, ...changes }: z.output<typeof taskChanges>,
): Promise<TaskDetail> {
  allow(actor, "tasks.write");
  const before = await lockTask(tx, actor, id);
  const from = before.status;
  const to = changes.status ?? from;
  judgeFreeMove(openTaskStatuses, { from, to, expected_status }, {
    mayReopen: may(actor, "tasks.all") || before.created_by === actor.userId,
    reopeners: "its creator, a manager and above",
    permission: "tasks.all",
  });
  const set = assignments(before, changes, task.whenCleared);
  if (set || note) {
    if (set && "assigned_to" in set.after) await needAssignee(tx, changes.assigned_to);
    if (set && ("related_type" in set.after || "related_id" in set.after)) {
      await needRelated(tx, actor, { ...before, ...changes });
    }
    await changeWithStatus(tx, actor, "task", before, set, note);
  }
  return await findWrittenTask(tx, actor, id);
}
