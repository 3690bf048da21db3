import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { Role } from "../journal/chart.ts";
import type { Line } from "../journal/line.ts";
import { moneyAccount as namedMoney } from "../journal/name_account.ts";
import type { EntryType, NewEntry } from "./ledger_entry.ts";

/** What an entry by hand is booked against where it names no account. Source: docs/books.md, "What each deed posts". */
const against: Record<EntryType, Role | undefined> = {
  purchase: "goods_not_billed",
  payment: undefined, // the account of its method
  advance: undefined,
  bank_charge: "bank_charges",
  freight: "goods_not_billed",
  adjustment: "residue",
  credit_note: "claim_loss",
  opening: "opening",
  exchange_difference: "exchange_difference",
};

export function isPaid(type: EntryType): boolean {
  return against[type] === undefined;
}

/**
 * The account on the other side of a supplier's entry.
 * @throws Refusal `invalid_fields` where it is none that may be named
 */
export async function otherSide(
  tx: Tx,
  { entry_type, account_id, method }: Pick<NewEntry, "account_id" | "method"> & {
    entry_type: EntryType;
  },
): Promise<Line["account"]> {
  const role = against[entry_type];
  if (role === undefined) return await moneyAccount(tx, { account_id, method });
  if (account_id === undefined) return role;
  const [found] = await tx.query<[{ kind: string; active: boolean }?]>(
    sql`select kind, active from accounts where id = ${account_id}`,
  );
  if (!found?.active) throw invalid({ account_id: "names no account" });
  if (found.kind === "control") {
    throw invalid({ account_id: "names an account that is the sum of a ledger of its own" });
  }
  return account_id;
}

/** The money account that is named, else the method's. @throws Refusal `invalid_fields` where it is none */
export async function moneyAccount(
  tx: Tx,
  { account_id, method = "bank" }: Pick<NewEntry, "account_id" | "method">,
): Promise<number> {
  return (await namedMoney(tx, { account_id, method })).id;
}
