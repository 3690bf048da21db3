import {
  addDays,
  Card,
  type ComponentChildren,
  dhakaDate,
  EmptyState,
  Field,
  go,
  List,
  number,
  readState,
  Row,
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
import { q, type ReportWord } from "./report_words.ts";

export interface ReportColumn<R> {
  head: ReportWord;
  cell: (row: R) => ComponentChildren;
  /** numbers stand at the end of their column */
  end?: boolean;
}

/** A report that is about one thing, or about a time. */
export interface ChosenReport<R, M> {
  name: ReportWord;
  /** what it is about, by the name of its parameter */
  subject?: { name: string; label: ReportWord; from: Source };
  /** what else is chosen */
  choice?: (chosen: string | null, choose: (value: string) => void) => ComponentChildren;
  columns: (rows: readonly R[]) => ReportColumn<R>[];
  /** on a phone */
  row: (row: R) => RecordRow;
  /** what stands beside the rows */
  facts: (meta: M) => [string, ComponentChildren][];
}

const MOST = 200;

export function chosenReport<R extends { id: number }, M>(def: ChosenReport<R, M>) {
  const screen = `/reports/${def.name}`;
  return function Report({ query }: ScreenProps) {
    const choose = (change: Record<string, string>) => {
      const next = new URLSearchParams({ ...Object.fromEntries(query), ...change });
      for (const [name, value] of [...next]) if (!value) next.delete(name);
      go(`${screen}?${next}`, { replace: true });
    };
    const { subject } = def;
    const about = subject && query.get(subject.name);
    const asked = new URLSearchParams(query);
    const ready = !subject || !!about;
    const read = useRead<R[]>(ready ? `${screen}?${withLimit(asked)}` : undefined).value;
    const { instead, over } = readState(read);
    const meta = read.meta as M | undefined;
    return (
      <Screen title={q(def.name)}>
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
        <Time query={query} onChoose={choose} />
        {over}
        {!ready ? <EmptyState icon="search" title={q("choose_first")} /> : instead ?? (
          <>
            {meta && (
              <Card>
                <Facts rows={def.facts(meta)} />
              </Card>
            )}
            {read.data!.length === 0
              ? <EmptyState icon="paper" title={q("nothing")} />
              : <Rows def={def} rows={read.data!} />}
            {!!read.meta?.next_cursor && <p class="muted">{q("first_n", { n: number(MOST) })}</p>}
            <div class="actions">
              <AsTable path={screen} query={asked} name={def.name} label={q("as_xlsx")} />
              <Paperwork
                path={`${screen}?${asked}${asked.size ? "&" : ""}format=csv`}
                name={`${def.name}-${dhakaDate()}.csv`}
                label={q("as_csv")}
              />
            </div>
          </>
        )}
      </Screen>
    );
  };
}

const withLimit = (asked: URLSearchParams) =>
  new URLSearchParams({ ...Object.fromEntries(asked), limit: String(MOST) });

function Time({ query, onChoose }: {
  query: URLSearchParams;
  onChoose: (change: Record<string, string>) => void;
}) {
  const first = `${dhakaDate().slice(0, 8)}01`;
  const before = addDays(first, -1);
  const spans: [ReportWord, from: string, to: string][] = [
    ["this_month", first, dhakaDate()],
    ["last_month", `${before.slice(0, 8)}01`, before],
    ["all_time", "", ""],
  ];
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  return (
    <>
      <ChipRow
        label={q("time")}
        chips={spans.map((span) => [span[0], q(span[0]), span[1] === from && span[2] === to])}
        onChoose={(word) => {
          const [, from, to] = spans.find((span) => span[0] === word)!;
          onChoose({ from, to });
        }}
      />
      <div class="sides">
        <Field
          name="from"
          type="date"
          label={q("from")}
          value={from}
          onInput={(from) => onChoose({ from })}
        />
        <Field
          name="to"
          type="date"
          label={q("to")}
          value={to}
          onInput={(to) => onChoose({ to })}
        />
      </div>
    </>
  );
}

/** A table where there is room for one, else rows. */
function Rows<R extends { id: number }, M>(
  { def, rows }: { def: ChosenReport<R, M>; rows: readonly R[] },
) {
  if (!useRoom()) {
    return (
      <List label={q(def.name)}>
        {rows.map((one) => <Row key={one.id} {...def.row(one)} />)}
      </List>
    );
  }
  const [first, ...others] = def.columns(rows);
  return (
    <div class="desk report">
      <div class="scroll" tabIndex={0}>
        <table aria-label={q(def.name)}>
          <thead>
            <tr>
              {[first, ...others].map(({ head, end }) => (
                <th key={head} scope="col" class={end ? "end" : undefined}>{q(head)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.id}>
                <th scope="row">{first.cell(one)}</th>
                {others.map(({ head, cell, end }) => (
                  <td key={head} class={end ? "end" : undefined}>{cell(one)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
