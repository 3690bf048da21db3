import sql from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import type { Found } from "./search_finds.ts";
import { exactRanks } from "./search_words.ts";

/** Shipments with a container of this number, beyond the one in their head; newest first. */
export async function shipmentsWithContainer(db: Db, actor: Actor, code: string): Promise<Found[]> {
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(code) || !may(actor, "shipments.read")) return [];
  const rows = await db.query<{ id: number }[]>(sql`
    select distinct shipment_id as id from shipment_containers
    where container_number = ${code} order by shipment_id desc limit 20`);
  return rows.map(({ id }) => ({
    kind: "shipment",
    id,
    matched: "container_number",
    matched_value: code,
    rank: exactRanks.tracking,
    excess: 0,
  }));
}
