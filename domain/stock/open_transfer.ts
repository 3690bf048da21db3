import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { type Decimal, isZero } from "../money/decimal.ts";
import { findStockTransfer } from "./find_stock_transfers.ts";
import { readShelves, spread, transitOf, writePlaceMoves } from "./place_moves.ts";
import { lockProducts, type StockedProduct } from "./post_movements.ts";
import type { StockTransfer, TransferStatus } from "./stock_transfer.ts";

/** A line of a transfer that is on the way. */
export interface OpenLine {
  id: number;
  product_id: number;
  on_the_way: Decimal;
  serial_numbers: string[];
  received_serial_numbers: string[];
}

/** A transfer that is on the way, locked with its products. */
export interface OpenTransfer {
  id: number;
  reference_no: string;
  from_place_id: number;
  to_place_id: number;
  sent_on: string;
  lines: OpenLine[];
  products: Map<number, StockedProduct>;
}

/** What of a line arrives or ends. */
export interface Part {
  line: OpenLine;
  quantity: Decimal;
  serial_numbers: string[];
}

/** The transfer first, then its products: as everywhere. @throws Refusal `not_found`, `transfer_closed` */
export async function lockTransfer(tx: Tx, id: number): Promise<OpenTransfer> {
  const [found] = await tx.query<
    [(Omit<OpenTransfer, "lines" | "products"> & { status: TransferStatus })?]
  >(sql`select id, reference_no, from_place_id, to_place_id, sent_on, status from stock_transfers
    where id = ${id} for no key update`);
  if (!found) throw notFound("Stock transfer", id);
  const { status, ...transfer } = found;
  if (status === "received" || status === "closed") {
    throw conflict(
      "transfer_closed",
      `nothing of ${transfer.reference_no} is on the way any more.`,
    );
  }
  const lines = await tx.query<OpenLine[]>(sql`
    select id, product_id, on_the_way, serial_numbers, received_serial_numbers
    from stock_transfer_lines where transfer_id = ${id} order by id`);
  const products = await lockProducts(tx, lines.map(({ product_id }) => product_id));
  return { ...transfer, lines, products };
}

/** @throws Refusal as `judgeLaterDay` */
export function dayOf(
  tx: Tx,
  actor: Actor,
  transfer: OpenTransfer,
  date?: string,
): Promise<string> {
  return judgeLaterDay(tx, actor, date, transfer.sent_on, {
    the: `when ${transfer.reference_no} left`,
  });
}

/** All that is on the way; the pieces are known where no number came before or every other came by it. */
export function rest({ lines }: OpenTransfer): Part[] {
  return lines.filter(({ on_the_way }) => !isZero(on_the_way)).map((line) => {
    const left = line.serial_numbers.filter((each) => !line.received_serial_numbers.includes(each));
    const known = line.on_the_way.eq(String(left.length));
    return { line, quantity: line.on_the_way, serial_numbers: known ? left : [] };
  });
}

/** From the way to a place. */
export async function carry(
  tx: Tx,
  actor: Actor,
  { id, products }: OpenTransfer,
  parts: Part[],
  to: number,
  movement_date: string,
): Promise<void> {
  const shelves = await readShelves(tx, [...products.keys()]);
  const moves = parts.flatMap(({ line: { product_id }, quantity }) => {
    const about = { product_id, kind: "in" as const, movement_date };
    const product = products.get(product_id)!;
    return [
      ...spread(
        shelves,
        { ...about, quantity: quantity.neg(), place_id: transitOf(shelves).id },
        product,
      ),
      ...spread(shelves, { ...about, quantity, place_id: to }, product),
    ];
  });
  await writePlaceMoves(tx, actor, shelves, moves.map((each) => ({ ...each, transfer_id: id })));
}

/** Says on the transfer how far it is. */
export async function finish(
  tx: Tx,
  actor: Actor,
  { id, reference_no }: OpenTransfer,
  status: TransferStatus,
  action: "receive" | "close",
  what: { date: string; reason?: string } & Record<string, unknown>,
): Promise<StockTransfer> {
  await tx.later(tx.query(sql`
    update stock_transfers set status = ${status}, closed_reason = ${what.reason},
      received_on = ${action === "receive" ? sql`${what.date}::date` : sql`received_on`},
      updated_at = ${actor.now}, version = version + 1
    where id = ${id}`));
  await audit(tx, actor, {
    action: `stock_transfer.${action}`,
    entity: "stock_transfer",
    entityId: id,
    reference_no,
    after: { status, ...what },
  });
  return await findStockTransfer(tx, id);
}
