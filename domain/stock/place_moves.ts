import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { Decimal, sum } from "../money/decimal.ts";
import type { Movement, StockedProduct } from "./post_movements.ts";

interface Shelf {
  id: number;
  name: string;
  kind: string;
  user_id: number | null;
  is_default: boolean;
  active: boolean;
  /** product → how much of it lies there */
  held: Map<number, Decimal>;
}

/** All places with what lies there of some locked products, in the order in which goods are taken. */
export type Shelves = Shelf[];

/** What one place gets or gives: signed as movements are. */
export interface PlaceMove {
  product_id: number;
  place_id: number;
  quantity: Decimal;
}

const zero = new Decimal("0");

/**
 * Reads the places of products that are locked: first the default, then warehouses, showrooms and vans by
 * their codes, goods on the way last.
 */
export async function readShelves(tx: Tx, productIds: number[]): Promise<Shelves> {
  const rows = await tx.query<(Omit<Shelf, "held"> & { held: Record<string, string> })[]>(sql`
    select l.id, l.name, l.kind, l.user_id, l.is_default, l.active,
      (select coalesce(json_object_agg(s.product_id, s.quantity::text), '{}'::json) from place_stock s
        where s.place_id = l.id and s.product_id = any(${productIds}::bigint[])) as held
    from stock_places l
    order by not l.is_default, array_position(array['warehouse', 'showroom', 'van'], l.kind), l.code`);
  return rows.map((row) => ({
    ...row,
    held: new Map(Object.entries(row.held).map(([id, left]) => [Number(id), new Decimal(left)])),
  }));
}

/** The place of goods that are on the way. */
export function transitOf(shelves: Shelves): Shelf {
  return shelves.find(({ kind }) => kind === "transit")!;
}

/** What of a product can be sold: all of it but what is on the way. */
export function sellable(shelves: Shelves, product_id: number): Decimal {
  return sum(
    shelves.flatMap((shelf) =>
      shelf.kind === "transit" ? [] : [shelf.held.get(product_id) ?? zero]
    ),
  );
}

/**
 * Says of one movement which places it moves, and brings `shelves` up to date. Goods come to the place that is
 * named, else the default; they are taken from the place that is named only, else first from where they
 * are likely: what a movement takes back goes where it came from.
 *
 * @param undone what the movement that this one takes back moved
 * @throws Refusal `insufficient_stock` with `place_id` where one was named, and where the rest is on the way
 */
export function spread(
  shelves: Shelves,
  movement: Movement,
  product: StockedProduct,
  undone: PlaceMove[] = [],
): PlaceMove[] {
  const { product_id, quantity, place_id } = movement;
  const moves: PlaceMove[] = [];
  const move = (shelf: Shelf, by: Decimal) => {
    if (by.eq("0")) return;
    shelf.held.set(product_id, (shelf.held.get(product_id) ?? zero).plus(by));
    const there = moves.find((each) => each.place_id === shelf.id);
    if (there) there.quantity = there.quantity.plus(by);
    else moves.push({ product_id, place_id: shelf.id, quantity: by });
  };
  const named = place_id ? shelves.filter(({ id }) => id === place_id) : undefined;
  const likely = named ? [] : likelyOf(shelves, movement);
  if (quantity.gt("0")) {
    const [to] = named ?? likely;
    let left = quantity;
    for (const each of undone) {
      const shelf = shelves.find(({ id }) => id === each.place_id)!;
      const by = least(left, each.quantity.neg());
      if (named || by.lte("0")) continue;
      move(shelf, by);
      left = left.minus(by);
    }
    move(to, left);
    return moves;
  }
  let wanted = quantity.neg();
  const take = (shelf: Shelf, most: Decimal) => {
    const by = least(wanted, least(most, shelf.held.get(product_id) ?? zero));
    move(shelf, by.neg());
    wanted = wanted.minus(by);
  };
  const from = named ?? likely;
  if (!named) {
    for (const each of undone) {
      take(shelves.find(({ id }) => id === each.place_id)!, least(each.quantity, wanted));
    }
  }
  for (const shelf of from) take(shelf, wanted);
  if (wanted.gt("0")) {
    throw short(product, quantity.neg(), wanted, named?.[0], movement.movement_date);
  }
  return moves;
}

/** Never the goods on the way: they are whole where they arrive. */
function likelyOf(shelves: Shelves, { user_id, warehouse_name }: Movement): Shelves {
  const name = warehouse_name?.trim().toLowerCase();
  const rank = (shelf: Shelf) =>
    user_id && shelf.user_id === user_id ? 0 : name && shelf.name.toLowerCase() === name ? 1 : 2;
  return shelves.filter(({ kind }) => kind !== "transit")
    .map((shelf) => ({ shelf, rank: shelf.active ? rank(shelf) : 3 }))
    .sort((a, b) => a.rank - b.rank).map(({ shelf }) => shelf);
}

function least(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

function short(
  { id, sku, name }: StockedProduct,
  wanted: Decimal,
  missing: Decimal,
  shelf: Shelf | undefined,
  day: string,
) {
  const available = wanted.minus(missing);
  const where = shelf ? `at ${shelf.name}` : "that is not on the way";
  return conflict(
    "insufficient_stock",
    `there are ${available} of ${name} (${sku}) ${where}, ${wanted} are wanted.`,
    {
      product_id: id,
      sku,
      product_name: name,
      wanted,
      available,
      day,
      ...shelf && { place_id: shelf.id, place_name: shelf.name },
    },
  );
}

/** What the movements that are taken back moved, by their ids. */
export async function readUndone(
  tx: Tx,
  movements: Movement[],
): Promise<Map<number, PlaceMove[]>> {
  const ids = movements.flatMap(({ reverses_id }) => reverses_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx.query<(PlaceMove & { movement_id: number })[]>(sql`
    select movement_id, product_id, place_id, quantity from stock_place_moves
    where movement_id = any(${ids}::bigint[]) order by id`);
  return Map.groupBy(rows, ({ movement_id }) => movement_id);
}

/**
 * Writes moves of places with the document behind each, and what lies there after them. The only place that
 * writes either, under the products' locks.
 */
export async function writePlaceMoves(
  tx: Tx,
  actor: Actor,
  shelves: Shelves,
  moves: (PlaceMove & { movement_id?: number; transfer_id?: number })[],
): Promise<void> {
  if (moves.length === 0) return;
  await tx.later(tx.query(sql`
    insert into stock_place_moves (product_id, place_id, quantity, movement_id, transfer_id, created_at)
    select product_id, place_id, quantity, movement_id, transfer_id, ${actor.now}
    from rows from (jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as (product_id bigint,
      place_id bigint, quantity numeric, movement_id bigint, transfer_id bigint)) with ordinality
    order by ordinality`));
  const now = new Map(moves.map(({ place_id, product_id }) => [
    `${place_id} ${product_id}`,
    {
      place_id,
      product_id,
      quantity: shelves.find(({ id }) => id === place_id)!.held.get(product_id),
    },
  ]));
  await tx.later(tx.query(sql`
    insert into place_stock (place_id, product_id, quantity, updated_at)
    select place_id, product_id, quantity, ${actor.now}
    from jsonb_to_recordset(${JSON.stringify([...now.values()])}::jsonb)
      as (place_id bigint, product_id bigint, quantity numeric)
    on conflict (place_id, product_id) do update
      set quantity = excluded.quantity, updated_at = excluded.updated_at`));
}
