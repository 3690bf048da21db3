import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import type { Movement, PostedMovement, StockedProduct } from "./post_movements.ts";
import { appendEvents } from "../serials/append_events.ts";
import { type RegisteredSerial, registerSerials } from "../serials/register_serials.ts";
import type { EventKind } from "../serials/serial.ts";

/**
 * Locks the serials of pieces that are about to move, and refuses what cannot be true of a
 * serialized product: the same piece twice in one document, or a piece that leaves stock although
 * it is not there, or comes in by hand although it is. A number that the register does not know may leave.
 *
 * @throws Refusal `invalid_fields` on the serials' field; `serial_not_in_stock` and `serial_in_stock` naming
 * the piece
 */
export async function lockMoved(
  tx: Tx,
  actor: Actor,
  products: Map<number, StockedProduct>,
  movements: Movement[],
): Promise<Map<string, RegisteredSerial>> {
  const serials = movements.flatMap(({ serial_numbers = [] }) => serial_numbers);
  const arriving = movements.flatMap(({ product_id, quantity, source, serial_numbers = [] }) =>
    source && quantity.gt("0") ? serial_numbers.map((serial) => ({ serial, product_id })) : []
  );
  const entries = await registerSerials(tx, actor, serials, arriving);
  const seen = new Set<string>();
  for (const movement of movements) {
    const product = products.get(movement.product_id)!;
    if (!product.is_serialized) continue;
    for (const serial of movement.serial_numbers ?? []) {
      const entry = entries.get(serial)!;
      if (seen.has(entry.serial_key)) {
        throw invalid({
          [movement.serials_field ?? "serial_numbers"]: `must not repeat ${serial}`,
        });
      }
      seen.add(entry.serial_key);
      if (movement.quantity.lt("0")) refuseAbsent(serial, entry, product);
      else if (!movement.source) refusePresent(serial, entry, product);
    }
  }
  return entries;
}

const isHere = ({ place, care, replaced }: RegisteredSerial) =>
  place === "in_stock" && care !== "at_supplier" && !replaced;

/** By hand a piece comes in once: its product would count one more than there are numbers. */
function refusePresent(serial: string, entry: RegisteredSerial, product: StockedProduct): void {
  if (!isHere(entry) || entry.product_id !== product.id) return;
  const { status, product_id } = entry;
  throw conflict("serial_in_stock", `serial ${serial} is in stock already.`, {
    serial,
    serial_status: status,
    product_id,
  });
}

function refuseAbsent(serial: string, entry: RegisteredSerial, product: StockedProduct): void {
  const { place, status, product_id, product_name } = entry;
  if (place === "known") return;
  const here = isHere(entry);
  if (here && product_id === product.id) return;
  const reason = here
    ? `serial ${serial} is in stock as ${product_name}, not as ${product.name}.`
    : `serial ${serial} is not in stock, it is ${status.replaceAll("_", " ")}.`;
  throw conflict("serial_not_in_stock", reason, { serial, serial_status: status, product_id });
}

/** Writes into the log of each piece that it moved, as `lockMoved` answered it. */
export async function recordMoved(
  tx: Tx,
  actor: Actor,
  movements: Movement[],
  posted: PostedMovement[],
  serials: Map<string, RegisteredSerial>,
): Promise<void> {
  await appendEvents(
    tx,
    actor,
    movements.flatMap((movement, i) =>
      (movement.serial_numbers ?? []).map((serial) => ({
        ...origin(movement, posted[i]),
        ...movement.party,
        serial,
        kind: kindOf(movement),
        on_date: movement.movement_date,
        movement_id: posted[i].id,
        product_id: movement.product_id,
        note: movement.reason ?? movement.note,
      }))
    ),
    serials,
  );
}

/** The document behind a movement; by hand it is one itself. */
function origin({ source }: Movement, { id, reference_no }: PostedMovement) {
  switch (source?.type) {
    case "receipt":
    case "invoice":
    case "credit_note":
    case "ticket":
      return {
        source_type: source.type,
        source_id: source.id,
        source_line_id: source.line_id,
        source_reference_no: source.reference_no,
      };
    default:
      return {
        source_type: "stock_movement" as const,
        source_id: id,
        source_reference_no: reference_no,
      };
  }
}

function kindOf({ kind, quantity, source, reverses_id }: Movement): EventKind {
  const came = quantity.gt("0");
  switch (kind) {
    case "receipt":
      return "received";
    case "receipt_reversal":
      return "receipt_reversed";
    case "invoice":
      return "sold";
    case "invoice_void":
      return "sale_undone";
    case "ticket_part":
      return "installed";
    case "return":
      if (source?.type !== "credit_note") return "stock_in";
      return reverses_id ? "return_undone" : came ? "sale_returned" : "stock_out"; // as faulty
    default:
      return came ? "stock_in" : "stock_out";
  }
}
