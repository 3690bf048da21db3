import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { matches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Supplier, supplier } from "./supplier.ts";

const sorts: Sorts = {
  name: { by: sql`lower(s.name)`, type: "text" },
  created_at: { by: sql`s.created_at`, type: "timestamptz" },
};

export const supplierQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  active: field.flag().optional().describe("True: those we still buy from; false: the others."),
  currency: field.currency().optional().describe("Only those who bill in this currency."),
});

/** Suppliers, newest first. `search` looks at name, number, contact, phone and e-mail. */
export function listSuppliers(
  db: Db,
  actor: Actor,
  query: z.output<typeof supplierQuery>,
): Promise<Page<Supplier>> {
  return recordPage<Supplier>(db, query, {
    ...supplier.listed(actor),
    from: sql`suppliers s`,
    id: sql`s.id`,
    sorts,
    where: [
      query.active !== undefined && sql`s.active = ${query.active}`,
      query.currency !== undefined && sql`s.currency = ${query.currency}`,
      madeWithin(sql`s.created_at`, query),
      matches(query.search, [
        sql`s.name`,
        sql`s.reference_no`,
        sql`s.contact_person`,
        sql`s.phone`,
        sql`s.email`,
      ]),
    ],
  });
}
