import { type Measure, Rows } from "../../charts/rows.tsx";
import {
  ButtonLink,
  Card,
  digits,
  Figure,
  hrefOf,
  money,
  number,
  readState,
  Screen,
  type ScreenProps,
  shortMoney,
  useRead,
  useSignal,
} from "../../kit.ts";
import { listScreen, statusWord } from "../../records/mod.ts";
import { w } from "./imports_words.ts";
import { Table } from "./table.tsx";

/** A shipment, or an item of one, of GET /reports/landed-cost. */
type Row = Record<string, number> & {
  title: string;
  reference_no: string;
  status: string;
  supplier_name: string;
  currency: string;
  exchange_rate: number | null;
  landed_unit_cost: number | null;
  shipped_qty: number | null;
};

const steps = [
  ["freight", ["freight", "insurance", "container_charge"]],
  ["duty", ["customs_duty", "regulatory_duty", "supplementary_duty"]],
  ["cnf", ["cnf_agent", "port_handling", "inspection"]],
  ["transport", ["local_transport", "labour", "warehouse"]],
  ["bank", ["bank_charge", "lc_charge", "amendment_charge", "other"]],
] as const;

const costOf = (rows: Row[], heads: readonly string[]) =>
  rows.reduce((sum, row) => heads.reduce((all, head) => all + (row[`cost_${head}`] ?? 0), sum), 0);
const totalOf = (rows: Row[], name: string) => rows.reduce((sum, row) => sum + row[name], 0);

export const list = listScreen<Row & { id: number }>({
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
  const read = useRead<Row[]>(`/reports/landed-cost?shipment_id=${params.id}&limit=200`).value;
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
          <Card title={w("items")}>
            <Table
              columns={[w("item"), w("qty"), w("unit")]}
              rows={rows.map((row) => [
                row.title,
                row.shipped_qty === null ? "–" : number(row.shipped_qty),
                row.landed_unit_cost === null ? "–" : money(row.landed_unit_cost),
              ])}
            />
          </Card>
          <WhatIf rows={rows} />
        </>
      ))}
      {link && <ButtonLink href={link} wide>{w("open_shipment")}</ButtonLink>}
    </Screen>
  );
}

function Fall({ rows }: { rows: Row[] }) {
  const purchase = totalOf(rows, "purchase_value_local");
  const landed = totalOf(rows, "landed_value");
  const falls: Measure[] = [{ label: w("purchase"), text: shortMoney(purchase), to: purchase }];
  let at = purchase;
  for (const [name, heads] of steps) {
    const cost = costOf(rows, heads);
    falls.push({ label: w(name), text: shortMoney(cost), from: at, to: at + cost, tone: "warn" });
    at += cost;
  }
  falls.push({ label: w("total"), text: shortMoney(landed), to: landed, tone: "ok" });
  const more = purchase > 0 ? Math.round((landed - purchase) / purchase * 1000) / 10 : 0;
  return (
    <Figure
      sentence={w("waterfall_text", {
        purchase: shortMoney(purchase),
        total: shortMoney(landed),
        percent: number(more),
      })}
      columns={[w("step"), w("amount")]}
      rows={[
        [w("purchase"), money(purchase)],
        ...steps.map(([name, heads]) => [w(name), money(costOf(rows, heads))]),
        [w("total"), money(landed)],
      ]}
    >
      <Rows rows={falls} />
    </Figure>
  );
}

/** An estimate on this phone, for bargaining: nothing of it is kept or booked. */
function WhatIf({ rows }: { rows: Row[] }) {
  const { currency, exchange_rate: booked } = rows[0];
  const rate = useSignal(booked ?? 0);
  const duty = useSignal(100);
  if (!booked) return <p class="card muted">{w("no_rate")}</p>;
  const unit = (row: Row) => {
    if (!row.shipped_qty) return undefined;
    const dearer = row.purchase_value_local * (rate.value / booked - 1);
    const taxed = costOf([row], steps[1][1]) * (duty.value / 100 - 1);
    return (row.landed_value + dearer + taxed) / row.shipped_qty;
  };
  return (
    <Card title={w("what_if")}>
      <p class="muted">{w("what_if_text")}</p>
      {booked !== 1 && (
        <label>
          {w("rate", { currency, n: digits(rate.value.toFixed(2)) })}
          <input
            type="range"
            min={booked * 0.8}
            max={booked * 1.3}
            step={booked / 200}
            value={rate.value}
            onInput={(event) => rate.value = Number(event.currentTarget.value)}
          />
        </label>
      )}
      <label>
        {w("duty_now", { n: digits(String(duty.value)) })}
        <input
          type="range"
          min="0"
          max="200"
          step="5"
          value={duty.value}
          onInput={(event) => duty.value = Number(event.currentTarget.value)}
        />
      </label>
      <Table
        columns={[w("item"), w("now"), w("then")]}
        rows={rows.map((row) => [
          row.title,
          row.landed_unit_cost === null ? "–" : money(row.landed_unit_cost),
          unit(row) === undefined ? "–" : money(unit(row)!),
        ])}
      />
    </Card>
  );
}
