import sql, { join, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { linkedTo, lookUp, ofUser } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import {
  isOverdue,
  relatedType,
  type Task,
  task,
  type TaskDetail,
  taskDetail,
  taskTables,
} from "./task.ts";
import { priorities, taskStatusAliases, taskStatuses } from "./task_words.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  title: { by: sql`lower(t.title)`, type: "text" },
  due_date: { by: sql`coalesce(t.due_date, '9999-12-31'::date)`, type: "date" },
  priority: { by: sql`array_position(array[${join(priorities)}], t.priority)`, type: "bigint" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
  updated_at: { by: sql`t.updated_at`, type: "timestamptz" },
};

export const listedTask = withRows("ListedTask", task, taskDetail);
export const taskQuery = queryOf(recordQuery, { sorts, day: "due_date" }).extend({
  include: listedTask.include,
  status: wordList(taskStatuses, "Only those in these statuses.", taskStatusAliases),
  priority: wordList(priorities, "Only those that are so urgent."),
  assigned_to: field.userOrMe().optional().describe("Only this user's; me: one's own."),
  department: field.text(100).optional().describe("Only this department's, in any case."),
  overdue: field.flag().optional().describe("True: those past their due time; false: the others."),
  related_type: relatedType().optional().describe("Only those about records of this kind."),
  related_id: field.id().optional().describe("Only those about the record with this id."),
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
  return recordPage<Task>(db, query, {
    ...listedTask.listed(actor, query.include),
    from: taskTables,
    id: sql`t.id`,
    sorts,
    where: [
      withinReach(actor, "tasks.all", "t"),
      query.status !== undefined && sql`t.status = any(${query.status}::text[])`,
      query.priority !== undefined && sql`t.priority = any(${query.priority}::text[])`,
      ofUser(sql`t.assigned_to`, query.assigned_to, actor),
      query.department !== undefined && sql`lower(t.department) = lower(${query.department})`,
      query.overdue !== undefined && sql`${isOverdue(actor)} = ${query.overdue}`,
      query.related_type !== undefined && sql`t.related_type = ${query.related_type}`,
      query.related_id !== undefined && sql`t.related_id = ${query.related_id}`,
      query.from !== undefined && sql`t.due_date >= ${query.from}::date`,
      query.to !== undefined && sql`t.due_date <= ${query.to}::date`,
      lookUp(query.search, [
        sql`t.reference_no`,
        sql`t.title`,
        sql`t.description`,
        sql`t.department`,
      ], [linkedTo(sql`t.assigned_to`, "users", ["name"])]),
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
  return await readOne<TaskDetail>(
    db,
    sql`
    select ${taskDetail.columns(actor)} from ${taskTables} where t.id = ${id} and ${reach}`,
    "Task",
    id,
  );
}

/** Locks a task for a change. @throws Refusal `not_found`, also outside the actor's reach */
export async function lockTask(tx: Db, actor: Actor, id: number): Promise<Task> {
  const [found] = await tx.query<[Task?]>(sql`
    select ${task.columns(actor)} from ${taskTables}
    where t.id = ${id} and ${withinReach(actor, "tasks.all", "t")} for no key update of t`);
  if (!found) throw notFound("Task", id);
  return found;
}
