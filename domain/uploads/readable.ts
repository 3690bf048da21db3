import sql, { type Sql } from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import type { Reader } from "../records/kinds.ts";
import { relatedReadableBy, type RelatedType } from "../records/related.ts";

/** Records whose papers tell what goods cost us, although others may read the record itself. */
const purchases: RelatedType[] = ["shipment", "receipt", "discrepancy", "supplier", "product"];
/** Kinds of paper and picture of theirs that tell no price. Any other, and one of no kind, may. */
const priceless = [
  "airway_bill",
  "arrival_notice",
  "bill_of_lading",
  "certificate_of_origin",
  "damage_photo",
  "datasheet",
  "delivery_challan",
  "delivery_order",
  "drawing",
  "gate_pass",
  "label",
  "manual",
  "packing_list",
  "photo",
  "test_report",
  "warranty_card",
];
/** Where a picture without a kind is one of goods. */
const ofGoods: RelatedType[] = ["receipt", "discrepancy", "product"];

/**
 * The files that the actor may read, of the table that the query calls `u`: with a record those who may
 * read the record, without one whoever sent it, and managers. Papers that may tell what goods cost need
 * the right to read costs. Source: docs/roles.md, "Files, search and serials".
 */
export function readableBy(actor: Actor): Sql {
  const own = may(actor, "uploads.read_all") ? sql`true` : sql`u.created_by = ${actor.userId}`;
  return sql`((u.related_type is null and ${own}) or ${relatedReadableBy(actor, "u")})
    and ${costsShownTo(actor)}`;
}

/**
 * SQL for where the record itself is being read already: leaves out papers that may tell what goods cost for
 * who may not see that and has not sent them himself.
 */
export function costsShownTo(reader: Reader): Sql {
  if (may(reader, "costs.read")) return sql`true`;
  return sql`(u.related_type is null or u.related_type <> all(${purchases}::text[])
    or u.created_by = ${reader.userId}::bigint or u.kind = any(${priceless}::text[])
    or (u.kind is null and u.width is not null and u.related_type = any(${ofGoods}::text[])))`;
}
