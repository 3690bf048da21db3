import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { type NewEntry, openEntries } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import type { Decimal } from "../money/decimal.ts";
import { postCustomerEntries } from "./post_entry.ts";

export interface Opening {
  customer_id: number;
  reference_no: string;
  /** local currency, not zero; above zero: he owes us, below: we owe him */
  amount: Decimal;
  date: string;
}

/**
 * Writes opening balances into the customer ledger, in one statement.
 * @returns the journal's entries, one a customer, for whoever posts them last
 */
export async function postOpenings(
  tx: Tx,
  actor: Actor,
  openings: Opening[],
): Promise<NewEntry[]> {
  if (openings.length === 0) return [];
  const ids = await openEntries(tx, openings.length);
  const lines = await postCustomerEntries(
    tx,
    actor,
    openings.map((opening, at) => ({
      ...opening,
      type: "opening",
      description: "Opening balance",
      entry: ids[at],
    })),
  );
  return openings.map(({ customer_id: id, reference_no, date }, at) => ({
    id: ids[at],
    entry_date: date,
    kind: "opening",
    source: { type: "customer", id, reference_no },
    narration: "Opening balance",
    lines: rules.opening([lines[at]]),
  }));
}
