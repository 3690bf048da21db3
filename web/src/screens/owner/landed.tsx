import type { CostHead } from "../../../../domain/imports/shipment_words.ts";
import type { Landed } from "../../core/answers.ts";
import { type Measure, Rows, type Shade } from "../../charts/rows.tsx";
import {
  ButtonLink,
  Card,
  Chips,
  digits,
  hrefOf,
  money,
  number,
  readState,
  Screen,
  type ScreenProps,
  shortMoney,
  useRead,
  useSignal,
} from "../../kit/mod.ts";
import { listScreen, statusWord } from "../../records/mod.ts";
import { w } from "./imports_words.ts";
import { sumOf } from "./read_card.tsx";
import { Table } from "./table.tsx";

const steps = [
  ["freight", ["freight", "insurance", "container_charge"]],
  ["duty", ["customs_duty", "regulatory_duty", "supplementary_duty"]],
  ["cnf", ["cnf_agent", "port_handling", "inspection"]],
  ["transport", ["local_transport", "labour", "warehouse"]],
  ["bank", ["bank_charge", "lc_charge", "amendment_charge", "other"]],
] as const;

const costOf = (rows: Landed[], heads: readonly CostHead[]) =>
  sumOf(rows, (row) => sumOf([...heads], (head) => row[`cost_${head}`] ?? 0));

export const list = listScreen<Landed>({
  title: () => w("landed"),
  path: "/reports/landed-cost",
  screen: "/landed",
  icon: "chart",
  search: true,
  row: (row) => ({
    title: row.supplier_name,
    lines: [row.reference_no, statusWord(row.status)],
    side: shortMoney(row.landed_value),
  }),
  empty: () => w("landed_none"),
});

/** One shipment from purchase to the warehouse, per unit, and what another rate would make of it. */
export function LandedCost({ params }: ScreenProps) {
  const read = useRead<Landed[]>(`/reports/landed-cost?shipment_id=${params.id}&limit=200`).value;
  const { instead, over } = readState(read);
  const rows = read.data ?? [];
  const link = hrefOf(`/shipments/${params.id}`);
  return (
    <Screen title={w("landed")} sub={rows[0]?.reference_no ?? w("landed_text")}>
      {over}
      {instead ?? (rows.length === 0 ? <p class="card">{w("landed_none")}</p> : (
        <>
          <Card title={rows[0].supplier_name}>
            <Fall rows={rows} />
          </Card>
          <WhatIf rows={rows} />
        </>
      ))}
      {link && <ButtonLink href={link} wide>{w("open_shipment")}</ButtonLink>}
    </Screen>
  );
}

/** From step to step, of the whole shipment or of one unit of an item. */
function Fall({ rows }: { rows: Landed[] }) {
  const chosen = useSignal("");
  const one = rows.find(({ title }) => title === chosen.value);
  const of = one ? [one] : rows;
  const share = one?.shipped_qty ?? 1;
  const show = (amount: number) => one ? money(amount / share) : shortMoney(amount);
  const purchase = sumOf(of, (row) => row.purchase_value_local);
  const landed = sumOf(of, (row) => row.landed_value);
  const falls: Measure[] = [];
  const fall = (label: string, from: number, to: number, tone: Shade) =>
    falls.push({
      label,
      text: show(to - from),
      cells: [money((to - from) / share)],
      from,
      to,
      tone,
    });
  fall(w("purchase"), 0, purchase, "main");
  let at = purchase;
  for (const [name, heads] of steps) {
    const cost = costOf(of, heads);
    if (cost) fall(w(name), at, at += cost, "warn");
  }
  fall(w("total"), 0, landed, "ok");
  return (
    <>
      <Chips
        name="of"
        label={w("waterfall_of")}
        value={chosen.value}
        choices={[
          { value: "", label: w("all_items") },
          ...rows.filter((row) => row.shipped_qty).map(({ title }) => ({
            value: title,
            label: w("one_of", { item: title }),
          })),
        ]}
        onInput={(value) => chosen.value = value}
      />
      <Rows
        sentence={w("waterfall_text", {
          purchase: show(purchase),
          total: show(landed),
          percent: number(purchase > 0 ? Math.round((landed / purchase - 1) * 1000) / 10 : 0),
        })}
        heads={[w("step"), w("amount")]}
        label={w("landed")}
        rows={falls}
      />
    </>
  );
}

/** An estimate on this phone, for bargaining: nothing of it is kept or booked. */
function WhatIf({ rows }: { rows: Landed[] }) {
  const { currency, exchange_rate: booked } = rows[0];
  const rate = useSignal(booked ?? 0);
  const duty = useSignal(100);
  if (!booked) return <p class="card muted">{w("no_rate")}</p>;
  const unit = (row: Landed) => {
    if (!row.shipped_qty) return null;
    const dearer = row.purchase_value_local * (rate.value / booked - 1);
    const taxed = costOf([row], steps[1][1]) * (duty.value / 100 - 1);
    return (row.landed_value + dearer + taxed) / row.shipped_qty;
  };
  return (
    <Card title={w("what_if")}>
      <p class="muted">{w("what_if_text")}</p>
      {booked !== 1 && (
        <Slider
          label={w("rate", { currency, n: digits(rate.value.toFixed(2)) })}
          value={rate.value}
          set={(to) => rate.value = to}
          range={[booked * 0.8, booked * 1.3, booked / 200]}
        />
      )}
      <Slider
        label={w("duty_now", { n: number(duty.value) })}
        value={duty.value}
        set={(to) => duty.value = to}
        range={[0, 200, 5]}
      />
      <Table
        columns={[w("item"), w("now"), w("then")]}
        rows={rows.map((row) => [
          row.title,
          ...[row.landed_unit_cost, unit(row)].map((cost) => cost ? money(cost) : "–"),
        ])}
      />
    </Card>
  );
}

function Slider({ label, value, set, range: [min, max, step] }: {
  label: string;
  value: number;
  set: (to: number) => void;
  range: number[];
}) {
  return (
    <label>
      {label}
      <input
        type="range"
        {...{ min, max, step, value }}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
    </label>
  );
}
