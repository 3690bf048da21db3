import type { Task } from "../core/answers.ts";
import {
  allRoutes,
  Badge,
  ButtonLink,
  calledBy,
  Card,
  type ComponentChildren,
  type CoreWord,
  date,
  EmptyState,
  isRead,
  List,
  may,
  number,
  queue,
  readState,
  type Route,
  Row,
  t,
  Tile,
  user,
  useRead,
} from "./first.ts";

/** Cards that the first screens of both pages are made of. */

const OPEN = "new,in_progress,waiting";

export function greeting(now = new Date()): string {
  const hour = (now.getUTCHours() + 6) % 24; // Dhaka, the year round
  const word: CoreWord = hour < 5 || hour > 16
    ? "good_evening"
    : hour < 12
    ? "good_morning"
    : "good_day";
  return t(word, { name: calledBy(user.value?.name ?? "") });
}

/** What stands below comes once they are there: it is never pushed away from under a finger. */
export function TasksCard({ children }: { children?: ComponentChildren }) {
  const read = useRead<Task[]>(`/tasks?assigned_to=me&status=${OPEN}&sort=due_date&limit=5`).value;
  const { instead, over } = readState(read);
  const rows = read.data ?? [];
  return (
    <>
      <Card title={t("my_tasks")} action={<a class="link" href="#/tasks">{t("all_tasks")}</a>}>
        {over}
        {instead ?? (rows.length === 0 ? <EmptyState icon="check" title={t("no_tasks")} /> : (
          <List>
            {rows.map((task) => (
              <Row
                key={task.id}
                href={`#/tasks/${task.id}`}
                icon="tasks"
                title={task.title}
                lines={[task.due_date && t("due", { date: date(task.due_date) })]}
                badges={task.overdue && <Badge tone="bad">{t("overdue")}</Badge>}
              />
            ))}
          </List>
        ))}
      </Card>
      {isRead(read) && children}
    </>
  );
}

/** Only there while something waits. */
export function QueueCard() {
  const all = queue.value;
  if (all.length === 0) return null;
  const stuck = all.filter((write) => write.state === "needs_you").length;
  return (
    <a class="card notice" data-stuck={stuck > 0} href="#/queue">
      <b>
        {stuck > 0
          ? t("needs_you_n", { n: number(stuck) })
          : t("waiting_n", { n: number(all.length) })}
      </b>
      <span class="muted">{t("queue_text")}</span>
    </a>
  );
}

/** Where one may go, as tiles: what the page has a screen for and the role may see. */
export function WorkTiles({ most }: { most?: number }) {
  const isFirst = ({ work }: Route) => !!work?.[3]?.split(" ").includes(user.value?.role ?? "");
  const open = allRoutes().filter(({ work }) => work && may(work[2])).sort((a, b) =>
    Number(isFirst(b)) - Number(isFirst(a))
  );
  return (
    <div class="tiles">
      {open.slice(0, most).map(({ path, work }) => (
        <Tile key={path} href={`#${path}`} icon={work![0]} label={t(work![1])} />
      ))}
    </div>
  );
}

export function NewTaskLink() {
  return <ButtonLink href="#/tasks/new" icon="plus" look="quiet">{t("new_task")}</ButtonLink>;
}
