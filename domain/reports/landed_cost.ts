import sql, { join, raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { shipmentTitle } from "../imports/shipment_columns.ts";
import { costHeads, shipmentStatuses } from "../imports/shipment_words.ts";
import { matches, wordList } from "../records/paging.ts";
import { percent, report, reportQuery, total } from "./report.ts";

const figures = {
  /** purchase value in local currency */
  purchase_value_local: answer.number,
  /** capitalised costs by head: one field for each of the heads */
  ...Object.fromEntries(costHeads.map((head) => [`cost_${head}`, answer.number])),
  /** VAT, advance tax, demurrage and the like: they make no goods worth more */
  not_capitalised: answer.number,
  /** as it stood when the first receipt was posted; until then as it stands */
  estimated_landed_value: answer.number,
  /** with every cost that came since */
  landed_value: answer.number,
  /** actual less estimate: what costs that came late have added */
  late_cost: answer.number,
  /** of the estimate */
  late_cost_percent: answer.number.nullable(),
  /** what posted receipts took into stock */
  received_value: answer.number,
  /** rejected and short pieces on posted receipts */
  claimed_value: answer.number,
  /** of the late costs: onto pieces still in stock */
  late_cost_in_stock: answer.number,
  /** of the late costs: of pieces already gone */
  late_cost_expensed: answer.number,
  /** waits for later receipts: `landed_value` is the sum of this and the four before */
  open_value: answer.number,
};

export const landedCostRecord = z.object({
  /** the shipment's, or the item's where one shipment is asked for */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  status: z.enum(shipmentStatuses),
  supplier_name: answer.text,
  eta_chittagong: answer.date.nullable(),
  currency: answer.text,
  exchange_rate: answer.number.nullable(),
  sku: answer.text.nullable(),
  shipped_qty: answer.number.nullable(),
  /** local currency, 4 decimals */
  landed_unit_cost: answer.number.nullable(),
  ...figures,
}).meta({ id: "LandedCostRow" });

/**
 * What shipments cost until they lay in the warehouse, by head, with the estimate beside what it came
 * to, and where the value is now; local currency. One row per shipment, cancelled ones left out unless
 * asked for; with `shipment_id` one row per item of it. `from` and `to` look at the ETA.
 * Source: docs/overview.md, "Landed cost by shipment".
 */
export const landedCost = report({
  name: "landed-cost",
  summary: "Landed cost per shipment (or per item of one), estimate against actual",
  may: "costs.read",
  query: reportQuery.extend({
    shipment_id: field.id().optional(),
    supplier_id: field.id().optional(),
    status: wordList(shipmentStatuses).optional(),
  }),
  record: landedCostRecord,
  source: (query) => {
    const { from, columns, id } = query.shipment_id === undefined ? byShipment : byItem;
    return {
      columns: sql`${columns}, ${shownFigures}`,
      from,
      id,
      sorts: {
        eta_chittagong: { by: sql`coalesce(s.eta_chittagong, '9999-12-31'::date)`, type: "date" },
        landed_value: { by: sql`item.landed`, type: "numeric" },
      },
      defaultSort: query.shipment_id === undefined ? "-id" : "id",
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
      totals: {
        purchase_value_local: total(sql`item.purchase`),
        not_capitalised: total(sql`cost.not_capitalised`),
        estimated_landed_value: total(sql`item.landed - cost.late`),
        landed_value: total(sql`item.landed`),
        late_cost: total(sql`cost.late`),
        received_value: total(sql`receipt.accepted`),
        claimed_value: total(sql`receipt.claimed`),
        open_value: total(sql`item.open`),
      },
    };
  },
});

const shownFigures = sql`item.purchase as purchase_value_local,
  ${join(costHeads.map((head) => raw(`cost.cost_${head}`)))}, cost.not_capitalised,
  item.landed - cost.late as estimated_landed_value, item.landed as landed_value,
  cost.late as late_cost, ${percent(sql`cost.late`, sql`item.landed - cost.late`)}
    as late_cost_percent, receipt.accepted as received_value, receipt.claimed as claimed_value,
  late.in_stock as late_cost_in_stock, late.expensed as late_cost_expensed,
  item.open as open_value`;

const byShipment = {
  id: sql`s.id`,
  columns: sql`s.id, s.reference_no, ${shipmentTitle} as title, s.status, p.name as supplier_name,
    s.eta_chittagong, s.currency, s.exchange_rate, null::text as sku, null::numeric as shipped_qty,
    null::numeric as landed_unit_cost`,
  from: sql`shipments s join suppliers p on p.id = s.supplier_id
    cross join lateral (
      select coalesce(sum(i.purchase_value_local), 0) as purchase,
        coalesce(sum(i.landed_value), 0) as landed, coalesce(sum(i.remaining_value), 0) as open
      from shipment_items i where i.shipment_id = s.id) item
    ${around(sql`c.shipment_id = s.id`, sql`r.shipment_id = s.id`)}`,
};

const byItem = {
  id: sql`i.id`,
  columns: sql`i.id, s.reference_no, i.product_name as title, s.status, p.name as supplier_name,
    s.eta_chittagong, s.currency, s.exchange_rate, i.sku, i.shipped_qty,
    round(i.landed_value::numeric(35,20) / nullif(i.shipped_qty, 0), 4) as landed_unit_cost`,
  from: sql`shipment_items i join shipments s on s.id = i.shipment_id
    join suppliers p on p.id = s.supplier_id
    cross join lateral (
      select i.purchase_value_local as purchase, i.landed_value as landed,
        i.remaining_value as open) item
    ${around(sql`share.shipment_item_id = i.id`, sql`line.shipment_item_id = i.id`)}`,
};

/** SQL: the sums of costs, receipts and late costs of one shipment, or of one item. */
function around(ofCost: Sql, ofReceipt: Sql): Sql {
  const heads = costHeads.map((head) =>
    sql`coalesce(sum(share.amount) filter (where c.capitalise and c.cost_head = ${head}), 0)
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
