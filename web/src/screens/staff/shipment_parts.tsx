import {
  Badge,
  date,
  dhakaDate,
  List,
  money,
  number,
  Row,
  useRead,
  type Write,
} from "../../kit.ts";
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
    cost_head: string;
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

interface Running {
  id: number;
  container_number: string;
  size: number;
  rent_today_local?: number | null;
  rent_so_far_local?: number | null;
  rate_missing: string[];
  clocks: {
    kind: "demurrage" | "detention";
    free_days_left: number | null;
    last_free_day: string | null;
    days_over: number | null;
  }[];
}

/** The rent of each container that is in the port or not yet back: free days left, then taka. */
export function Clock({ id }: { id: number }) {
  const read = useRead<Running[]>(`/import-logistics/demurrage?shipment_id=${id}`).value;
  if (!read.data?.length) return <p class="muted">{w("no_clock", { date: date(dhakaDate()) })}</p>;
  return (
    <>
      {read.data.map((box) => (
        <div key={box.id} class="clock">
          <p class="strong">
            {w("clock_of", { code: box.container_number, size: number(box.size) })}
          </p>
          {box.clocks.map(({ kind, free_days_left, last_free_day, days_over }) => (
            <p key={kind} class="badges">
              <span>{w(kind)}</span>
              {free_days_left === null
                ? <Badge tone="warn">{w("no_free_days")}</Badge>
                : days_over
                ? <Badge tone="bad">{w("days_over", { n: number(days_over) })}</Badge>
                : (
                  <Badge tone={free_days_left <= 1 ? "warn" : "good"}>
                    {w("free_left", { n: number(free_days_left) })}
                  </Badge>
                )}
              {last_free_day && !days_over && (
                <span class="muted">{w("free_until", { date: date(last_free_day) })}</span>
              )}
            </p>
          ))}
          <Facts
            rows={[
              !!box.rent_so_far_local && [w("so_far"), money(box.rent_so_far_local)],
              !!box.rent_today_local && [w("per_day"), money(box.rent_today_local)],
              box.rate_missing.length > 0 && [
                w("rate"),
                w("rate_missing", { currency: box.rate_missing.join(", ") }),
              ],
            ]}
          />
        </div>
      ))}
    </>
  );
}
