import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { lockTask } from "./find_tasks.ts";
import { comment, commentTables, type TaskComment } from "./task.ts";

/**
 * Adds a comment to a task, also to one that has ended. Comments are never edited.
 * @throws Refusal `forbidden`, `not_found`
 */
export async function commentOnTask(
  tx: Tx,
  actor: Actor,
  taskId: number,
  said: z.output<typeof comment.entry>,
): Promise<TaskComment> {
  allow(actor, "tasks.write");
  const task = await lockTask(tx, actor, taskId);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into task_comments (task_id, comment, created_at, created_by)
    values (${taskId}, ${said.comment}, ${actor.now}, ${actor.userId}) returning id`);
  const [written] = await tx.query<[TaskComment]>(
    sql`select ${comment.columns(actor)} from ${commentTables} where k.id = ${id}`,
  );
  await tx.query(sql`update tasks set updated_at = ${actor.now}, version = version + 1
    where id = ${taskId}`);
  await audit(tx, actor, {
    action: "task.comment",
    entity: "task",
    entityId: taskId,
    reference_no: task.reference_no,
    after: written,
  });
  return written;
}
