import sql from "sql-template-tag";
import type { Tx } from "../../db/connect.ts";
import type { Decimal } from "../../money/decimal.ts";

/**
 * What is still expected of the shipment item `i`: shipped − received − short over all receipts that
 * are not cancelled or reversed, drafts included; below zero where pieces came in excess.
 * Source: docs/imports.md, "Goods receipt".
 */
export const expectedQty = sql`(i.shipped_qty - coalesce((
  select sum(counted.received_qty + counted.short_qty)
  from receipt_items counted join receipts live on live.id = counted.receipt_id
  where counted.shipment_item_id = i.id and live.status not in ('cancelled', 'reversed')), 0))`;

/** A shipment item as a receipt sees it, read under the shipment's lock. */
export interface ExpectedItem {
  id: number;
  product_id: number | null;
  product_name: string;
  shipped_qty: Decimal;
  /** not below zero, whatever came in excess */
  expected_qty: Decimal;
}

/** The shipment's items by id, with what is still expected of each. */
export async function expectedItems(
  tx: Tx,
  shipmentId: number,
): Promise<Map<number, ExpectedItem>> {
  const items = await tx.query<ExpectedItem[]>(sql`
    select i.id, i.product_id, i.product_name, i.shipped_qty,
      greatest(0, ${expectedQty}) as expected_qty
    from shipment_items i where i.shipment_id = ${shipmentId} order by i.id`);
  return new Map(items.map((item) => [item.id, item]));
}
