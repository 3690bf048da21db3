import sql from "sql-template-tag";
import type { Tx } from "../../db/connect.ts";
import { Decimal, fromMinor, sum, toMinor } from "../../money/decimal.ts";
import { accountFor, purchaseShare } from "../landed_cost.ts";
import { acceptedSerials, expectedSerials, lineProduct } from "./expected.ts";

/** A line of a receipt that is being posted, and what is left of its shipment item. */
export interface PostingLine {
  id: number;
  shipment_item_id: number;
  /** the line's own, else the item's, else another line's of the same item, else the one of that SKU */
  product_id: number | null;
  item_without_product: boolean;
  product_name: string;
  received_qty: Decimal;
  accepted_qty: Decimal;
  short_qty: Decimal;
  bin_location: string | null;
  /** the line's own, else those of the packing list where it names every piece and all it has left came */
  serial_numbers: string[];
  shipped_qty: Decimal;
  purchase_value: Decimal | null;
  remaining_value: Decimal;
  remaining_purchase: Decimal;
  item_accounted_qty: Decimal;
  item_accepted_within_qty: Decimal;
  /** the claim whose pieces these replace */
  discrepancy_id: number | null;
}

export interface AccountedLine extends PostingLine {
  accepted_value: Decimal;
  rejected_value: Decimal;
  short_value: Decimal;
  /** of these values what was bought; the rest are shares of the costs */
  accepted_purchase: Decimal;
  rejected_purchase: Decimal;
  short_purchase: Decimal;
  accepted_within_qty: Decimal;
  accounted_qty: Decimal;
}

/** The lines of a receipt in the order in which they take value from their items. */
export function postingLines(tx: Tx, receiptId: number): Promise<PostingLine[]> {
  return tx.query<PostingLine[]>(sql`
    select line.id, line.shipment_item_id, i.product_name, ${lineProduct} as product_id,
      i.product_id is null as item_without_product, line.received_qty, line.accepted_qty,
      line.short_qty, line.bin_location,
      ${acceptedSerials} as serial_numbers, i.shipped_qty, i.purchase_value, i.remaining_value,
      i.remaining_purchase, i.accounted_qty as item_accounted_qty,
      i.accepted_within_qty as item_accepted_within_qty,
      coalesce(i.discrepancy_id, s.discrepancy_id) as discrepancy_id
    from receipt_items line join shipment_items i on i.id = line.shipment_item_id
      join shipments s on s.id = i.shipment_id
      cross join lateral (select ${expectedSerials} as serials) expected
    where line.receipt_id = ${receiptId} order by line.id`);
}

/** What else waits on the shipment of a receipt. */
export interface Beside {
  /** whether other receipts of it are approved, which take what this one leaves */
  approved: boolean;
  /** whether items that this receipt does not name are not accounted for */
  open_items: boolean;
}

export async function besideReceipt(tx: Tx, receiptId: number): Promise<Beside> {
  const [beside] = await tx.query<[Beside]>(sql`
    select exists (select from receipts other where other.shipment_id = r.shipment_id
        and other.status = 'approved' and other.id <> r.id) as approved,
      exists (select from shipment_items i
        where i.shipment_id = r.shipment_id and i.accounted_qty < i.shipped_qty
          and i.id not in (select line.shipment_item_id from receipt_items line
            where line.receipt_id = ${receiptId})) as open_items
    from receipts r where r.id = ${receiptId}`);
  return beside;
}

/** Where a shipment item stands while the lines of one receipt take from it. */
interface OpenItem {
  id: number;
  shipped_milli: bigint;
  purchase_value: Decimal;
  remaining_minor: bigint;
  remaining_purchase_minor: bigint;
  accounted_before_milli: bigint;
  accounted_milli: bigint;
  accepted_milli: bigint;
}

/**
 * Takes the landed value of the lines' pieces out of their items, line by line, accepted before
 * rejected before short, and keeps it on both. Local currency.
 * Source: docs/landed_cost.md, "Pieces".
 *
 * @returns the lines with their values, the purchase value of all their pieces, accepted, rejected
 *   and short alike, in the shipment's currency, and whether that was all that their items had left
 */
export async function accountLines(
  tx: Tx,
  lines: PostingLine[],
): Promise<{ lines: AccountedLine[]; purchase_value: Decimal; complete: boolean }> {
  const items = new Map(lines.map((line) => [line.shipment_item_id, openItem(line)]));
  const accounted = lines.map((line) => accountLine(line, items.get(line.shipment_item_id)!));
  await keepLines(tx, accounted);
  await keepItems(tx, [...items.values()]);
  const purchaseShares = [...items.values()].map((item) =>
    purchaseShare(
      item.purchase_value,
      item.shipped_milli,
      item.accounted_before_milli,
      item.accounted_milli,
    )
  );
  const complete = [...items.values()]
    .every(({ accounted_milli, shipped_milli }) => accounted_milli >= shipped_milli);
  return { lines: accounted, purchase_value: sum(purchaseShares), complete };
}

function openItem(line: PostingLine): OpenItem {
  return {
    id: line.shipment_item_id,
    shipped_milli: toMinor(line.shipped_qty, 3),
    purchase_value: line.purchase_value ?? new Decimal("0"),
    remaining_minor: toMinor(line.remaining_value),
    remaining_purchase_minor: toMinor(line.remaining_purchase),
    accounted_before_milli: toMinor(line.item_accounted_qty, 3),
    accounted_milli: toMinor(line.item_accounted_qty, 3),
    accepted_milli: toMinor(line.item_accepted_within_qty, 3),
  };
}

function accountLine(line: PostingLine, item: OpenItem): AccountedLine {
  const open_milli = item.shipped_milli - item.accounted_milli;
  const pieces = {
    accepted_milli: toMinor(line.accepted_qty, 3),
    rejected_milli: toMinor(line.received_qty.minus(line.accepted_qty), 3),
    short_milli: toMinor(line.short_qty, 3),
  };
  const taken = accountFor(item.remaining_minor, open_milli, pieces);
  const bought = accountFor(item.remaining_purchase_minor, open_milli, pieces);
  const accounted_milli = open_milli - taken.remaining_milli;
  item.remaining_minor = taken.remaining_minor;
  item.remaining_purchase_minor = bought.remaining_minor;
  item.accounted_milli += accounted_milli;
  item.accepted_milli += taken.accepted.valued_milli;
  return {
    ...line,
    accepted_value: fromMinor(taken.accepted.value_minor),
    rejected_value: fromMinor(taken.rejected.value_minor),
    short_value: fromMinor(taken.short.value_minor),
    accepted_purchase: fromMinor(bought.accepted.value_minor),
    rejected_purchase: fromMinor(bought.rejected.value_minor),
    short_purchase: fromMinor(bought.short.value_minor),
    accepted_within_qty: fromMinor(taken.accepted.valued_milli, 3),
    accounted_qty: fromMinor(accounted_milli, 3),
  };
}

async function keepLines(tx: Tx, lines: AccountedLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    id: line.id,
    accepted_value: line.accepted_value,
    rejected_value: line.rejected_value,
    short_value: line.short_value,
    accepted_purchase: line.accepted_purchase,
    rejected_purchase: line.rejected_purchase,
    short_purchase: line.short_purchase,
    accepted_within_qty: line.accepted_within_qty,
    accounted_qty: line.accounted_qty,
  }));
  await tx.later(tx.query(sql`
    update receipt_items line set accepted_value = t.accepted_value,
      rejected_value = t.rejected_value, short_value = t.short_value,
      accepted_purchase = t.accepted_purchase, rejected_purchase = t.rejected_purchase,
      short_purchase = t.short_purchase, accepted_within_qty = t.accepted_within_qty, accounted_qty = t.accounted_qty
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id bigint, accepted_value numeric,
      rejected_value numeric, short_value numeric, accepted_purchase numeric, rejected_purchase numeric,
      short_purchase numeric, accepted_within_qty numeric, accounted_qty numeric)
    where line.id = t.id and line.id = any(${rows.map(({ id }) => id)}::bigint[])`));
}

async function keepItems(tx: Tx, items: OpenItem[]): Promise<void> {
  const rows = items.map((item) => ({
    id: item.id,
    remaining_value: fromMinor(item.remaining_minor),
    remaining_purchase: fromMinor(item.remaining_purchase_minor),
    accounted_qty: fromMinor(item.accounted_milli, 3),
    accepted_within_qty: fromMinor(item.accepted_milli, 3),
  }));
  await tx.later(tx.query(sql`
    update shipment_items i set remaining_value = t.remaining_value,
      remaining_purchase = t.remaining_purchase, accounted_qty = t.accounted_qty, accepted_within_qty = t.accepted_within_qty
    from jsonb_to_recordset(${
    JSON.stringify(rows)
  }::jsonb) as t (id bigint, remaining_value numeric,
      remaining_purchase numeric, accounted_qty numeric, accepted_within_qty numeric)
    where i.id = t.id and i.id = any(${rows.map(({ id }) => id)}::bigint[])`));
}
