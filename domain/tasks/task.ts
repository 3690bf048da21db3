import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import { business } from "../business/business.ts";
import { anyOf } from "../records/any_of.ts";
import { named, stamps, unchanging } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import { historyOf } from "../records/history.ts";
import { date, flag, id, text, time, word } from "../records/kinds.ts";
import { freeMoves } from "../records/lifecycle.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { record } from "../records/record.ts";
import { openTaskStatuses, priorities, taskStatusAliases, taskStatuses } from "./task_words.ts";

export type TaskStatus = typeof taskStatuses[number];

/** What kind of record a task is about: `customer`, `service_ticket` … */
export function relatedType() {
  return field.text(40).transform((word) => word.toLowerCase().replace(/[-\s]+/g, "_"))
    .meta({ override: { type: "string", maxLength: 40 } });
}

/** Open and due before now, in the business's time zone; without a time the whole day is left. */
export function isOverdue({ now, today }: Pick<Actor, "now" | "today">): Sql {
  return sql`(t.status = ${anyOf(openTaskStatuses)} and t.due_date is not null and
    case when t.due_time is null then t.due_date < ${today}::date
      else t.due_date + t.due_time < ${now}::timestamptz at time zone ${business.timeZone} end)`;
}

const fields = {
  ...named({
    example: { reference_no: "TSK-2026-000012", title: "Call the C&F agent" },
    title: sql`t.title`,
  }),
  title: text("What is to be done.", { example: "Call the C&F agent", entry: "required" }),
  status: word(taskStatuses, "How far it is.", {
    example: "in_progress",
    entry: { default: "new" },
    change: "kept",
    spelled: taskStatusAliases,
  }),
  description: text("What else is to be known.", {
    example: "Ask for the duty of SHP-2026-000007.",
    max: 5000,
    entry: "optional",
    aliases: ["notes"],
  }),
  department: text("Whose work it is.", { example: "Import", max: 100, entry: "optional" }),
  assigned_to: id("The user who does it.", { example: 5, entry: "optional" }),
  assigned_to_name: text("His name.", { example: "Karim", nullable: true, sql: sql`a.name` }),
  priority: word(priorities, "How soon it wants to be done.", {
    example: "high",
    entry: { default: "normal" },
  }),
  due_date: date("The day by which it is to be done.", {
    example: "2026-03-05",
    entry: "optional",
  }),
  due_time: time("The time of that day, HH:MM.", {
    example: "14:30",
    entry: "optional",
    sql: sql`to_char(t.due_time, 'HH24:MI')`,
    stored: true,
  }),
  overdue: flag("Open, and past its due time, or past the end of its due day.", {
    example: false,
    sql: (reader) => isOverdue(reader),
  }),
  related_type: text("The kind of record that it is about.", {
    example: "shipment",
    entry: "optional",
    reads: relatedType(),
  }),
  related_id: id("That record's id.", { example: 7, entry: "optional" }),
  ...stamps(),
} as const;

/** Something to be done. Source: docs/records.md, "Task". */
export const task = record("Task", "t", fields);
export type Task = z.output<typeof task.schema>;
export type NewTask = z.output<typeof task.entry>;

/** What a task's columns stand on, behind `from`. */
export const taskTables = sql`tasks t left join users a on a.id = t.assigned_to`;

/** A comment never changes; it is known by its task's number and its own first words. */
export const comment = record("TaskComment", "k", {
  ...named({
    example: { reference_no: "TSK-2026-000012", title: "He calls back at four." },
    reference_no: sql`kt.reference_no`,
    title: sql`left(split_part(k.comment, chr(10), 1), 80)`,
  }),
  comment: text("What was said.", {
    example: "He calls back at four.",
    max: 5000,
    entry: "required",
  }),
  ...unchanging("k"),
});
export type TaskComment = z.output<typeof comment.schema>;

/** What a comment's columns stand on, behind `from`. */
export const commentTables = sql`task_comments k join tasks kt on kt.id = k.task_id`;

export const taskDetail = record("TaskDetail", "t", {
  ...fields,
  next_statuses: nextStatuses(taskStatuses, {
    may: "tasks.write",
    after: (reader) => {
      const moves = (mayReopen: boolean) => freeMoves(taskStatuses, openTaskStatuses, mayReopen);
      if (may(reader, "tasks.all")) return [{ next: moves(true) }];
      return [
        { when: sql`t.created_by = ${reader.userId}::bigint`, next: moves(true) },
        { next: moves(false) },
      ];
    },
  }),
  comments: many(comment, "What was said of it, oldest first.", {
    from: sql`from ${commentTables} where k.task_id = t.id`,
  }),
  history: historyOf("task", sql`t.id`),
});
export type TaskDetail = z.output<typeof taskDetail.schema>;
