import { latinDigits } from "../../core/numbers.ts";
import { pastedRows } from "../desk/pasted.ts";

/** What rows without a heading are, by how many cells they have. */
const columns: Record<number, string[]> = {
  2: ["date", "amount"],
  3: ["date", "description", "amount"],
  4: ["date", "description", "reference", "amount"],
  5: ["date", "description", "reference", "debit", "credit"],
  6: ["date", "description", "reference", "debit", "credit", "balance"],
};

/** Pasted rows as the file that the server reads; text that is a CSV already stays as it is. */
export function statementCsv(text: string): string {
  const { heading, rows } = pastedRows(latinDigits(text));
  const most = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (most < 2) return latinDigits(text);
  const first = heading?.cells ?? columns[Math.min(most, 6)];
  return [first, ...rows.map(({ cells }) => cells)]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",") + "\n")
    .join("");
}
