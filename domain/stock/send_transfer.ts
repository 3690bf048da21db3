import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { judgeDay } from "../journal/period.ts";
import { nextNumber } from "../records/numbering.ts";
import { findStockTransfer } from "./find_stock_transfers.ts";
import { needPlace } from "./find_places.ts";
import { lockMoved } from "./moved_serials.ts";
import { type PlaceMove, readShelves, spread, transitOf, writePlaceMoves } from "./place_moves.ts";
import { lockProducts } from "./post_movements.ts";
import { type StockTransfer, stockTransfer, transferLine } from "./stock_transfer.ts";

/**
 * Sends goods from one place to another: they leave the one and are on the way until somebody says that they
 * arrived. The product's stock and its value stay as they are. Source: docs/places.md, "Transfers".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `insufficient_stock` with the place, `serial_not_in_stock`, and as
 * `judgeDay` on `sent_on`
 */
export async function sendTransfer(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof stockTransfer.entry>,
): Promise<StockTransfer> {
  allow(actor, "stock.move");
  const { from_place_id, to_place_id, items } = input;
  const sent_on = await judgeDay(tx, actor, input.sent_on, "sent_on");
  if (from_place_id === to_place_id) {
    throw invalid({ to_place_id: "must be another place than from_place_id" });
  }
  await needPlace(tx, from_place_id, "from_place_id");
  await needPlace(tx, to_place_id, "to_place_id");
  const products = await lockProducts(
    tx,
    items.map(({ product_id }) => product_id),
    (id) => `items.${items.findIndex(({ product_id }) => product_id === id)}.product_id`,
  );
  const shelves = await readShelves(tx, [...products.keys()]);
  const onTheWay = transitOf(shelves).id;
  const leaving = items.map((line, i) => ({
    product_id: line.product_id,
    kind: "out" as const,
    quantity: line.quantity.neg(),
    movement_date: sent_on,
    place_id: from_place_id,
    serial_numbers: line.serial_numbers,
    serials_field: `items.${i}.serial_numbers`,
  }));
  const moves: PlaceMove[] = leaving.flatMap((line) => {
    const product = products.get(line.product_id)!;
    const arriving = { ...line, quantity: line.quantity.neg(), place_id: onTheWay };
    return [...spread(shelves, line, product), ...spread(shelves, arriving, product)];
  });
  await lockMoved(tx, actor, products, leaving);
  const reference_no = await nextNumber(tx, "STR", sent_on);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into stock_transfers (reference_no, ${stockTransfer.stored}, created_at, updated_at, created_by)
    select ${reference_no}, ${stockTransfer.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${stockTransfer.rows([{ ...input, sent_on }])} returning id`);
  const lines = items.map((line) => ({ ...line, serial_numbers: line.serial_numbers ?? [] }));
  await tx.later(tx.query(sql`
    insert into stock_transfer_lines (transfer_id, ${transferLine.stored})
    select ${id}::bigint, ${transferLine.stored}
    from rows from (${transferLine.rows(lines)}) with ordinality order by ordinality`));
  await writePlaceMoves(tx, actor, shelves, moves.map((each) => ({ ...each, transfer_id: id })));
  const made = await findStockTransfer(tx, id);
  await audit(tx, actor, {
    action: "stock_transfer.send",
    entity: "stock_transfer",
    entityId: id,
    reference_no,
    after: made,
  });
  return made;
}
