import { z } from "zod";
import { commentOnTask } from "../../domain/tasks/comment_on_task.ts";
import { createTask } from "../../domain/tasks/create_task.ts";
import {
  findTask,
  listedTask,
  listTasks,
  lockTask,
  taskQuery,
} from "../../domain/tasks/find_tasks.ts";
import { comment, task, taskDetail } from "../../domain/tasks/task.ts";
import { taskChanges, updateTask } from "../../domain/tasks/update_task.ts";
import { type Area, get, post, put } from "../http/route.ts";

export const tasks: Area = {
  name: "Tasks",
  says: "Work of staff, with comments and due days.",
  routes: [
    get("/tasks", {
      summary: "Office task list",
      may: "tasks.read",
      query: taskQuery,
      answer: z.array(listedTask.schema),
    }, ({ wire, actor, query }) => listTasks(wire, actor, query)),
    post("/tasks", {
      summary: "Create a task",
      offline: "task",
      may: "tasks.write",
      body: task.entry,
      answer: taskDetail.schema,
      creates: true,
    }, ({ tx, actor, body }) => createTask(tx, actor, body)),
    get("/tasks/:id", {
      summary: "One task with comments and history",
      may: "tasks.read",
      answer: taskDetail.schema,
    }, ({ wire, actor, id }) => findTask(wire, actor, id)),
    put("/tasks/:id", {
      summary: "Update a task",
      offline: "task_change",
      may: "tasks.write",
      body: taskChanges,
      answer: taskDetail.schema,
      versionOf: async (tx, actor, id) => (await lockTask(tx, actor, id)).version,
    }, ({ tx, actor, id, body }) => updateTask(tx, actor, id, body)),
    post("/tasks/:id/comments", {
      summary: "Add a task comment",
      offline: "task_comment",
      may: "tasks.write",
      body: comment.entry,
      answer: comment.schema,
      creates: true,
      location: (_data, { id }) => `/tasks/${id}`,
    }, ({ tx, actor, id, body }) => commentOnTask(tx, actor, id, body)),
  ],
};
