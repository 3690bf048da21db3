import sql from "sql-template-tag";
import { z } from "zod";
import { accountEntry } from "../journal/entry.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, id, localMoney, shaped, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** One line of a bank's statement. Source: docs/books.md, "Bank statements". */
export const statementLine = record(
  "StatementLine",
  "s",
  everybody({
    ...named({
      example: { reference_no: "city-june.csv 14", title: "2026-06-14 TRX9H2K" },
      reference_no: sql`concat(s.file_name, ' ', s.id)`,
      title: sql`concat_ws(' ', s.date, s.reference, translate(s.description, E'\n\r', '  '))`,
    }),
    account_id: id("The money account that it is of.", { example: 7 }),
    date: date("The bank's day.", { example: "2026-06-14" }),
    amount: localMoney("Above zero it came in, below it went out.", {
      example: -45000,
      seenBy: "everybody",
    }),
    reference: text("The bank's number for it.", { example: "TRX9H2K", nullable: true }),
    description: text("What the bank says it was.", { example: "CLG CHQ 77", nullable: true }),
    file_name: text("The file it came in.", { example: "city-june.csv" }),
    journal_line_id: id("The line of the account's book that it is; null: not matched.", {
      example: null,
      nullable: true,
    }),
    proposed_line_id: id("The line of the book that it may be: same amount, at most 5 days off.", {
      example: 301,
      nullable: true,
      sql: "around",
    }),
    ...stamps(),
  }),
);
export type StatementLine = z.output<typeof statementLine.schema>;

/** A statement beside the account's book. */
export const reconciliation = record(
  "Reconciliation",
  "r",
  everybody({
    account_id: id("The money account.", { example: 7 }),
    lines: shaped(
      z.array(statementLine.schema),
      "The bank's lines that are not matched, oldest first, each with what is proposed.",
    ),
    book: shaped(
      z.array(accountEntry.schema),
      "Lines of the account's book that no line of the bank is, oldest first.",
    ),
    matched: id("How many of the bank's lines are matched.", { example: 120 }),
    added: id("How many lines this file brought; those that were there came again.", {
      example: 31,
      sometimes: true,
    }),
  }),
);
export type Reconciliation = z.output<typeof reconciliation.schema>;

/** What a person confirms. */
export const matching = z.object({
  matches: z.array(z.object({
    statement_line_id: field.id().describe("The bank's line."),
    journal_line_id: field.id().nullable()
      .describe("The line of the account's book that it is; null takes a match back."),
  })).min(1, "must name at least one").max(1000, "must name at most 1000")
    .describe("Which line of the bank is which line of the book."),
});
