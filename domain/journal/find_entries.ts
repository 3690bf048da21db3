import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { anybody } from "../records/kinds.ts";
import { lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import { allOf, type Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { accountName, namedAccount } from "./name_account.ts";
import { type JournalEntry, journalEntry, partyTypes } from "./entry.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  entry_date: { by: sql`e.entry_date`, type: "date" },
  created_at: { by: sql`e.created_at`, type: "timestamptz" },
};
export const bookSorts: Sorts = { entry_date: { by: sql`l.entry_date`, type: "date" } };

const filters = {
  kind: field.text().optional().describe("Only of this deed: a kind, or a comma list of kinds."),
  source_type: field.text(60).optional().describe("Only from this kind of document."),
  source_id: field.id().optional().describe("Only from the document with this id."),
  party_type: field.oneOf(partyTypes).optional().describe("Only with a supplier, or a customer."),
  party_id: field.id().optional().describe("Only with the supplier or customer of this id."),
};
export const bookQuery = queryOf(recordQuery, { sorts: bookSorts, day: "entry_date" })
  .extend(filters);
export type BookQuery = z.output<typeof bookQuery>;

export const journalQuery = queryOf(recordQuery, { sorts, day: "entry_date" }).extend({
  ...filters,
  account: accountName().optional()
    .describe("Only with a line on this account: its number, its role or its id."),
});

/** What of the query speaks of the entry, which the statement calls `e`. */
export function entryFilters(query: BookQuery): (Sql | undefined | false)[] {
  const kinds = query.kind?.split(",").map((kind) => kind.trim());
  return [
    kinds !== undefined && sql`e.kind = any(${kinds}::text[])`,
    query.source_type !== undefined && sql`e.source_type = ${query.source_type}`,
    query.source_id !== undefined && sql`e.source_id = ${query.source_id}`,
    query.from !== undefined && sql`e.entry_date >= ${query.from}::date`,
    query.to !== undefined && sql`e.entry_date <= ${query.to}::date`,
    lookUp(query.search, [sql`e.reference_no`, sql`e.narration`, sql`e.source_reference_no`]),
  ];
}

/** What of it speaks of a line, which the statement calls `l`. */
export function lineFilters(query: BookQuery): (Sql | false)[] {
  return [
    query.party_type !== undefined && sql`l.party_type = ${query.party_type}`,
    query.party_id !== undefined && sql`l.party_id = ${query.party_id}`,
  ];
}

/** The journal, latest date first, each entry with its lines. @throws Refusal `invalid_fields` on `account` */
export async function listJournal(
  db: Db,
  query: z.output<typeof journalQuery>,
): Promise<Page<JournalEntry>> {
  const onAccount = query.account === undefined
    ? undefined
    : sql`l.account_id = ${(await namedAccount(db, query.account, "account")).id}`;
  const ofLines = [onAccount, ...lineFilters(query)].filter((each) => each);
  return await recordPage<JournalEntry>(db, query, {
    ...journalEntry.listed(anybody),
    from: sql`journal_entries e`,
    id: sql`e.id`,
    changedAt: sql`e.created_at`,
    sorts,
    defaultSort: "-entry_date",
    where: [
      ...entryFilters(query),
      ofLines.length > 0 && sql`exists (select from journal_lines l
        where l.entry_id = e.id and ${allOf(ofLines)})`,
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findJournalEntry(db: Db, id: number): Promise<JournalEntry> {
  return await readOne<JournalEntry>(
    db,
    sql`select ${journalEntry.columns(anybody)} from journal_entries e where e.id = ${id}`,
    "Journal entry",
    id,
  );
}
