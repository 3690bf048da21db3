import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { conflict, type FieldErrors, invalid } from "../errors.ts";
import { refuseFaults } from "../imports/exchange_rate.ts";
import { lockShipment } from "../imports/lock_shipment.ts";
import { touchShipment } from "../imports/touch_shipment.ts";
import { type Container, container, type ContainerRow, withFault } from "./container.ts";

/**
 * Enters a container of a shipment, for the days its rent counts by. A wrong check digit is told, not
 * refused: some containers carry numbers of their own.
 * @throws Refusal `forbidden`, `not_found`, `duplicate_container`, `invalid_fields`
 */
export async function addContainer(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  input: z.output<typeof container.entry>,
): Promise<Container> {
  allow(actor, "costs.write");
  const shipment = await lockShipment(tx, shipmentId);
  const heads = container.entry.shape.container_number;
  const number = input.container_number ?? heads.safeParse(shipment.container_number).data;
  if (number === undefined) throw invalid({ container_number: "is required" });
  refuseDates(input);
  const carrier = input.carrier ?? shipment.carrier;
  const [row] = await unlessTaken(number, shipment.reference_no, () =>
    tx.query<[ContainerRow]>(sql`
      insert into shipment_containers as k (${container.stored}, shipment_id, created_at,
        updated_at, created_by)
      select ${container.stored}, ${shipmentId}, ${actor.now}, ${actor.now}, ${actor.userId}
      from ${container.rows([{ ...input, container_number: number, carrier }])}
      returning ${container.columns(actor)}`));
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.add_container",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    after: row,
  });
  return withFault(row);
}

type Dates = Partial<
  Record<"arrived_on" | "gate_out_on" | "returned_on", string | null | undefined>
>;

/** A container arrives, leaves the port and goes back, in this order. @throws Refusal `invalid_fields` */
export function refuseDates({ arrived_on, gate_out_on, returned_on }: Dates): void {
  const faults: FieldErrors = {};
  if (!arrived_on && (gate_out_on || returned_on)) {
    faults.arrived_on = ["is required for a container that has left"];
  }
  if (arrived_on && gate_out_on && gate_out_on < arrived_on) {
    faults.gate_out_on = [`must not be before ${arrived_on}, its arrival`];
  }
  const left = gate_out_on ?? arrived_on;
  if (left && returned_on && returned_on < left) {
    faults.returned_on = [`must not be before ${left}`];
  }
  refuseFaults(faults);
}

/** @throws Refusal `duplicate_container` where the shipment has that container already */
export async function unlessTaken<T>(
  number: string,
  shipment: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== "one_container_per_shipment") throw error;
    throw conflict("duplicate_container", `shipment ${shipment} already has container ${number}.`);
  }
}
