import { Bars } from "../../charts/bars.tsx";
import {
  addDays,
  Card,
  date,
  dhakaDate,
  Figure,
  money,
  number,
  readState,
  shortMoney,
  useRead,
  useSignal,
} from "../../kit.ts";
import { w } from "./money_words.ts";

interface Day {
  entry_date: string;
  cash_in: number;
  cash_out: number;
}

/** Money in and out, day by day. */
export function Cash() {
  const span = useSignal(7);
  const today = dhakaDate();
  const read = useRead<Day[]>(
    `/reports/cash-by-day?from=${addDays(today, -29)}&to=${today}&limit=60`,
  ).value;
  const { instead, over } = readState(read);
  const known = new Map(read.data?.map((row) => [row.entry_date, row]));
  const days = Array.from({ length: span.value }, (_, at) => {
    const entry_date = addDays(today, at - span.value + 1);
    return known.get(entry_date) ?? { entry_date, cash_in: 0, cash_out: 0 };
  });
  const sum = (name: "cash_in" | "cash_out") => days.reduce((all, day) => all + day[name], 0);
  const [come, gone] = [sum("cash_in"), sum("cash_out")];
  const net = come - gone;
  return (
    <Card title={w("cash")}>
      {over}
      <div class="keys">
        {([7, 30] as const).map((n) => (
          <button
            key={n}
            type="button"
            class="chip"
            aria-pressed={span.value === n}
            onClick={() => span.value = n}
          >
            {w(`days_${n}`)}
          </button>
        ))}
      </div>
      {instead ?? (
        <>
          <Figure
            sentence={w("cash_text", {
              in: shortMoney(come),
              out: shortMoney(gone),
              n: number(span.value),
              net: `${net > 0 ? "+" : ""}${shortMoney(net)}`,
            })}
            columns={[w("day"), w("in"), w("out")]}
            rows={days.map((
              day,
            ) => [date(day.entry_date), money(day.cash_in), money(day.cash_out)])}
          >
            <Bars
              tones={["ok", "warn"]}
              columns={days.map((day) => ({
                label: date(day.entry_date),
                values: [day.cash_in, day.cash_out],
              }))}
            />
            <p class="keys">
              <span class="key ok">{w("in")}</span>
              <span class="key warn">{w("out")}</span>
            </p>
          </Figure>
        </>
      )}
    </Card>
  );
}
