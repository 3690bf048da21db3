import sql, { raw, type Sql } from "sql-template-tag";
import { money } from "./kinds.ts";

const seenBy = "everybody";

/** What is owed, parted by how many days old it is; every ageing answers these fields. */
export const ageBuckets = {
  d0_30: money("Up to 30 days old.", { example: 42000, seenBy }),
  d31_60: money("31 to 60 days old.", { example: 12500.5, seenBy }),
  d61_90: money("61 to 90 days old.", { example: 0, seenBy }),
  d90_plus: money("Older.", { example: 8000, seenBy }),
};

/** The columns of `ageBuckets`: sums of `owed` over rows that have their age in `days`. */
export function sumByAge(owed: Sql, suffix = ""): Sql {
  return sql`
    coalesce(sum(${owed}) filter (where days between 0 and 30), 0) as ${raw(`d0_30${suffix}`)},
    coalesce(sum(${owed}) filter (where days between 31 and 60), 0) as ${raw(`d31_60${suffix}`)},
    coalesce(sum(${owed}) filter (where days between 61 and 90), 0) as ${raw(`d61_90${suffix}`)},
    coalesce(sum(${owed}) filter (where days > 90), 0) as ${raw(`d90_plus${suffix}`)}`;
}
