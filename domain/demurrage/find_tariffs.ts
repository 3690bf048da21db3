import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { feet, rentKinds, type Tariff, tariff } from "./tariff.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  from_day: { by: sql`t.from_day`, type: "bigint" },
  valid_from: { by: sql`t.valid_from`, type: "date" },
  created_at: { by: sql`t.created_at`, type: "timestamptz" },
};

export const tariffQuery = queryOf(recordQuery, { sorts, day: "valid_from" }).extend({
  kind: wordList(rentKinds, "Only of these kinds of rent."),
  size: feet.optional().describe("Only for containers of so many feet."),
  carrier: field.text().optional().describe("Only those for this line, in any case."),
  port: field.text().optional().describe("Only those for this port, in any case."),
  terminal: field.text().optional().describe("Only those for this terminal, in any case."),
  valid_on: field.date().optional().describe("Only those that hold on this day."),
});

/** Steps of the demurrage and detention tariffs, newest first; `from` and `to` at `valid_from`. */
export function listTariffs(db: Db, query: z.output<typeof tariffQuery>): Promise<Page<Tariff>> {
  return recordPage<Tariff>(db, query, {
    ...tariff.listed(anybody),
    from: sql`demurrage_tariffs t`,
    id: sql`t.id`,
    sorts,
    where: [
      query.kind !== undefined && sql`t.kind = any(${query.kind}::text[])`,
      query.size !== undefined && sql`t.size = ${query.size}`,
      query.carrier !== undefined && sql`lower(t.carrier) = lower(${query.carrier})`,
      query.port !== undefined && sql`lower(t.port) = lower(${query.port})`,
      query.terminal !== undefined && sql`lower(t.terminal) = lower(${query.terminal})`,
      query.valid_on !== undefined && sql`t.valid_from <= ${query.valid_on}::date
        and coalesce(t.valid_to >= ${query.valid_on}::date, true)`,
      query.from !== undefined && sql`t.valid_from >= ${query.from}::date`,
      query.to !== undefined && sql`t.valid_from <= ${query.to}::date`,
      matches(query.search, [sql`t.carrier`, sql`t.port`, sql`t.terminal`, sql`t.note`]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findTariff(db: Db, id: number): Promise<Tariff> {
  return await readOne<Tariff>(
    db,
    sql`select ${tariff.columns(anybody)} from demurrage_tariffs t where t.id = ${id}`,
    "Tariff",
    id,
  );
}
