import sql, { type Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { looksLikePhone, phoneDigits } from "../records/phone_number.ts";

export type Account = "customer" | "supplier" | "stock";

export interface Named {
  id: number;
  /** of a supplier */
  currency: string | null;
  /** of a product */
  purchase_price: Decimal | null;
}

const KEPT = 10_000;

/** Finds whose balances the rows of a file are, each once. */
export class OpeningNames {
  #known = new Map<string, Named | string>();
  constructor(readonly db: Db) {}

  /**
   * Answers whose balance it is; a text where nobody is called so, or more than one, saying which.
   */
  async find(account: Account, named: string): Promise<Named | string> {
    const key = `${account} ${named}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const [first, second] = await this.db.query<(Named & { by: number })[]>(
      sources[account](named),
    );
    const answer = first === undefined
      ? `names no ${account === "stock" ? "product: give its SKU" : account}`
      : second?.by === first.by
      ? `names more than one ${account}: give the number`
      : first;
    if (this.#known.size === KEPT) this.#known.clear();
    this.#known.set(key, answer);
    return answer;
  }
}

/**
 * Queries for whom a name may mean, the surest way of naming first. Two rows are enough: when both
 * are named in the same way, the name is not clear.
 */
const sources: Record<Account, (named: string) => Sql> = {
  customer: (named) => {
    const phone = looksLikePhone(named) ? phoneDigits(named) : null;
    return sql`
      select id, null as currency, null as purchase_price,
        case when reference_no = ${named} then 1 when phone_digits = ${phone} then 2 else 3 end as by
      from customers where reference_no = ${named} or phone_digits = ${phone} or name = ${named}
      order by by, id limit 2`;
  },
  supplier: (named) =>
    sql`
    select id, currency, null as purchase_price,
      case when id::text = ${named} then 1 when reference_no = ${named} then 2 else 3 end as by
    from suppliers where id::text = ${named} or reference_no = ${named} or name = ${named}
    order by by, id limit 2`,
  stock: (named) =>
    sql`
    select id, null as currency, purchase_price, case when sku = ${named} then 1 else 2 end as by
    from products where sku = ${named} or name = ${named} order by by, id limit 2`,
};
