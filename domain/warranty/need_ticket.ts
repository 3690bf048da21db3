import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/** One out of his reach does not exist for him. @throws Refusal `invalid_fields` on `service_ticket_id` */
export async function needTicket(
  tx: Tx,
  actor: Actor,
  id: number | null | undefined,
): Promise<void> {
  if (id === undefined || id === null) return;
  const [ticket] = await tx.query<[{ id: number }?]>(
    sql`select id from service_tickets t where id = ${id}
      and ${withinReach(actor, "tickets.read_all", "t")} for key share`,
  );
  if (!ticket) throw invalid({ service_ticket_id: "names no service ticket" });
}
