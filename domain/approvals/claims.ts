import sql from "sql-template-tag";
import { discrepancyTables, discrepancyTitle, isUnresolved } from "../claims/discrepancy.ts";
import type { Decision } from "./approval.ts";
import { photosOf } from "./photos.ts";

/** What became of the supplier's claims so far. */
const pastClaims = sql`(
  select json_build_object('claims', count(*),
    'resolved', count(*) filter (where past.status = 'resolved'),
    'refused', count(*) filter (where past.resolution in ('rejected', 'written_off')),
    'claimed_local', coalesce(sum(past.estimated_value_local)
      filter (where past.status = 'resolved'), 0),
    'recovered_local', coalesce(sum(past.resolved_amount_local)
      filter (where past.resolution not in ('rejected', 'written_off')), 0))
  from discrepancies past
  where past.supplier_id = d.supplier_id and past.id <> d.id and past.status <> 'cancelled')`;

/** Claims that nobody has settled. The risk is what is claimed. */
export const toResolve: Decision = {
  may: "discrepancies.resolve",
  page: "discrepancy",
  waiting: () =>
    sql`select d.id, d.reference_no, ${discrepancyTitle}, d.estimated_value_local, d.created_at,
      d.created_at, d.created_by, d.id, false
    from ${discrepancyTables} where ${isUnresolved}`,
  facts: (actor) =>
    sql`(select json_build_object('status', d.status, 'discrepancy_type', d.discrepancy_type,
      'against', d.against, 'quantity', d.quantity, 'estimated_value', d.estimated_value,
      'currency', d.currency, 'estimated_value_local', d.estimated_value_local,
      'supplier_id', d.supplier_id, 'supplier_name', p.name, 'shipment_id', d.shipment_id,
      'product_name', (select i.product_name from shipment_items i where i.id = d.shipment_item_id),
      'receipt_id', d.receipt_id, 'note', d.note, 'past_claims', ${pastClaims},
      'photos', ${photosOf(actor, "discrepancy", sql`d.id`)}, 'version', d.version)
    from discrepancies d join suppliers p on p.id = d.supplier_id where d.id = w.id)`,
};
