import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../../access/access.ts";
import { discrepancy, discrepancyTables } from "../../claims/discrepancy.ts";
import type { Db } from "../../db/connect.ts";
import { notFound } from "../../errors.ts";
import * as field from "../../records/fields.ts";
import { rowsAsJson } from "../../records/embedded.ts";
import { historyJson } from "../../records/history.ts";
import { listPage, listQuery, matches, type Page, wordList } from "../../records/paging.ts";
import { uploadsJson } from "../../uploads/find_uploads.ts";
import { expectedQty, lineExcessQty } from "./expected.ts";
import type { Receipt, ReceiptDetail } from "./receipt.ts";
import { receiptStatuses } from "./receipt_words.ts";

export const columns = sql`r.id, r.reference_no,
  'Receipt of ' || s.reference_no || ' from ' || p.name as title, r.status, r.shipment_id,
  s.reference_no as shipment_reference_no, s.supplier_id, p.name as supplier_name, r.warehouse_name,
  r.received_date, r.is_final, r.allow_excess, r.note, t.item_count, t.received_qty, t.accepted_qty,
  t.received_qty - t.accepted_qty as rejected_qty, t.short_qty, t.accepted_value, r.approved_at,
  r.approved_by, r.posted_at, r.posted_by, r.posting_date, r.supplier_ledger_id, r.reversed_at,
  r.reversed_by, r.created_at, r.updated_at, r.created_by, r.version`;

export const from = sql`receipts r
  join shipments s on s.id = r.shipment_id
  join suppliers p on p.id = s.supplier_id
  left join lateral (
    select count(*) as item_count, coalesce(sum(line.received_qty), 0) as received_qty,
      coalesce(sum(line.accepted_qty), 0) as accepted_qty,
      coalesce(sum(line.short_qty), 0) as short_qty,
      coalesce(sum(line.accepted_value), 0) as accepted_value
    from receipt_items line where line.receipt_id = r.id) t on true`;

export const receiptQuery = listQuery.extend({
  status: wordList(receiptStatuses).optional(),
  shipment_id: field.id().optional(),
  supplier_id: field.id().optional(),
});

/** Goods receipts, newest first. `from` and `to` are the day on which the goods were received. */
export function listReceipts(db: Db, query: z.output<typeof receiptQuery>): Promise<Page<Receipt>> {
  return listPage<Receipt>(db, query, {
    columns,
    from,
    id: sql`r.id`,
    sorts: {
      received_date: { by: sql`r.received_date`, type: "date" },
      created_at: { by: sql`r.created_at`, type: "timestamptz" },
      reference_no: { by: sql`r.reference_no`, type: "text" },
    },
    where: [
      query.status && sql`r.status = any(${query.status})`,
      query.shipment_id !== undefined && sql`r.shipment_id = ${query.shipment_id}`,
      query.supplier_id !== undefined && sql`s.supplier_id = ${query.supplier_id}`,
      query.from !== undefined && sql`r.received_date >= ${query.from}`,
      query.to !== undefined && sql`r.received_date <= ${query.to}`,
      matches(query.search, [
        sql`r.reference_no`,
        sql`s.reference_no`,
        sql`s.tracking_number`,
        sql`p.name`,
        sql`r.warehouse_name`,
        sql`r.note`,
      ]),
    ],
  });
}

const lines = sql`(
  select coalesce(json_agg(json_build_object(
    'id', line.id, 'shipment_item_id', line.shipment_item_id,
    'product_id', coalesce(line.product_id, i.product_id), 'product_name', i.product_name,
    'sku', coalesce(product.sku, i.sku), 'unit', i.unit, 'ordered_qty', i.ordered_qty,
    'shipped_qty', i.shipped_qty, 'expected_qty', ${expectedQty}, 'received_qty', line.received_qty,
    'accepted_qty', line.accepted_qty, 'rejected_qty', line.received_qty - line.accepted_qty,
    'short_qty', line.short_qty, 'excess_qty', ${lineExcessQty}, 'bin_location', line.bin_location,
    'serial_numbers', line.serial_numbers, 'note', line.note, 'accepted_value', line.accepted_value,
    'rejected_value', line.rejected_value, 'short_value', line.short_value,
    'unit_cost', round(line.accepted_value::numeric(35,20) / nullif(line.accepted_qty, 0), 4)) order by line.id), '[]')
  from receipt_items line
  join shipment_items i on i.id = line.shipment_item_id
  left join products product on product.id = coalesce(line.product_id, i.product_id)
  where line.receipt_id = r.id) as items`;

const residue = sql`(
  select coalesce(json_agg(json_build_object('product_id', product_id, 'amount', amount)
    order by product_id), '[]')
  from (select e.product_id, sum(e.amount) as amount from valuation_expenses e
    where e.receipt_id = r.id and e.kind = 'valuation_residue' group by e.product_id) as left_over
  ) as valuation_residue`;

/** One receipt with its lines, claims, photos and history. @throws Refusal `not_found` */
export async function findReceipt(db: Db, actor: Actor, id: number): Promise<ReceiptDetail> {
  const [found] = await db.query<[ReceiptDetail?]>(sql`
    select ${columns}, approver.name as approved_by_name, poster.name as posted_by_name, ${lines},
      json_build_object('id', s.id, 'reference_no', s.reference_no, 'status', s.status,
        'supplier_id', s.supplier_id, 'currency', s.currency,
        'tracking_number', s.tracking_number) as shipment,
      ${rowsAsJson(discrepancy, actor, sql`from ${discrepancyTables} where d.receipt_id = r.id`)}
        as discrepancies, ${residue}, ${uploadsJson(actor, "receipt", sql`r.id`)}, ${
    historyJson("receipt", sql`r.id`)
  }
    from ${from}
    left join users approver on approver.id = r.approved_by
    left join users poster on poster.id = r.posted_by
    where r.id = ${id}`);
  if (!found) throw notFound("Receipt", id);
  return found;
}
