import sql from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { containerNumberFault } from "../imports/container_number.ts";
import type { Reader } from "../records/kinds.ts";
import { type Container, container } from "./container.ts";

export function withFault(row: Container): Container {
  const fault = containerNumberFault(row.container_number);
  return { ...row, container_number_fault: fault ?? null };
}

/** The containers of a shipment, in the order they were entered. @throws Refusal `not_found` */
export async function listContainers(
  db: Db,
  reader: Reader,
  shipmentId: number,
): Promise<Container[]> {
  const rows = await db.query<(Container | { id: null })[]>(sql`
    select ${
    container.columns(reader)
  } from shipments s left join shipment_containers k on k.shipment_id = s.id
    where s.id = ${shipmentId} order by k.id`);
  if (rows.length === 0) throw notFound("Shipment", shipmentId);
  return rows.flatMap((row) => row.id === null ? [] : withFault(row));
}

/** Locks a container of a shipment that is locked already. @throws Refusal `not_found` */
export async function lockContainer(
  tx: Tx,
  reader: Reader,
  shipmentId: number,
  id: number,
): Promise<Container> {
  const [row] = await tx.query<[Container?]>(sql`
    select ${container.columns(reader)} from shipment_containers k
    where k.id = ${id} and k.shipment_id = ${shipmentId} for no key update`);
  if (!row) throw notFound("Container", id);
  return row;
}
