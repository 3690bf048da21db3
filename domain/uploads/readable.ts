import sql, { type Sql } from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import { relatedReadableBy, type RelatedType } from "../records/related.ts";

/**
 * Kinds of paper that show what goods cost us, although the record they belong to may be read by
 * others too.
 */
const costPapers = [
  "bill",
  "commercial_invoice",
  "cost",
  "invoice",
  "proforma_invoice",
  "purchase_invoice",
  "supplier_invoice",
];
const purchases: RelatedType[] = ["shipment", "receipt", "discrepancy", "supplier", "product"];

/**
 * The files that the actor may read, of the table that the query calls `u`: with a record those who may
 * read the record, without one whoever sent it, and managers. Papers of what goods cost need the right
 * to read costs. Source: docs/roles.md, "Files, search and serials".
 */
export function readableBy(actor: Actor): Sql {
  const own = may(actor, "uploads.read_all") ? sql`true` : sql`u.created_by = ${actor.userId}`;
  return sql`((u.related_type is null and ${own}) or ${relatedReadableBy(actor, "u")})
    and ${costsShownTo(actor)}`;
}

/**
 * SQL for where the record itself is being read already: leaves out papers of what goods cost for
 * who may not see that.
 */
export function costsShownTo(actor: Pick<Actor, "role">): Sql {
  if (may(actor, "costs.read")) return sql`true`;
  return sql`not coalesce(u.kind = any(${costPapers}::text[])
    and u.related_type = any(${purchases}::text[]), false)`;
}
