import { Rows } from "../../charts/rows.tsx";
import {
  ButtonLink,
  Card,
  date,
  dhakaDate,
  Figure,
  hrefOf,
  List,
  may,
  money,
  nextFriday,
  number,
  readState,
  Row,
  Screen,
  shortMoney,
  useRead,
} from "../../kit.ts";
import { w } from "./imports_words.ts";

interface Container {
  id: number;
  container_number: string;
  size: number;
  shipment_id: number;
  shipment_reference_no: string;
  supplier_name: string;
  free_days_left: number | null;
  days_over: number | null;
  rent_today_local: number | null;
  rent_until_local: number | null;
}

const clockOf = ({ free_days_left, days_over }: Container) =>
  days_over
    ? w("rent_over", { n: number(days_over) })
    : free_days_left === null
    ? w("rent_unknown")
    : w("rent_free", { n: number(free_days_left) });

/** Containers whose rent runs or soon will, the most taka at risk first. */
export function Demurrage() {
  const until = nextFriday(dhakaDate());
  const read = useRead<Container[]>(`/import-logistics/demurrage?until=${until}`).value;
  const { instead, over } = readState(read);
  const rows = read.data ?? [];
  const meta = read.meta as Record<string, number> | undefined;
  return (
    <Screen title={w("rent")}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="card">{w("rent_none")}</p> : (
        <>
          <Card>
            <Figure
              sentence={w("rent_text", {
                today: money(meta?.rent_today_local ?? 0),
                until: money(meta?.rent_until_local ?? 0),
                date: date(until),
              })}
              columns={[w("container"), w("days_late"), w("by_day", { date: date(until) })]}
              rows={rows.map((one) => [
                one.container_number,
                clockOf(one),
                money(one.rent_until_local ?? 0),
              ])}
            >
              <Rows
                rows={rows.slice(0, 12).map((one) => ({
                  label: `${one.container_number} · ${w("feet", { n: number(one.size) })}`,
                  text: clockOf(one),
                  to: one.days_over || (one.free_days_left ?? 0),
                  tone: one.days_over ? "bad" : (one.free_days_left ?? 0) <= 2 ? "warn" : "ok",
                }))}
              />
            </Figure>
            {(meta?.without_rate ?? 0) > 0 && (
              <p class="error">{w("rent_rate", { n: number(meta!.without_rate) })}</p>
            )}
          </Card>
          <List label={w("rent")}>
            {rows.map((one) => (
              <Row
                key={one.id}
                href={hrefOf(`/shipments/${one.shipment_id}`)}
                icon="box"
                title={one.container_number}
                lines={[
                  `${one.shipment_reference_no} · ${one.supplier_name}`,
                  clockOf(one),
                  one.rent_today_local
                    ? w("per_day", { amount: shortMoney(one.rent_today_local) })
                    : undefined,
                ]}
                side={one.rent_until_local ? shortMoney(one.rent_until_local) : undefined}
              />
            ))}
          </List>
        </>
      ))}
      {may("costs.read") && (
        <ButtonLink href="#/demurrage-tariffs" icon="edit" wide>{w("tariffs_link")}</ButtonLink>
      )}
    </Screen>
  );
}
