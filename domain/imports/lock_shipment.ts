import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { notFound } from "../errors.ts";
import type { ShipmentStatus } from "./shipment_words.ts";

/** The head of a shipment, locked by this transaction. */
export interface LockedShipment {
  id: number;
  reference_no: string;
  supplier_id: number;
  status: ShipmentStatus;
  shipment_type: string;
  shipment_mode: string;
  tracking_number: string | null;
  shipment_number: string | null;
  bl_number: string | null;
  container_number: string | null;
  vessel_or_flight: string | null;
  carrier: string | null;
  port_of_loading: string | null;
  etd: string | null;
  eta_chittagong: string | null;
  warehouse_name: string | null;
  currency: string;
  /** local units for one unit of `currency`, 1 for the local currency; null: not known yet */
  exchange_rate: Decimal | null;
  lc_tt_id: number | null;
  notes: string | null;
  /** when its first receipt was posted: from then on items and shares stand; null: not yet */
  frozen_at: string | null;
}

/**
 * Locks a shipment for a change of it, its items, costs or receipts. Rows that merely name the
 * shipment (a ledger entry, a claim) need not wait for it.
 * @throws Refusal `not_found`
 */
export async function lockShipment(tx: Tx, id: number): Promise<LockedShipment> {
  const [shipment] = await tx.query<[LockedShipment?]>(sql`
    select id, reference_no, supplier_id, status, shipment_type, shipment_mode, tracking_number,
      shipment_number, bl_number, container_number, vessel_or_flight, carrier, port_of_loading, etd,
      eta_chittagong, warehouse_name, currency, exchange_rate, lc_tt_id, notes, frozen_at
    from shipments where id = ${id} for no key update`);
  if (!shipment) throw notFound("Shipment", id);
  return shipment;
}
