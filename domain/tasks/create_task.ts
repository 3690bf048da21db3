import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { recordChange } from "../records/history.ts";
import { nextNumber } from "../records/numbering.ts";
import { needAssignee } from "../staff/assignee.ts";
import { findWrittenTask } from "./find_tasks.ts";
import { needRelated } from "./need_related.ts";
import type { NewTask, TaskDetail } from "./task.ts";

/**
 * Enters a task, for oneself, for someone else or for nobody yet. Everyone may.
 * Source: docs/records.md, "Task".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on `assigned_to`, `related_id`
 */
export async function createTask(tx: Tx, actor: Actor, input: NewTask): Promise<TaskDetail> {
  allow(actor, "tasks.write");
  await needAssignee(tx, input.assigned_to);
  await needRelated(tx, input);
  const number = await nextNumber(tx, "TSK", actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into tasks (reference_no, title, description, status, department, assigned_to, priority,
      due_date, due_time, related_type, related_id, created_at, updated_at, created_by)
    values (${number}, ${input.title}, ${input.description}, ${input.status}, ${input.department},
      ${input.assigned_to}, ${input.priority}, ${input.due_date}, ${input.due_time},
      ${input.related_type}, ${input.related_id}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  await recordChange(tx, actor, "task", id, { from: null, to: input.status });
  await audit(tx, actor, {
    action: "task.create",
    entity: "task",
    entityId: id,
    reference_no: number,
    after: input,
  });
  return await findWrittenTask(tx, actor, id);
}
