import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import { type CustomsTariff, customsTariff, hsCode } from "./customs_tariff.ts";
import { eachLevy, type Levies, type LevyRate } from "./levies.ts";

const sorts: Sorts = {
  hs_code: { by: sql`t.code`, type: "text" },
  valid_from: { by: sql`t.valid_from`, type: "date" },
};

export const customsTariffQuery = queryOf(recordQuery, { sorts, day: "valid_from" }).extend({
  hs_code: hsCode().optional().describe("Only codes that begin so, dots do not matter."),
  valid_on: field.date().optional().describe("Only the row of each code that holds on this day."),
});

/** Rows of the tariff, newest first; `from` and `to` at `valid_from`. */
export function listCustomsTariffs(
  db: Db,
  query: z.output<typeof customsTariffQuery>,
): Promise<Page<CustomsTariff>> {
  const { hs_code, valid_on, from, to, search } = query;
  return recordPage<CustomsTariff>(db, query, {
    ...customsTariff.listed(anybody),
    from: sql`customs_tariffs t`,
    id: sql`t.id`,
    sorts,
    where: [
      hs_code !== undefined && sql`starts_with(t.code, ${digits(hs_code)})`,
      valid_on !== undefined && sql`t.valid_from <= ${valid_on}::date and not exists (
        select from customs_tariffs later where later.code = t.code
          and later.valid_from > t.valid_from and later.valid_from <= ${valid_on}::date)`,
      from !== undefined && sql`t.valid_from >= ${from}::date`,
      to !== undefined && sql`t.valid_from <= ${to}::date`,
      matches(search, [sql`t.hs_code`, sql`t.description`, sql`t.source`, sql`t.note`]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findCustomsTariff(db: Db, id: number): Promise<CustomsTariff> {
  return await readOne<CustomsTariff>(
    db,
    sql`select ${customsTariff.columns(anybody)} from customs_tariffs t where t.id = ${id}`,
    "Customs tariff",
    id,
  );
}

export interface TariffRates {
  tariff_id: number;
  hs_code: string;
  unit: string | null;
  rates: Levies<LevyRate>;
}

const digits = (code: string) => code.replace(/\D/g, "");

/**
 * What holds for each of some codes on a day: of the rows that hold then the one that says most of the code.
 * @returns code as it was given → rates; what has no row is not in it
 */
export async function ratesOn(
  db: Db,
  codes: string[],
  day: string,
): Promise<Map<string, TariffRates>> {
  const asked = [...new Set(codes)].map((given) => ({ given, code: digits(given) }));
  const found = await db.query<(CustomsTariff & { given: string })[]>(sql`
    select distinct on (asked.given) asked.given, ${customsTariff.columns(anybody)}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (given text, code text)
      join customs_tariffs t on starts_with(asked.code, t.code) and t.valid_from <= ${day}::date
    order by asked.given, length(t.code) desc, t.valid_from desc`);
  return new Map(found.map((row) => [row.given, {
    tariff_id: row.id,
    hs_code: row.hs_code,
    unit: row.unit,
    rates: eachLevy((levy) => ({
      percent: row[`${levy}_percent`],
      per_unit: row[`${levy}_per_unit`],
    })),
  }]));
}
