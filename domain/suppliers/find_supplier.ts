import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { ageingRecord, supplierAgeing } from "./ageing.ts";
import { ledgerBalances } from "./balances.ts";
import { latestEntries } from "./find_entries.ts";
import { columns, shownTo } from "./find_suppliers.ts";
import { balanceRecord, entryRecord } from "./ledger_entry.ts";
import { supplierRecord } from "./supplier.ts";

const LEDGER_ROWS = 100;

export const supplierDetail = supplierRecord.extend({
  /** the newest 100 entries; like balances and ageing only for who may read costs */
  ledger: z.array(entryRecord).optional(),
  ledger_has_more: answer.flag.optional(),
  balances: z.array(balanceRecord).optional(),
  /** what we owe over all currencies, local currency */
  balance_local: answer.number.optional(),
  /** what settling at other rates than booked has cost, local currency; below zero it was a gain */
  realised_exchange_difference: answer.number.optional(),
  ageing: z.array(ageingRecord).optional(),
  /** claims neither resolved nor cancelled, the newest 100 */
  open_claims: z.array(z.object({
    id: answer.id,
    reference_no: answer.text,
    discrepancy_type: answer.text,
    status: answer.text,
    shipment_id: answer.id,
    estimated_value: answer.number.optional(),
    currency: answer.text,
    created_at: answer.instant,
  })),
  /** the newest 20 */
  shipments: z.array(z.object({
    id: answer.id,
    reference_no: answer.text,
    title: answer.text,
    status: answer.text,
    eta_chittagong: answer.date.nullable(),
    created_at: answer.instant,
  })),
  warranty: z.object({
    open: answer.wholeNumber,
    at_supplier: answer.wholeNumber,
    closed: answer.wholeNumber,
    average_days_at_supplier: answer.number.nullable(),
  }),
}).meta({ id: "SupplierDetail" });
export type SupplierDetail = z.output<typeof supplierDetail>;

const claims = sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'reference_no', d.reference_no,
      'discrepancy_type', d.discrepancy_type, 'status', d.status, 'shipment_id', d.shipment_id,
      'estimated_value', d.estimated_value, 'currency', d.currency,
      'created_at', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by d.id desc), '[]'::json)
  from (
    select id, reference_no, discrepancy_type, status, shipment_id, estimated_value, currency,
      created_at
    from discrepancies where supplier_id = s.id and status in ('open', 'submitted')
    order by id desc limit 100) d)`;

const shipments = sql`(
  select coalesce(json_agg(json_build_object('id', h.id, 'reference_no', h.reference_no,
      'title', s.name || ', ' || replace(h.shipment_type, '_', ' ') || ' by '
        || replace(h.shipment_mode, '_', ' '),
      'status', h.status, 'eta_chittagong', h.eta_chittagong,
      'created_at', to_char(h.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by h.id desc), '[]'::json)
  from (
    select id, reference_no, status, shipment_type, shipment_mode, eta_chittagong, created_at
    from shipments where supplier_id = s.id order by id desc limit 20) h)`;

/** Days with the supplier: from each status there to the next one, still running ones up to now. */
const warranty = (now: string) =>
  sql`(
  select json_build_object(
    'open', count(*) filter (where r.status not in ('delivered_to_customer', 'closed', 'cancelled')),
    'at_supplier', count(*) filter (where r.status in
      ('sent_to_supplier', 'supplier_received', 'under_repair', 'replacement_approved')),
    'closed', count(*) filter (where r.status in ('delivered_to_customer', 'closed')),
    'average_days_at_supplier', round(avg((
      select extract(epoch from sum(step.until - step.occurred_at)) / 86400
      from (
        select c.to_value, c.occurred_at,
          lead(c.occurred_at, 1, ${now}::timestamptz) over (order by c.occurred_at, c.id) as until
        from history c
        where c.entity = 'rma' and c.entity_id = r.id and c.field = 'status') step
      where step.to_value in
        ('sent_to_supplier', 'supplier_received', 'under_repair', 'replacement_approved'))), 1))
  from rmas r where r.supplier_id = s.id)`;

/**
 * One supplier with what we have open with him. Ledger, balances, ageing, bank data and the value of
 * claims are left out for a role without `costs.read`. Four statements.
 * Source: docs/imports.md, "Supplier".
 *
 * @throws Refusal `not_found`
 */
export async function findSupplier(db: Db, actor: Actor, id: number): Promise<SupplierDetail> {
  const [[supplier], money] = await Promise.all([
    db.query<[SupplierDetail?]>(sql`
      select ${columns}, ${claims} as open_claims, ${shipments} as shipments,
        ${warranty(actor.now)} as warranty
      from suppliers s where s.id = ${id}`),
    may(actor, "costs.read") ? owedTo(db, id, actor.today) : undefined,
  ]);
  if (!supplier) throw notFound("Supplier", id);
  return { ...shownTo(actor, supplier), ...money };
}

async function owedTo(db: Db, id: number, today: string) {
  const [entries, { known: _known, ...owed }, ageing] = await Promise.all([
    latestEntries(db, id, LEDGER_ROWS + 1),
    ledgerBalances(db, { supplier_id: id }),
    supplierAgeing(db, id, today),
  ]);
  return {
    ledger: entries.slice(0, LEDGER_ROWS),
    ledger_has_more: entries.length > LEDGER_ROWS,
    ...owed,
    ageing,
  };
}
