import type { NewEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { stockLines } from "../journal/rule_lines.ts";
import type { Movement, PostedMovement } from "./post_movements.ts";

/** What opening stock posts: an entry for each product, by the ids that their movements name. */
export function openingEntries(
  movements: Movement[],
  posted: PostedMovement[],
  ids: number[],
): NewEntry[] {
  return posted.map((row, at) => ({
    id: ids[at],
    entry_date: movements[at].movement_date,
    kind: "opening",
    source: { type: "stock_movement", id: row.id, reference_no: row.reference_no },
    narration: "Opening stock",
    lines: rules.opening(stockLines([row])),
  }));
}
