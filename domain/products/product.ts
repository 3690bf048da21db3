import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import {
  count,
  date,
  flag,
  localMoney,
  money,
  percent,
  quantity,
  text,
  unit,
  volume,
  weight,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { movement, movementTables } from "../stock/movement.ts";

/** SQL; the cast gives the division 24 decimals, so that the average is rounded once, not twice. */
export const averageCost = (value: Sql, quantity: Sql): Sql =>
  sql`case when ${quantity} > 0
    then round(${value} / (${quantity})::numeric(38,24), 4) else 0 end`;

/** Source: docs/records.md, "Product". Prices are local currency per unit. */
const fields = everybody({
  ...named({
    example: { reference_no: "INK-CY-1L", title: "Eco-solvent ink cyan 1 l (INK-CY-1L)" },
    reference_no: sql`p.sku`,
    title: sql`p.name || ' (' || p.sku || ')'`,
  }),
  name: text("What it is called.", { example: "Eco-solvent ink cyan 1 l", entry: "required" }),
  sku: text("Stock-keeping number, kept as written: leading zeros count.", {
    example: "INK-CY-1L",
    max: 100,
    entry: "optional",
    unsent: "the next SKU-000001",
    nullable: false,
    change: "kept",
  }),
  brand: text("The maker's name on it.", { example: "Konica", max: 100, entry: "optional" }),
  model: text("The maker's name of the model.", { example: "KM512", max: 100, entry: "optional" }),
  category: text("The shelf it belongs to.", { example: "Ink", max: 100, entry: "optional" }),
  unit: unit("What it is counted in.", { example: "liter", entry: { default: "pcs" } }),
  purchase_price: money("What one costs us to buy, local currency.", {
    example: 850.5,
    seenBy: "costs.read",
    setBy: "products.set_prices",
    entry: "optional",
  }),
  selling_price: money("What a customer pays for one, local currency, before VAT.", {
    example: 1250,
    seenBy: "everybody",
    setBy: "products.set_prices",
    entry: "optional",
  }),
  vat_percent: percent("VAT on it, where a line of an invoice does not say.", {
    example: 15,
    seenBy: "everybody",
    entry: "optional",
  }),
  opening_stock: quantity("What lies there already; posted as its first movement.", {
    example: 24,
    seenBy: "nobody",
    entry: "optional",
    change: false,
  }),
  opening_stock_date: date("The day on which that was counted.", {
    example: "2026-01-01",
    seenBy: "nobody",
    entry: "optional",
    unsent: "today",
    change: false,
  }),
  min_stock: quantity("Stock at or below this is low; 0 sets no limit.", {
    example: 10,
    entry: { default: new Decimal("0") },
  }),
  warranty_months: count("How long a sold piece is under warranty.", {
    example: 12,
    max: 1200,
    entry: { default: 0 },
  }),
  supplier_warranty_months: count(
    "How long the supplier answers for a piece, from the day it was received; null: not known.",
    { example: 18, max: 600, entry: "optional" },
  ),
  is_serialized: flag("Whether every piece has a serial number of its own.", {
    example: false,
    entry: { default: false },
  }),
  hs_code: text("The customs tariff's number.", {
    example: "3215.19.00",
    max: 30,
    entry: "optional",
  }),
  country_of_origin: text("Where it was made.", { example: "China", max: 100, entry: "optional" }),
  weight_kg: weight("One piece with its packing, kilograms.", { example: 1.2, entry: "optional" }),
  volume_cbm: volume("One piece with its packing, cubic metres.", {
    example: 0.0025,
    entry: "optional",
  }),
  description: text("Anything else worth knowing.", {
    example: "Fits KM512 and KM1024 heads.",
    max: 5000,
    entry: "optional",
  }),
  active: flag("Whether it is still traded.", { example: true, entry: { default: true } }),
  stock_qty: quantity("What lies in stock now.", { example: 34 }),
  average_cost: money("Stock value over quantity, half up at 4 decimals; 0 without stock.", {
    example: 913.0512,
    seenBy: "costs.read",
    sql: averageCost(sql`p.stock_value`, sql`p.stock_qty`),
  }),
  stock_value: localMoney("What the stock is worth, local currency.", {
    example: 31043.74,
    seenBy: "costs.read",
  }),
  ...stamps(),
});

/** What is bought, kept and sold. */
export const product = record("Product", "p", fields);
export type Product = z.output<typeof product.schema>;

export const productDetail = record("ProductDetail", "p", {
  ...fields,
  stock_movements: many(movement, "Its newest 100 movements, newest first.", {
    seenBy: "everybody",
    from: sql`from ${movementTables} where m.product_id = p.id order by m.id desc limit 100`,
    order: sql`r.id desc`,
  }),
  stock_movements_has_more: flag("Whether there are more than these.", {
    example: false,
    seenBy: "everybody",
    sql: sql`exists (select from stock_movements m where m.product_id = p.id offset 100)`,
  }),
});
export type ProductDetail = z.output<typeof productDetail.schema>;

/** A SKU as it is entered: trimmed, compared exactly. */
export const sku = () => field.text(100);
