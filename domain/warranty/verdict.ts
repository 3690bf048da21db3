import { z } from "zod";
import * as answer from "../records/answers.ts";
import { addMonths, daysBetween } from "../business/calendar.ts";

/** The sale of a serial number, as far as it is on record. */
export interface Sale {
  invoice_id: number;
  /** date of the invoice */
  sold_on: string;
  /** what the product is sold with; 0: no warranty */
  warranty_months: number;
  /** the serial that was sold, where the one asked for came in its place */
  replaced?: string | null;
}

export const verdict = z.object({
  covered: answer.flag.describe("Whether it is under warranty."),
  reason: answer.text.describe("Why, in a sentence."),
  days_left: answer.wholeNumber.nullable().describe(
    "Days of cover after that day: 0 on the last one and ever after, null when no sale is known.",
  ),
  invoice_id: answer.id.nullable().describe("The invoice it was sold with."),
  sold_on: answer.date.nullable().describe("The day of that invoice."),
  warranty_months: answer.wholeNumber.nullable().describe("For how long; 0: without a warranty."),
  warranty_until: answer.date.nullable().describe("The last day that is covered."),
  replaces: answer.text.nullable().describe("The serial that was sold, which it came for."),
});
export const verdictExample: z.output<typeof verdict> = {
  covered: true,
  reason: "Sold on 2026-01-05 with 12 months of warranty, until 2027-01-05.",
  days_left: 210,
  invoice_id: 41,
  sold_on: "2026-01-05",
  warranty_months: 12,
  warranty_until: "2027-01-05",
  replaces: null,
};
export type Verdict = z.output<typeof verdict>;

/**
 * Whether what was sold is under warranty on a day. The warranty runs by calendar months from the
 * date of sale and covers its last day. Source: docs/imports.md, "Warranty verdict".
 */
export function warrantyVerdict(sale: Sale | null, day: string): Verdict {
  if (sale === null) {
    return {
      covered: false,
      reason: "No sale of this serial is on record.",
      days_left: null,
      invoice_id: null,
      sold_on: null,
      warranty_months: null,
      warranty_until: null,
      replaces: null,
    };
  }
  const { invoice_id, sold_on, warranty_months, replaced: replaces = null } = sale;
  const known = { invoice_id, sold_on, warranty_months, replaces };
  const sold = replaces ? `Replaces ${replaces}, sold on ${sold_on}` : `Sold on ${sold_on}`;
  if (warranty_months === 0) {
    return {
      covered: false,
      reason: `${sold} without a warranty.`,
      days_left: 0,
      ...known,
      warranty_until: null,
    };
  }
  const until = addMonths(sold_on, warranty_months);
  const left = daysBetween(day, until);
  const months = `${warranty_months} ${warranty_months === 1 ? "month" : "months"}`;
  return {
    covered: left >= 0,
    reason: left >= 0
      ? `${sold} with ${months} of warranty, until ${until}.`
      : `${sold} with ${months} of warranty, which ended on ${until}.`,
    days_left: Math.max(0, left),
    ...known,
    warranty_until: until,
  };
}
