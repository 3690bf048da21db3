import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { type LockedShipment, lockShipment } from "../imports/lock_shipment.ts";
import { updateShipment } from "../imports/update_shipment.ts";

/** Locks the shipment that a request names, if it names one. @throws Refusal `invalid_fields` */
export async function lockNamedShipment(
  tx: Tx,
  id: number | undefined,
): Promise<LockedShipment | undefined> {
  if (id === undefined) return undefined;
  const [known] = await tx.query<[{ id: number }?]>(sql`select id from shipments where id = ${id}`);
  if (!known) throw invalid({ shipment_id: "names no shipment" });
  return await lockShipment(tx, id);
}

/** Why an LC or TT cannot pay a shipment. */
export function shipmentFaults(
  shipment: LockedShipment | undefined,
  { supplier_id, currency }: { supplier_id: number; currency: string },
): FieldErrors {
  if (shipment === undefined) return {};
  if (shipment.supplier_id !== supplier_id) {
    return { shipment_id: ["names a shipment of another supplier"] };
  }
  if (shipment.currency !== currency) {
    return { shipment_id: [`names a shipment in ${shipment.currency}, not in ${currency}`] };
  }
  return {};
}

/**
 * Lets an LC or TT pay a locked shipment; one that another paid leaves it.
 * @throws Refusal `shipment_closed`, `lc_limit_exceeded`
 */
export async function linkShipment(
  tx: Tx,
  actor: Actor,
  lcTtId: number,
  shipment: LockedShipment | undefined,
): Promise<void> {
  if (shipment) await updateShipment(tx, actor, shipment.id, { lc_tt_id: lcTtId });
}
