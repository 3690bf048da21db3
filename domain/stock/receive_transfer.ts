import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { isZero } from "../money/decimal.ts";
import {
  carry,
  dayOf,
  finish,
  lockTransfer,
  type OpenTransfer,
  type Part,
  rest,
} from "./open_transfer.ts";
import type { arrival, StockTransfer } from "./stock_transfer.ts";

/**
 * Says that goods on the way have arrived, all or some. Source: docs/places.md, "Transfers".
 * @throws Refusal `forbidden`, `not_found`, `transfer_closed`, `invalid_fields`, and as `judgeLaterDay`
 */
export async function receiveTransfer(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof arrival>,
): Promise<StockTransfer> {
  allow(actor, "stock.move");
  const transfer = await lockTransfer(tx, id);
  const date = await dayOf(tx, actor, transfer, input.date);
  const parts = input.lines ? namedParts(transfer, input.lines) : rest(transfer);
  await carry(tx, actor, transfer, parts, transfer.to_place_id, date);
  await tx.later(tx.query(sql`
    update stock_transfer_lines l set received = l.received + part.quantity,
      received_serial_numbers = l.received_serial_numbers || part.serial_numbers
    from jsonb_to_recordset(${
    JSON.stringify(
      parts.map(({ line, quantity, serial_numbers }) => ({
        id: line.id,
        quantity,
        serial_numbers,
      })),
    )
  }::jsonb) as part (id bigint, quantity numeric, serial_numbers text[])
    where l.id = part.id`));
  const came = new Map(parts.map(({ line, quantity }) => [line.id, quantity]));
  const all = transfer.lines.every((line) =>
    came.get(line.id)?.eq(line.on_the_way) ?? isZero(line.on_the_way)
  );
  return await finish(tx, actor, transfer, all ? "received" : "partly_received", "receive", {
    date,
    came: Object.fromEntries(came),
  });
}

function namedParts(
  { lines }: OpenTransfer,
  asked: NonNullable<z.output<typeof arrival>["lines"]>,
): Part[] {
  const faults: FieldErrors = {};
  const seen = new Set<number>();
  const parts = asked.flatMap(({ id, quantity, serial_numbers = [] }, i): Part[] => {
    const line = lines.find((each) => each.id === id);
    const fault = (name: string, message: string) => {
      faults[`lines.${i}.${name}`] = [message];
      return [];
    };
    if (!line) return fault("id", "names no line of this transfer");
    if (seen.has(id)) return fault("id", "names a line twice");
    seen.add(id);
    if (quantity.gt(line.on_the_way)) {
      return fault("quantity", `must not be above ${line.on_the_way}, which are on the way`);
    }
    if (serial_numbers.length > 0 && !quantity.eq(String(serial_numbers.length))) {
      return fault("serial_numbers", `must be as many as the quantity, ${quantity}`);
    }
    const stranger = serial_numbers.find((each, at) =>
      !line.serial_numbers.includes(each) || line.received_serial_numbers.includes(each) ||
      serial_numbers.indexOf(each) < at
    );
    if (stranger) return fault("serial_numbers", `${stranger} is not on the way with this line`);
    return [{ line, quantity, serial_numbers }];
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return parts;
}
