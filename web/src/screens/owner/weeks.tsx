import { Bars } from "../../charts/bars.tsx";
import {
  addDays,
  Card,
  dhakaDate,
  digits,
  Figure,
  money,
  number,
  readState,
  shortMoney,
  useRead,
  weekOf,
} from "../../kit.ts";
import { w } from "./money_words.ts";

interface Week {
  id: number;
  reference_no: string;
  revenue: number;
  margin: number;
  margin_percent: number | null;
}

/** What was sold and earned per week. */
export function Weeks() {
  const today = dhakaDate();
  const read = useRead<Week[]>(
    `/reports/margins?group_by=week&from=${addDays(today, -62)}&to=${today}`,
  ).value;
  const { instead, over } = readState(read);
  const known = new Map(read.data?.map((row) => [row.id, row]));
  const weeks = Array.from({ length: 9 }, (_, at) => {
    const id = weekOf(addDays(today, 7 * (at - 8)));
    const reference_no = `${String(id).slice(0, 4)}-W${String(id).slice(4)}`;
    return known.get(id) ?? { id, reference_no, revenue: 0, margin: 0, margin_percent: null };
  });
  const last = weeks.at(-1)!;
  return (
    <Card title={w("weeks")}>
      {over}
      {instead ?? (known.size === 0 ? <p class="muted">{w("weeks_none")}</p> : (
        <Figure
          sentence={w("weeks_text", {
            now: shortMoney(last.revenue),
            n: number(last.margin_percent ?? 0),
          })}
          columns={[w("week"), w("sales"), w("margin")]}
          rows={weeks.map((row) => [
            digits(row.reference_no),
            money(row.revenue),
            money(row.margin),
          ])}
        >
          <Bars
            tones={["main", "ok"]}
            columns={weeks.map((row) => ({
              label: digits(row.reference_no.slice(5)),
              values: [row.revenue, Math.max(0, row.margin)],
            }))}
          />
          <p class="keys">
            <span class="key main">{w("sales")}</span>
            <span class="key ok">{w("margin")}</span>
          </p>
        </Figure>
      ))}
    </Card>
  );
}
