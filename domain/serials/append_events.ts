import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { type RegisteredSerial, registerSerials } from "./register_serials.ts";
import type { EventKind } from "./serial.ts";

export interface NewEvent {
  /** as the document writes it */
  serial: string;
  kind: EventKind;
  on_date: string;
  source_type: "receipt" | "invoice" | "credit_note" | "ticket" | "rma" | "stock_movement";
  source_id: number;
  source_line_id?: number | null;
  source_reference_no: string;
  movement_id?: number;
  product_id?: number;
  customer_id?: number | null;
  supplier_id?: number | null;
  /** of a replacement the other piece: the new one, or the one it came for */
  other_serial?: string | null;
  note?: string | null;
}

/**
 * Appends what happened to pieces, in this order, and brings their status up to date with the log. The
 * only place that writes either; serials not in the register yet are entered.
 * @param locked what the register says of them, where they are locked already
 */
export async function appendEvents(
  tx: Tx,
  actor: Actor,
  events: NewEvent[],
  locked?: Map<string, RegisteredSerial>,
): Promise<void> {
  if (events.length === 0) return;
  const named = events.flatMap(({ serial, other_serial }) =>
    other_serial ? [serial, other_serial] : serial
  );
  const entries = locked ?? await registerSerials(tx, actor, named);
  const rows = events.map((event) => ({
    ...event,
    serial_id: entries.get(event.serial)!.id,
    other_serial_id: event.other_serial ? entries.get(event.other_serial)!.id : null,
  }));
  await tx.later(tx.query(sql`
    insert into serial_events (serial_id, serial, kind, on_date, source_type, source_id,
      source_line_id, source_reference_no, movement_id, product_id, customer_id, supplier_id,
      other_serial_id, note, recorded_at, created_by)
    select serial_id, serial, kind, on_date, source_type, source_id, source_line_id,
      source_reference_no, movement_id, product_id, customer_id, supplier_id, other_serial_id, note,
      ${actor.now}, ${actor.userId}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (serial_id bigint,
      serial text, kind text, on_date date, source_type text, source_id bigint,
      source_line_id bigint, source_reference_no text, movement_id bigint, product_id bigint,
      customer_id bigint, supplier_id bigint, other_serial_id bigint, note text)) with ordinality
    order by ordinality`));
  const ids = [...new Set(rows.map(({ serial_id }) => serial_id))];
  await tx.later(tx.query(sql`
    update serials s set place = state.place, care = state.care, replaced = state.replaced,
      product_id = state.product_id, updated_at = ${actor.now}, version = s.version + 1
    from serial_states state where state.id = s.id and s.id = any(${ids}::bigint[])
      and (s.created_at <> ${actor.now}::timestamptz -- what was entered just now may be right already
        or (s.place, s.care, s.replaced, s.product_id)
          is distinct from (state.place, state.care, state.replaced, state.product_id))`));
}
