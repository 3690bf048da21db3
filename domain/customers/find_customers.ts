import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { type Linked, lookUp, matchesLinked, phoneMatches } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Customer, customer, customerTypes } from "./customer.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  name: { by: sql`lower(c.name)`, type: "text" },
  created_at: { by: sql`c.created_at`, type: "timestamptz" },
};

export const customerQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  active: field.flag().optional().describe("True: those who still buy; false: the others."),
  customer_type: wordList(customerTypes, "Only customers of these kinds."),
  city: field.text(100).optional().describe("Only those of this town, in any case."),
});

/**
 * Customers, newest first. `search` looks at name, company, e-mail, number and phone, however that is
 * typed; `from` and `to` are business days of creation.
 */
export function listCustomers(
  db: Db,
  actor: Actor,
  query: z.output<typeof customerQuery>,
): Promise<Page<Customer>> {
  return recordPage<Customer>(db, query, {
    ...customer.listed(actor),
    from: sql`customers c`,
    id: sql`c.id`,
    sorts,
    where: [
      query.active !== undefined && sql`c.active = ${query.active}`,
      query.customer_type !== undefined &&
      sql`c.customer_type = any(${query.customer_type}::text[])`,
      query.city !== undefined && sql`lower(c.city) = lower(${query.city})`,
      madeWithin(sql`c.created_at`, query),
      customerMatches(query.search),
    ],
  });
}

/** A customer as the actor sees him, @throws Refusal `not_found` */
export async function mustFindCustomer(
  db: Db,
  actor: Actor,
  id: number,
): Promise<Customer> {
  return await readOne<Customer>(
    db,
    sql`select ${customer.columns(actor)} from customers c where c.id = ${id}`,
    "Customer",
    id,
  );
}

const texts = [
  sql`c.name`,
  sql`c.company_name`,
  sql`c.email`,
  sql`c.reference_no`,
  sql`c.phone`,
];

const byPhone = (search: string | undefined) => phoneMatches(sql`c.phone_digits`, search);

/** Whether customer `c` is meant by a search. */
export function customerMatches(search: string | undefined) {
  return lookUp(search, texts, [], byPhone(search));
}

/** The customers whom a search means, to the rows that name them in the column `by`. */
export function ofCustomer(by: Sql): Linked {
  return {
    by,
    ids: (search) =>
      sql`select c.id from customers c where ${matchesLinked(search, texts, [], byPhone(search))}`,
  };
}
