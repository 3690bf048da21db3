import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/**
 * The claims that shipments or items are to answer with other pieces: not called off, and not settled in
 * another way. Source: docs/landed_cost.md, "Replacements".
 *
 * @param pathTo what stands before the field's name for the n-th of them
 * @throws Refusal `invalid_fields` on `discrepancy_id`
 */
export async function refuseUnknownClaims(
  tx: Tx,
  naming: { discrepancy_id?: number | null }[],
  pathTo: (i: number) => string = () => "",
): Promise<void> {
  const ids = naming.flatMap(({ discrepancy_id }) => discrepancy_id ?? []);
  if (ids.length === 0) return;
  const known = await tx.query<{ id: number }[]>(sql`
    select id from discrepancies where id = any(${ids}::bigint[]) and status <> 'cancelled'
      and coalesce(resolution, 'replacement') = 'replacement'`);
  const fits = new Set(known.map(({ id }) => id));
  const faults = naming.flatMap(({ discrepancy_id }, i) =>
    discrepancy_id == null || fits.has(discrepancy_id)
      ? []
      : [[`${pathTo(i)}discrepancy_id`, "names no claim that a replacement may answer"]]
  );
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}
