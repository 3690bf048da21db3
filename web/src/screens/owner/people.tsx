import type { AuditEntry, Task, Ticket } from "../../core/answers.ts";
import { Rows } from "../../charts/rows.tsx";
import {
  addDays,
  ButtonLink,
  dhakaDate,
  hrefOf,
  may,
  number,
  Screen,
  t,
  time,
  words,
} from "../../kit/mod.ts";
import { en } from "../../strings/people.en.ts";
import { kindWord } from "../../scan/words.ts";
import { ReadCard, sumOf } from "./read_card.tsx";

export const w = words(en, () => import("../../strings/owner.bn.ts").then((all) => all.people));

/** Who did what, who has what to do, and who may come in. */
export function People() {
  const weekAgo = addDays(dhakaDate(), -7);
  return (
    <Screen title={t("people")}>
      {may("audit.read") && <Deeds />}
      <ByPerson
        title={w("tasks")}
        none={w("tasks_none")}
        path="/tasks?status=new,in_progress,waiting"
        say="tasks_text"
        isLate={(one: Task) => one.overdue}
      />
      {may("tickets.read") && (
        <ByPerson
          title={w("tickets")}
          none={w("tickets_none")}
          path="/service-tickets?status=open,assigned,in_progress,parts_required,resolved"
          say="tickets_text"
          isLate={(one: Ticket) => one.created_at < weekAgo}
        />
      )}
      {may("users.read") && <ButtonLink href="#/users" icon="people" wide>{t("users")}</ButtonLink>}
    </Screen>
  );
}

/** "approved · receipt RCP-2026-000012", in the language of the phone. */
function inWords({ action, entity, reference_no }: AuditEntry): string {
  const verb = `did_${action.slice(action.indexOf(".") + 1)}`;
  const done = verb in en ? w(verb as keyof typeof en) : verb.slice(4).replaceAll("_", " ");
  return entity === "user" ? done : `${kindWord(entity)} ${reference_no ?? ""} ${done}`;
}

const MOST = 200;

function Deeds() {
  const today = dhakaDate();
  return (
    <ReadCard<AuditEntry>
      title={w("today")}
      none={w("today_none")}
      path={`/audit?from=${today}&to=${today}&limit=${MOST}`}
    >
      {(deeds) => {
        const people = [...Map.groupBy(deeds, ({ actor_name }) => actor_name)]
          .sort(([, a], [, b]) => b.length - a.length);
        return people.length > 0 && (
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
        );
      }}
    </ReadCard>
  );
}

/** Open work by person, the most first; the last part of a bar is what takes too long. */
function ByPerson<Work extends Task | Ticket>({ title, none, path, say, isLate }: {
  title: string;
  none: string;
  /** of the API, with the statuses that are open */
  path: string;
  say: "tasks_text" | "tickets_text";
  isLate: (one: Work) => boolean;
}) {
  return (
    <ReadCard<Work> title={title} none={none} path={`${path}&limit=200`}>
      {(all) => {
        const people = [...Map.groupBy(all, (one) => one.assigned_to)]
          .sort(([, a], [, b]) => b.length - a.length)
          .map(([id, its]) => ({
            id,
            name: its[0].assigned_to_name ?? w("nobody"),
            open: its.length,
            late: its.filter(isLate).length,
          }));
        return people.length > 0 && (
          <Rows
            sentence={w(say, {
              n: number(all.length),
              late: number(sumOf(people, ({ late }) => late)),
            })}
            heads={[w("who"), w("open"), w("late")]}
            label={title}
            rows={people.map(({ id, name, open, late }) => ({
              href: id === null ? undefined : hrefOf(`${path}&assigned_to=${id}`),
              label: name,
              lines: [late > 0 && w("late_n", { n: number(late) })],
              text: number(open),
              cells: [number(open), number(late)],
              to: open - late,
              then: { to: open, tone: "bad" as const },
            }))}
          />
        );
      }}
    </ReadCard>
  );
}
