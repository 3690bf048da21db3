import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/connect.ts";
import type { Decimal } from "../../money/decimal.ts";
import { quantity } from "../../records/kinds.ts";
import { counting } from "./receipt_words.ts";

/** SQL: lines of the shipment item `i`, over all receipts that are not cancelled or reversed, drafts too. */
export const countedLines = sql`
  from receipt_items counted join receipts live on live.id = counted.receipt_id
  where counted.shipment_item_id = i.id and live.status = any(${counting}::text[])`;

/** SQL: the numbers on the packing list of the item `i` that no receipt names, in the list's order. */
export const expectedSerials = sql`case when i.serial_numbers = '{}' then '{}'::text[] else array(
  select listed.serial from unnest(i.serial_numbers) with ordinality listed (serial, turn)
  where serial_key(listed.serial) not in (select serial_key(named) from (
    select unnest(counted.serial_numbers || counted.rejected_serial_numbers) as named ${countedLines}) n)
  order by listed.turn) end`;

/**
 * SQL: the numbers of the accepted pieces of the receipt line `line` of `i`: those that it names, else the packing
 * list's, where `expected.serials` are as many.
 */
export const acceptedSerials = sql`case when line.serial_numbers <> '{}' then line.serial_numbers
  when cardinality(i.serial_numbers) = i.shipped_qty
    and cardinality(expected.serials) = line.accepted_qty then expected.serials
  else '{}' end`;

/** SQL: the product that the receipt line `line` of `i` enters stock as. */
export const lineProduct = sql`coalesce(line.product_id, i.product_id,
  (select named.product_id from receipt_items named
    where named.receipt_id = line.receipt_id and named.shipment_item_id = i.id
      and named.product_id is not null
    order by named.id limit 1),
  (select product.id from products product where product.sku = i.sku))`;

const countedOf = (pieces: Sql) => sql`(select coalesce(sum(${pieces}), 0) ${countedLines})`;

/** SQL: what `pieceFields` read, summed over the receipt lines called `line`. */
export const pieceSums = (line: string): Sql =>
  join(
    ["received_qty", "accepted_qty", "short_qty"].map((name) =>
      raw(`coalesce(sum(${line}.${name}), 0) as ${name}`)
    ),
  );

/** What was counted, as it stands in the sums called `sums`. */
export const pieceFields = (sums: string, received = "Pieces that came.") => ({
  received_qty: quantity(received, { example: 20, sql: raw(`${sums}.received_qty`) }),
  accepted_qty: quantity("Of these, those that were good.", {
    example: 19,
    sql: raw(`${sums}.accepted_qty`),
  }),
  rejected_qty: quantity("Of these, those that were not.", {
    example: 1,
    sql: raw(`${sums}.received_qty - ${sums}.accepted_qty`),
  }),
  short_qty: quantity("Known to be missing.", { example: 0, sql: raw(`${sums}.short_qty`) }),
});

/**
 * What is still expected of the shipment item `i` of which so much is received or known to be short:
 * never below zero. Source: docs/imports.md, "Goods receipt".
 */
export const expectedOf = (accounted: Sql) => sql`greatest(0, i.shipped_qty - (${accounted}))`;
export const expectedQty = expectedOf(countedOf(sql`counted.received_qty + counted.short_qty`));

/**
 * The excess of the receipt line `line` of `r`: kept since its approval; of a draft what approval will
 * note, on the last lines of an item first and without what other receipts have noted.
 */
export const lineExcessQty = sql`case when r.status = 'draft' and r.allow_excess
  then greatest(0, least(line.received_qty,
    ${countedOf(sql`counted.received_qty + counted.short_qty - counted.excess_qty`)} - i.shipped_qty
    - coalesce((select sum(later.received_qty) from receipt_items later
      where later.receipt_id = line.receipt_id and later.shipment_item_id = i.id
        and later.id > line.id), 0)))
  else line.excess_qty end`;

/** A shipment item as a receipt sees it, read under the shipment's lock. */
export interface ExpectedItem {
  id: number;
  product_id: number | null;
  product_name: string;
  shipped_qty: Decimal;
  expected_qty: Decimal;
}

/** The shipment's items by id, with what is still expected of each. */
export async function expectedItems(
  tx: Tx,
  shipmentId: number,
): Promise<Map<number, ExpectedItem>> {
  const items = await tx.query<ExpectedItem[]>(sql`
    select i.id, i.product_id, i.product_name, i.shipped_qty,
      ${expectedQty} as expected_qty
    from shipment_items i where i.shipment_id = ${shipmentId} order by i.id`);
  return new Map(items.map((item) => [item.id, item]));
}
