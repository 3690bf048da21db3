import sql from "sql-template-tag";
import type { z } from "zod";
import { accountName } from "../journal/name_account.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, id, localMoney, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { reversed } from "./reversed.ts";
import { itsStatementLine } from "./statement_line.ts";

const { status, ...taken } = reversed;

/** Money from one of our accounts to another, or the owner's, in or out. Source: docs/books.md, "Transfers and expenses". */
export const transfer = record(
  "Transfer",
  "t",
  everybody({
    ...named({
      example: { reference_no: "TRF-2026-000004", title: "TRF-2026-000004 – Cash → Bank" },
      title: sql`concat(t.reference_no, ' – ', f.name, ' → ', g.name)`,
    }),
    status,
    from: text(
      "Where the money comes from: an account's number, role or id; 4900 is other income, such as interest.",
      {
        example: "cash",
        seenBy: "nobody",
        entry: "required",
        reads: accountName(),
        aliases: ["from_account_id"],
      },
    ),
    to: text(
      "Where it goes; the owner's is 3200, the treasury's 2300 (VAT) and 2310 (tax withheld).",
      {
        example: "bank",
        seenBy: "nobody",
        entry: "required",
        reads: accountName(),
        aliases: ["to_account_id"],
      },
    ),
    from_account_id: id("The account it came from.", { example: 6 }),
    from_account_name: text("That account's name.", { example: "Cash", sql: sql`f.name` }),
    from_account_name_bn: text("The same in Bangla.", {
      example: "নগদ",
      nullable: true,
      sql: sql`f.name_bn`,
    }),
    to_account_id: id("The account it went to.", { example: 7 }),
    to_account_name: text("That account's name.", { example: "Bank", sql: sql`g.name` }),
    to_account_name_bn: text("The same in Bangla.", {
      example: "ব্যাংক",
      nullable: true,
      sql: sql`g.name_bn`,
    }),
    amount: localMoney("How much.", {
      example: 50000,
      seenBy: "everybody",
      entry: "required",
      reads: field.localMoney("positive"),
    }),
    date: date("The day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    note: text("What else was said.", {
      example: "Takings of the week",
      max: 2000,
      entry: "optional",
    }),
    statement_line_id: itsStatementLine,
    ...taken,
    ...stamps(),
  }),
);
export type Transfer = z.output<typeof transfer.schema>;

/** What its columns stand on, behind `from`. */
export const transferTables = sql`transfers t join accounts f on f.id = t.from_account_id
  join accounts g on g.id = t.to_account_id`;
