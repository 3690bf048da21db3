import { z } from "zod";
import * as answer from "../records/answers.ts";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { movementRecord } from "../stock/movement.ts";

/** A stock-keeping number: trimmed, kept as written (leading zeros too), compared exactly. */
export const sku = () => field.text(100);

/**
 * A product as it is entered; prices are local currency per unit. Source: docs/records.md,
 * "Product".
 */
export const newProduct = z.object({
  name: field.text(),
  sku: sku().optional(),
  brand: field.text(100).optional(),
  model: field.text(100).optional(),
  category: field.text(100).optional(),
  unit: field.unit().default("pcs"),
  purchase_price: field.money().optional(),
  selling_price: field.money().optional(),
  opening_stock: field.quantity().optional(),
  min_stock: field.quantity().default(new Decimal("0")),
  warranty_months: field.count(0, 1200).default(0),
  is_serialized: field.flag().default(false),
  hs_code: field.text(30).optional(),
  country_of_origin: field.text(100).optional(),
  weight_kg: field.weight().optional(),
  volume_cbm: field.volume().optional(),
  description: field.text(5000).optional(),
  active: field.flag().default(true),
});

/** Set only by roles with `products.set_prices`. */
export const priceFields = ["purchase_price", "selling_price"];

export const productRecord = z.object({
  ...answer.common,
  sku: answer.text,
  name: answer.text,
  brand: answer.text.nullable(),
  model: answer.text.nullable(),
  category: answer.text.nullable(),
  unit: answer.text,
  purchase_price: answer.number.nullable().optional(),
  selling_price: answer.number.nullable(),
  min_stock: answer.number,
  warranty_months: answer.wholeNumber,
  is_serialized: answer.flag,
  hs_code: answer.text.nullable(),
  country_of_origin: answer.text.nullable(),
  weight_kg: answer.number.nullable(),
  volume_cbm: answer.number.nullable(),
  description: answer.text.nullable(),
  active: answer.flag,
  stock_qty: answer.number,
  average_cost: answer.number.optional(),
  stock_value: answer.number.optional(),
}).meta({ id: "Product" });
export type Product = z.output<typeof productRecord>;

export const productDetail = productRecord.extend({
  /** the newest 100, newest first */
  stock_movements: z.array(movementRecord),
  stock_movements_has_more: answer.flag,
}).meta({ id: "ProductDetail" });
export type ProductDetail = z.output<typeof productDetail>;
