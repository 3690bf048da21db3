import { openTaskStatuses } from "../../../../domain/tasks/task_words.ts";
import type { Task } from "../../core/answers.ts";
import {
  Badge,
  Button,
  date,
  digits,
  enqueue,
  Field,
  Form,
  List,
  Row,
  t,
  useSignal,
  when,
  words,
  type Write,
} from "../../kit/mod.ts";
import {
  detailScreen,
  type FormDef,
  formScreen,
  listScreen,
  priority,
  StatusBadge,
  statusWord,
  Unsent,
} from "../../records/mod.ts";
import { en } from "../../strings/tasks.en.ts";

export const w = words(en, () => import("../../strings/everyday.bn.ts").then((all) => all.tasks));

const OPEN: readonly string[] = openTaskStatuses;
const isOpen = (task: Task) => OPEN.includes(task.status);
const whenDue = ({ due_date, due_time }: Task) =>
  due_date && [date(due_date), due_time && digits(due_time)].filter(Boolean).join(", ");

export const list = listScreen<Task>({
  title: () => t("tasks"),
  path: "/tasks",
  screen: "/tasks",
  icon: "tasks",
  query: "sort=due_date",
  search: true,
  filters: [
    // first what is within reach: what one has just made is of nobody yet
    { label: () => w("open"), query: `status=${OPEN}` },
    { label: () => w("mine"), query: `assigned_to=me&status=${OPEN}` },
    { label: () => w("overdue"), query: "overdue=true" },
    { label: () => w("done"), query: "status=completed" },
    { label: () => w("everything"), query: "" },
  ],
  row: (task) => ({
    title: task.title,
    lines: [
      task.due_date && t("due", { date: whenDue(task)! }),
      task.assigned_to_name ?? undefined,
    ],
    badges: (
      <>
        {task.overdue
          ? <Badge tone="bad">{t("overdue")}</Badge>
          : <StatusBadge status={task.status} />}
        {task.priority === "urgent" && <StatusBadge status="urgent" />}
      </>
    ),
  }),
  unsentRow: (body) => ({ title: body.title }),
  add: { label: () => t("new_task"), to: "/tasks/new", may: "tasks.write" },
  empty: () => w("empty"),
});

function move(
  label: "mark_done" | "start" | "reopen",
  name: "name_done" | "name_start" | "name_reopen",
  to: string,
) {
  return {
    label: () => w(label),
    may: "tasks.write",
    write: (task: Task) => ({
      method: "PUT" as const,
      path: `/tasks/${task.id}`,
      body: { status: to, expected_status: task.status },
      title: w(name, { title: task.title }),
    }),
  };
}

export const detail = detailScreen<Task>({
  path: "/tasks",
  screen: "/tasks",
  title: (task) => task.title,
  begins: { status: "new" },
  status: (task) => task.status,
  sections: [
    {
      rows: (task) => [
        [w("due_date"), whenDue(task)],
        [w("priority"), task.priority && statusWord(task.priority)],
        [w("assigned_to"), task.assigned_to_name],
        [w("department"), task.department],
        [w("details"), task.description],
      ],
    },
    {
      title: () => w("comments"),
      when: (task) => task.id !== undefined,
      show: (task, unsent) => <Comments task={task} unsent={unsent} />,
    },
  ],
  actions: [
    { ...move("mark_done", "name_done", "completed"), look: "main", icon: "check", when: isOpen },
    { ...move("start", "name_start", "in_progress"), when: (task) => task.status === "new" },
    { ...move("reopen", "name_reopen", "in_progress"), when: (task) => !isOpen(task) },
    {
      label: () => w("edit"),
      icon: "edit",
      may: "tasks.write",
      when: isOpen,
      to: (task) => `/tasks/${task.id}/edit`,
    },
  ],
});

function Comments({ task, unsent }: { task: Task; unsent: Write[] }) {
  const text = useSignal("");
  const waiting = unsent.filter((write) => write.path.endsWith("/comments"));
  const send = async () => {
    const comment = text.value.trim();
    if (!comment) return;
    text.value = "";
    await enqueue({
      method: "POST",
      path: `/tasks/${task.id}/comments`,
      record: `/tasks/${task.id}`,
      body: { comment },
      title: w("name_comment", { title: task.title }),
      undo: false,
    }).catch((fault) => {
      text.value ||= comment;
      throw fault;
    });
  };
  const all = task.comments ?? [];
  return (
    <>
      {all.length + waiting.length === 0 && <p class="muted">{w("no_comments")}</p>}
      <List label={w("comments")}>
        {all.map((one) => (
          <Row
            key={one.id}
            title={one.comment}
            lines={[`${one.created_by_name ?? ""} · ${when(one.created_at)}`]}
          />
        ))}
        {waiting.map((write) => (
          <Row
            key={write.key}
            title={String(write.body.comment)}
            badges={<Unsent writes={[write]} />}
          />
        ))}
      </List>
      {/* not waited for: the next may be typed while this one is kept */}
      <Form look="inline" onSubmit={() => void send()}>
        <Field
          name="comment"
          label={w("comment")}
          value={text.value}
          onInput={(v) => text.value = v}
        />
        <Button type="submit" icon="chat">{w("send")}</Button>
      </Form>
    </>
  );
}

const shared: Pick<FormDef, "list" | "fields"> = {
  list: "/tasks",
  fields: [
    { name: "title", label: () => w("title"), required: true },
    { name: "due_date", label: () => w("due_date"), type: "date" },
    { name: "due_time", label: () => w("due_time"), type: "time" },
    priority(() => w("priority")),
    { name: "description", label: () => w("details"), type: "area" },
  ],
};

export const form = formScreen({
  ...shared,
  title: () => t("new_task"),
  path: "/tasks",
  name: (body) => w("name_new", { title: String(body.title) }),
});

export const edit = formScreen({
  ...shared,
  title: () => w("edit_task"),
  path: "/tasks/:id",
  method: "PUT",
  edits: true,
  name: (body) => w("name_edit", { title: String(body.title) }),
});
