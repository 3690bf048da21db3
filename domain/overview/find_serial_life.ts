import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { one } from "../records/embedded.ts";
import { date, flag, shaped } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { product } from "../products/product.ts";
import { serial, serialTables } from "../serials/serial.ts";
import { supplierWarrantyUntil } from "../serials/supplier_warranty.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { type Sale, verdict, warrantyVerdict } from "../warranty/verdict.ts";
import { lifeDocuments } from "./life_documents.ts";
import { EVENTS, lifeEvents } from "./life_events.ts";

const ofProduct = product.part([
  "id",
  "reference_no",
  "title",
  "sku",
  "name",
  "brand",
  "model",
  "warranty_months",
  "is_serialized",
]);

/** The whole life. What the caller may not read is left out, or null where it would be one record. */
export const serialLife = record(
  "SerialLife",
  "s",
  everybody({
    ...serial.fields,
    product: one(ofProduct, "What it is.", { from: sql`where p.id is not null` }),
    warranty: shaped(verdict, "Today, by its sale or by the sale of what it replaced.", {
      example: null,
      sql: "around",
    }),
    ...lifeDocuments,
    supplier_warranty_until: date("The last day on which its supplier answers for it.", {
      example: "2027-09-02",
      nullable: true,
      sql: supplierWarrantyUntil(sql`s.serial_key`),
    }),
    ...lifeEvents,
    events_has_more: flag("Whether there are more than these.", { example: false, sql: "around" }),
  }),
);
export type SerialLife = z.output<typeof serialLife.schema>;

/**
 * The whole life of a machine, board or part by its serial, however that is typed: shipment, receipt,
 * sale, warranty as of today, tickets, RMAs, what it replaced and what replaced it, and its log. Only
 * what the actor may read: records beyond his reach are left out. One statement.
 * Source: docs/overview.md, "Serial life".
 *
 * @throws Refusal `forbidden`, `not_found`
 */
export async function findLife(db: Db, actor: Actor, asked: string): Promise<SerialLife> {
  allow(actor, "products.read");
  // comes from a path, where no schema keeps out what PostgreSQL takes for no text
  if (asked.includes("\0")) throw notFound("Serial");
  const [row] = await db.query<[(Omit<SerialLife, "warranty"> & { sale: Sale | null })?]>(sql`
    select ${serialLife.columns(actor)},
      ${lastSale([sql`s.serial`], sql`${actor.now}::timestamptz`)} as sale
    from ${serialTables} where s.serial_key = serial_key(${asked})`);
  if (!row) throw notFound("Serial", asked.slice(0, 100));
  const { sale, events, ...life } = row;
  return {
    ...life,
    warranty: warrantyVerdict(sale, actor.today),
    events: events.slice(-EVENTS),
    events_has_more: events.length > EVENTS,
  };
}
