import type { Task } from "../core/answers.ts";
import {
  Button,
  CallLinks,
  Card,
  Code,
  type ComponentChildren,
  db,
  enqueue,
  go,
  type IconName,
  may,
  queue,
  readState,
  Ribbon,
  Screen,
  type ScreenProps,
  t,
  temporaryNo,
  useEffect,
  useRead,
  useSignal,
  when,
  type Write,
} from "../kit/mod.ts";
import { Ask } from "./ask.tsx";
import { Facts } from "./facts.tsx";
import { type FieldDef, labelsOf } from "./fields.tsx";
import { saySaved } from "./take_back.ts";
import { StatusBadge } from "./papers.tsx";
import { Unsent } from "./unsent.tsx";
import { statusWord } from "./statuses.ts";
import { rt } from "./words.ts";

export type Section<R> =
  & {
    title?: () => string;
    /** shown only when this is true of the record */
    when?: (record: R) => boolean;
    /** it is a card itself */
    bare?: boolean;
  }
  & (
    | { rows: (record: R) => ([string, ComponentChildren] | false | undefined | null | "")[] }
    | { show: (record: R, unsent: Write[]) => ComponentChildren }
  );

export interface Action<R> {
  label: (record: R) => string;
  icon?: IconName;
  may?: string;
  when?: (record: R) => boolean;
  look?: "main" | "plain" | "quiet";
  /** another screen, such as a form */
  to?: (record: R) => string;
  /** or a write, put into the outbox; `title` names it there */
  write?: (record: R, answers: Record<string, unknown>) => {
    method: Write["method"];
    path: string;
    body: Record<string, unknown>;
    title: string;
  };
  /** asked in a sheet before it is written; an empty list asks for a confirmation only */
  ask?: (record: R) => FieldDef[];
  /** stands over what is asked */
  say?: (record: R) => string | undefined;
}

export interface DetailDef<R> {
  /** record of the API, without its id: /tasks */
  path: string;
  /** its list, such as /tasks; the record of an unsent write shows here too */
  screen: string;
  title: (record: R) => string;
  status?: (record: R) => string | undefined;
  /** what it is from the start, such as its status: with it, one goes on before it is sent */
  begins?: Partial<R>;
  /** the steps of its life, shown as a ribbon */
  steps?: readonly string[] | ((record: R) => readonly string[]);
  sections: Section<R>[];
  /** the first that fits and is `main` stands pinned above the bottom bar */
  actions?: Action<R>[];
  /** whom to call or write about it, in reach of the thumb */
  contact?: (record: R) => { phone?: string | null; text?: string };
}

/** What of a record is shown whatever it is; some have no history. */
type Common = Pick<Task, "id"> & Partial<Pick<Task, "reference_no" | "history">>;

export function detailScreen<R extends object>(def: DetailDef<R>) {
  return function RecordDetail({ params, frame: In = Screen }: ScreenProps) {
    const key = params.id.startsWith("~") ? params.id.slice(1) : undefined;
    const path = `${def.path}/${params.id}`;
    const read = useRead<R & Common>(key ? undefined : path).value;
    const making = key ? queue.value.find((write) => write.key === key) : undefined;
    useEffect(() => void (key && !making && openSent(def.screen, key)), [key, making]);
    const unsent = queue.value.filter((write) =>
      write.record === path || key !== undefined && write.record === `~${key}`
    );
    const record = withUnsent(making ? asMade<R & Common>(making, def.begins) : read.data, unsent);
    if (!record) {
      const title = t(read.problem ? "refused_title" : "loading");
      return <In title={title}>{key ? null : readState(read).instead}</In>;
    }
    const status = def.status?.(record);
    const steps = typeof def.steps === "function" ? def.steps(record) : def.steps;
    const onRibbon = status && steps?.includes(status);
    // a button stays its action's while others come and go: its sheet may be open
    const actions = (making && !def.begins ? [] : def.actions ?? [])
      .map((action, key) => ({ ...making ? whereMade(action, making) : action, key }))
      .filter((action) => may(action.may) && (action.when?.(record) ?? true));
    const main = actions.find((action) => action.look === "main");
    const contact = def.contact?.(record);
    return (
      <In
        title={def.title(record)}
        sub={<Code>{key ? temporaryNo(key) : record.reference_no}</Code>}
        pinned={(main || contact?.phone) && (
          <div class="reach">
            {main && <Do key={main.key} action={main} record={record} path={path} />}
            {contact && <CallLinks {...contact} compact={!!main} />}
          </div>
        )}
      >
        {readState(read).over}
        <p class="badges">
          {status && !onRibbon && <StatusBadge status={status} />}
          {unsent.length > 0 && <Unsent writes={unsent} />}
        </p>
        {onRibbon && <Ribbon steps={steps!} at={status} word={statusWord} />}
        {def.sections.map((section, at) => {
          if (!(section.when?.(record) ?? true)) return null;
          const inside = "show" in section
            ? section.show(record, unsent)
            : <Facts rows={section.rows(record)} />;
          if (section.bare) return inside;
          return <Card key={at} title={section.title?.()}>{inside}</Card>;
        })}
        {actions.length > (main ? 1 : 0) && (
          <div class="actions">
            {actions.filter((action) => action !== main).map((action) => (
              <Do
                key={action.key}
                // one thing stands out, the rest are beside it
                action={action.look === "main" ? { ...action, look: "plain" } : action}
                record={record}
                path={path}
              />
            ))}
          </div>
        )}
        {record.history && <History entries={record.history} />}
      </In>
    );
  };
}

/** A record as its write says it; until it has a number it goes by the key of that write. */
function asMade<R>({ key, names, body }: Write, begins?: object): R {
  const named = begins && { id: `~${key}`, reference_no: temporaryNo(key) };
  return { ...begins, ...names, ...body, ...named } as R;
}

/** What is not sent yet is changed in the form that made it. */
function whereMade<R>(action: Action<R>, { key, form, tries }: Write): Action<R> {
  if (!form || tries > 0) return action;
  const to = (path: string) =>
    path.endsWith(`~${key}/edit`) ? `${form.slice(1)}?write=${key}` : path;
  return action.to ? { ...action, to: (record) => to(action.to!(record)) } : action;
}

/** The status that it will have once what waits is sent: the next step builds on it. */
function withUnsent<R>(record: R | undefined, unsent: Write[]): R | undefined {
  const status = unsent.findLast((write) =>
    write.state === "waiting" && typeof write.body.status === "string"
  )?.body.status;
  return record && status ? { ...record, status } : record;
}

/** A record that was opened before it was sent: once it has a number, on to its real address. */
async function openSent(screen: string, key: string): Promise<void> {
  const done = await (await db()).get("done", key);
  go(done?.id ? `${screen}/${done.id}` : screen, { replace: true });
}

/** The button of an action, and its sheet. `path` is the record whose writes go out in order. */
export function Do<R>({ action, record, path }: { action: Action<R>; record: R; path: string }) {
  const asking = useSignal(false);
  const write = async (answers: Record<string, unknown>) => {
    const made = await enqueue({
      ...action.write!(record, answers),
      labels: labelsOf(action.ask?.(record) ?? []),
      record: path,
    });
    saySaved(made);
  };
  const run = () => {
    if (action.to) return go(action.to(record));
    if (action.ask) asking.value = true;
    else return write({});
  };
  return (
    <>
      <Button icon={action.icon} look={action.look} wide onClick={run}>
        {action.label(record)}
      </Button>
      {asking.value && (
        <Ask
          title={action.label(record)}
          say={action.say?.(record)}
          fields={action.ask!(record)}
          onConfirm={write}
          onClose={() => asking.value = false}
        />
      )}
    </>
  );
}

function History({ entries }: { entries: NonNullable<Common["history"]> }) {
  return (
    <details class="card history">
      <summary>{rt("history")}</summary>
      <ol>
        {entries.map((entry, at) => (
          <li key={at}>
            <span class="muted">{when(entry.at)} · {entry.by_name}</span>
            <span>
              {entry.to ? statusWord(entry.to) : ""} {entry.note}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
