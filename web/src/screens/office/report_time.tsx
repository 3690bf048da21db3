import { addDays, dhakaDate, Field, may, useRead } from "../../kit/mod.ts";
import { ChipRow } from "../../records/mod.ts";
import { q, type ReportWord } from "./report_words.ts";

/** What happened in a time, from its beginning or this month at first; or how it stood on an evening. */
export type ReportTime = "all" | "month" | "evening";

type Change = Record<string, string>;
interface TimeProps {
  asked: URLSearchParams;
  onChoose: (change: Change) => void;
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`;
export const thisMonth = () => ({ from: firstOf(dhakaDate()), to: dhakaDate() });

/** The first day of this business year, for who may read the books. */
function useYearStart(): string | undefined {
  const day = dhakaDate();
  const read = useRead(
    may("books.read")
      ? `/reports/profit-and-loss?group_by=account&limit=1&from=${day}&to=${day}`
      : undefined,
  ).value;
  return read.meta?.year_start as string | undefined;
}

export function Time({ time, ...props }: TimeProps & { time: ReportTime }) {
  const year = useYearStart();
  return time === "evening"
    ? <Evening year={year} {...props} />
    : <Span year={year} time={time} {...props} />;
}

function Span({ time, year, asked, onChoose }: TimeProps & { time: ReportTime; year?: string }) {
  const now = thisMonth();
  const before = addDays(now.from, -1);
  const [from, to] = [asked.get("from") ?? "", asked.get("to") ?? ""];
  const spans: [ReportWord, from: string, to: string][] = [
    ["this_month", now.from, now.to],
    ["last_month", firstOf(before), before],
    ...year ? [["this_year", year, now.to] as [ReportWord, string, string]] : [],
    ["all_time", "", ""],
  ];
  const choose = (from: string, to: string) =>
    onChoose({ from, to, all: time === "month" && !from && !to ? "yes" : "" });
  return (
    <>
      <ChipRow
        label={q("time")}
        chips={spans.map((span) => [span[0], q(span[0]), span[1] === from && span[2] === to])}
        onChoose={(word) => {
          const [, from, to] = spans.find((span) => span[0] === word)!;
          choose(from, to);
        }}
      />
      <div class="sides">
        <Day name="from" value={from} onChoose={(from) => choose(from, to)} />
        <Day name="to" value={to} onChoose={(to) => choose(from, to)} />
      </div>
    </>
  );
}

function Evening({ year, asked, onChoose }: TimeProps & { year?: string }) {
  const chosen = asked.get("as_of") ?? "";
  const days: [ReportWord, string][] = [
    ["now", ""],
    ["end_last_month", addDays(firstOf(dhakaDate()), -1)],
    ...year ? [["end_last_year", addDays(year, -1)] as [ReportWord, string]] : [],
  ];
  return (
    <>
      <ChipRow
        label={q("time")}
        chips={days.map(([word, day]) => [day, q(word), day === chosen])}
        onChoose={(as_of) => onChoose({ as_of })}
      />
      <Day name="as_of" value={chosen} onChoose={(as_of) => onChoose({ as_of })} />
    </>
  );
}

function Day({ name, value, onChoose }: {
  name: "from" | "to" | "as_of";
  value: string;
  onChoose: (day: string) => void;
}) {
  return <Field name={name} type="date" label={q(name)} value={value} onInput={onChoose} />;
}
