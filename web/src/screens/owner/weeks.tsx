import type { Margin } from "../../core/answers.ts";
import { Bars } from "../../charts/bars.tsx";
import { addDays, date, dhakaDate, number, shortMoney, weekOf } from "../../kit/mod.ts";
import { w } from "./money_words.ts";
import { ReadCard } from "./read_card.tsx";

/** What was sold and earned per week. */
export function Weeks() {
  const today = dhakaDate();
  return (
    <ReadCard<Margin>
      title={w("weeks")}
      none={w("weeks_none")}
      path={`/reports/margins?group_by=week&from=${addDays(today, -62)}&to=${today}`}
    >
      {(rows) => {
        if (rows.length === 0) return null;
        const monday = addDays(today, -(new Date(today).getUTCDay() + 6) % 7);
        const weeks = Array.from({ length: 9 }, (_, at) => {
          const day = addDays(monday, 7 * (at - 8));
          const none = { id: 0, revenue: 0, margin: 0, margin_percent: null };
          return { ...rows.find(({ id }) => id === weekOf(day)) ?? none, label: date(day) };
        });
        const last = weeks[8];
        return (
          <Bars
            sentence={w("weeks_text", {
              now: shortMoney(last.revenue),
              n: number(last.margin_percent ?? 0),
            })}
            head={w("week")}
            tones={["main", "ok"]}
            columns={weeks.map(({ label, revenue, margin }) => ({
              label,
              values: [revenue, margin],
            }))}
            names={[w("sales"), w("margin")]}
          />
        );
      }}
    </ReadCard>
  );
}
