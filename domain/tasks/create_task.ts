import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { recordChange } from "../records/history.ts";
import { nextNumber } from "../records/numbering.ts";
import { needAssignee } from "../staff/assignee.ts";
import { findWrittenTask } from "./find_tasks.ts";
import { needRelated } from "./need_related.ts";
import { type NewTask, task, type TaskDetail } from "./task.ts";

/**
 * Enters a task, for oneself, for someone else or for nobody yet. Everyone may.
 * Source: docs/records.md, "Task".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `assigned_to`, `related_id`
 */
export async function createTask(tx: Tx, actor: Actor, input: NewTask): Promise<TaskDetail> {
  allow(actor, "tasks.write");
  await needAssignee(tx, input.assigned_to);
  await needRelated(tx, actor, input);
  const reference_no = await nextNumber(tx, "TSK", actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into tasks (reference_no, ${task.stored}, created_at, updated_at, created_by)
    select reference_no, ${task.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${task.rows([{ ...input, reference_no }], { reference_no: "text" })}
    returning id`);
  await recordChange(tx, actor, "task", id, { from: null, to: input.status });
  await audit(tx, actor, {
    action: "task.create",
    entity: "task",
    entityId: id,
    reference_no,
    after: input,
  });
  return await findWrittenTask(tx, actor, id);
}
