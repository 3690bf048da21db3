import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import type { Party } from "../documents/letterhead.ts";

/** A customer as letters and bills name him: the city stands below the address. */
export async function customerParty(db: Db, id: number): Promise<Party> {
  const [party] = await db.query<[Party]>(sql`
    select name, company_name, nullif(concat_ws(E'\n', address, city), '') as address, phone
    from customers where id = ${id}`);
  return party;
}
