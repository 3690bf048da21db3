import sql, { type Sql } from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { currency, date, id, localMoney, money, text } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { within } from "./profit_and_loss.ts";
import { report } from "./report.ts";

const partyTypes = ["supplier", "customer"] as const;

export const row = record(
  "JournalRow",
  "l",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000412", title: "Invoice INV-2026-000031" },
      id: { says: "The line's." },
      reference_no: sql`e.reference_no`,
      title: sql`e.narration`,
    }),
    entry_id: id("The entry.", { example: 412 }),
    entry_date: date("The day it counts for.", { example: "2026-03-14" }),
    kind: text("The deed that was posted.", { example: "invoice", sql: sql`e.kind` }),
    source_type: text("The kind of document behind it.", {
      example: "invoice",
      sql: sql`e.source_type`,
    }),
    source_reference_no: text("The number of that document.", {
      example: "INV-2026-000031",
      nullable: true,
      sql: sql`e.source_reference_no`,
    }),
    account_id: id("The account.", { example: 5 }),
    account_number: text("Its number.", { example: "1200", sql: sql`a.number` }),
    account_name: text("Its name.", { example: "Customers", sql: sql`a.name` }),
    party: text("The supplier or customer.", {
      example: "Rahim Uddin",
      nullable: true,
      sql:
        sql`case l.party_type when 'supplier' then (select name from suppliers where id = l.party_id)
        when 'customer' then (select name from customers where id = l.party_id) end`,
    }),
    debit: localMoney("Debit.", { example: 12500, seenBy: "everybody" }),
    credit: localMoney("Credit.", { example: 0, seenBy: "everybody" }),
    currency: currency("Of the foreign amount.", { example: "USD", nullable: true }),
    amount_foreign: money("In that currency; below zero for a credit.", {
      example: 100,
      nullable: true,
      seenBy: "everybody",
    }),
  }),
);

/** SQL: lines with their entries and accounts. */
export const journalLines: Sql =
  sql`journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.id = l.account_id`;

const sorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

/** Every line of the journal, oldest first. Source: docs/books.md, "Reports of the books". */
export default report({
  name: "journal",
  summary: "Every line of the journal: what was posted where, and by which document",
  may: "books.read",
  query: queryOf(listQuery, { sorts, day: "entry_date" }).extend({
    account_id: field.id().optional().describe("Only this account."),
    kind: field.text().optional().describe("Only this deed, such as invoice."),
    source_type: field.text().optional().describe("Only what documents of this kind posted."),
    source_id: field.id().optional().describe("Only what this document of that kind posted."),
    party_type: field.oneOf(partyTypes).optional().describe(
      "Only lines of suppliers, or customers.",
    ),
    party_id: field.id().optional().describe("Only this supplier or customer."),
  }),
  record: row,
  sums: ["debit", "credit"],
  table: [
    "reference_no",
    "entry_date",
    "account_number",
    "account_name",
    "debit",
    "credit",
    "title",
  ],
  source: (query) => ({
    from: journalLines,
    id: sql`l.id`,
    sorts,
    defaultSort: "entry_date",
    where: [
      within(query.from, query.to),
      query.account_id !== undefined && sql`l.account_id = ${query.account_id}`,
      query.kind !== undefined && sql`e.kind = ${query.kind}`,
      query.source_type !== undefined && sql`e.source_type = ${query.source_type}`,
      query.source_id !== undefined && sql`e.source_id = ${query.source_id}`,
      query.party_type !== undefined && sql`l.party_type = ${query.party_type}`,
      query.party_id !== undefined && sql`l.party_id = ${query.party_id}`,
      matches(query.search, [sql`e.reference_no`, sql`e.narration`, sql`e.source_reference_no`]),
    ],
  }),
});
