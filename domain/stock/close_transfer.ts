import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { isZero, sum } from "../money/decimal.ts";
import { refuseLargeMoves } from "../settings/limits.ts";
import {
  carry,
  dayOf,
  finish,
  lockTransfer,
  type OpenTransfer,
  type Part,
  rest,
} from "./open_transfer.ts";
import { readShelves, transitOf } from "./place_moves.ts";
import { postMovements } from "./post_movements.ts";
import type { closing, StockTransfer } from "./stock_transfer.ts";

/**
 * Ends a transfer of which something will never arrive: it is at its place again, or written off at moving average.
 * Source: docs/places.md, "Transfers".
 * @throws Refusal `forbidden`, `beyond_limit` (lost), `not_found`, `transfer_closed`, and as `judgeLaterDay`
 */
export async function closeTransfer(
  tx: Tx,
  actor: Actor,
  id: number,
  { outcome, reason, ...asked }: z.output<typeof closing>,
): Promise<StockTransfer> {
  allow(actor, "stock.move");
  const transfer = await lockTransfer(tx, id);
  const date = await dayOf(tx, actor, transfer, asked.date);
  const parts = rest(transfer);
  if (outcome === "sent_back") {
    await carry(tx, actor, transfer, parts, transfer.from_place_id, date);
  } else await writeOff(tx, actor, transfer, parts, date, reason);
  await tx.later(tx.query(
    outcome === "lost"
      ? sql`update stock_transfer_lines set lost = lost + on_the_way where transfer_id = ${id}`
      : sql`update stock_transfer_lines set sent_back = sent_back + on_the_way where transfer_id = ${id}`,
  ));
  return await finish(tx, actor, transfer, "closed", "close", { date, outcome, reason });
}

async function writeOff(
  tx: Tx,
  actor: Actor,
  { id, reference_no, products }: OpenTransfer,
  parts: Part[],
  date: string,
  reason: string,
): Promise<void> {
  await refuseLargeMoves(
    tx,
    actor,
    parts.map(({ line, quantity }) => ({ ...products.get(line.product_id)!, quantity })),
  );
  const transit = transitOf(await readShelves(tx, []));
  const entry = await openEntry(tx);
  const source = { type: "stock_transfer", id, reference_no };
  const posted = await postMovements(
    tx,
    actor,
    products,
    parts.map(({ line, quantity, serial_numbers }) => ({
      product_id: line.product_id,
      kind: "adjustment" as const,
      quantity: quantity.neg(),
      movement_date: date,
      place_id: transit.id,
      serial_numbers,
      reason,
      source: { ...source, line_id: line.id },
    })),
    entry,
  );
  if (isZero(sum(posted.map(({ value }) => value)))) return;
  await postEntry(tx, actor, {
    id: entry,
    entry_date: date,
    kind: "stock_by_hand",
    source,
    narration: `Lost on the way: ${reason}`,
    lines: rules.stock_by_hand(posted),
  });
}
