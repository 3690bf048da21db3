import sql, { type Sql } from "sql-template-tag";
import { receiptTitle } from "../imports/receipts/receipt.ts";
import { z } from "zod";
import {
  acceptedSerials,
  expectedQty,
  expectedSerials,
  lineExcessQty,
  lineProduct,
  pieceFields,
} from "../imports/receipts/expected.ts";
import { averageCost } from "../products/product.ts";
import { many, rowAsJson } from "../records/embedded.ts";
import {
  count,
  date,
  flag,
  id,
  localMoney,
  money,
  quantity,
  shaped,
  text,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { Decision } from "./approval.ts";
import { photosOf } from "./photos.ts";

/** The pieces of a line that its approval turns into claims, and those still expected of its item. */
const gaps = sql`
  select i.id as shipment_item_id, i.product_name, i.unit, i.landed_value, i.shipped_qty,
    sum(line.received_qty) as received_qty, sum(line.accepted_qty) as accepted_qty,
    sum(line.received_qty - line.accepted_qty) as rejected_qty,
    sum(line.short_qty) as short_qty, ${expectedQty} as still_expected_qty,
    sum(${lineExcessQty}) as excess_qty
  from receipt_items line join shipment_items i on i.id = line.shipment_item_id
  where line.receipt_id = r.id
  group by i.id`;

/** Of a draft that is final, what is still expected of items that it does not even name. */
const unnamed = sql`
  select i.id, i.landed_value, i.shipped_qty, ${expectedQty} as missing_qty
  from shipment_items i
  where i.shipment_id = r.shipment_id and r.is_final and r.status = 'draft'`;

/** Pieces that would be in stock without anybody knowing which they are. */
const unnumbered = sql`
  select coalesce(sum(greatest(0, line.accepted_qty - cardinality(${acceptedSerials}))), 0)
  from receipt_items line join shipment_items i on i.id = line.shipment_item_id
    join products kept on kept.id = ${lineProduct}, lateral (select ${expectedSerials} as serials) expected
  where line.receipt_id = r.id and kept.is_serialized`;

/** Pieces rejected, missing or too many, and what of them is lost, at landed value. */
const gap = sql`
  select coalesce(sum(g.rejected_qty + g.short_qty + g.excess_qty), 0)
      + coalesce((select sum(m.missing_qty) from (${unnamed}) m), 0) as gap_qty,
    coalesce(round(sum((g.rejected_qty + g.short_qty) * g.landed_value::numeric(35,20)
        / nullif(g.shipped_qty, 0)), 2), 0)
      + coalesce((select round(sum(m.missing_qty * m.landed_value::numeric(35,20)
        / nullif(m.shipped_qty, 0)), 2) from (${unnamed}) m), 0) as gap_value
  from (${gaps}) g`;

const counted = sql`receipts r
  join shipments s on s.id = r.shipment_id join suppliers p on p.id = s.supplier_id
  cross join lateral (${gap}) gap`;

const title = receiptTitle("s", "p");

/**
 * SQL that leaves out receipts which the actor counted himself, unless he is the owner:
 * `approveReceipt` would refuse them.
 */
function ofOthers(actor: { role: string; userId: number | null }): Sql {
  return actor.role === "owner" || actor.role === "system"
    ? sql`true`
    : sql`r.created_by is distinct from ${actor.userId}::bigint`;
}

const counting = {
  supplier_name: text("From whom it came.", { example: "Hansol", sql: sql`p.name` }),
  shipment_reference_no: text("The shipment's number.", {
    example: "SHP-2026-000007",
    sql: sql`s.reference_no`,
  }),
  warehouse_name: text("Where it was counted.", { example: "Tejgaon", nullable: true }),
  received_date: date("When it was counted.", { example: "2026-03-02" }),
};
const gapTold = {
  gap_qty: quantity("Pieces rejected, missing or too many.", {
    example: 1,
    sql: sql`gap.gap_qty`,
  }),
  gap_value_local: localMoney("What of them is lost, at landed value, local currency.", {
    example: 913.05,
    seenBy: "costs.read",
    sql: sql`gap.gap_value`,
  }),
};
const evidence = {
  photos: shaped(z.array(z.int()), "Its pictures, by the ids of their uploads.", {
    example: [41],
    sql: (reader) => photosOf(reader, "receipt", sql`r.id`),
  }),
  version: count("For If-Match.", { example: 2 }),
};

const line = record(
  "LineToApprove",
  "g",
  {
    shipment_item_id: id("The shipment's item.", { example: 19 }),
    product_name: text("What it is.", { example: "Eco-solvent ink cyan 1 l" }),
    unit: text("What it is counted in.", { example: "liter", nullable: true }),
    expected_qty: quantity("How many were to come.", {
      example: 24,
      sql: sql`g.still_expected_qty + g.received_qty + g.short_qty - g.excess_qty`,
    }),
    ...pieceFields("g"),
    excess_qty: quantity("Beyond what was shipped.", { example: 0 }),
  },
);

export const factsToApprove = record(
  "ReceiptToApprove",
  "r",
  everybody({
    ...counting,
    is_final: flag("Whether everything still expected of the shipment is missing.", {
      example: false,
    }),
    ...gapTold,
    unnumbered_qty: quantity("Good pieces without a number, of products that are kept by number.", {
      example: 0,
      sql: sql`(${unnumbered})`,
    }),
    counted_by: text("Who counted it.", {
      example: "Karim Ahmed",
      nullable: true,
      sql: sql`u.name`,
    }),
    lines: many(line, "What was counted of each item.", {
      from: sql`from (${gaps}) g`,
      order: sql`r.shipment_item_id`,
    }),
    ...evidence,
  }),
);

/** What was counted and not yet confirmed. The risk is what is lost of it, at landed value. */
export const toApprove: Decision = {
  may: "receipts.approve",
  page: "receipt",
  waiting: (actor) =>
    sql`select r.id, r.reference_no, ${title}, gap.gap_value, r.created_at, r.created_at,
      r.created_by, r.id, gap.gap_qty = 0,
      r.version
    from ${counted} where r.status = 'draft' and ${ofOthers(actor)}`,
  since: (actor) =>
    sql`select r.id, r.created_at, r.version
    from receipts r where r.status = 'draft' and ${ofOthers(actor)}`,
  facts: (actor) =>
    rowAsJson(
      factsToApprove,
      actor,
      sql`from ${counted} left join users u on u.id = r.created_by where r.id = w.id`,
    ),
};

const change = record(
  "",
  "entering",
  everybody({
    product_id: id("The product.", { example: 5, sql: sql`product.id` }),
    sku: text("Its stock-keeping number.", { example: "INK-CY-1L", sql: sql`product.sku` }),
    name: text("Its name.", { example: "Eco-solvent ink cyan 1 l", sql: sql`product.name` }),
    stock_qty_before: quantity("What lies in stock now.", {
      example: 10,
      sql: sql`product.stock_qty`,
    }),
    stock_qty_after: quantity("What would lie there.", {
      example: 34,
      sql: sql`product.stock_qty + entering.qty`,
    }),
    average_cost_before: money("Its average cost now, 4 decimals, half up.", {
      example: 850.5,
      seenBy: "costs.read",
      sql: averageCost(sql`product.stock_value`, sql`product.stock_qty`),
    }),
    average_cost_after: money("Its average cost then.", {
      example: 913.0512,
      seenBy: "costs.read",
      sql: averageCost(
        sql`(product.stock_value + entering.value)`,
        sql`product.stock_qty + entering.qty`,
      ),
    }),
  }),
);

export const factsToPost = record(
  "ReceiptToPost",
  "r",
  everybody({
    ...counting,
    ...gapTold,
    approved_by: text("Who confirmed it.", {
      example: "Karim Ahmed",
      nullable: true,
      sql: sql`u.name`,
    }),
    products: many(change, "What stock each product has now, and would have.", {
      from: sql`from (select coalesce(line.product_id, i.product_id) as product_id,
        sum(line.accepted_qty) as qty, sum(line.accepted_value) as value
      from receipt_items line join shipment_items i on i.id = line.shipment_item_id
      where line.receipt_id = r.id and line.accepted_qty > 0
      group by coalesce(line.product_id, i.product_id)) entering
      join products product on product.id = entering.product_id`,
      order: sql`r.product_id`,
    }),
    lines_without_product: count("Lines that cannot enter stock before they have a product.", {
      example: 0,
      sql: sql`(select count(*) from receipt_items line
        join shipment_items i on i.id = line.shipment_item_id
      where line.receipt_id = r.id and line.accepted_qty > 0
        and coalesce(line.product_id, i.product_id) is null)`,
    }),
    ...evidence,
  }),
);

/** What was confirmed and is not in stock yet. The risk is the value that enters it. */
export const toPost: Decision = {
  may: "receipts.post",
  page: "receipt",
  waiting: () =>
    sql`select r.id, r.reference_no, ${title},
      (select coalesce(sum(line.accepted_value), 0) from receipt_items line where line.receipt_id = r.id),
      coalesce(r.approved_at, r.updated_at), r.created_at, r.created_by, r.id, gap.gap_qty = 0,
      r.version
    from ${counted} where r.status = 'approved'`,
  since: () =>
    sql`select r.id, coalesce(r.approved_at, r.updated_at), r.version
    from receipts r where r.status = 'approved'`,
  facts: (actor) =>
    rowAsJson(
      factsToPost,
      actor,
      sql`from ${counted} left join users u on u.id = r.approved_by where r.id = w.id`,
    ),
};
