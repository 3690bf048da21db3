import sql from "sql-template-tag";
import type { z } from "zod";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import { shipment } from "./shipment.ts";

const head = shipment.part([
  "id",
  "reference_no",
  "supplier_id",
  "status",
  "shipment_type",
  "shipment_mode",
  "tracking_number",
  "shipment_number",
  "bl_number",
  "container_number",
  "vessel_or_flight",
  "carrier",
  "port_of_loading",
  "etd",
  "eta_chittagong",
  "warehouse_name",
  "currency",
  "exchange_rate",
  "lc_tt_id",
  "notes",
  "frozen_at",
]);
/** The head of a shipment, locked by this transaction. */
export type LockedShipment = z.output<typeof head.schema>;

/**
 * Locks a shipment for a change of it, its items, costs or receipts. Rows that merely name the
 * shipment (a ledger entry, a claim) need not wait for it.
 * @throws Refusal `not_found`
 */
export async function lockShipment(tx: Tx, id: number): Promise<LockedShipment> {
  const [found] = await tx.query<[LockedShipment?]>(sql`
    select ${head.columns(anybody)} from shipments s where s.id = ${id} for no key update`);
  if (!found) throw notFound("Shipment", id);
  return found;
}
