import sql from "sql-template-tag";
import { date, id, instant, text, word } from "../records/kinds.ts";

/** How what stands or was taken back says so, of a table that the SELECTs call `t`. */
export const reversed = {
  status: word(["posted", "reversed"], "Whether it stands.", {
    example: "posted",
    sql: sql`case when t.reversed_at is null then 'posted' else 'reversed' end`,
  }),
  entry_id: id("Its entry in the journal.", { example: 150 }),
  reversed_at: instant("When it was taken back.", { example: null, nullable: true }),
  reversed_on: date("The day that counts for.", { example: null, nullable: true }),
  reversed_by: id("The user who took it back.", { example: null, nullable: true }),
  reversal_reason: text("Why.", { example: null, nullable: true }),
} as const;
