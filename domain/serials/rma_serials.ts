import type { Actor } from "../access/access.ts";
import { businessDate } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { appendEvents, type NewEvent } from "./append_events.ts";
import { registerSerials } from "./register_serials.ts";
import type { EventKind } from "./serial.ts";

/** A case as far as the logs of its pieces go. */
export interface RmaPieces {
  id: number;
  reference_no: string;
  status: string;
  customer_id?: number | null;
  supplier_id?: number | null;
  machine_serial_number?: string | null;
  board_serial_number?: string | null;
  replacement_serial_number?: string | null;
}

/** What a status means for the piece; every status before the sending is `rma_opened`. */
const steps: Record<string, EventKind> = {
  sent_to_supplier: "rma_sent",
  supplier_received: "rma_sent",
  under_repair: "rma_sent",
  replacement_approved: "rma_sent",
  return_in_transit: "rma_sent",
  received_back: "rma_returned",
  delivered_to_customer: "rma_delivered",
  closed: "rma_closed",
  cancelled: "rma_cancelled",
};

/** Locks the pieces of a case, before its number is taken. */
export async function lockRmaPieces(tx: Tx, actor: Actor, rma: Partial<RmaPieces>): Promise<void> {
  const { machine_serial_number, board_serial_number, replacement_serial_number } = rma;
  const named = [machine_serial_number, board_serial_number, replacement_serial_number];
  await registerSerials(tx, actor, named.filter((serial) => typeof serial === "string"));
}

/**
 * Writes into the logs of the pieces what a case means for them: a board's case is about the board,
 * its machine is only named. Calling the case off calls the replacement off too; the same piece coming
 * back is no replacement.
 * @param before undefined for a new case
 */
export async function recordRma(
  tx: Tx,
  actor: Actor,
  before: RmaPieces | undefined,
  after: RmaPieces,
  occurred_at?: string,
): Promise<void> {
  const serials = [before, after].flatMap((rma) =>
    [rma?.machine_serial_number, rma?.board_serial_number, rma && replacementOf(rma)]
      .filter((serial) => typeof serial === "string")
  );
  const entries = await registerSerials(tx, actor, serials);
  const keyOf = (serial: string) => entries.get(serial)!.serial_key;
  const was = before && rolesIn(before, keyOf);
  const is = rolesIn(after, keyOf);
  const on_date = occurred_at ? businessDate(new Date(occurred_at)) : actor.today;
  const same = (one?: string, two?: string) =>
    one === undefined || two === undefined ? one === two : keyOf(one) === keyOf(two);
  const events: Pick<NewEvent, "serial" | "kind" | "other_serial">[] = [];
  const add = (serial: string | undefined, kind: EventKind, other_serial?: string) => {
    if (serial !== undefined) events.push({ serial, kind, other_serial });
  };

  const sameLink = same(was?.subject, is.subject) && same(was?.replacement, is.replacement);
  if (was?.replacement && !sameLink) {
    add(was.subject, "replacement_undone", was.replacement);
    add(was.replacement, "replacement_undone", was.subject);
    add(was.replacement, "withdrawn");
  }
  if (!same(was?.subject, is.subject)) {
    add(was?.subject, "withdrawn");
    add(is.subject, "rma_opened");
  }
  if (!same(was?.named, is.named)) {
    if (!same(was?.named, is.subject)) add(was?.named, "withdrawn");
    add(is.named, "named");
  }
  const stepBefore = same(was?.subject, is.subject) ? was?.step : "rma_opened";
  if (is.step !== (stepBefore ?? "rma_opened")) add(is.subject, is.step);
  if (is.replacement && !sameLink) {
    add(is.subject, "replaced_by", is.replacement);
    add(is.replacement, "replaces", is.subject);
    add(is.replacement, is.step, is.subject);
  } else if (is.replacement && is.step !== was?.step) {
    add(is.replacement, is.step, is.subject);
  }
  await appendEvents(
    tx,
    actor,
    events.map((event) => ({
      ...event,
      on_date,
      source_type: "rma" as const,
      source_id: after.id,
      source_reference_no: after.reference_no,
      customer_id: after.customer_id,
      supplier_id: after.supplier_id,
    })),
  );
}

/** A case that is called off brings no other piece. */
function replacementOf(rma: RmaPieces): string | undefined {
  return rma.status === "cancelled" ? undefined : rma.replacement_serial_number ?? undefined;
}

interface Roles {
  subject?: string;
  named?: string;
  replacement?: string;
  step: EventKind;
}

function rolesIn(rma: RmaPieces, keyOf: (serial: string) => string): Roles {
  const subject = rma.board_serial_number ?? rma.machine_serial_number ?? undefined;
  const machine = rma.machine_serial_number ?? undefined;
  const replacement = replacementOf(rma);
  return {
    subject,
    named: subject && machine && keyOf(machine) !== keyOf(subject) ? machine : undefined,
    replacement: subject && replacement && keyOf(replacement) !== keyOf(subject)
      ? replacement
      : undefined,
    step: steps[rma.status] ?? "rma_opened",
  };
}
