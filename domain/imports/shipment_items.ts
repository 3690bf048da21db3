import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal, fromMinor } from "../money/decimal.ts";
import type { FieldErrors } from "../errors.ts";
import { localAmount } from "./landed_cost.ts";
import { tooFineFor } from "./shipment.ts";
import { type NewShipmentItem, shipmentItem } from "./shipment_item.ts";

/**
 * Local amounts stay below this, so that 2 decimals fit into 15 digits (docs/wire.md, "Numbers").
 */
export const LOCAL_LIMIT = "10000000000000";

interface LinkedProduct {
  id: number;
  sku: string;
  unit: string;
}
/** Products that items name, by id and by SKU. */
export interface NamedProducts {
  byId: Map<number, LinkedProduct>;
  bySku: Map<string, LinkedProduct>;
}

/** Finds the products that items name by id or SKU, and keeps them from going away meanwhile. */
export async function namedProducts(tx: Tx, items: NewShipmentItem[]): Promise<NamedProducts> {
  const ids = new Set(items.flatMap((item) => item.product_id ?? []));
  const skus = new Set(items.flatMap((item) => item.sku ?? []));
  const products = ids.size + skus.size === 0 ? [] : await tx.query<LinkedProduct[]>(sql`
    select id, sku, unit from products
    where id = any(${[...ids]}::bigint[]) or sku = any(${[...skus]}::text[])
    order by id for key share`);
  return {
    byId: new Map(products.map((product) => [product.id, product])),
    bySku: new Map(products.map((product) => [product.sku, product])),
  };
}

/** What is wrong with an item beyond its shape, by field; `path` stands before each field's name. */
export function itemFaults(
  item: NewShipmentItem,
  products: NamedProducts,
  shipment: { currency: string; exchange_rate: Decimal | null },
  path = "",
): FieldErrors {
  const value = tooFineFor(shipment.currency, item.purchase_value);
  if (item.purchase_value && shipment.exchange_rate) {
    const local = item.purchase_value.times(shipment.exchange_rate);
    if (local.gte(LOCAL_LIMIT)) value.push(`must be below ${LOCAL_LIMIT} in local currency`);
  }
  const unknown = item.product_id !== undefined && !products.byId.has(item.product_id);
  return {
    ...value.length > 0 && { [`${path}purchase_value`]: value },
    ...unknown && { [`${path}product_id`]: ["names no product"] },
  };
}

/** Whether an item has a price that needs the shipment's exchange rate. */
export function isPriced(item: { purchase_value?: Decimal | null }): boolean {
  return item.purchase_value?.gt("0") ?? false;
}

/**
 * Enters items of shipments in their order. An item without `product_id` whose SKU exists is linked to
 * that product. Its landed value starts as the purchase value in local currency, half up; costs join
 * with `valueShipment`.
 *
 * @param ids for each of them, drawn from its sequence
 */
export async function insertItems(
  tx: Tx,
  actor: Actor,
  products: NamedProducts,
  lines: { shipment_id: number; exchange_rate: Decimal | null; item: NewShipmentItem }[],
  ids: number[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ shipment_id, exchange_rate, item }, i) => {
    const product = item.product_id === undefined
      ? products.bySku.get(item.sku ?? "")
      : products.byId.get(item.product_id);
    return {
      ...item,
      id: ids[i],
      shipment_id,
      product_id: product?.id,
      sku: item.sku ?? product?.sku,
      shipped_qty: item.shipped_qty ?? item.ordered_qty,
      unit: item.unit ?? product?.unit ?? "pcs",
      value_local: exchange_rate && item.purchase_value
        ? fromMinor(localAmount(item.purchase_value, exchange_rate))
        : new Decimal("0"),
    };
  });
  await tx.later(tx.query(sql`
    insert into shipment_items (id, shipment_id, ${shipmentItem.stored}, purchase_value_local,
      landed_value, remaining_value, remaining_purchase, created_by) overriding system value
    select id, shipment_id, ${shipmentItem.stored}, value_local, value_local, value_local, value_local,
      ${actor.userId}
    from ${shipmentItem.rows(rows, { id: "bigint", shipment_id: "bigint", value_local: "numeric" })}
    order by id`));
}
