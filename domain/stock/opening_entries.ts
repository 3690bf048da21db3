import type { NewEntry } from "../journal/post_entry.ts";
import { rules, stockLines } from "../journal/rules.ts";
import type { Movement, PostedMovement } from "./post_movements.ts";

/** What opening stock posts: an entry for each product. */
export function openingEntries(
  movements: (Movement & { entry: number })[],
  posted: PostedMovement[],
): NewEntry[] {
  return posted.map((row, at) => ({
    id: movements[at].entry,
    entry_date: movements[at].movement_date,
    kind: "opening",
    source: { type: "stock_movement", id: row.id, reference_no: row.reference_no },
    narration: "Opening stock",
    lines: rules.opening(stockLines([row])),
  }));
}
