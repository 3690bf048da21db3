import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { linkedTo, lookUp, matches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import {
  type Place,
  place,
  placeKinds,
  type PlaceStock,
  placeStock,
  placeStockTables,
} from "./place.ts";

const sorts: Sorts = {
  code: { by: sql`l.code`, type: "text" },
  name: { by: sql`l.name`, type: "text" },
  created_at: { by: sql`l.created_at`, type: "timestamptz" },
};

export const placeQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  kind: wordList([...placeKinds, "transit"], "Only of these kinds."),
  active: field.flag().optional().describe("Only those that goods may come to, or not."),
});

/** Places, newest first; `search` looks at code, name and note. */
export function listPlaces(db: Db, query: z.output<typeof placeQuery>): Promise<Page<Place>> {
  return recordPage<Place>(db, query, {
    ...place.listed(anybody),
    from: sql`stock_places l`,
    id: sql`l.id`,
    sorts,
    where: [
      query.kind !== undefined && sql`l.kind = any(${query.kind}::text[])`,
      query.active !== undefined && sql`l.active = ${query.active}`,
      madeWithin(sql`l.created_at`, query),
      matches(query.search, [sql`l.code`, sql`l.name`, sql`l.note`]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findPlace(db: Db, id: number): Promise<Place> {
  return await readOne<Place>(
    db,
    sql`select ${place.columns(anybody)} from stock_places l where l.id = ${id}`,
    "Stock place",
    id,
  );
}

const stockSorts: Sorts = {
  quantity: { by: sql`s.quantity`, type: "numeric" },
  updated_at: { by: sql`s.updated_at`, type: "timestamptz" },
};

export const placeStockQuery = queryOf(recordQuery, {
  sorts: stockSorts,
  day: "updated_at",
}).extend({
  place_id: field.id().optional().describe("Only at this place."),
  product_id: field.id().optional().describe("Only of this product."),
});

/** What lies where, without places that have none of it; `from` and `to` at its last change. */
export function listPlaceStock(
  db: Db,
  query: z.output<typeof placeStockQuery>,
): Promise<Page<PlaceStock>> {
  return recordPage<PlaceStock>(db, query, {
    ...placeStock.listed(anybody),
    from: placeStockTables,
    id: sql`s.id`,
    changedAt: sql`s.updated_at`,
    sorts: stockSorts,
    where: [
      sql`s.quantity > 0`,
      query.place_id !== undefined && sql`s.place_id = ${query.place_id}`,
      query.product_id !== undefined && sql`s.product_id = ${query.product_id}`,
      madeWithin(sql`s.updated_at`, query),
      lookUp(query.search, [], [
        linkedTo(sql`s.product_id`, "products", ["name", "sku"]),
        linkedTo(sql`s.place_id`, "stock_places", ["name", "code"]),
      ]),
    ],
  });
}

/** A place that a document names. @throws Refusal `invalid_fields` where goods cannot come to or leave it */
export async function needPlace(
  db: Db,
  id: number | null | undefined,
  name = "place_id",
): Promise<void> {
  if (id === null || id === undefined) return;
  const [found] = await db.query<[{ kind: string; active: boolean }?]>(
    sql`select kind, active from stock_places where id = ${id}`,
  );
  if (!found) throw invalid({ [name]: "names no place" });
  if (found.kind === "transit") throw invalid({ [name]: "is for goods on the way only" });
  if (!found.active) throw invalid({ [name]: "names a place that is not in use any more" });
}
