import type { Tx } from "../db/connect.ts";
import type { ImportOptions } from "./import_kind.ts";
import { sumAmounts } from "./staging.ts";

/**
 * What of the control totals does not agree with the file, in sentences. Amounts are those of every
 * good row, also of rows that were imported before, so that the same run may be repeated.
 */
export async function controlProblems(
  tx: Tx,
  rows: number,
  { expectRows, expectTotals }: ImportOptions,
): Promise<string[]> {
  const problems: string[] = [];
  if (expectRows !== undefined && expectRows !== rows) {
    problems.push(`The file has ${rows} rows, ${expectRows} are expected.`);
  }
  if (expectTotals === undefined) return problems;
  const sums = new Map(
    (await sumAmounts(tx, "file")).map(({ currency, amount }) => [currency, amount]),
  );
  for (const [currency, expected] of expectTotals) {
    const found = sums.get(currency);
    if (found === undefined ? expected.eq("0") : expected.eq(found)) continue;
    problems.push(`The file comes to ${currency} ${found ?? 0}, ${expected} is expected.`);
  }
  return problems;
}
