import type { CashDay } from "../../core/answers.ts";
import { Bars } from "../../charts/bars.tsx";
import { addDays, date, dhakaDate, number, shortMoney, useSignal } from "../../kit/mod.ts";
import { w } from "./money_words.ts";
import { ReadCard, sumOf } from "./read_card.tsx";

/** Money in and out: by day, and by week where the days are many. */
export function Cash() {
  const span = useSignal(7);
  const n = span.value;
  const today = dhakaDate();
  const each = n > 30 ? 7 : 1;
  return (
    <ReadCard<CashDay>
      title={w("cash")}
      none=""
      path={`/reports/cash-by-day?from=${addDays(today, -90)}&to=${today}&limit=100`}
      over={
        <div class="keys">
          {[7, 30, 90].map((days) => (
            <button
              key={days}
              type="button"
              class="chip"
              aria-pressed={n === days}
              onClick={() => span.value = days}
            >
              {w("n_days", { n: number(days) })}
            </button>
          ))}
        </div>
      }
    >
      {(rows) => {
        const count = Math.ceil(n / each);
        const columns = Array.from({ length: count }, (_, at) => {
          const first = addDays(today, (at - count) * each + 1);
          const end = addDays(first, each);
          const its = rows.filter(({ entry_date: day }) => day >= first && day < end);
          return {
            label: date(first),
            values: [sumOf(its, (day) => day.cash_in), sumOf(its, (day) => day.cash_out)],
          };
        });
        const [come, gone] = [0, 1].map((way) => sumOf(columns, ({ values }) => values[way]));
        return (
          <Bars
            sentence={w("cash_text", {
              in: shortMoney(come),
              out: shortMoney(gone),
              n: number(count * each),
              net: `${come > gone ? "+" : ""}${shortMoney(come - gone)}`,
            })}
            head={w("day")}
            tones={["ok", "warn"]}
            columns={columns}
            names={[w("in"), w("out")]}
          />
        );
      }}
    </ReadCard>
  );
}
