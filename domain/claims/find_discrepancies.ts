import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { historyJson } from "../records/history.ts";
import { refuseUnexpected } from "../records/lifecycle.ts";
import {
  listPage,
  listQuery,
  madeWithin,
  matches,
  type Page,
  wordList,
} from "../records/paging.ts";
import { uploadsJson } from "../uploads/find_uploads.ts";
import type { Discrepancy, DiscrepancyDetail } from "./discrepancy.ts";
import {
  type DiscrepancyStatus,
  discrepancyStatuses,
  discrepancyTypeAliases,
  discrepancyTypes,
  opponents,
} from "./discrepancy_words.ts";

export const columns = sql`d.id, d.reference_no,
  initcap(replace(d.discrepancy_type, '_', ' ')) || coalesce(': ' || i.product_name, '') || ' ('
    || s.reference_no || ')' as title,
  d.status, d.shipment_id, s.reference_no as shipment_reference_no, d.shipment_item_id,
  i.product_name, i.sku, i.unit, d.supplier_id, p.name as supplier_name, d.receipt_id,
  r.reference_no as receipt_reference_no, d.receipt_item_id, d.discrepancy_type, d.quantity,
  d.estimated_value, d.currency, d.exchange_rate, d.estimated_value_local, d.against, d.note,
  d.resolution, d.resolved_amount, d.resolved_currency, d.resolved_exchange_rate,
  d.resolved_amount_local, d.resolution_note, d.resolved_at, d.resolved_by, d.supplier_ledger_id,
  d.created_at, d.updated_at, d.created_by, d.version`;

export const from = sql`discrepancies d
  join shipments s on s.id = d.shipment_id
  join suppliers p on p.id = d.supplier_id
  left join shipment_items i on i.id = d.shipment_item_id
  left join receipts r on r.id = d.receipt_id`;

export const discrepancyQuery = listQuery.extend({
  /** exactly these: `open` does not include `submitted` */
  status: wordList(discrepancyStatuses).optional(),
  /** open and submitted, or with false the others */
  unresolved: field.flag().optional(),
  supplier_id: field.id().optional(),
  shipment_id: field.id().optional(),
  receipt_id: field.id().optional(),
  discrepancy_type: wordList(discrepancyTypes, discrepancyTypeAliases).optional(),
  against: wordList(opponents).optional(),
});

/** Claims, newest first. `from` and `to` are the day on which the claim was made. */
export function listDiscrepancies(
  db: Db,
  query: z.output<typeof discrepancyQuery>,
): Promise<Page<Discrepancy>> {
  const unresolved = sql`d.status in ('open', 'submitted')`;
  return listPage<Discrepancy>(db, query, {
    columns,
    from,
    id: sql`d.id`,
    sorts: {
      created_at: { by: sql`d.created_at`, type: "timestamptz" },
      reference_no: { by: sql`d.reference_no`, type: "text" },
    },
    where: [
      query.status && sql`d.status = any(${query.status})`,
      query.unresolved !== undefined && (query.unresolved ? unresolved : sql`not ${unresolved}`),
      query.supplier_id !== undefined && sql`d.supplier_id = ${query.supplier_id}`,
      query.shipment_id !== undefined && sql`d.shipment_id = ${query.shipment_id}`,
      query.receipt_id !== undefined && sql`d.receipt_id = ${query.receipt_id}`,
      query.discrepancy_type && sql`d.discrepancy_type = any(${query.discrepancy_type})`,
      query.against && sql`d.against = any(${query.against})`,
      madeWithin(sql`d.created_at`, query),
      matches(query.search, [
        sql`d.reference_no`,
        sql`s.reference_no`,
        sql`r.reference_no`,
        sql`p.name`,
        sql`i.product_name`,
        sql`i.sku`,
        sql`d.note`,
      ]),
    ],
  });
}

/** One claim with its photos and its history. @throws Refusal `not_found` */
export async function findDiscrepancy(
  db: Db,
  actor: Actor,
  id: number,
): Promise<DiscrepancyDetail> {
  const [found] = await db.query<[DiscrepancyDetail?]>(sql`
    select ${columns}, ${uploadsJson(actor, "discrepancy", sql`d.id`)},
      ${historyJson("discrepancy", sql`d.id`)} from ${from} where d.id = ${id}`);
  if (!found) throw notFound("Discrepancy", id);
  return found;
}

/** The claims made on one receipt, oldest first. */
export function discrepanciesOfReceipt(db: Db, receiptId: number): Promise<Discrepancy[]> {
  return db.query<Discrepancy[]>(
    sql`select ${columns} from ${from} where d.receipt_id = ${receiptId} order by d.id`,
  );
}

/**
 * One claim, locked for a change of it.
 * @throws Refusal `not_found`, `status_changed` when it is not in the expected status
 */
export async function lockDiscrepancy(
  tx: Tx,
  id: number,
  expected_status?: DiscrepancyStatus,
): Promise<Discrepancy> {
  const [found] = await tx.query<[Discrepancy?]>(
    sql`select ${columns} from ${from} where d.id = ${id} for no key update of d`,
  );
  if (!found) throw notFound("Discrepancy", id);
  refuseUnexpected({ from: found.status, expected_status });
  return found;
}
