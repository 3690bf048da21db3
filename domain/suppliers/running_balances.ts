import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import type { Posted } from "./append_entry.ts";

interface Balance {
  /** in the currency: what we owe */
  balance: Decimal;
  local: Decimal;
  latest: string;
}

/**
 * Balances of suppliers carried along while many entries are posted in one transaction, so that the
 * ledger is added up once and not for every entry. They are right as long as the suppliers stay
 * locked: use one for one batch, and not where entries are reversed.
 */
export class RunningBalances {
  readonly #known = new Map<string, Balance>();

  /** The balance with an entry that was just posted to it. */
  async after(tx: Tx, posted: Posted): Promise<Balance> {
    const { supplier_id, currency } = posted;
    const key = `${supplier_id} ${currency}`;
    const before = this.#known.get(key);
    if (before === undefined) {
      const [read] = await tx.query<[Balance]>(sql`
        select sum(credit - debit) as balance, sum(amount_local) as local, max(entry_date) as latest
        from supplier_ledger where supplier_id = ${supplier_id} and currency = ${currency}`);
      this.#known.set(key, read);
      return read;
    }
    before.balance = before.balance.plus(posted.credit).minus(posted.debit);
    before.local = before.local.plus(posted.amount_local);
    if (posted.entry_date > before.latest) before.latest = posted.entry_date;
    return before;
  }
}
