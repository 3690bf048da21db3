import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { isFinal } from "../records/lifecycle.ts";
import { appendEvents, type NewEvent } from "./append_events.ts";
import { registerSerials } from "./register_serials.ts";

/** A ticket as far as its machine's log goes. */
export interface TicketMachine {
  id: number;
  reference_no: string;
  status: string;
  customer_id: number;
  serial_number?: string | null;
}

/**
 * Writes into a machine's log that a ticket was opened for it, has ended, was opened again, or names
 * another machine now.
 * @param before undefined for a new ticket
 */
export async function recordTicket(
  tx: Tx,
  actor: Actor,
  before: TicketMachine | undefined,
  after: TicketMachine,
): Promise<void> {
  const event = (serial: string, kind: NewEvent["kind"]): NewEvent => ({
    serial,
    kind,
    on_date: actor.today,
    source_type: "ticket",
    source_id: after.id,
    source_reference_no: after.reference_no,
    customer_id: after.customer_id,
  });
  const [was, is] = [before?.serial_number, after.serial_number];
  const entries = await registerSerials(
    tx,
    actor,
    [was, is].filter((serial) => typeof serial === "string"),
  );
  const same = was && is ? entries.get(was) === entries.get(is) : !was && !is;
  const events: NewEvent[] = [];
  if (was && !same) events.push(event(was, "withdrawn"));
  if (is) {
    const stood = same && before;
    const hasEnded = isFinal(after.status);
    if (!stood || isFinal(stood.status) && !hasEnded) events.push(event(is, "ticket_opened"));
    if (hasEnded && (!stood || !isFinal(stood.status))) events.push(event(is, "ticket_closed"));
  }
  await appendEvents(tx, actor, events);
}
