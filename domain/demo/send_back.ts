import sql from "sql-template-tag";
import { parse } from "../records/input.ts";
import { sendReturn } from "../warranty/send_return.ts";
import { supplierReturn } from "../warranty/supplier_return.ts";
import type { World } from "./world.ts";

/** What waits for a supplier today goes to him in one consignment. */
export async function sendBack(world: World): Promise<void> {
  const [waiting] = await world.tx.query<[{ supplier_id: number; rma_ids: number[] }?]>(sql`
    select supplier_id, array_agg(id order by id) as rma_ids from rmas
    where status = 'ready_to_send_supplier' and supplier_id is not null
    group by supplier_id order by count(*) desc, supplier_id limit 1`);
  if (!waiting) return;
  await sendReturn(
    world.tx,
    world.as("service_manager"),
    parse(supplierReturn.entry, {
      supplier_id: String(waiting.supplier_id),
      rma_ids: waiting.rma_ids.map(String),
      courier: "DHL",
      airway_bill: "7712 4401 882",
      packages: "1",
    }),
  );
}
