import sql from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/** Serials that one line of a document names, and what the request calls them. */
export interface NamedSerials {
  product_id: number | null | undefined;
  serial_numbers: string[];
  field: string;
}

/**
 * No piece of a serialized product can stand in a document twice, in whatever spelling. For documents
 * that move their stock later: those that move it at once are judged by `lockMoved`.
 * @throws Refusal `invalid_fields` on the field that repeats a serial
 */
export async function refuseRepeated(db: Db, lines: NamedSerials[]): Promise<void> {
  const named = lines.filter(({ product_id, serial_numbers }) =>
    product_id && serial_numbers.length > 0
  );
  if (named.length === 0) return;
  const repeated = await db.query<{ serial: string; field: string }[]>(sql`
    select (array_agg(serial order by turn desc))[1] as serial,
      (array_agg(line.field order by turn desc))[1] as field
    from rows from (jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as (product_id bigint, serial_numbers text[], field text)) with ordinality
        as line (product_id, serial_numbers, field, turn)
      join products p on p.id = line.product_id and p.is_serialized,
      unnest(line.serial_numbers) serial
    group by serial_key(serial) having count(*) > 1 order by max(turn)`);
  if (repeated.length === 0) return;
  throw invalid(
    Object.fromEntries(repeated.map(({ field, serial }) => [field, `must not repeat ${serial}`])),
  );
}
