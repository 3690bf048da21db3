import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import { lockKnown, type StockedProduct } from "../stock/post_movements.ts";
import type { NewLine } from "./invoice_line.ts";

export interface Shelf {
  products: Map<number, StockedProduct>;
  /** the settings' */
  vat_percent: Decimal | null;
  sell_without_serial: boolean;
  discount_limit: Decimal;
  /** whether the firm issues its 6.3 with the invoice */
  with_challan: boolean;
}

/**
 * Locks the products of an invoice's lines, and answers what the settings say of sales.
 * @throws Refusal `invalid_fields` on every line that names no product
 */
export async function lockLineProducts(tx: Tx, items: NewLine[]): Promise<Shelf> {
  const ids = items.flatMap(({ product_id }) => product_id ?? []);
  const [[said], products] = await Promise.all([ // sent together
    tx.query<[Omit<Shelf, "products">]>(sql`
      select vat_percent, sell_without_serial, discount_limit,
        vat_challan_with_invoice and vat_bin is not null as with_challan
      from settings`),
    lockKnown(tx, ids),
  ]);
  const unknown = items.flatMap(({ product_id }, i) =>
    product_id === undefined || products.has(product_id) ? [] : [`items.${i}.product_id`]
  );
  if (unknown.length > 0) {
    throw invalid(Object.fromEntries(unknown.map((field) => [field, "names no product"])));
  }
  return { ...said, products };
}
