import sql, { join, raw, type Sql } from "sql-template-tag";
import { shipmentTitle } from "../imports/shipment.ts";
import {
  type CostHead,
  costHeads,
  notCapitalised,
  shipmentStatuses,
} from "../imports/shipment_words.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import {
  currency,
  date,
  localMoney,
  money,
  percent as percentage,
  quantity,
  rate,
  text,
  word,
} from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { percent, report } from "./report.ts";

const costOf = (head: CostHead) =>
  localMoney(
    notCapitalised.includes(head)
      ? `Costs of the head ${head}; no part of the landed value unless they were capitalised.`
      : `Capitalised costs of the head ${head}.`,
    {
      example: 4200,
      seenBy: "everybody",
      sql: raw(`cost.cost_${head}`),
    },
  );
const costs = Object.fromEntries(costHeads.map((head) => [`cost_${head}`, costOf(head)])) as {
  [Head in CostHead as `cost_${Head}`]: ReturnType<typeof costOf>;
};

export const row = record(
  "LandedCostRow",
  "item",
  everybody({
    ...named({
      example: { reference_no: "SHP-2026-000004", title: "SHP-2026-000004 – Guangzhou Ink Co." },
      id: { says: "The shipment's, or the item's where one shipment is asked for." },
      reference_no: sql`s.reference_no`,
      title: sql`item.title`,
    }),
    status: word(shipmentStatuses, "Where the shipment is.", {
      example: "received",
      sql: sql`s.status`,
    }),
    supplier_name: text("Who sent it.", { example: "Guangzhou Ink Co.", sql: sql`p.name` }),
    eta_chittagong: date("When it is due at the port.", {
      example: "2026-03-20",
      nullable: true,
      sql: sql`s.eta_chittagong`,
    }),
    currency: currency("Of the purchase.", { example: "USD", sql: sql`s.currency` }),
    exchange_rate: rate("Local units for one unit of it.", {
      example: 121.5,
      nullable: true,
      sql: sql`s.exchange_rate`,
    }),
    sku: text("Of the item; null for a shipment.", { example: "INK-CY-1L", nullable: true }),
    shipped_qty: quantity("Of the item; null for a shipment.", { example: 240, nullable: true }),
    landed_unit_cost: money("What one piece of the item cost until here; null for a shipment.", {
      example: 913.0512,
      seenBy: "everybody",
      nullable: true,
    }),
    purchase_value_local: localMoney("Purchase value.", {
      example: 180000,
      seenBy: "everybody",
      sql: sql`item.purchase`,
    }),
    ...costs,
    not_capitalised: localMoney(
      "VAT, advance tax, demurrage and the like: they make no goods worth more.",
      { example: 27000, seenBy: "everybody", sql: sql`cost.not_capitalised` },
    ),
    estimated_landed_value: localMoney(
      "As it stood when the first receipt was posted; until then as it stands.",
      { example: 215000, seenBy: "everybody", sql: sql`item.landed - cost.late` },
    ),
    landed_value: localMoney("With every cost that came since.", {
      example: 219200,
      seenBy: "everybody",
      sql: sql`item.landed`,
    }),
    late_cost: localMoney("Actual less estimate: what costs that came late have added.", {
      example: 4200,
      seenBy: "everybody",
      sql: sql`cost.late`,
    }),
    late_cost_percent: percentage("Of the estimate.", {
      example: 1.95,
      nullable: true,
      sql: percent(sql`cost.late`, sql`item.landed - cost.late`),
    }),
    received_value: localMoney("What posted receipts took into stock.", {
      example: 200000,
      seenBy: "everybody",
      sql: sql`receipt.accepted`,
    }),
    claimed_value: localMoney("Rejected and short pieces on posted receipts.", {
      example: 15000,
      seenBy: "everybody",
      sql: sql`receipt.claimed`,
    }),
    late_cost_in_stock: localMoney("Of the late costs: onto pieces still in stock.", {
      example: 3000,
      seenBy: "everybody",
      sql: sql`late.in_stock`,
    }),
    late_cost_expensed: localMoney("Of the late costs: of pieces already gone.", {
      example: 1200,
      seenBy: "everybody",
      sql: sql`late.expensed`,
    }),
    open_value: localMoney(
      "Waits for later receipts: landed_value is the sum of this and the four before.",
      { example: 0, seenBy: "everybody", sql: sql`item.open` },
    ),
  }),
);

const sorts: Sorts = {
  eta_chittagong: { by: sql`coalesce(s.eta_chittagong, '9999-12-31'::date)`, type: "date" },
  landed_value: { by: sql`item.landed`, type: "numeric" },
};

/**
 * What shipments cost until they lay in the warehouse, by head, with the estimate beside what it came
 * to, and where the value is now; local currency. One row per shipment, cancelled ones left out unless
 * asked for; with `shipment_id` one row per item of it. `from` and `to` look at the ETA.
 * Source: docs/overview.md, "Landed cost by shipment".
 */
export default report({
  name: "landed-cost",
  summary: "Landed cost per shipment (or per item of one), estimate against actual",
  may: "costs.read",
  query: queryOf(listQuery, { sorts, day: "eta_chittagong" }).extend({
    shipment_id: field.id().optional().describe("The items of this shipment."),
    supplier_id: field.id().optional().describe("Only this supplier's."),
    status: wordList(shipmentStatuses, "Only these."),
  }),
  record: row,
  sums: [
    "purchase_value_local",
    "not_capitalised",
    "estimated_landed_value",
    "landed_value",
    "late_cost",
    "received_value",
    "claimed_value",
    "open_value",
  ],
  table: [
    "title",
    "status",
    "purchase_value_local",
    "landed_value",
    "late_cost",
    "received_value",
    "open_value",
  ],
  source: (query) => ({
    ...query.shipment_id === undefined ? byShipment : byItem,
    sorts,
    where: [
      query.shipment_id !== undefined && sql`s.id = ${query.shipment_id}`,
      query.supplier_id !== undefined && sql`s.supplier_id = ${query.supplier_id}`,
      query.status
        ? sql`s.status = any(${query.status}::text[])`
        : query.shipment_id === undefined && sql`s.status <> 'cancelled'`,
      query.from !== undefined && sql`s.eta_chittagong >= ${query.from}::date`,
      query.to !== undefined && sql`s.eta_chittagong <= ${query.to}::date`,
      matches(query.search, [
        sql`s.reference_no`,
        sql`s.tracking_number`,
        sql`s.shipment_number`,
        sql`s.bl_number`,
        sql`p.name`,
      ]),
    ],
  }),
});

const byShipment = {
  id: sql`s.id`,
  defaultSort: "-id",
  from: sql`shipments s join suppliers p on p.id = s.supplier_id
    cross join lateral (
      select s.id, ${shipmentTitle()} as title, null::text as sku, null::numeric as shipped_qty,
        null::numeric as landed_unit_cost, coalesce(sum(i.purchase_value_local), 0) as purchase,
        coalesce(sum(i.landed_value), 0) as landed, coalesce(sum(i.remaining_value), 0) as open
      from shipment_items i where i.shipment_id = s.id) item
    ${around(sql`c.shipment_id = s.id`, sql`r.shipment_id = s.id`)}`,
};

const byItem = {
  id: sql`i.id`,
  defaultSort: "id",
  from: sql`shipment_items i join shipments s on s.id = i.shipment_id
    join suppliers p on p.id = s.supplier_id
    cross join lateral (
      select i.id, i.product_name as title, i.sku, i.shipped_qty,
        round(i.landed_value::numeric(35,20) / nullif(i.shipped_qty, 0), 4) as landed_unit_cost,
        i.purchase_value_local as purchase, i.landed_value as landed,
        i.remaining_value as open) item
    ${around(sql`share.shipment_item_id = i.id`, sql`line.shipment_item_id = i.id`)}`,
};

/** SQL: the sums of costs, receipts and late costs of one shipment, or of one item. */
function around(ofCost: Sql, ofReceipt: Sql): Sql {
  const heads = costHeads.map((head) =>
    sql`coalesce(sum(share.amount) filter (where
      (c.capitalise or ${notCapitalised.includes(head)}) and c.cost_head = ${head}), 0)
      as ${raw(`cost_${head}`)}`
  );
  return sql`
    cross join lateral (
      select ${join(heads)},
        coalesce(sum(share.amount) filter (where not c.capitalise), 0) as not_capitalised,
        coalesce(sum(share.amount) filter (where c.capitalise and c.is_late), 0) as late
      from shipment_costs c join shipment_cost_shares share on share.cost_id = c.id
      where ${ofCost}) cost
    cross join lateral (
      select coalesce(sum(line.accepted_value), 0) as accepted,
        coalesce(sum(line.rejected_value + line.short_value), 0) as claimed
      from receipts r join receipt_items line on line.receipt_id = r.id
      where r.status = 'posted' and ${ofReceipt}) receipt
    cross join lateral (
      select coalesce(sum(share.stock_part), 0) as in_stock,
        coalesce(sum(share.expense_part), 0) as expensed
      from shipment_costs c join late_costs share on share.cost_id = c.id
      where ${ofCost}) late`;
}
