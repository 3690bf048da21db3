import sql, { join, type Sql } from "sql-template-tag";
import { isUnresolved } from "../claims/discrepancy.ts";
import { z } from "zod";
import { type Actor, allow, may, type Permission } from "../access/access.ts";
import * as answer from "../records/answers.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { pending, valued } from "../imports/receipts/receipt_words.ts";
import { atCustoms, shipmentStretches } from "../imports/shipment_words.ts";
import { isDelayed, shipmentTitle } from "../imports/shipment_columns.ts";
import { rmaTitle } from "../warranty/rma.ts";
import { atSupplier, unsettled } from "../warranty/rma_words.ts";

const recent = {
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  status: answer.text,
  created_at: answer.instant,
  supplier_name: answer.text.nullable(),
};

/** A figure that the role may not read is left out. */
export const summaryRecord = z.object({
  open_warranty_rma: answer.wholeNumber.optional(),
  rma_at_supplier: answer.wholeNumber.optional(),
  shipments_in_transit: answer.wholeNumber.optional(),
  customs_pending: answer.wholeNumber.optional(),
  pending_receipts: answer.wholeNumber.optional(),
  delayed_shipments: answer.wholeNumber.optional(),
  approved_landed_cost: answer.number.optional(),
  open_claim_amount: answer.number.optional(),
  recent_rmas: z.array(z.object({ ...recent, customer_name: answer.text })).optional(),
  recent_shipments: z.array(z.object({ ...recent, eta_chittagong: answer.date.nullable() }))
    .optional(),
  local_currency: answer.text,
  as_of: answer.date,
}).meta({ id: "ImportLogisticsSummary" });
export type Summary = z.output<typeof summaryRecord>;

/**
 * The key figures of imports, logistics and warranty as they stand now, in one statement; money in
 * local currency. Each role gets the figures whose records it may read. `as_of` is a date, so that
 * an unchanged summary is the same answer all day. Source: docs/overview.md, "Summary".
 *
 * @throws Refusal `forbidden`
 */
export async function findSummary(db: Db, actor: Actor): Promise<Summary> {
  allow(actor, "overview.read");
  const figures: [Permission, Sql][] = [
    ["rmas.read", rmaFigures],
    ["shipments.read", shipmentFigures(actor.today)],
    ["receipts.read", receiptFigures],
    ["costs.read", moneyFigures],
  ];
  const readable = figures.filter(([permission]) => may(actor, permission)).map(([, part]) => part);
  const [summary] = await db.query<[Summary]>(sql`
    select ${join(readable)}, ${business.localCurrency}::text as local_currency,
      ${actor.today}::date as as_of`);
  return summary;
}

const rmaFigures = sql`
  (select count(*) from rmas where status = any(${unsettled}::text[])) as open_warranty_rma,
  (select count(*) from rmas where status = any(${atSupplier}::text[])) as rma_at_supplier,
  (select coalesce(json_agg(json_build_object('id', r.id, 'reference_no', r.reference_no,
      'title', ${rmaTitle()}, 'status', r.status, 'created_at', ${instantText(sql`r.created_at`)},
      'customer_name', r.customer_name, 'supplier_name', s.name) order by r.id desc), '[]'::json)
    from rmas r left join suppliers s on s.id = r.supplier_id
    where r.id in (select id from rmas order by id desc limit 5)) as recent_rmas`;

function shipmentFigures(today: string): Sql {
  return sql`
    (select count(*) from shipments
      where status = any(${[...shipmentStretches.sailing]}::text[])) as shipments_in_transit,
    (select count(*) from shipments
      where status = any(${atCustoms}::text[])) as customs_pending,
    (select count(*) from shipments s where ${isDelayed(today)}) as delayed_shipments,
    (select coalesce(json_agg(json_build_object('id', s.id, 'reference_no', s.reference_no,
        'title', ${shipmentTitle}, 'status', s.status,
        'created_at', ${instantText(sql`s.created_at`)}, 'supplier_name', p.name,
        'eta_chittagong', s.eta_chittagong) order by s.id desc), '[]'::json)
      from shipments s join suppliers p on p.id = s.supplier_id
      where s.id in (select id from shipments order by id desc limit 5)) as recent_shipments`;
}

const receiptFigures = sql`
  (select count(*) from receipts where status = any(${pending}::text[])) as pending_receipts`;

/** The landed value of what was accepted is kept on the receipt lines from approval on. */
const moneyFigures = sql`
  (select coalesce(sum(i.accepted_value), 0) from receipts r join receipt_items i on i.receipt_id = r.id
    where r.status = any(${valued}::text[])) as approved_landed_cost,
  (select coalesce(sum(estimated_value_local), 0) from discrepancies
    d where ${isUnresolved}) as open_claim_amount`;
