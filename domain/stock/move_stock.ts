import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { judgeDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { Decimal, roundHalfUp } from "../money/decimal.ts";
import { seeingAll } from "../records/kinds.ts";
import { refuseLargeMoves } from "../settings/limits.ts";
import { findMovement } from "./find_movements.ts";
import { needPlace } from "./find_places.ts";
import { movement, type StockMovement } from "./movement.ts";
import { unitCost } from "./issue_value.ts";
import { lockProducts, postMovements, type StockedProduct } from "./post_movements.ts";

/** Stock moved by hand. `quantity` is above zero for in and out, signed for an adjustment. */
export const newMovement = movement.entry.superRefine(
  ({ type, quantity, serial_numbers }, context) => {
    const wrong = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (type !== "adjustment" && quantity.lte("0")) wrong("quantity", "must be above zero");
    if (quantity.eq("0") && type === "adjustment") wrong("quantity", "must not be zero");
    if (serial_numbers?.length && !quantity.abs().eq(String(serial_numbers.length))) {
      wrong("serial_numbers", `must be as many as the quantity, ${quantity.abs()}`);
    }
  },
);

/**
 * Moves stock by hand: in, out, or an adjustment either way. What comes in is valued at
 * `quantity × unit_cost`, half up at 2 decimals; without `unit_cost` at the average, else the purchase
 * price, else 0. What goes out takes the moving average. Final: it is corrected by another movement.
 * Its value goes against `stock_adjustment`. Source: docs/records.md, "Stock movement".
 *
 * @throws Refusal `forbidden`, `forbidden_fields` (unit_cost), `beyond_limit`, `insufficient_stock`, `serial_not_in_stock`, `serial_in_stock`, `invalid_fields`
 * on an unknown `product_id` or `place_id`, and as `judgeDay` on `movement_date`
 */
export async function moveStock(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof newMovement>,
): Promise<StockMovement> {
  allow(actor, "stock.move");
  movement.allowEntry(actor, input);
  const movement_date = await judgeDay(tx, actor, input.movement_date, "movement_date");
  await needPlace(tx, input.place_id);
  const products = await lockProducts(tx, [input.product_id]);
  const { selling_price } = products.get(input.product_id)!;
  await refuseLargeMoves(tx, actor, [{ quantity: input.quantity, selling_price }]);
  const quantity = input.type === "out" ? input.quantity.neg() : input.quantity;
  const unit_cost = quantity.gt("0")
    ? input.unit_cost ?? currentCost(products.get(input.product_id)!)
    : undefined;
  const entry = await openEntry(tx);
  const posted = await postMovements(tx, actor, products, [{
    product_id: input.product_id,
    kind: input.type,
    quantity,
    unit_cost,
    value: unit_cost && roundHalfUp(quantity.times(unit_cost), 2),
    movement_date,
    place_id: input.place_id,
    warehouse_name: input.warehouse_name,
    bin_location: input.bin_location,
    serial_numbers: input.serial_numbers,
    reason: input.reason,
    note: input.note,
  }], entry);
  const [{ id, reference_no }] = posted;
  await postEntry(tx, actor, {
    id: entry,
    entry_date: movement_date,
    kind: "stock_by_hand",
    source: { type: "stock_movement", id, reference_no },
    narration: input.reason,
    lines: rules.stock_by_hand(posted),
  });
  const moved = await findMovement(tx, seeingAll(actor), id);
  await audit(tx, actor, {
    action: "stock.move",
    entity: "stock_movement",
    entityId: id,
    reference_no,
    after: moved,
  });
  return movement.shownTo(actor, moved);
}

/** What a piece counts for that comes in without a price, local currency, 4 decimals. */
function currentCost(product: StockedProduct): Decimal {
  return product.stock_qty.gt("0")
    ? unitCost(product.stock_value, product.stock_qty)
    : product.purchase_price ?? new Decimal("0");
}
