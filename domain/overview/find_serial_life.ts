import sql, { type Sql } from "sql-template-tag";
import { type Actor, allow, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { lastSale } from "../warranty/find_sale.ts";
import { type Sale, warrantyVerdict } from "../warranty/verdict.ts";
import { columns, serialsWithProduct } from "../serials/find_serials.ts";
import { invoiceJson, receiptJson, rmasJson, shipmentJson, ticketsJson } from "./life_documents.ts";
import { eventsJson, otherJson } from "./life_events.ts";
import type { SerialLife } from "./serial_life.ts";

const EVENTS = 200;

const product = sql`case when p.id is not null then json_build_object('id', p.id,
  'reference_no', p.sku, 'title', p.name || ' (' || p.sku || ')', 'sku', p.sku, 'name', p.name,
  'brand', p.brand, 'model', p.model, 'warranty_months', p.warranty_months,
  'is_serialized', p.is_serialized) end`;

/**
 * The whole life of a machine, board or part by its serial, however that is typed: shipment, receipt,
 * sale, warranty as of today, tickets, RMAs, what it replaced and what replaced it, and its log. Only
 * what the actor may read: records beyond his reach are left out. One statement.
 * Source: docs/overview.md, "Serial life".
 *
 * @throws Refusal `forbidden`, `not_found`
 */
export async function findLife(db: Db, actor: Actor, serial: string): Promise<SerialLife> {
  allow(actor, "products.read");
  // comes from a path, where no schema keeps out what PostgreSQL takes for no text
  if (serial.includes("\0")) throw notFound("Serial");
  const [row] = await db.query<[(Omit<SerialLife, "warranty"> & { sale: Sale | null })?]>(sql`
    select ${columns}, ${product} as product,
      ${lastSale([sql`s.serial`], sql`${actor.now}::timestamptz`)} as sale,
      ${readable(may(actor, "shipments.read"), shipmentJson)} as shipment,
      ${readable(may(actor, "receipts.read"), receiptJson)} as receipt,
      ${readable(may(actor, "invoices.read"), invoiceJson)} as invoice,
      ${ticketsJson(actor)} as tickets, ${rmasJson} as rmas,
      ${otherJson("replaces")} as replaces, ${otherJson("replaced_by")} as replaced_by,
      ${eventsJson(actor, EVENTS + 1)} as events
    from ${serialsWithProduct} where s.serial_key = serial_key(${serial})`);
  if (!row) throw notFound("Serial", serial.slice(0, 100));
  const { sale, events, ...life } = row;
  return {
    ...life,
    warranty: warrantyVerdict(sale, actor.today),
    events: events.slice(-EVENTS),
    events_has_more: events.length > EVENTS,
  };
}

function readable(mayRead: boolean, json: Sql): Sql {
  return mayRead ? json : sql`null::json`;
}
