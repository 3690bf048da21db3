import { Calendar } from "../../charts/calendar.tsx";
import {
  addDays,
  Card,
  date,
  dhakaDate,
  digits,
  Figure,
  hrefOf,
  List,
  money,
  number,
  readState,
  Row,
  shortMoney,
  t,
  useRead,
} from "../../kit.ts";
import { w } from "./money_words.ts";

interface LcTt {
  id: number;
  title: string;
  reference_no: string;
  amount: number;
  amount_local: number | null;
  currency: string;
  expiry_date: string | null;
  latest_shipment_date: string | null;
}

/** The days on which an LC or TT wants something. */
export function LcCalendar() {
  const read = useRead<LcTt[]>("/lc-tt?open=true&limit=200").value;
  const { instead, over } = readState(read);
  const today = dhakaDate();
  const last = addDays(today, 29);
  const dates = (read.data ?? []).flatMap((one) =>
    ([["expires", one.expiry_date], ["ship_by", one.latest_shipment_date]] as const).flatMap((
      [what, day],
    ) => day !== null && day >= today && day <= last ? [{ one, what, day }] : [])
  ).sort((a, b) => a.day < b.day ? -1 : 1);
  const days = Array.from({ length: 30 }, (_, at) => {
    const day = addDays(today, at);
    const due = dates.filter((row) => row.day === day);
    return {
      label: digits(String(Number(day.slice(8)))),
      amount: due.reduce((sum, { one }) => sum + (one.amount_local ?? one.amount), 0),
    };
  });
  return (
    <Card title={w("lc")}>
      {over}
      {instead ?? (dates.length === 0 ? <p class="muted">{w("lc_none")}</p> : (
        <>
          <Figure
            sentence={w("lc_text", { n: number(dates.length), date: date(dates[0].day) })}
            columns={[w("day"), t("lc_tt"), w("amount")]}
            rows={dates.map(({ one, day }) => [
              date(day),
              one.title,
              money(one.amount, one.currency),
            ])}
          >
            <Calendar days={days} />
          </Figure>
          <List label={w("lc")}>
            {dates.map(({ one, what, day }) => (
              <Row
                key={`${one.id}${what}`}
                href={hrefOf(`/lc-tt/${one.id}`)}
                icon="calendar"
                title={one.title}
                lines={[`${w(what)} ${date(day)}`]}
                side={shortMoney(one.amount, one.currency)}
              />
            ))}
          </List>
        </>
      ))}
    </Card>
  );
}
