import type { Actor } from "../../domain/access/access.ts";
import type { Tx } from "../../domain/db/connect.ts";
import { openEntry, postEntry } from "../../domain/journal/post_entry.ts";
import { rules } from "../../domain/journal/rules.ts";
import {
  type Movement,
  postMovements,
  type StockedProduct,
} from "../../domain/stock/post_movements.ts";
import { type NewPosting, postSupplierEntry } from "../../domain/suppliers/post_entry.ts";
import { actorWith } from "./app.ts";

/** The ledgers' writers the way a document calls them: with an entry of the journal that carries the value. */

const about = { source: { type: "test", id: null, reference_no: null }, narration: "Test" };

/** Movements of one day, against the adjustments of stock. */
export async function moveStock(
  tx: Tx,
  products: Map<number, StockedProduct>,
  movements: Movement[],
  actor: Actor = actorWith("system"),
) {
  const id = await openEntry(tx);
  const posted = await postMovements(tx, actor, products, movements, id);
  const lines = rules.stock_by_hand(posted);
  const [{ movement_date: entry_date }] = movements;
  await postEntry(tx, actor, { ...about, id, entry_date, kind: "stock_by_hand", lines });
  return posted;
}

/** A row of a supplier's ledger, against goods not billed. */
export async function enterSupplier(tx: Tx, actor: Actor, entry: Omit<NewPosting, "entry">) {
  const id = await openEntry(tx);
  const posted = await postSupplierEntry(tx, actor, { ...entry, entry: id });
  const { entry_date, supplier_id } = posted;
  const lines = rules.supplier_entry(posted.lines, "goods_not_billed", { supplier_id });
  await postEntry(tx, actor, { ...about, id, entry_date, kind: "supplier_entry", lines });
  return posted;
}
