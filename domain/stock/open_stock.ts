import { type Actor, allow, allowFields } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, roundHalfUp } from "../money/decimal.ts";
import { type NewEntry, openEntries } from "../journal/post_entry.ts";
import { refuseLargeMoves } from "../settings/limits.ts";
import { openingEntries } from "./opening_entries.ts";
import { lockProducts, postMovements } from "./post_movements.ts";

export interface StockOpening {
  product_id: number;
  quantity: Decimal;
  /** local currency per unit; default the purchase price, else 0 */
  unit_cost?: Decimal;
  date: string;
}

/**
 * Enters what lay in the warehouse when the books are taken over, for products that came without opening
 * stock; valued at `quantity × unit_cost`, half up at 2 decimals. Final: an adjustment corrects it. Days
 * were judged.
 * Source: docs/books.md, "Opening balances".
 *
 * @returns the journal's entries, for whoever posts them last
 * @throws Refusal `forbidden`, `forbidden_fields` (unit_cost), `beyond_limit`, `invalid_fields` on an unknown product
 */
export async function openStock(
  tx: Tx,
  actor: Actor,
  openings: StockOpening[],
): Promise<NewEntry[]> {
  if (openings.length === 0) return [];
  allow(actor, "stock.move");
  for (const opening of openings) {
    allowFields(actor, "products.set_prices", { ...opening }, ["unit_cost"]);
  }
  const products = await lockProducts(tx, openings.map(({ product_id }) => product_id));
  await refuseLargeMoves(
    tx,
    actor,
    openings.map(({ product_id, quantity }) => ({ ...products.get(product_id)!, quantity })),
  );
  const ids = await openEntries(tx, openings.length);
  const movements = openings.map(({ product_id, quantity, date, ...given }) => {
    const unit_cost = given.unit_cost ?? products.get(product_id)!.purchase_price ?? undefined;
    return {
      product_id,
      kind: "opening" as const,
      quantity,
      unit_cost,
      value: roundHalfUp(quantity.times(unit_cost ?? "0"), 2),
      movement_date: date,
      reason: "Opening stock",
    };
  });
  const posted = await postMovements(tx, actor, products, movements, ids);
  const entries = posted.map(({ id, reference_no }, at) => ({
    action: "stock.move",
    entity: "stock_movement",
    entityId: id,
    reference_no,
    after: movements[at],
  }));
  await auditAll(tx, actor, entries);
  return openingEntries(movements, posted, ids);
}
