import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/** @throws Refusal `invalid_fields` on `service_ticket_id` */
export async function needTicket(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const [ticket] = await tx.query<[{ id: number }?]>(
    sql`select id from service_tickets where id = ${id} for key share`,
  );
  if (!ticket) throw invalid({ service_ticket_id: "names no service ticket" });
}
