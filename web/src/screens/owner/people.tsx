import { Rows } from "../../charts/rows.tsx";
import {
  ButtonLink,
  Card,
  dhakaDate,
  Figure,
  List,
  may,
  number,
  readState,
  Row,
  Screen,
  t,
  time,
  useRead,
  words,
} from "../../kit.ts";
import { en } from "../../strings/people.en.ts";
import { kindWord } from "../find.ts";

export const w = words(en, () => import("../../strings/owner.bn.ts").then((all) => all.people));

/** Who did what, who has what to do, and who may come in. */
export function People() {
  return (
    <Screen title={t("people")}>
      {may("audit.read") && <Deeds />}
      <OpenTasks />
      {may("users.read") && <ButtonLink href="#/users" icon="people" wide>{t("users")}</ButtonLink>}
    </Screen>
  );
}

interface Deed {
  id: number;
  actor_name: string;
  action: string;
  entity: string;
  reference_no: string | null;
  created_at: string;
}

/** "approved · receipt RCP-2026-000012", in the language of the phone. */
function inWords({ action, entity, reference_no }: Deed): string {
  const verb = `did_${action.slice(action.indexOf(".") + 1)}`;
  const done = verb in en ? w(verb as keyof typeof en) : verb.slice(4).replaceAll("_", " ");
  return entity === "user" ? done : `${kindWord(entity)} ${reference_no ?? ""} ${done}`;
}

const MOST = 200;

function Deeds() {
  const today = dhakaDate();
  const read = useRead<Deed[]>(`/audit?from=${today}&to=${today}&limit=${MOST}`).value;
  const { instead, over } = readState(read);
  const deeds = read.data ?? [];
  const people = [...Map.groupBy(deeds, ({ actor_name }) => actor_name)]
    .sort(([, a], [, b]) => b.length - a.length);
  return (
    <Card title={w("today")}>
      {over}
      {instead ?? (people.length === 0 ? <p class="muted">{w("today_none")}</p> : (
        <>
          <p>{w("today_text", { n: number(people.length), deeds: number(deeds.length) })}</p>
          {people.map(([name, its]) => (
            <details key={name} class="history">
              <summary>
                {name}{" "}
                <span class="muted">
                  {w("deeds", { n: number(its.length), time: time(its[0].created_at) })}
                </span>
              </summary>
              <ol>
                {its.slice(0, 20).map((deed) => (
                  <li key={deed.id}>
                    <span class="muted">{time(deed.created_at)}</span>
                    <span>{inWords(deed)}</span>
                  </li>
                ))}
              </ol>
            </details>
          ))}
          {deeds.length === MOST && <p class="muted">{w("more_than", { n: number(MOST) })}</p>}
        </>
      ))}
    </Card>
  );
}

interface Task {
  id: number;
  assigned_to: number | null;
  assigned_to_name: string | null;
  overdue: boolean;
}

const OPEN = "new,in_progress,waiting";

function OpenTasks() {
  const read = useRead<Task[]>(`/tasks?status=${OPEN}&limit=200`).value;
  const { instead, over } = readState(read);
  const tasks = read.data ?? [];
  const people = [...Map.groupBy(tasks, ({ assigned_to }) => assigned_to)].map(([id, its]) => ({
    id,
    name: its[0].assigned_to_name ?? w("nobody"),
    open: its.length,
    late: its.filter(({ overdue }) => overdue).length,
  })).sort((a, b) => b.open - a.open);
  const late = people.reduce((sum, one) => sum + one.late, 0);
  return (
    <Card title={w("tasks")}>
      {over}
      {instead ?? (people.length === 0 ? <p class="muted">{w("tasks_none")}</p> : (
        <>
          <Figure
            sentence={w("tasks_text", { n: number(tasks.length), late: number(late) })}
            columns={[w("who"), w("open"), w("late")]}
            rows={people.map((one) => [one.name, number(one.open), number(one.late)])}
          >
            <Rows
              rows={people.slice(0, 10).map(({ name, open, late }) => ({
                label: name,
                text: late > 0
                  ? `${number(open)} · ${w("late_n", { n: number(late) })}`
                  : number(open),
                to: open,
                tone: late > 0 ? "bad" : "main",
              }))}
            />
          </Figure>
          <List label={w("tasks")}>
            {people.map((one) => (
              <Row
                key={one.id}
                href={one.id === null ? undefined : `#/tasks?assigned_to=${one.id}&status=${OPEN}`}
                icon="me"
                title={one.name}
                lines={[one.late > 0 && w("late_n", { n: number(one.late) })]}
                side={number(one.open)}
              />
            ))}
          </List>
        </>
      ))}
    </Card>
  );
}
