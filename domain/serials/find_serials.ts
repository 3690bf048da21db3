import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import type { Reader } from "../records/kinds.ts";
import { containing, linkedTo, lookUp, matches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Serial, serial, serialStatuses, serialTables } from "./serial.ts";

const sorts: Sorts = {
  serial: { by: sql`s.serial_key`, type: "text" },
  created_at: { by: sql`s.created_at`, type: "timestamptz" },
  updated_at: { by: sql`s.updated_at`, type: "timestamptz" },
};

export const serialQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  status: wordList(serialStatuses, "Only pieces in these statuses."),
  product_id: field.id().optional().describe("Only pieces of this product."),
  in_stock: field.flag().optional().describe(
    "Pieces that lie in stock or not, whatever is being done with them.",
  ),
});

/**
 * The register, newest first. `search` looks at the serial (however it is typed), the product's name
 * and SKU; `from` and `to` are business days on which a serial was entered.
 */
export function listSerials(
  db: Db,
  reader: Reader,
  query: z.output<typeof serialQuery>,
): Promise<Page<Serial>> {
  const { search } = query;
  return recordPage<Serial>(db, query, {
    ...serial.listed(reader),
    from: serialTables,
    id: sql`s.id`,
    sorts,
    where: [
      query.status !== undefined && sql`s.status = any(${query.status}::text[])`,
      query.in_stock !== undefined &&
      sql`(s.place = 'in_stock' and not s.replaced) = ${query.in_stock}`,
      query.product_id !== undefined && sql`s.product_id = ${query.product_id}`,
      madeWithin(sql`s.created_at`, query),
      lookUp(search, [], [linkedTo(sql`s.product_id`, "products", ["name", "sku"])], [
        ...search === undefined ? [] : [serialContains(search)],
      ]),
    ],
  });
}

/**
 * Whether a serial has it as it is written, or its key without signs. Both are in what the index of search knows
 * of it, which leaves out a sign more. Signs alone are no part of a key, so they would be found in every one.
 */
function serialContains(search: string): Sql {
  const written = matches(search, [sql`s.serial`]);
  if (!/[\p{L}\p{N}]/u.test(search)) return written;
  const key = sql`s.serial_key like serial_key(${containing(search)})`;
  const known = sql`s.search_text like upper(translate(${
    containing(search.replace(/[ \-./_]/g, ""))
  }, '০১২৩৪৫৬৭৮৯', '0123456789'))`;
  return sql`(${known} and (${written} or ${key}))`;
}
