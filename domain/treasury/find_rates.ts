import sql from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Rate, rate } from "./rate.ts";

const sorts: Sorts = {
  date: { by: sql`r.date`, type: "date" },
  currency: { by: sql`r.currency`, type: "text" },
};

export const rateQuery = queryOf(recordQuery.omit({ search: true }), { sorts, day: "date" }).extend(
  {
    currency: field.currency().optional().describe("Only of this currency."),
    date: field.date().optional()
      .describe("What is proposed on this day: of each currency the latest rates until then."),
  },
);

/**
 * Rates by day, latest first. With `date` one row a currency, the day's or the latest before it: what is
 * proposed where a rate may be sent. Nothing takes it by itself.
 */
export function listRates(db: Db, query: z.output<typeof rateQuery>): Promise<Page<Rate>> {
  return recordPage<Rate>(db, { ...query, search: undefined }, {
    ...rate.listed(anybody),
    from: sql`rates r`,
    id: sql`r.id`,
    sorts,
    defaultSort: "-date",
    where: [
      query.currency !== undefined && sql`r.currency = ${query.currency}`,
      query.date !== undefined && sql`r.date = (select max(o.date) from rates o
        where o.currency = r.currency and o.date <= ${query.date}::date)`,
      query.from !== undefined && sql`r.date >= ${query.from}::date`,
      query.to !== undefined && sql`r.date <= ${query.to}::date`,
    ],
  });
}
