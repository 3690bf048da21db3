import type { Rent } from "../../core/answers.ts";
import { Keys } from "../../charts/keys.tsx";
import { Rows } from "../../charts/rows.tsx";
import {
  ButtonLink,
  date,
  dhakaDate,
  hrefOf,
  may,
  money,
  nextFriday,
  number,
  Screen,
  shortMoney,
} from "../../kit/mod.ts";
import { w } from "./imports_words.ts";
import { ReadCard } from "./read_card.tsx";

const stateOf = ({ free_days_left, days_over }: Rent) =>
  days_over
    ? w("rent_over", { n: number(days_over) })
    : free_days_left === null
    ? w("rent_unknown")
    : w("rent_free", { n: number(free_days_left) });

/** Of a container's two clocks (demurrage, detention) the one furthest on: most days over, least free. */
const clockOf = (one: Rent) =>
  one.clocks.find((clock) =>
    one.days_over ? clock.days_over === one.days_over : clock.free_days_left === one.free_days_left
  ) ?? one.clocks[0];

/** Containers whose rent runs or soon will, the most taka at risk first. */
export function Demurrage() {
  const until = nextFriday(dhakaDate());
  return (
    <Screen title={w("rent")}>
      <ReadCard<Rent>
        none={w("rent_none")}
        path={`/import-logistics/demurrage?until=${until}`}
      >
        {(rows, meta) =>
          rows.length > 0 && (
            <>
              <Rows
                sentence={w("rent_text", {
                  today: money(Number(meta.rent_today_local ?? 0)),
                  until: money(Number(meta.rent_until_local ?? 0)),
                  date: date(until),
                })}
                heads={[w("container"), w("days_late"), w("by_day", { date: date(until) })]}
                label={w("rent")}
                rows={rows.map(measure)}
              >
                <Keys
                  names={[w("free_used"), w("free_left"), w("costing")]}
                  tones={["ok", "calm", "bad"]}
                />
              </Rows>
              {Number(meta.without_rate) > 0 && (
                <p class="error">{w("rent_rate", { n: number(Number(meta.without_rate)) })}</p>
              )}
            </>
          )}
      </ReadCard>
      {may("costs.read") && (
        <ButtonLink href="#/demurrage-tariffs" icon="edit" wide>{w("tariffs_link")}</ButtonLink>
      )}
    </Screen>
  );
}

/**
 * The bar of a container's days: free days used, then those left or, once they are over, the days
 * that cost.
 */
function measure(one: Rent) {
  const { free_days: free, days_used: used } = clockOf(one);
  return {
    href: hrefOf(`/shipments/${one.shipment_id}`),
    label: `${one.container_number} · ${w("feet", { n: number(one.size) })}`,
    lines: [
      `${one.shipment_reference_no} · ${one.supplier_name}`,
      one.rent_today_local
        ? `${stateOf(one)}, ${w("per_day", { amount: shortMoney(one.rent_today_local) })}`
        : stateOf(one),
    ],
    cells: [stateOf(one), money(one.rent_until_local ?? 0)],
    text: one.rent_until_local ? shortMoney(one.rent_until_local) : "",
    to: Math.min(used, free ?? used),
    tone: "ok" as const,
    then: { to: Math.max(used, free ?? 0), tone: one.days_over ? "bad" as const : "calm" as const },
  };
}
