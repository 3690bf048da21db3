import sql from "sql-template-tag";
import type { Tx } from "../../db/connect.ts";
import { conflict } from "../../errors.ts";
import type { PostingLine } from "./account_lines.ts";
import type { LockedReceipt } from "./lock_receipt.ts";

/** @throws Refusal `line_without_product` naming the first line that cannot enter stock */
export function refuseWithoutProduct(receipt: LockedReceipt, lines: PostingLine[]): void {
  const index = lines.findIndex((line) => line.product_id === null && line.accepted_qty.gt("0"));
  if (index < 0) return;
  const line = lines[index];
  throw conflict(
    "line_without_product",
    `line ${
      index + 1
    } of ${receipt.reference_no}, ${line.product_name}, is linked to no product: name it at the shipment's item.`,
    { receipt_item_id: line.id, shipment_item_id: line.shipment_item_id },
  );
}

/** The product of a posted line becomes the product of a shipment item that had none. */
export async function linkProducts(tx: Tx, lines: PostingLine[]): Promise<void> {
  const unnamed = lines.filter((line) => line.item_without_product && line.product_id !== null);
  if (unnamed.length === 0) return;
  const ids = unnamed.map((line) => line.shipment_item_id);
  await tx.later(tx.query(sql`
    update shipment_items i
    set product_id = named.product_id, sku = coalesce(i.sku, p.sku)
    from (select distinct on (shipment_item_id) shipment_item_id, product_id
      from jsonb_to_recordset(${JSON.stringify(unnamed)}::jsonb)
        as line (id bigint, shipment_item_id bigint, product_id bigint)
      order by shipment_item_id, id) named
    join products p on p.id = named.product_id
    where i.id = named.shipment_item_id and i.id = any(${ids}::bigint[])
      and i.product_id is null`));
}
