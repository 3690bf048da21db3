import sql, { raw, type Sql } from "sql-template-tag";
import * as answer from "./answers.ts";

/** What is owed, parted by how many days old it is; every ageing answers these fields. */
export const ageBuckets = {
  d0_30: answer.number,
  d31_60: answer.number,
  d61_90: answer.number,
  d90_plus: answer.number,
};

/** The columns of `ageBuckets`: sums of `owed` over rows that have their age in `days`. */
export function sumByAge(owed: Sql, suffix = ""): Sql {
  return sql`
    coalesce(sum(${owed}) filter (where days between 0 and 30), 0) as ${raw(`d0_30${suffix}`)},
    coalesce(sum(${owed}) filter (where days between 31 and 60), 0) as ${raw(`d31_60${suffix}`)},
    coalesce(sum(${owed}) filter (where days between 61 and 90), 0) as ${raw(`d61_90${suffix}`)},
    coalesce(sum(${owed}) filter (where days > 90), 0) as ${raw(`d90_plus${suffix}`)}`;
}
