import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { count, date, localMoney, shaped, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

const figure = answer.number.nullable();
const noteLine = z.object({
  note: answer.wholeNumber.describe("The note of the return."),
  title: answer.text.describe("What it is."),
  value: figure.describe("What the tax was on, local currency."),
  vat: answer.number.describe("The tax, local currency."),
});
export type NoteLine = z.output<typeof noteLine>;

/** A return of VAT (Mushak 9.1) as it was filed. Source: docs/vat.md, "Filing". */
export const filedReturn = record(
  "FiledVatReturn",
  "r",
  everybody({
    ...named({
      example: { reference_no: "VRT-2026-000003", title: "VRT-2026-000003 – 2026-07" },
      title: sql`concat(r.reference_no, ' – ', to_char(r.period, 'YYYY-MM'),
        case when r.amendment > 0 then ', amendment ' || r.amendment end)`,
    }),
    period: text("The month, YYYY-MM.", {
      example: "2026-07",
      sql: sql`to_char(r.period, 'YYYY-MM')`,
    }),
    amendment: count("0 for the return itself; a correction is a whole return again.", {
      example: 0,
    }),
    reason: text("Why it was filed again.", { example: null, nullable: true }),
    filed_on: date("The day it was filed.", { example: "2026-08-12" }),
    submission_number: text("The number that the VAT office gave it.", {
      example: "SUB-2026-081244",
      nullable: true,
    }),
    notes: shaped(z.array(noteLine), "The figures, note by note, as they were filed."),
    payable: localMoney("Note 34: for the period; below zero what is over.", {
      example: 48210.5,
      seenBy: "everybody",
    }),
    carried_in: localMoney("Note 52: what was over before.", { example: 0, seenBy: "everybody" }),
    to_pay: localMoney("What is to be paid.", { example: 48210.5, seenBy: "everybody" }),
    carried_out: localMoney("Note 65: what is over for the next.", {
      example: 0,
      seenBy: "everybody",
    }),
    ...stamps(),
  }),
);

const difference = z.object({
  note: answer.wholeNumber.describe("The note of the return."),
  filed: figure.describe("The tax as it was filed; null where the note was not there."),
  now: figure.describe("The tax by the books now; null where the note is gone."),
});

export const filedReturnDetail = record(
  "FiledVatReturnDetail",
  "r",
  everybody({
    ...filedReturn.fields,
    differences: shaped(
      z.array(difference),
      "Notes of which the books say something else by now: a correction is to be filed.",
      { example: [] },
    ),
  }),
);
export type FiledReturnDetail = z.output<typeof filedReturnDetail.schema>;

export const newReturn = z.object({
  period: field.month().describe("The month, YYYY-MM; it must be over."),
  filed_on: field.date().optional().describe("The day it was filed. Left out: today."),
  submission_number: field.text(100).optional()
    .describe("The number that the VAT office gave it."),
  carried_in: field.localMoney("not_negative").optional()
    .describe(
      "Note 52. Left out: what was over in the return of the month before; 0 in the first.",
    ),
  reason: field.text(500).optional()
    .describe("Why it is filed again; needed for a month that was filed."),
}).meta({ examples: [{ period: "2026-01", submission_number: "SUB-2026-081244" }] });
export type FiledReturn = z.output<typeof filedReturn.schema>;
