import sql from "sql-template-tag";
import { may } from "../access/access.ts";
import { many, one } from "../records/embedded.ts";
import { date, id, instant, type Reader, text, word } from "../records/kinds.ts";
import { record } from "../records/record.ts";
import { eventKinds } from "../serials/serial.ts";
import { reach } from "../service/ticket.ts";

/** How many events the life of a serial tells. */
export const EVENTS = 200;

const event = record("SerialEvent", "e", {
  id: id("The event's id.", { example: 501 }),
  kind: word(eventKinds, "What happened.", { example: "sold" }),
  date: date("The day it counts for.", { example: "2026-03-02", sql: sql`e.on_date` }),
  at: instant("When it was recorded.", {
    example: "2026-03-02T04:15:00.000Z",
    sql: sql`e.recorded_at`,
  }),
  serial: text("The number as the document writes it.", { example: "KM-1024-0099" }),
  source_type: text("The kind of document behind it.", { example: "invoice" }),
  source_id: id("That document's id.", { example: 31 }),
  source_reference_no: text("That document's number.", { example: "INV-2026-000031" }),
  product_id: id("What it was then.", { example: 5, nullable: true }),
  customer_id: id("The customer.", { example: 12, nullable: true, seenBy: "customers.read" }),
  customer_name: text("His name.", {
    example: "Rahim Uddin",
    nullable: true,
    seenBy: "customers.read",
    sql: sql`c.name`,
  }),
  supplier_id: id("The supplier.", { example: null, nullable: true, seenBy: "suppliers.read" }),
  supplier_name: text("His name.", {
    example: null,
    nullable: true,
    seenBy: "suppliers.read",
    sql: sql`supplier.name`,
  }),
  other_serial: text("Of a replacement the other piece: the new one, or the one it came for.", {
    example: null,
    nullable: true,
    sql: sql`o.serial`,
  }),
  note: text("What was said.", { example: null, nullable: true }),
  by: id("The user who recorded it; null for the system.", {
    example: 3,
    nullable: true,
    sql: sql`e.created_by`,
  }),
  by_name: text("His name.", { example: "Karim Ahmed", nullable: true, sql: sql`u.name` }),
});

const sourcesFor = (reader: Reader) => [
  "rma",
  "stock_movement",
  ...may(reader, "receipts.read") ? ["receipt"] : [],
  ...may(reader, "invoices.read") ? ["invoice", "credit_note"] : [],
];

const replacement = record("Replacement", "e", {
  serial: text("The other piece.", { example: "KM-1024-0007", sql: sql`o.serial` }),
  rma_id: id("The RMA that it happened on.", { example: 4, sql: sql`e.source_id` }),
  rma_reference_no: text("That RMA's number.", {
    example: "RMA-2026-000004",
    sql: sql`e.source_reference_no`,
  }),
  on: date("The day.", { example: "2026-03-02", sql: sql`e.on_date` }),
});

/** The piece that the serial `s` replaced, or was replaced by; one that was taken back does not count. */
const other = (kind: "replaces" | "replaced_by", says: string) =>
  one(replacement, says, {
    from: sql`from serial_events e join serials o on o.id = e.other_serial_id
      where e.serial_id = s.id and e.kind = ${kind}
        and not exists (select from serial_events undone
          where undone.serial_id = s.id and undone.kind = 'replacement_undone'
            and undone.source_id = e.source_id and undone.id > e.id)
      order by e.id desc limit 1`,
    seenBy: "everybody",
  });

export const lifeEvents = {
  replaces: other("replaces", "The piece that it came for."),
  replaced_by: other("replaced_by", "The piece that came for it."),
  events: many(event, "What happened to it, the newest 200, newest last, as far as readable.", {
    seenBy: "everybody",
    // one more than is told shows that there are more
    from: (reader) =>
      sql`from (select e.id, e.kind, e.on_date, e.recorded_at, e.serial, e.source_type, e.source_id,
          e.source_reference_no, e.product_id, e.customer_id, e.supplier_id, e.other_serial_id,
          e.note, e.created_by
        from serial_events e
        where e.serial_id = s.id and (e.source_type = any(${sourcesFor(reader)}::text[])
          or e.source_type = 'ticket' and exists (select from service_tickets t
            where t.id = e.source_id and ${reach(reader)}))
        order by e.id desc limit ${EVENTS + 1}) e
        left join customers c on c.id = e.customer_id
        left join suppliers supplier on supplier.id = e.supplier_id
        left join serials o on o.id = e.other_serial_id
        left join users u on u.id = e.created_by`,
  }),
};
