import type { LcTt } from "../../core/answers.ts";
import { Calendar } from "../../charts/calendar.tsx";
import {
  addDays,
  date,
  dhakaDate,
  digits,
  Figure,
  hrefOf,
  List,
  money,
  number,
  Row,
  shortMoney,
  t,
} from "../../kit/mod.ts";
import { w } from "./money_words.ts";
import { ReadCard, sumOf } from "./read_card.tsx";

/** The days on which an LC or TT wants something. */
export function LcCalendar() {
  const today = dhakaDate();
  const last = addDays(today, 29);
  return (
    <ReadCard<LcTt> title={w("lc")} none={w("lc_none")} path="/lc-tt?open=true&limit=200">
      {(rows) => {
        const dates = rows.flatMap((one) =>
          ([["expires", one.expiry_date], ["ship_by", one.latest_shipment_date]] as const).flatMap(
            ([what, day]) =>
              day && day >= today && day <= last
                ? [{ one, what, day, name: `${one.type} ${one.reference_number ?? ""}` }]
                : [],
          )
        ).sort((a, b) => a.day < b.day ? -1 : 1);
        return dates.length > 0 && (
          <>
            <Figure
              sentence={w("lc_text", { n: number(dates.length), date: date(dates[0].day) })}
              columns={[w("day"), t("lc_tt"), w("amount")]}
              rows={dates.map(({ one, name, day }) => [
                date(day),
                name,
                money(one.amount, one.currency),
              ])}
            >
              <Calendar
                days={Array.from({ length: 30 }, (_, at) => {
                  const day = addDays(today, at);
                  return {
                    label: digits(String(Number(day.slice(8)))),
                    amount: sumOf(
                      dates.filter((row) => row.day === day),
                      ({ one }) => one.amount_local ?? one.amount,
                    ),
                  };
                })}
              />
            </Figure>
            <List label={w("lc")}>
              {dates.map(({ one, what, day, name }) => (
                <Row
                  key={`${one.id}${what}`}
                  href={hrefOf(`/lc-tt/${one.id}`)}
                  title={name}
                  lines={[one.supplier_name, `${w(what)} ${date(day)}`]}
                  side={shortMoney(one.amount, one.currency)}
                />
              ))}
            </List>
          </>
        );
      }}
    </ReadCard>
  );
}
