import type { CostHead } from "../../../../domain/imports/shipment_words.ts";
import { Badge, date, List, money, number, Row, type Write } from "../../kit.ts";
import { Facts, statusTone, statusWord } from "../../records/mod.ts";
import { headWord, w } from "./shipment_words.ts";

export interface ShipmentItem {
  id: number;
  product_id: number | null;
  product_name: string;
  sku: string | null;
  unit: string | null;
  shipped_qty: number;
  expected_qty: number;
  received_qty?: number;
  serial_numbers?: string[];
}

interface Linked {
  id: number;
  reference_no: string;
  title: string;
  status: string;
}

/** A shipment; from the lists of a sync its head and items only. */
export interface Shipment {
  id: number;
  reference_no: string;
  supplier_name: string;
  status: string;
  shipment_mode?: string;
  delayed?: boolean;
  tracking_number: string | null;
  container_number: string | null;
  bl_number: string | null;
  vessel_or_flight?: string | null;
  carrier: string | null;
  port_of_loading?: string | null;
  etd?: string | null;
  eta_chittagong: string | null;
  warehouse_name: string | null;
  currency?: string;
  exchange_rate?: number | null;
  notes?: string | null;
  lc_tt?: Linked | null;
  items?: ShipmentItem[];
  costs?: {
    id: number;
    cost_head: CostHead;
    amount: number;
    currency: string;
    local_amount: number;
    entry_date: string;
    reference: string | null;
    reverses_id: number | null;
    reversed_by_id: number | null;
  }[];
  totals?: Record<
    "purchase_value_local" | "capitalised_costs" | "other_costs" | "landed_value",
    number
  >;
  receipts?: Linked[];
  discrepancies?: Linked[];
}

export function Items({ shipment }: { shipment: Shipment }) {
  if (!shipment.items?.length) return <p class="muted">{w("no_items")}</p>;
  return (
    <List label={w("items")}>
      {shipment.items.map((item) => {
        const left = Number(item.expected_qty);
        return (
          <Row
            key={item.id}
            href={item.product_id ? `#/products/${item.product_id}` : undefined}
            title={item.product_name}
            lines={[
              item.sku,
              left > 0 ? w("still", { n: `${number(left)} ${item.unit ?? ""}` }) : w("all_here"),
            ]}
            side={`${number(item.shipped_qty)} ${item.unit ?? ""}`}
          />
        );
      })}
    </List>
  );
}

export function Costs({ shipment, unsent }: { shipment: Shipment; unsent: Write[] }) {
  const { costs = [], totals } = shipment;
  const waiting = unsent.filter(({ path }) => path.endsWith("/costs"));
  return (
    <>
      {totals && (
        <Facts
          rows={[
            [w("goods"), money(totals.purchase_value_local)],
            [w("on_top"), money(totals.capitalised_costs)],
            [w("other_costs"), money(totals.other_costs)],
            [w("landed"), money(totals.landed_value)],
          ]}
        />
      )}
      {costs.length + waiting.length === 0 && <p class="muted">{w("no_costs")}</p>}
      <List label={w("costs")}>
        {costs.map((cost) => (
          <Row
            key={cost.id}
            title={headWord(cost.cost_head)}
            lines={[[date(cost.entry_date), cost.reference].filter(Boolean).join(" · ")]}
            badges={(cost.reverses_id || cost.reversed_by_id) && <Badge>{w("reversed")}</Badge>}
            side={money(cost.local_amount)}
          />
        ))}
        {waiting.map(({ key, title }) => <Row key={key} title={title} unsent />)}
      </List>
    </>
  );
}

/** What was received of it and what is claimed. */
export function Papers({ shipment }: { shipment: Shipment }) {
  const rows = (list: Linked[], screen: string) =>
    list.map(({ id, title, reference_no, status }) => (
      <Row
        key={`${screen}${id}`}
        href={`#${screen}/${id}`}
        title={title}
        lines={[reference_no]}
        badges={<Badge tone={statusTone(status)}>{statusWord(status)}</Badge>}
      />
    ));
  return (
    <List label={w("receipts")}>
      {rows(shipment.receipts ?? [], "/receipts")}
      {rows(shipment.discrepancies ?? [], "/discrepancies")}
    </List>
  );
}
