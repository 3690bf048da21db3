import { parse } from "../records/input.ts";
import { commentOnTask } from "../tasks/comment_on_task.ts";
import { createTask } from "../tasks/create_task.ts";
import { task as taskRecord, type TaskStatus } from "../tasks/task.ts";
import { taskChanges, updateTask } from "../tasks/update_task.ts";
import type { World } from "./world.ts";

const chores = [
  ["Call about the overdue invoice", "customer", "accounts"],
  ["Send the proforma for ink", "customer", "sales"],
  ["Ask the supplier for photos of the packing", "supplier", "office_staff"],
  ["নতুন মেশিনের ডেমো ঠিক করতে হবে", "customer", "sales"],
  ["Count the print heads on shelf P", "product", "store"],
] as const;

/** Office work of that day, which stands at `status` a few days later; some is overdue today. */
export function followTask(world: World, day: number, status: TaskStatus): void {
  const { diary, chance, staff, tx } = world;
  diary.note(day, async () => {
    const [title, related_type, role] = chance.pick(chores);
    const about = {
      customer: world.customers,
      supplier: world.suppliers,
      product: [...world.articles.values()],
    }[related_type];
    const task = await createTask(
      tx,
      world.as("manager"),
      parse(taskRecord.entry, {
        title,
        related_type,
        related_id: `${chance.pick<{ id: number }>(about).id}`,
        assigned_to: `${staff.get(role)!.id}`,
        priority: chance.pick(["low", "normal", "normal", "high"]),
        due_date: diary.date(day + chance.from(1, 9)),
        due_time: "17:00",
      }),
    );
    diary.note(day + 1, async () => {
      if (chance.percent(50)) {
        await commentOnTask(tx, world.as(role), task.id, { comment: "Tried, nobody answers yet." });
      }
      if (status === "new") return;
      await updateTask(tx, world.as("manager"), task.id, parse(taskChanges, { status }));
    });
  });
}
