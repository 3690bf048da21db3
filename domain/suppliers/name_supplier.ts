import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";

export interface NamedSupplier {
  id: number;
  currency: string;
}

/** How many names are kept: a file of more suppliers than that asks for some of them again. */
const KEPT = 10_000;

/** Finds the suppliers that the rows of a file name, each once. */
export class SupplierNames {
  #known = new Map<string, NamedSupplier | string>();

  constructor(readonly db: Db) {}

  /** A supplier named by id, document number or exact name; a text says why there is none. */
  async find(named: string): Promise<NamedSupplier | string> {
    const known = this.#known.get(named);
    if (known !== undefined) return known;
    const [first, second] = await this.db.query<(NamedSupplier & { by: number })[]>(sql`
      select id, currency, case when id::text = ${named} then 1 when reference_no = ${named} then 2 else 3 end as by
      from suppliers where id::text = ${named} or reference_no = ${named} or name = ${named}
      order by 3, id limit 2`);
    const answer = first === undefined
      ? "names no supplier: give an id, a reference number or the exact name"
      : second?.by === first.by
      ? "names more than one supplier: give its reference number"
      : { id: first.id, currency: first.currency };
    if (this.#known.size === KEPT) this.#known.clear();
    this.#known.set(named, answer);
    return answer;
  }
}
