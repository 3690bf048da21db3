import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { listPage, listQuery, madeWithin, matches, type Page } from "../records/paging.ts";
import { moneyFields, type Supplier } from "./supplier.ts";

export const columns = sql`s.id, s.reference_no, s.name as title, s.name, s.contact_person, s.phone,
  s.email, s.whatsapp, s.country, s.address, s.supplier_type, s.currency, s.payment_terms,
  s.credit_days, s.bank_name, s.bank_account, s.swift_code, s.opening_balance,
  s.opening_exchange_rate, s.notes, s.active, s.created_at, s.updated_at, s.created_by, s.version`;

export const supplierQuery = listQuery.extend({
  active: field.flag().optional(),
  currency: field.currency().optional(),
});

/** Suppliers, newest first. `search` looks at name, number, contact, phone and e-mail. */
export async function listSuppliers(
  db: Db,
  actor: Actor,
  query: z.output<typeof supplierQuery>,
): Promise<Page<Supplier>> {
  const page = await listPage<Supplier>(db, query, {
    columns,
    from: sql`suppliers s`,
    id: sql`s.id`,
    sorts: {
      name: { by: sql`lower(s.name)`, type: "text" },
      created_at: { by: sql`s.created_at`, type: "timestamptz" },
    },
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
  return { ...page, data: page.data.map((supplier) => shownTo(actor, supplier)) };
}

/** The supplier as the actor may see him: without `costs.read` his money fields are left out. */
export function shownTo<S extends Supplier>(actor: Actor, supplier: S): S {
  if (may(actor, "costs.read")) return supplier;
  const shown = { ...supplier };
  for (const name of moneyFields) delete shown[name];
  return shown;
}
