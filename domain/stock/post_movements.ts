import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal, isZero } from "../money/decimal.ts";
import { conflict, invalid } from "../errors.ts";
import { drawIds, nextNumbersOf } from "../records/numbering.ts";
import { averageIssue, unitCost } from "./issue_value.ts";
import { refuseBackdatedIssue } from "./backdated_issue.ts";
import { lockMoved, recordMoved } from "./moved_serials.ts";
import { readShelves, readUndone, type Shelves, spread, writePlaceMoves } from "./place_moves.ts";
import { writeMovements } from "./write_movements.ts";

export const movementKinds = [
  "opening",
  "in",
  "out",
  "adjustment",
  "receipt",
  "receipt_reversal",
  "late_cost",
  "invoice",
  "invoice_void",
  "ticket_part",
  "return",
] as const;
export type MovementKind = typeof movementKinds[number];

/** A product as stock sees it, locked by this transaction. */
export interface StockedProduct {
  id: number;
  sku: string;
  name: string;
  is_serialized: boolean;
  purchase_price: Decimal | null;
  selling_price: Decimal | null;
  warranty_months: number;
  stock_qty: Decimal;
  /** local currency, 2 decimals */
  stock_value: Decimal;
  vat_percent: Decimal | null;
  /** the latest day on which it moved */
  last_moved_on: string | null;
}

export interface Movement {
  product_id: number;
  kind: MovementKind;
  /** signed: in above zero, out below; 0 for a value-only movement */
  quantity: Decimal;
  /** signed, local currency, 2 decimals; left out of an issue, which takes the moving average */
  value?: Decimal;
  /** the price per unit that was given; left out, it is worked out from value and quantity */
  unit_cost?: Decimal;
  movement_date: string;
  /** the only place that it moves; left out: see `spread` */
  place_id?: number | null;
  /** whose van is likely */
  user_id?: number | null;
  /** a place's name, or only a word */
  warehouse_name?: string | null;
  bin_location?: string | null;
  serial_numbers?: string[];
  /** the request's name for them, for the refusal */
  serials_field?: string;
  /** who the pieces come from or go to, for their log */
  party?: { customer_id?: number; supplier_id?: number };
  reason?: string | null;
  note?: string | null;
  source?: { type: string; id: number; line_id?: number | null; reference_no: string };
  /** the movement that this one mirrors */
  reverses_id?: number;
}

export interface PostedMovement {
  id: number;
  reference_no: string;
  product_id: number;
  quantity: Decimal;
  /** what really moved: never below the value there was, all of it when the last piece goes */
  value: Decimal;
  balance_after: Decimal;
  value_after: Decimal;
  /** asked value − moved value: belongs into `valuation_expenses`; zero for ordinary movements */
  residue: Decimal;
}

/**
 * Locks products in the order of their ids, the one order everywhere, and answers their stock.
 * @param fieldOf the request's name for the field with this id, for the refusal
 * @throws Refusal `invalid_fields` on that field for an unknown id
 */
export async function lockProducts(
  tx: Tx,
  ids: number[],
  fieldOf: (id: number) => string = () => "product_id",
): Promise<Map<number, StockedProduct>> {
  const found = await lockKnown(tx, ids);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) {
    throw invalid({ [fieldOf(missing)]: `names product ${missing}, which does not exist` });
  }
  return found;
}

/** The same, without those that do not exist. */
export async function lockKnown(tx: Tx, ids: number[]): Promise<Map<number, StockedProduct>> {
  const products = ids.length === 0 ? [] : await tx.query<StockedProduct[]>(sql`
    select id, sku, name, is_serialized, purchase_price, selling_price, warranty_months, stock_qty,
      stock_value, last_moved_on, vat_percent
    from products where id = any(${[...new Set(ids)]}::bigint[]) order by id for update`);
  return new Map(products.map((product) => [product.id, product]));
}

/** What a verb had sent for already, together with others of its own. */
export interface Ready {
  /** ids of the movements */
  ids?: number[];
  /** read under the products' lock */
  shelves?: Shelves;
  /** answers the STK numbers; called behind the last lock */
  draw?: () => Promise<string[]>;
}

/**
 * Posts movements of locked products in their order: appends the rows and moves quantity and value of
 * the products with them. The only place that writes stock. An issue takes
 * `round_half_even(V × k / q)` of the product's value, all of it with the last piece
 * (docs/landed_cost.md, "Stock value"); quantity zero always means value zero. The `products` given
 * are brought up to date, and the places that the pieces come to or leave (`spread`). Serial numbers that move
 * are written into their log. It takes document numbers, so call it after every other lock.
 *
 * @throws Refusal `insufficient_stock` naming product, wanted and available, and the day where stock would
 * be below zero on that of the movement or a later one; of a serialized product
 * `serial_not_in_stock`, and `invalid_fields` on a serial that stands there twice
 */
export async function postMovements(
  tx: Tx,
  actor: Actor,
  products: Map<number, StockedProduct>,
  movements: Movement[],
  /** the journal's entry that carries their value (`domain/journal/post_entry.ts`), or that of each */
  entry: number | number[],
  ready: Ready = {},
): Promise<PostedMovement[]> {
  if (movements.length === 0) return [];
  await refuseBackdatedIssue(tx, products, movements);
  const [shelves, undone, ids] = await Promise.all([
    ready.shelves ?? readShelves(tx, movements.map(({ product_id }) => product_id)),
    readUndone(tx, movements),
    ready.ids ?? movementIds(tx, movements.length),
  ]);
  const moved = movements.map((movement) => move(products.get(movement.product_id)!, movement));
  const placed = movements.map((movement) =>
    spread(
      shelves,
      movement,
      products.get(movement.product_id)!,
      undone.get(movement.reverses_id!),
    )
  );
  const serials = await lockMoved(tx, actor, products, movements);
  const numbers = ready.draw
    ? await ready.draw()
    : await nextNumbersOf(tx, "STK", movements.map(({ movement_date }) => movement_date));
  const rows = movements.map((movement, i) => ({
    ...movement,
    ...moved[i],
    id: ids[i],
    reference_no: numbers[i],
    place_id: placed[i].length === 1 ? placed[i][0].place_id : null,
    unit_cost: movement.unit_cost ?? unitCost(moved[i].value, movement.quantity),
    serial_numbers: movement.serial_numbers ?? [],
    source_type: movement.source?.type,
    source_id: movement.source?.id,
    source_line_id: movement.source?.line_id,
    source_reference_no: movement.source?.reference_no,
    entry_id: isZero(moved[i].value) ? undefined : Array.isArray(entry) ? entry[i] : entry,
  }));
  await writeMovements(tx, actor, rows);
  const now = [...new Set(movements.map((m) => products.get(m.product_id)!))];
  await tx.later(tx.query(sql`
    update products p set stock_qty = m.stock_qty, stock_value = m.stock_value,
      last_moved_on = m.last_moved_on, updated_at = ${actor.now}, version = p.version + 1
    from jsonb_to_recordset(${JSON.stringify(now)}::jsonb)
      as m (id bigint, stock_qty numeric, stock_value numeric, last_moved_on date)
    where p.id = m.id and p.id = any(${now.map(({ id }) => id)}::bigint[])`));
  const posted = moved.map((row, i) => ({
    ...row,
    id: ids[i],
    reference_no: numbers[i],
  }));
  await writePlaceMoves(
    tx,
    actor,
    shelves,
    placed.flatMap((moves, i) => moves.map((each) => ({ ...each, movement_id: posted[i].id }))),
  );
  await recordMoved(tx, actor, movements, posted, serials);
  return posted;
}

async function movementIds(tx: Tx, count: number): Promise<number[]> {
  return (await drawIds(tx, { stock_movements: count })).stock_movements;
}

/** Works out one movement and brings the product up to date in memory. */
function move(
  product: StockedProduct,
  movement: Movement,
): Omit<PostedMovement, "id" | "reference_no"> {
  const { quantity } = movement;
  const balance_after = product.stock_qty.plus(quantity);
  if (balance_after.lt("0")) {
    throw conflict(
      "insufficient_stock",
      `there are ${product.stock_qty} of ${product.name} (${product.sku}) in stock, ${quantity.abs()} are wanted.`,
      {
        product_id: product.id,
        sku: product.sku,
        product_name: product.name,
        wanted: quantity.abs(),
        available: product.stock_qty,
        day: movement.movement_date,
      },
    );
  }
  const asked = movement.value ?? averageIssue(product, quantity);
  let value_after = product.stock_value.plus(asked);
  if (value_after.lt("0") || balance_after.eq("0")) value_after = new Decimal("0");
  const value = value_after.minus(product.stock_value);
  product.stock_qty = balance_after;
  product.stock_value = value_after;
  const day = movement.movement_date;
  if ((product.last_moved_on ?? "") < day) product.last_moved_on = day;
  return {
    product_id: product.id,
    quantity,
    value,
    balance_after,
    value_after,
    residue: asked.minus(value),
  };
}
