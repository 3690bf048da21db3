import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";

export const openTaskStatuses = ["new", "in_progress", "waiting"] as const;
export const taskStatuses = [...openTaskStatuses, "completed", "cancelled"] as const;
export type TaskStatus = typeof taskStatuses[number];
export const taskStatusAliases = { done: "completed" } as const;
export const taskAliases = { notes: "description" };

/** How soon something wants to be done; tickets have it too. */
export const priorities = ["low", "normal", "high", "urgent"] as const;

/** A task as it is entered. Source: docs/records.md, "Task". */
export const newTask = withAliases(
  z.object({
    title: field.text(),
    description: field.text(5000).optional(),
    department: field.text(100).optional(),
    assigned_to: field.id().optional(),
    priority: field.oneOf(priorities).default("normal"),
    due_date: field.date().optional(),
    due_time: field.time().optional(),
    status: field.oneOf(taskStatuses, taskStatusAliases).default("new"),
    related_type: relatedType().optional(),
    related_id: field.id().optional(),
  }),
  taskAliases,
);
export type NewTask = z.output<typeof newTask>;

/** What kind of record a task is about: `customer`, `service_ticket` … */
export function relatedType() {
  return field.text(40).transform((word) => word.toLowerCase().replace(/[-\s]+/g, "_"))
    .meta({ override: { type: "string", maxLength: 40 } });
}

export const taskRecord = z.object({
  ...answer.common,
  status: z.enum(taskStatuses),
  description: answer.text.nullable(),
  department: answer.text.nullable(),
  assigned_to: answer.id.nullable(),
  assigned_to_name: answer.text.nullable(),
  priority: z.enum(priorities),
  due_date: answer.date.nullable(),
  /** HH:MM */
  due_time: answer.text.nullable(),
  /** still open and past its due time, or past the end of its due day */
  overdue: answer.flag,
  related_type: answer.text.nullable(),
  related_id: answer.id.nullable(),
}).meta({ id: "Task" });
export type Task = z.output<typeof taskRecord>;

/**
 * A comment never changes; its `reference_no` is that of its task, its `title` the first words of
 * it.
 */
export const commentRecord = z.object({
  ...answer.common,
  comment: answer.text,
  created_by_name: answer.text.nullable(),
}).meta({ id: "TaskComment" });
export type TaskComment = z.output<typeof commentRecord>;

export const taskDetail = taskRecord.extend({
  /** oldest first */
  comments: z.array(commentRecord),
  history: answer.history,
}).meta({ id: "TaskDetail" });
export type TaskDetail = z.output<typeof taskDetail>;
