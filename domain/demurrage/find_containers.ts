import sql from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { containerNumberFault } from "../imports/container_number.ts";
import type { Container } from "./container.ts";

export const columns = sql`k.id, k.container_number as reference_no,
  concat(k.container_number, ' · ', k.size, ' ft') as title, k.shipment_id, k.container_number,
  k.size, k.carrier, k.port, k.terminal, k.free_days, k.detention_free_days, k.arrived_on,
  k.gate_out_on, k.returned_on, k.note, k.created_at, k.updated_at, k.created_by, k.version`;

export type ContainerRow = Omit<Container, "container_number_fault">;

export function withFault(row: ContainerRow): Container {
  const fault = containerNumberFault(row.container_number);
  return { ...row, container_number_fault: fault ?? null };
}

/** The containers of a shipment, in the order they were entered. @throws Refusal `not_found` */
export async function listContainers(db: Db, shipmentId: number): Promise<Container[]> {
  const rows = await db.query<(ContainerRow | { id: null })[]>(sql`
    select ${columns} from shipments s left join shipment_containers k on k.shipment_id = s.id
    where s.id = ${shipmentId} order by k.id`);
  if (rows.length === 0) throw notFound("Shipment", shipmentId);
  return rows.flatMap((row) => row.id === null ? [] : withFault(row));
}

/** Locks a container of a shipment that is locked already. @throws Refusal `not_found` */
export async function lockContainer(tx: Tx, shipmentId: number, id: number): Promise<ContainerRow> {
  const [row] = await tx.query<[ContainerRow?]>(sql`
    select ${columns} from shipment_containers k
    where k.id = ${id} and k.shipment_id = ${shipmentId} for no key update`);
  if (!row) throw notFound("Container", id);
  return row;
}
