import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { lockTask } from "./find_tasks.ts";
import type { TaskComment } from "./task.ts";

export const newComment = z.object({ comment: field.text(5000) });

/**
 * Adds a comment to a task, also to one that has ended. Comments are never edited.
 * @throws Refusal `forbidden`, `not_found`
 */
export async function commentOnTask(
  tx: Tx,
  actor: Actor,
  taskId: number,
  { comment }: z.output<typeof newComment>,
): Promise<TaskComment> {
  allow(actor, "tasks.write");
  const task = await lockTask(tx, actor, taskId);
  const [written] = await tx.query<[TaskComment]>(sql`
    insert into task_comments (task_id, comment, created_at, created_by)
    values (${taskId}, ${comment}, ${actor.now}, ${actor.userId})
    returning id, ${task.reference_no}::text as reference_no, left(split_part(comment, chr(10), 1), 80) as title, comment,
      created_at, created_at as updated_at, created_by,
      (select name from users where id = ${actor.userId}) as created_by_name, 1 as version`);
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
