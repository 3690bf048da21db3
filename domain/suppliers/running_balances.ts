import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Posted } from "./append_entry.ts";
import type { Carried } from "./carrying.ts";

/** A supplier's balance in a currency and the local amount it stands at, by every entry there is. */
export async function findCarried(
  tx: Tx,
  { supplier_id, currency }: { supplier_id: number; currency: string },
): Promise<Carried> {
  const [found] = await tx.query<[Carried]>(sql`
    select coalesce(sum(balance), 0) as balance, coalesce(sum(balance_local), 0) as local
    from supplier_balances where supplier_id = ${supplier_id} and currency = ${currency}`);
  return found;
}

/**
 * Balances of suppliers carried along while many entries are posted in one transaction, so that the
 * ledger is added up once and not for every entry. They are right as long as the suppliers stay
 * locked: use one for one batch, and not where entries are reversed.
 */
export class RunningBalances {
  readonly #known = new Map<string, Carried>();

  async find(tx: Tx, of: { supplier_id: number; currency: string }): Promise<Carried> {
    const key = `${of.supplier_id} ${of.currency}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const read = await findCarried(tx, of);
    this.#known.set(key, read);
    return read;
  }

  /** Carries on what was just posted; only where `find` was asked before. */
  note({ supplier_id, currency, ...row }: Posted): void {
    const carried = this.#known.get(`${supplier_id} ${currency}`);
    if (carried !== undefined) Object.assign(carried, carriedOn(carried, row));
  }
}

/** A balance with a further row of the ledger. */
export function carriedOn(
  { balance, local }: Carried,
  row: Pick<Posted, "credit" | "debit" | "amount_local">,
): Carried {
  return {
    balance: balance.plus(row.credit).minus(row.debit),
    local: local.plus(row.amount_local),
  };
}
