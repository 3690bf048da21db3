import { z } from "zod";
import * as field from "../records/fields.ts";

/** What is said when a document is taken back. Source: docs/books.md, "Periods and dates". */
export const reversal = z.object({
  reason: field.text(500).describe("Why it is taken back."),
  date: field.date().optional()
    .describe("The day that counts for, never before the document's own. Left out: today."),
});
