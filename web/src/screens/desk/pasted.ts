export interface PastedRow {
  /** of the text, from 1 */
  at: number;
  cells: string[];
}

/**
 * The rows of a spreadsheet as they are pasted: cells apart by tabs or by `;`, trimmed, without the empty
 * ones behind the last. Empty rows are left out. The first without any digit is the heading.
 */
export function pastedRows(text: string): { heading?: PastedRow; rows: PastedRow[] } {
  const rows = text.split("\n").map((line, row) => {
    const cells = line.split(/\t|;/).map((cell) => cell.trim());
    while (cells.at(-1) === "") cells.pop();
    return { at: row + 1, cells };
  }).filter(({ cells }) => cells.length > 0);
  const headed = rows.length > 0 && !/\p{Nd}/u.test(rows[0].cells.join());
  return headed ? { heading: rows[0], rows: rows.slice(1) } : { rows };
}
