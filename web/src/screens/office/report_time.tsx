import { addDays, date, dhakaDate, digits, Field, may, useRead } from "../../kit/mod.ts";
import { ChipRow } from "../../records/mod.ts";
import { periodsOf, spans } from "../trade/periods.ts";
import { q, type ReportWord } from "./report_words.ts";

/** What happened in a time, from its beginning or this month at first; or how it stood on an evening. */
export type ReportTime = "all" | "month" | "evening";

type Change = Record<string, string>;
interface TimeProps {
  asked: URLSearchParams;
  onChoose: (change: Change) => void;
}

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
  return time === "evening" ? <Evening year={year} {...props} /> : <Span year={year} {...props} />;
}

/** A day with its year, which paper outlives. */
const dated = (day: string) => {
  const year = day.slice(0, 4);
  return dhakaDate().startsWith(year) ? `${date(day)} ${digits(year)}` : date(day);
};

/** The time chosen, as a sentence for paper: what stands as it is now is of today. */
export function timeSaid(time: ReportTime, asked: URLSearchParams): string {
  const today = dhakaDate();
  if (time === "evening") return `${q("as_of")} ${dated(asked.get("as_of") ?? today)}`;
  const [from, to] = [asked.get("from"), asked.get("to") ?? today];
  return `${from ? dated(from) : q("all_time")} – ${dated(to)}`;
}

function Span({ year, asked, onChoose }: TimeProps & { year?: string }) {
  const periods = periodsOf(dhakaDate(), year);
  const [from, to] = [asked.get("from") ?? "", asked.get("to") ?? ""];
  const chips: [ReportWord, from: string, to: string][] = [
    ...spans.flatMap((span): [ReportWord, string, string][] => {
      const { from, to } = periods[span] ?? {};
      return from && to ? [[span, from, to]] : [];
    }),
    ["all_time", "", ""],
  ];
  return (
    <>
      <ChipRow
        label={q("time")}
        chips={chips.map((chip) => [chip[0], q(chip[0]), chip[1] === from && chip[2] === to])}
        onChoose={(word) => {
          const [, from, to] = chips.find((chip) => chip[0] === word)!;
          onChoose({ from, to });
        }}
      />
      <div class="sides">
        <Day name="from" value={from} onChoose={(from) => onChoose({ from })} />
        <Day name="to" value={to} onChoose={(to) => onChoose({ to })} />
      </div>
    </>
  );
}

function Evening({ year, asked, onChoose }: TimeProps & { year?: string }) {
  const chosen = asked.get("as_of") ?? "";
  const days: [ReportWord, string][] = [
    ["now", ""],
    ["end_last_month", periodsOf(dhakaDate()).last_month!.to],
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
