import type { Account } from "../../core/answers.ts";
import {
  Button,
  Card,
  type ComponentChildren,
  dhakaDate,
  EmptyState,
  go,
  number,
  place,
  prefs,
  readState,
  Screen,
  type ScreenProps,
  useRead,
} from "../../kit/mod.ts";
import {
  AsTable,
  ChipRow,
  Facts,
  Paperwork,
  Pick,
  type RecordRow,
  type Source,
  useRoom,
} from "../../records/mod.ts";
import { nameOf } from "../trade/account_choice.ts";
import { periodsOf } from "../trade/periods.ts";
import { listed, type ReportName, screenOf } from "../trade/report_list.ts";
import { reportName } from "../trade/report_names.ts";
import { type ReportColumn, type ReportPart, ReportRows } from "./report_rows.tsx";
import { type ReportTime, Time, timeSaid } from "./report_time.tsx";
import { q, type ReportWord, valueWord } from "./report_words.ts";

/** A parameter of few words; the first of them is meant where none is chosen, but for `all`. */
export interface ReportChoice {
  name: string;
  label: ReportWord;
  values: readonly string[];
  all?: ReportWord;
}

/** What was asked for, and what else there is to say it with. */
export interface Asked {
  query: URLSearchParams;
  /** an account in the language of the phone */
  accountName: (id: number, name: string) => string;
}

type Fact = [string, ComponentChildren];

/** A report about one thing, a time or an evening: looked at, printed, taken as a file. */
export interface ChosenReport<R, M> {
  name: ReportName;
  /** what it is about, by the name of its parameter */
  subject?: { name: string; label: ReportWord; from: Source };
  choices?: readonly ReportChoice[];
  /** what else is chosen */
  choice?: (chosen: string | null, choose: (value: string) => void) => ComponentChildren;
  time?: ReportTime;
  /** asked for until something else is chosen */
  atFirst?: Record<string, string>;
  /** it names accounts */
  accounts?: boolean;
  columns: (rows: readonly R[], asked: Asked, meta: M) => ReportColumn<R>[];
  /** on a phone */
  row: (row: R, asked: Asked) => RecordRow;
  parts?: (rows: readonly R[], meta: M) => ReportPart<R>[];
  /** what stands beside the rows */
  facts: (meta: M, asked: Asked) => Fact[];
  /** what stands below them */
  below?: (meta: M, asked: Asked) => { title: string; rows: Fact[] };
}

const MOST = 200;

export function chosenReport<R extends { id: number }, M>(def: ChosenReport<R, M>) {
  const { name, subject, time = "all", choices = [] } = def;
  const [path, screen] = [`/reports/${name}`, screenOf(listed(name))];
  return function Report({ query }: ScreenProps) {
    const choose = (change: Record<string, string>) =>
      go(`${screen}?${chosenWith(def, change)}`, { replace: true });
    const about = subject && query.get(subject.name);
    const asked = askedFor(def, query);
    const ready = !subject || !!about;
    const read = useRead<R[]>(ready ? `${path}?${withLimit(asked)}` : undefined).value;
    const said: Asked = { query: asked, accountName: useAccountNames(!!def.accounts) };
    const { instead, over } = readState(read);
    return (
      <Screen title={reportName(name)}>
        {subject && (
          <Pick
            name={subject.name}
            label={q(subject.label)}
            from={subject.from}
            required
            value={about ?? ""}
            onInput={(value) => value !== about && choose({ [subject.name]: value })}
          />
        )}
        {def.choice?.(query.get("account_id"), (account_id) => choose({ account_id }))}
        {choices.map((one) => <Choice key={one.name} {...one} asked={asked} onChoose={choose} />)}
        <Time time={time} asked={asked} onChoose={choose} />
        <p class="printed">
          {[...choices.map((one) => wordOf(one, chosenOf(one, asked))), timeSaid(time, asked)]
            .join(" · ")}
        </p>
        {over}
        {!ready ? <EmptyState icon="search" title={q("choose_first")} /> : instead ?? (
          <>
            <Told def={def} rows={read.data!} meta={read.meta as M} asked={said} />
            {!!read.meta?.next_cursor && <p class="muted">{q("first_n", { n: number(MOST) })}</p>}
            <div class="actions">
              <AsTable path={path} query={asked} name={name} label={q("as_xlsx")} />
              <Paperwork
                path={`${path}?${asked}${asked.size ? "&" : ""}format=csv`}
                name={`${name}-${dhakaDate()}.csv`}
                label={q("as_csv")}
              />
              <Button icon="paper" wide onClick={() => print()}>{q("print")}</Button>
            </div>
          </>
        )}
      </Screen>
    );
  };
}

/**
 * What the address says when `change` is chosen; `""` takes one out. The address as it is now is asked: what
 * was chosen a moment ago is in it, and not yet on the screen.
 */
function chosenWith<R, M>({ time }: ChosenReport<R, M>, change: Record<string, string>) {
  const timed = "from" in change || "to" in change;
  const next = new URLSearchParams({
    ...timed && monthOf(time, place.value.query),
    ...Object.fromEntries(place.value.query),
    ...change,
  });
  if (timed) next.set("all", time === "month" && !next.get("from") && !next.get("to") ? "yes" : "");
  for (const [name, value] of [...next]) if (!value) next.delete(name);
  return next;
}

/** The month that a report begins with, until a time is chosen. */
const monthOf = (time: ReportTime | undefined, query: URLSearchParams) =>
  time === "month" && !["from", "to", "all"].some((name) => query.has(name))
    ? periodsOf(dhakaDate()).this_month
    : {};

/** What the address says, with what the report begins with. */
function askedFor<R, M>({ time, atFirst }: ChosenReport<R, M>, query: URLSearchParams) {
  const asked = new URLSearchParams({
    ...atFirst,
    ...monthOf(time, query),
    ...Object.fromEntries(query),
  });
  asked.delete("all");
  return asked;
}

const withLimit = (asked: URLSearchParams) =>
  new URLSearchParams({ ...Object.fromEntries(asked), limit: String(MOST) });

/** The server's names of accounts are English; in Bangla they are called as the chart calls them. */
function useAccountNames(wanted: boolean): Asked["accountName"] {
  const read = useRead<Account[]>(
    wanted && prefs.value.lang === "bn" ? "/accounts?sort=number&limit=200" : undefined,
  ).value;
  return (id, name) => {
    const account = read.data?.find((one) => one.id === id);
    return account ? nameOf(account) : name;
  };
}

const chosenOf = ({ name, values, all }: ReportChoice, asked: URLSearchParams) =>
  asked.get(name) ?? (all ? "" : values[0]);
const wordOf = ({ name, all }: ReportChoice, value: string) =>
  value === "" && all ? q(all) : valueWord(name, value);

function Choice({ asked, onChoose, ...one }: ReportChoice & {
  asked: URLSearchParams;
  onChoose: (change: Record<string, string>) => void;
}) {
  const chosen = chosenOf(one, asked);
  return (
    <ChipRow
      label={q(one.label)}
      chips={[...one.all ? [""] : [], ...one.values]
        .map((value) => [value, wordOf(one, value), value === chosen])}
      onChoose={(value) => onChoose({ [one.name]: value })}
    />
  );
}

/** What the report says: its figures, its rows, and what they add up to. */
function Told<R extends { id: number }, M>({ def, rows, meta, asked }: {
  def: ChosenReport<R, M>;
  rows: readonly R[];
  meta: M;
  asked: Asked;
}) {
  const room = useRoom();
  const columns = rows.length > 0 ? def.columns(rows, asked, meta) : [];
  const sums = room ? [] : columns.flatMap(({ head, total }): Fact[] => [[q(head), total]]);
  const facts = [...def.facts(meta, asked), ...sums].filter(([, said]) => said !== undefined);
  const below = rows.length > 0 && def.below?.(meta, asked);
  return (
    <>
      {facts.length > 0 && <Card>{<Facts rows={facts} />}</Card>}
      {rows.length === 0 ? <EmptyState icon="paper" title={q("nothing")} /> : (
        <ReportRows
          label={reportName(def.name)}
          columns={columns}
          parts={def.parts?.(rows, meta) ?? [{ title: "", rows }]}
          row={(one) => def.row(one, asked)}
        />
      )}
      {below && below.rows.length > 0 && (
        <Card title={below.title}>
          <Facts rows={below.rows} />
        </Card>
      )}
    </>
  );
}
