import type { Shade } from "../../charts/rows.tsx";
import { Stack } from "../../charts/stack.tsx";
import {
  ButtonLink,
  Card,
  Figure,
  hrefOf,
  List,
  number,
  readState,
  Row,
  Screen,
  type ScreenProps,
  t,
  useRead,
} from "../../kit.ts";
import { statusWord } from "../../records/mod.ts";
import { w } from "./imports_words.ts";

/** The stretches of the way, and the statuses of each. */
const stages = [
  ["booked", "calm", ["draft", "booking_confirmed"]],
  ["sailing", "main", ["air_sea_departure", "in_transit"]],
  ["port", "bad", ["chittagong_port_arrival", "customs_clearance_pending", "customs_cleared"]],
  ["inland", "warn", ["local_transport", "warehouse_received", "qc_pending"]],
  ["arrived", "ok", ["received"]],
] as const satisfies readonly (readonly [string, Shade, readonly string[]])[];

const underWay = stages.flatMap(([, , statuses]) => statuses);

/** Where everything is on its way, and the way to what costs money. */
export function Imports({ query }: ScreenProps) {
  const read = useRead<{ id: number; status: string }[]>(
    `/import-logistics/shipments?status=${underWay.join()}&limit=200`,
  ).value;
  const { instead, over } = readState(read);
  const rows = read.data ?? [];
  const count = (statuses: readonly string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).length;
  const open = query.get("stage");
  return (
    <Screen title={t("imports")}>
      <Card title={w("pipeline")}>
        {over}
        {instead ?? (rows.length === 0 ? <p class="muted">{w("pipeline_none")}</p> : (
          <>
            <Figure
              sentence={w("pipeline_text", {
                n: number(rows.length),
                customs: number(count(stages[2][2])),
              })}
              columns={[w("stage"), w("count")]}
              rows={underWay.map((status) => [statusWord(status), number(count([status]))])}
            >
              <Stack parts={stages.map(([, tone, of]) => ({ value: count(of), tone }))} />
            </Figure>
            <List label={w("pipeline")}>
              {stages.map(([name, tone, statuses]) => (
                <Row
                  key={name}
                  href={`#/imports${open === name ? "" : `?stage=${name}`}`}
                  title={<span class={`key ${tone}`}>{w(name)}</span>}
                  side={number(count(statuses))}
                />
              ))}
            </List>
            {stages.filter(([name]) => name === open).map(([name, , statuses]) => (
              <List key={name} label={w(name)}>
                {statuses.map((status) => (
                  <Row
                    key={status}
                    href={hrefOf(`/shipments?status=${status}`)}
                    icon="next"
                    title={statusWord(status)}
                    side={number(count([status]))}
                  />
                ))}
              </List>
            ))}
          </>
        ))}
      </Card>
      <div class="actions">
        <ButtonLink href="#/late" icon="clock" wide>{w("late")}</ButtonLink>
        <ButtonLink href="#/demurrage" icon="money" wide>{w("rent")}</ButtonLink>
        <ButtonLink href="#/landed" icon="chart" wide>{w("landed")}</ButtonLink>
      </div>
    </Screen>
  );
}
