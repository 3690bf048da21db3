import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import { business } from "../business/business.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { listPage, listQuery, matches, type Page, wordList } from "../records/paging.ts";
import { phoneSearch } from "../records/phone_number.ts";
import { type Customer, customerTypes, moneyFields } from "./customer.ts";

export const columns = sql`c.id, c.reference_no,
  c.name || coalesce(' (' || c.company_name || ')', '') as title, c.name, c.phone, c.email,
  c.company_name, c.customer_type, c.address, c.city, c.credit_limit, c.cash_only,
  c.opening_balance, c.opening_balance_date,
  (select coalesce(sum(l.debit - l.credit), 0) from customer_ledger l where l.customer_id = c.id)
    as balance,
  c.notes, c.active, c.created_at, c.updated_at, c.created_by, c.version`;

export const customerQuery = listQuery.extend({
  active: field.flag().optional(),
  customer_type: wordList(customerTypes).optional(),
  city: field.text(100).optional(),
});

/**
 * Customers, newest first. `search` looks at name, company, e-mail, number and phone, however that is
 * typed; `from` and `to` are business days of creation.
 */
export async function listCustomers(
  db: Db,
  actor: Actor,
  query: z.output<typeof customerQuery>,
): Promise<Page<Customer>> {
  const createdOn = sql`(c.created_at at time zone ${business.timeZone}::text)::date`;
  const page = await listPage<Customer>(db, query, {
    columns,
    from: sql`customers c`,
    id: sql`c.id`,
    sorts: {
      name: { by: sql`lower(c.name)`, type: "text" },
      created_at: { by: sql`c.created_at`, type: "timestamptz" },
    },
    where: [
      query.active !== undefined && sql`c.active = ${query.active}`,
      query.customer_type !== undefined &&
      sql`c.customer_type = any(${query.customer_type}::text[])`,
      query.city !== undefined && sql`lower(c.city) = lower(${query.city})`,
      query.from !== undefined && sql`${createdOn} >= ${query.from}::date`,
      query.to !== undefined && sql`${createdOn} <= ${query.to}::date`,
      customerMatches(query.search),
    ],
  });
  return { ...page, data: page.data.map((customer) => shownTo(actor, customer)) };
}

/** Whether customer `c` is meant by a search, with more text columns of the list to look at. */
export function customerMatches(search: string | undefined, more: ReturnType<typeof sql>[] = []) {
  if (search === undefined) return undefined;
  const phone = phoneSearch(search);
  const text = matches(search, [
    sql`c.name`,
    sql`c.company_name`,
    sql`c.email`,
    sql`c.reference_no`,
    sql`c.phone`,
    ...more,
  ]);
  return phone === undefined ? text : sql`(${text} or c.phone_digits like ${`%${phone}%`})`;
}

/** The customer as the actor may see him: without `invoices.read` his money fields are left out. */
export function shownTo<C extends Customer>(actor: Actor, customer: C): C {
  if (may(actor, "invoices.read")) return customer;
  const shown = { ...customer };
  for (const name of moneyFields) delete shown[name];
  return shown;
}
