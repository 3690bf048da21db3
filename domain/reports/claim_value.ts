import sql, { type Sql } from "sql-template-tag";
import { isUnresolved } from "../claims/discrepancy.ts";
import { percent } from "./report.ts";

/** SQL: what claim `d` brought back, whether as money, as a credit or as goods; local currency. */
const recovered =
  sql`coalesce(d.resolved_amount_local, 0) * (d.resolution in ('credit_note', 'replacement', 'refund', 'insurance'))::integer`;

/**
 * Sums over claims `d` that were not cancelled, local currency: claimed = recovered + written off +
 * open. What was settled for less than the estimate, written off or rejected is a loss of the rest.
 */
export const claimSums: Sql = sql`count(*) as claims,
  coalesce(sum(d.estimated_value_local), 0) as claimed,
  coalesce(sum(${recovered}), 0) as recovered,
  coalesce(sum(d.estimated_value_local - ${recovered}) filter (where d.status = 'resolved'), 0)
    as written_off,
  coalesce(sum(d.estimated_value_local) filter (where ${isUnresolved}), 0) as open`;

/** Of what was settled, the part that came back, in percent. */
export function recoveredPercent(sums: Sql): Sql {
  return percent(sql`${sums}.recovered`, sql`${sums}.recovered + ${sums}.written_off`);
}
