import type { Shipment } from "../../core/answers.ts";
import { Badge, Code, date, List, may, money, Row, type Write } from "../../kit/mod.ts";
import {
  Facts,
  type ListDef,
  listScreen,
  Papers,
  quantityOf,
  rt,
  StatusBadge,
  UnsentRows,
} from "../../records/mod.ts";
import { aboutClaim } from "./claims.tsx";
import { headWord, w } from "./shipment_words.ts";

export function Items({ shipment }: { shipment: Shipment }) {
  if (!shipment.items?.length) return <p class="muted">{w("no_items")}</p>;
  return (
    <List label={w("items")}>
      {shipment.items.map((item) => {
        const left = Number(item.expected_qty);
        return (
          <Row
            key={item.id}
            href={may("shipments.write") && !shipment.frozen_at
              ? `#/shipments/${shipment.id}/items/${item.id}/edit`
              : item.product_id
              ? `#/products/${item.product_id}`
              : undefined}
            title={item.product_name}
            lines={[
              item.sku && <Code key="sku">{item.sku}</Code>,
              left > 0 ? w("still", { n: quantityOf(left, item.unit) }) : w("all_here"),
            ]}
            badges={Number(item.excess_qty) > 0 && (
              <Badge tone="warn">
                {w("too_many", { n: quantityOf(item.excess_qty!, item.unit) })}
              </Badge>
            )}
            side={quantityOf(item.shipped_qty, item.unit)}
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
            [w("other_costs"), !!Number(totals.other_costs) && money(totals.other_costs)],
            [w("landed"), money(totals.landed_value)],
          ]}
        />
      )}
      {costs.length + waiting.length === 0 && <p class="muted">{w("no_costs")}</p>}
      <List label={w("costs")}>
        {costs.map((cost) => (
          <Row
            key={cost.id}
            href={may("costs.write") && !cost.reverses_id && !cost.reversed_by_id
              ? `#/shipments/${shipment.id}/costs/${cost.id}/reverse`
              : undefined}
            title={headWord(cost.cost_head)}
            lines={[[date(cost.entry_date), cost.reference].filter(Boolean).join(" · ")]}
            badges={(cost.reverses_id || cost.reversed_by_id) && <Badge>{rt("undone")}</Badge>}
            side={money(cost.local_amount)}
          />
        ))}
        <UnsentRows writes={waiting} />
      </List>
    </>
  );
}

/** What was received of it and what is claimed. */
export function Received({ shipment: { receipts, discrepancies, items } }: { shipment: Shipment }) {
  const product = (id: number | null) => items?.find((item) => item.id === id)?.product_name;
  return (
    <>
      <Papers
        screen="/receipts"
        papers={(receipts ?? []).map((receipt) => ({ ...receipt, on: receipt.received_date }))}
      />
      <Papers
        screen="/discrepancies"
        papers={(discrepancies ?? []).map((claim) => ({
          ...claim,
          about: aboutClaim({ ...claim, product_name: product(claim.shipment_item_id) }),
        }))}
      />
    </>
  );
}

/** The list of shipments, as those who follow them and those who receive them see it. */
export const shipmentList = (
  def: Pick<
    ListDef<Shipment>,
    "title" | "screen" | "icon" | "filters" | "empty" | "add" | "unsentRow"
  >,
) =>
  listScreen<Shipment>({
    ...def,
    path: "/import-logistics/shipments",
    query: "sort=eta_chittagong",
    search: true,
    row: (shipment) => ({
      title: shipment.supplier_name,
      lines: [
        <Code key="code">
          {[shipment.reference_no, shipment.container_number ?? shipment.tracking_number]
            .filter(Boolean).join(" · ")}
        </Code>,
        shipment.eta_chittagong && w("eta", { date: date(shipment.eta_chittagong) }),
      ],
      badges: (
        <>
          <StatusBadge status={shipment.status} />
          {shipment.delayed && <Badge tone="bad">{w("late")}</Badge>}
        </>
      ),
    }),
  });
