import {
  Badge,
  Button,
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
  toast,
  undo,
  useEffect,
  useRead,
  when,
  type Write,
} from "../kit.ts";
import { statusTone, statusWord } from "./statuses.ts";
import { rt } from "./words.ts";

export type Section<R> =
  & {
    title?: () => string;
    /** shown only when this is true of the record */
    when?: (record: R) => boolean;
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
  write?: (record: R) => {
    method: Write["method"];
    path: string;
    body: Record<string, unknown>;
    title: string;
  };
}

export interface DetailDef<R> {
  /** record of the API, without its id: /tasks */
  path: string;
  /** its list, such as /tasks; the record of an unsent write shows here too */
  screen: string;
  title: (record: R) => string;
  status?: (record: R) => string | undefined;
  /** the steps of its life, shown as a ribbon */
  steps?: readonly string[];
  sections: Section<R>[];
  /** the first that fits and is `main` stands pinned above the bottom bar */
  actions?: Action<R>[];
}

interface Common {
  id: number;
  reference_no?: string;
  history?: {
    at: string;
    by_name: string | null;
    from: string | null;
    to: string | null;
    note: string | null;
  }[];
}

export function detailScreen<R extends object>(def: DetailDef<R>) {
  return function RecordDetail({ params }: ScreenProps) {
    const key = params.id.startsWith("~") ? params.id.slice(1) : undefined;
    const path = `${def.path}/${params.id}`;
    const read = useRead<R & Common>(key ? undefined : path).value;
    const making = key ? queue.value.find((write) => write.key === key) : undefined;
    useEffect(() => void (key && !making && openSent(def.screen, key)), [key, making]);
    const record = making ? { ...making.body as R & Common } : read.data;
    const unsent = queue.value.filter((write) =>
      write.record === path || key !== undefined && write.record === `~${key}`
    );
    if (!record) {
      return <Screen title={t("loading")}>{key ? null : readState(read).instead}</Screen>;
    }
    const status = def.status?.(record);
    const actions = (def.actions ?? []).filter((action) =>
      may(action.may) && (action.when?.(record) ?? true)
    );
    const main = actions.find((action) => action.look === "main");
    return (
      <Screen
        title={def.title(record)}
        sub={<Code>{key ? temporaryNo(key) : record.reference_no}</Code>}
        pinned={main && !key && <Do action={main} record={record} path={path} />}
      >
        {readState(read).over}
        <p class="badges">
          {status && <Badge tone={statusTone(status)}>{statusWord(status)}</Badge>}
          {unsent.length > 0 && <Badge tone="warn">{t("waits_to_send")}</Badge>}
        </p>
        {def.steps && status && <Ribbon steps={def.steps} at={status} word={statusWord} />}
        {def.sections.map((section, at) =>
          (section.when?.(record) ?? true) && (
            <Card key={at} title={section.title?.()}>
              {"show" in section
                ? section.show(record, unsent)
                : <Facts rows={section.rows(record)} />}
            </Card>
          )
        )}
        {!key && actions.length > (main ? 1 : 0) && (
          <div class="actions">
            {actions.filter((action) => action !== main).map((action, at) => (
              <Do key={at} action={action} record={record} path={path} />
            ))}
          </div>
        )}
        {record.history && <History entries={record.history} />}
      </Screen>
    );
  };
}

/** A record that was opened before it was sent: once it has a number, on to its real address. */
async function openSent(screen: string, key: string): Promise<void> {
  const done = await (await db()).get("done", key);
  go(done?.id ? `${screen}/${done.id}` : screen, { replace: true });
}

function Do<R>({ action, record, path }: { action: Action<R>; record: R; path: string }) {
  const run = async () => {
    if (action.to) return go(action.to(record));
    const write = await enqueue({ ...action.write!(record), record: path });
    toast(t("saved_here"), { label: t("undo"), run: () => void takeBack(write.key) });
  };
  return (
    <Button icon={action.icon} look={action.look} wide onClick={() => void run()}>
      {action.label(record)}
    </Button>
  );
}

export async function takeBack(key: string): Promise<void> {
  toast(t(await undo(key) ? "undone" : "too_late"));
}

export function Facts(
  { rows }: { rows: ([string, ComponentChildren] | false | undefined | null | "")[] },
) {
  return (
    <dl class="facts">
      {rows.flatMap((row) =>
        row && row[1] !== null && row[1] !== undefined && row[1] !== ""
          ? [
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>,
          ]
          : []
      )}
    </dl>
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
