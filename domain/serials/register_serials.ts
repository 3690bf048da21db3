import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";

/** An entry of the register, locked by this transaction. */
export interface RegisteredSerial {
  id: number;
  /** as it is compared: see `serial_key` in migrations/0014_serials.sql */
  serial_key: string;
  product_id: number | null;
  product_name: string | null;
  place: "known" | "in_stock" | "sold" | "installed" | "with_customer" | "removed";
  care: "in_service" | "at_supplier" | "returned" | null;
  replaced: boolean;
  status: string;
}

/** Where pieces are that come in now: what `appendEvents` will find of those that the register does not know. */
export interface Arriving {
  serial: string;
  product_id: number;
}

/**
 * Enters serials that are not in the register yet and locks all of them, in the order of their keys:
 * the one order everywhere, after parties and before counters. Those `arriving` are entered as in stock.
 *
 * @returns what each serial, as it was given, stands for; two spellings can be the same piece
 */
export async function registerSerials(
  tx: Tx,
  actor: Actor,
  serials: string[],
  arriving: Arriving[] = [],
): Promise<Map<string, RegisteredSerial>> {
  if (serials.length === 0) return new Map();
  const asked = [...new Set(serials)];
  await tx.query(sql`
    insert into serials (serial, place, product_id, created_at, updated_at, created_by)
    select distinct on (serial_key(asked.serial)) asked.serial,
      case when arriving.serial is null then 'known' else 'in_stock' end, arriving.product_id,
      ${actor.now}::timestamptz, ${actor.now}::timestamptz, ${actor.userId}::bigint
    from unnest(${asked}::text[]) with ordinality as asked (serial, turn)
      left join jsonb_to_recordset(${JSON.stringify(arriving)}::jsonb)
        as arriving (serial text, product_id bigint) using (serial)
    where not exists (select from serials s where s.serial_key = serial_key(asked.serial))
    order by serial_key(asked.serial), asked.turn
    on conflict (serial_key) do nothing`);
  // a statement of its own, so that it sees what another transaction entered meanwhile
  const locked = await tx.query<(RegisteredSerial & { given: string[] })[]>(sql`
    with asked as materialized (
      select serial_key(each) as key, array_agg(each) as given
      from unnest(${asked}::text[]) each group by 1)
    select s.id, s.serial_key, s.product_id, p.name as product_name, s.place, s.care, s.replaced,
      s.status, asked.given
    from asked join serials s on s.serial_key = asked.key
      left join products p on p.id = s.product_id
    order by s.serial_key for update of s`);
  return new Map(
    locked.flatMap(({ given, ...entry }) => given.map((serial) => [serial, entry] as const)),
  );
}
