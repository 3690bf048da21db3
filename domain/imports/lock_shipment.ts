import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import { shipment } from "./shipment.ts";

const entered = Object.keys(shipment.changes.shape) as (keyof typeof shipment.changes.shape)[];
const head = shipment.part(["id", "reference_no", "status", "frozen_at", ...entered]);
/** The head of a shipment, locked by this transaction. */
export type LockedShipment = z.output<typeof head.schema>;

/**
 * Locks a shipment for a change of it, its items, costs or receipts. Rows that merely name the
 * shipment (a ledger entry, a claim) need not wait for it.
 * @throws Refusal `not_found`
 */
export async function lockShipment(tx: Tx, id: number): Promise<LockedShipment> {
  const found = await locked(tx, sql`${id}`);
  if (!found) throw notFound("Shipment", id);
  return found;
}

/** The same of a receipt, which is locked before it. @throws Refusal `not_found` */
export async function lockShipmentOf(tx: Tx, receiptId: number): Promise<LockedShipment> {
  const found = await locked(tx, sql`(select shipment_id from receipts where id = ${receiptId})`);
  if (!found) throw notFound("Receipt", receiptId);
  return found;
}

async function locked(tx: Tx, id: Sql): Promise<LockedShipment | undefined> {
  const [found] = await tx.query<[LockedShipment?]>(sql`
    select ${head.columns(anybody)} from shipments s where s.id = ${id} for no key update`);
  return found;
}
