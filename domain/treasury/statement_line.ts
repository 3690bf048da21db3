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
    booked_as: text("What the book calls the line that it is.", {
      example: "EXP-2026-000021 Rent, Hasan & Co",
      nullable: true,
      sql: sql`(select concat_ws(' ', e.source_reference_no, e.narration) from journal_lines l
        join journal_entries e on e.id = l.entry_id where l.id = s.journal_line_id)`,
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
      "Lines of the account's book that no line of the bank is, oldest first; those that a cheque could still be.",
    ),
    recent: shaped(
      z.array(statementLine.schema),
      "The bank's lines that were matched last, the latest first, 50 at most.",
    ),
    matched: id("How many of the bank's lines are matched.", { example: 120 }),
    from: date("The first day that a statement has a line of; null: there is none.", {
      example: "2026-06-01",
      nullable: true,
    }),
    to: date("The last one.", { example: "2026-06-30", nullable: true }),
    book_balance: localMoney("What stands in the account's book.", {
      example: 99549.5,
      seenBy: "everybody",
    }),
    book_only: localMoney("All of the book from that first day on that is not at the bank.", {
      example: -12000,
      seenBy: "everybody",
    }),
    bank_only: localMoney("All at the bank that is not in the book.", {
      example: -450.5,
      seenBy: "everybody",
    }),
    bank_balance: localMoney(
      "What the statement should end with: the book's balance without the one, with the other.",
      { example: 111099, seenBy: "everybody" },
    ),
    added: id("How many lines this file brought; those that were there came again.", {
      example: 31,
      sometimes: true,
    }),
  }),
);
export type Reconciliation = z.output<typeof reconciliation.schema>;

/** The bank's line that a document is, as what enters the document takes it. */
export const itsStatementLine = id(
  "The line of the bank's statement that it is: of its amount, and matched with it at once.",
  { example: 14, seenBy: "nobody", entry: "optional" },
);

/** What a person confirms. */
export const matching = z.object({
  matches: z.array(z.object({
    statement_line_id: field.id().describe("The bank's line."),
    journal_line_id: field.id().nullable()
      .describe("The line of the account's book that it is; null takes a match back."),
  })).min(1, "must name at least one").max(1000, "must name at most 1000")
    .describe("Which line of the bank is which line of the book."),
});
