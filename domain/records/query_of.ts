import { z } from "zod";
import { withAliases } from "./input.ts";
import type { Sorts } from "./list_statement.ts";

/** What `from` and `to` look at, where the field's name does not say it. */
const days: Record<string, string> = {
  created_at: "the business day it was recorded",
  updated_at: "the business day it was last changed",
  recorded_at: "the business day it was recorded",
  sent_on: "the day it was sent",
  issued_on: "the day it was issued",
  valid_from: "the day from which it holds",
};

function inWords(day: string | undefined): string | undefined {
  return day && (days[day] ?? `the ${day.replaceAll("_", " ")}`);
}

interface Asked {
  sorts: Sorts;
  /** the field that `from` and `to` look at, which gives them their longer names: `invoice_date_from` */
  day?: string;
  /** the same in words; default: the field's */
  by?: string;
}

/**
 * The query of one list: what it is sorted by as words of its own, and which day `from` and `to` mean.
 * Source: docs/wire.md, "Lists".
 */
export function queryOf<Query extends z.ZodObject>(
  query: Query,
  { sorts, day, by = inWords(day) }: Asked,
): Query {
  const { from, to, updated_since } = query.shape as Record<string, z.ZodType>;
  const names = new Set(["id", ...Object.keys(sorts), ...updated_since ? ["updated_at"] : []]);
  const words = [...names].flatMap((name) => [name, `-${name}`]);
  const error = `must be one of ${[...names].join(", ")}, with - for descending`;
  const asked = query.extend({
    sort: z.enum(words, error).meta({ override: { type: "string", enum: words } }).optional()
      .describe("What to sort by, with - in front the other way round."),
    ...by && from && to && {
      from: from.describe(`From this day on, by ${by}.`),
      to: to.describe(`Up to this day, included, by ${by}.`),
    },
  });
  if (day && from && to) withAliases(asked, { [`${day}_from`]: "from", [`${day}_to`]: "to" });
  return asked as unknown as Query;
}
