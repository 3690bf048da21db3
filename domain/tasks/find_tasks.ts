import sql, { join, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { historyJson } from "../records/history.ts";
import { listPage, listQuery, matches, type Page, wordList } from "../records/paging.ts";
import {
  openTaskStatuses,
  priorities,
  relatedType,
  type Task,
  type TaskDetail,
  taskStatusAliases,
  taskStatuses,
} from "./task.ts";

/** Open and due before now, in the business's time zone; without a time the whole day is left. */
export function isOverdue(actor: Pick<Actor, "now" | "today">): Sql {
  return sql`(t.status in (${join(openTaskStatuses)}) and t.due_date is not null and
    case when t.due_time is null then t.due_date < ${actor.today}::date
      else t.due_date + t.due_time < ${actor.now}::timestamptz at time zone ${business.timeZone} end)`;
}

export const columns = (actor: Actor) =>
  sql`t.id, t.reference_no, t.title, t.status, t.description, t.department, t.assigned_to,
  a.name as assigned_to_name, t.priority, t.due_date, to_char(t.due_time, 'HH24:MI') as due_time,
  ${isOverdue(actor)} as overdue, t.related_type, t.related_id, t.created_at, t.updated_at,
  t.created_by, t.version`;

export const tasksWithAssignee = sql`tasks t left join users a on a.id = t.assigned_to`;

export const taskQuery = listQuery.extend({
  status: wordList(taskStatuses, taskStatusAliases).optional(),
  priority: wordList(priorities).optional(),
  assigned_to: field.userOrMe().optional(),
  department: field.text(100).optional(),
  overdue: field.flag().optional(),
  related_type: relatedType().optional(),
  related_id: field.id().optional(),
});

/**
 * Tasks within the actor's reach, newest first. `from` and `to` mean the due date; `assigned_to=me`
 * is whoever asks; `search` looks at number, title, description, department and assignee.
 */
export function listTasks(
  db: Db,
  actor: Actor,
  query: z.output<typeof taskQuery>,
): Promise<Page<Task>> {
  const assignee = query.assigned_to === "me" ? actor.userId : query.assigned_to;
  return listPage<Task>(db, query, {
    columns: columns(actor),
    from: tasksWithAssignee,
    id: sql`t.id`,
    sorts: {
      title: { by: sql`lower(t.title)`, type: "text" },
      due_date: { by: sql`coalesce(t.due_date, '9999-12-31'::date)`, type: "date" },
      priority: { by: sql`array_position(array[${join(priorities)}], t.priority)`, type: "bigint" },
      created_at: { by: sql`t.created_at`, type: "timestamptz" },
      updated_at: { by: sql`t.updated_at`, type: "timestamptz" },
    },
    where: [
      withinReach(actor, "tasks.all", "t"),
      query.status !== undefined && sql`t.status = any(${query.status}::text[])`,
      query.priority !== undefined && sql`t.priority = any(${query.priority}::text[])`,
      assignee !== undefined && sql`t.assigned_to = ${assignee}`,
      query.department !== undefined && sql`lower(t.department) = lower(${query.department})`,
      query.overdue !== undefined && sql`${isOverdue(actor)} = ${query.overdue}`,
      query.related_type !== undefined && sql`t.related_type = ${query.related_type}`,
      query.related_id !== undefined && sql`t.related_id = ${query.related_id}`,
      query.from !== undefined && sql`t.due_date >= ${query.from}::date`,
      query.to !== undefined && sql`t.due_date <= ${query.to}::date`,
      matches(query.search, [
        sql`t.reference_no`,
        sql`t.title`,
        sql`t.description`,
        sql`t.department`,
        sql`a.name`,
      ]),
    ],
  });
}

/** One task with its comments and history. @throws Refusal `not_found`, also outside the actor's reach */
export function findTask(db: Db, actor: Actor, id: number): Promise<TaskDetail> {
  return readTask(db, actor, id, withinReach(actor, "tasks.all", "t"));
}

/**
 * A task right after a write, within the actor's reach or not: who has just assigned it to somebody
 * else still gets his answer.
 */
export function findWrittenTask(db: Db, actor: Actor, id: number): Promise<TaskDetail> {
  return readTask(db, actor, id, sql`true`);
}

async function readTask(db: Db, actor: Actor, id: number, reach: Sql): Promise<TaskDetail> {
  const [task] = await db.query<[TaskDetail?]>(sql`
    select ${columns(actor)},
      (select coalesce(json_agg(json_build_object('id', k.id,
          'reference_no', t.reference_no, 'title', left(split_part(k.comment, chr(10), 1), 80), 'comment', k.comment,
          'created_at', ${instantText(sql`k.created_at`)},
          'updated_at', ${instantText(sql`k.created_at`)}, 'created_by', k.created_by,
          'created_by_name', u.name, 'version', 1) order by k.id), '[]'::json)
        from task_comments k left join users u on u.id = k.created_by
        where k.task_id = t.id) as comments,
      ${historyJson("task", sql`t.id`)}
    from ${tasksWithAssignee} where t.id = ${id} and ${reach}`);
  if (!task) throw notFound("Task", id);
  return task;
}

/** Locks a task for a change. @throws Refusal `not_found`, also outside the actor's reach */
export async function lockTask(tx: Db, actor: Actor, id: number): Promise<Task> {
  const [task] = await tx.query<[Task?]>(sql`
    select ${columns(actor)} from ${tasksWithAssignee}
    where t.id = ${id} and ${withinReach(actor, "tasks.all", "t")} for no key update of t`);
  if (!task) throw notFound("Task", id);
  return task;
}
