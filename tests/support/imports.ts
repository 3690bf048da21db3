import sql from "sql-template-tag";
import type { Database, Tx } from "../../domain/db/connect.ts";
import { decimal } from "../../domain/money/decimal.ts";
import { approveReceipt } from "../../domain/imports/receipts/approve_receipt.ts";
import { createReceipt } from "../../domain/imports/receipts/create_receipt.ts";
import { postReceipt } from "../../domain/imports/receipts/post_receipt.ts";
import { newReceipt } from "../../domain/imports/receipts/receipt.ts";
import { parse } from "../../domain/records/input.ts";
import { lockProducts } from "../../domain/stock/post_movements.ts";
import { actorWith } from "./app.ts";
import { moveStock } from "./journal.ts";

/** What shipment tests stand on, for any transaction. */

export async function insertSupplier(db: Database, name = "Supplier One", currency = "USD") {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into suppliers (reference_no, name, currency)
    values (${`SUP-${crypto.randomUUID().slice(0, 8)}`}, ${name}, ${currency}) returning id`);
  return id;
}

export async function insertProduct(db: Database, sku: string, unit = "pcs") {
  const [{ id }] = await db.query<[{ id: number }]>(sql`
    insert into products (sku, name, unit) values (${sku}, ${`Product ${sku}`}, ${unit}) returning id`);
  return id;
}

export interface ReceivedLine {
  shipment_item_id: number;
  received_qty: string;
  accepted_qty?: string;
  short_qty?: string;
}

/** A receipt of the shipment, excess allowed, brought to the state given; answers its id. */
export async function receive(
  tx: Tx,
  shipmentId: number,
  state: "draft" | "approved" | "posted",
  lines: ReceivedLine[],
): Promise<number> {
  const actor = actorWith("owner");
  const items = lines.map((line) => ({
    ...line,
    shipment_item_id: String(line.shipment_item_id),
  }));
  const { id } = await createReceipt(
    tx,
    actor,
    parse(newReceipt, { shipment_id: String(shipmentId), items, allow_excess: true }),
  );
  if (state !== "draft") await approveReceipt(tx, actor, id, {});
  if (state === "posted") await postReceipt(tx, actor, id, { credit_supplier: false });
  return id;
}

/** A claim of the shipment as somebody entered it. */
export async function insertClaim(tx: Tx, shipmentId: number, status: string): Promise<void> {
  await tx.query(sql`
    insert into discrepancies (reference_no, shipment_id, supplier_id, discrepancy_type, status,
      estimated_value, estimated_value_local, currency, exchange_rate)
    select ${`CLM-${crypto.randomUUID().slice(0, 8)}`}, s.id, s.supplier_id, 'quality', ${status},
      8, 8, 'BDT', 1
    from shipments s where s.id = ${shipmentId}`);
}

/** Takes a product's stock out at moving average. */
export async function issue(tx: Tx, productId: number, quantity: string): Promise<void> {
  const products = await lockProducts(tx, [productId]);
  await moveStock(tx, products, [{
    product_id: productId,
    kind: "out",
    quantity: decimal(quantity).neg(),
    movement_date: actorWith("system").today,
  }]);
}
