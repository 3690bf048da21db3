import sql from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import { type Container, container, type ContainerRow, withFault } from "./container.ts";

/** The containers of a shipment, in the order they were entered. @throws Refusal `not_found` */
export async function listContainers(db: Db, shipmentId: number): Promise<Container[]> {
  const rows = await db.query<(ContainerRow | { id: null })[]>(sql`
    select ${container.columns(anybody)}
    from shipments s left join shipment_containers k on k.shipment_id = s.id
    where s.id = ${shipmentId} order by k.id`);
  if (rows.length === 0) throw notFound("Shipment", shipmentId);
  return rows.flatMap((row) => row.id === null ? [] : withFault(row));
}

/** Locks a container of a shipment that is locked already. @throws Refusal `not_found` */
export async function lockContainer(tx: Tx, shipmentId: number, id: number): Promise<ContainerRow> {
  const [row] = await tx.query<[ContainerRow?]>(sql`
    select ${container.columns(anybody)} from shipment_containers k
    where k.id = ${id} and k.shipment_id = ${shipmentId} for no key update`);
  if (!row) throw notFound("Container", id);
  return row;
}
