import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { lockShipment } from "../imports/lock_shipment.ts";
import { touchShipment } from "../imports/touch_shipment.ts";
import { refuseDates, unlessTaken } from "./add_container.ts";
import { type Container, container, type ContainerRow, withFault } from "./container.ts";
import { lockContainer } from "./find_containers.ts";

/**
 * Changes what is sent of a container, such as the day it left the port; null clears a field.
 * @throws Refusal `forbidden`, `not_found`, `duplicate_container`, `invalid_fields`
 */
export async function updateContainer(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  id: number,
  changes: z.output<typeof container.changes>,
): Promise<Container> {
  allow(actor, "costs.write");
  const shipment = await lockShipment(tx, shipmentId);
  const before = await lockContainer(tx, shipmentId, id);
  const set = assignments(before, changes);
  if (!set) return withFault(before);
  refuseDates({ ...before, ...set.after });
  const number = changes.container_number ?? before.container_number;
  const [row] = await unlessTaken(number, shipment.reference_no, () =>
    tx.query<[ContainerRow]>(sql`
      update shipment_containers k set ${set.sql}, updated_at = ${actor.now}, version = k.version + 1
      where k.id = ${id} returning ${container.columns(actor)}`));
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.update_container",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    before: set.before,
    after: { container_id: id, ...set.after },
  });
  return withFault(row);
}
