import sql, { join, type Sql } from "sql-template-tag";
import { z } from "zod";
import type { FieldErrors } from "../errors.ts";
import { date, type Reader, shaped, text, word } from "../records/kinds.ts";

/** What the bank calls the way of an LC, in its order; the last that was reached. */
export const lcStages = [
  "proforma",
  "application",
  "issued",
  "amended",
  "documents_received",
  "lodged",
  "accepted",
  "retired",
  "matched",
] as const;

export const lcWarnings = [
  "expired",
  "expires_soon",
  "shipment_overdue",
  "ships_soon",
  "overdue",
  "matures_soon",
  "tt_above_limit",
  "loan_due",
] as const;
/** Days before a day of an LC on which it warns. */
const SOON = 15;

/** The days of the steps, each never before those above it. */
const ladder = [
  "applied_on",
  "issue_date",
  "documents_received_on",
  "lodged_on",
  "accepted_on",
  "retired_on",
  "bill_of_entry_matched_on",
] as const;
type Dated = Partial<Record<typeof ladder[number] | "amended_on" | "maturity_date", string | null>>;

/** Days that contradict each other, by field. */
export function stepFaults(wanted: Dated): FieldErrors {
  const faults: FieldErrors = {};
  const after = (name: keyof Dated, other: keyof Dated) => {
    const [day, earliest] = [wanted[name], wanted[other]];
    if (!day || !earliest || day >= earliest || faults[name]) return;
    faults[name] = [`must not be before ${other}, ${earliest}`];
  };
  ladder.forEach((name, at) => ladder.slice(0, at).forEach((earlier) => after(name, earlier)));
  after("amended_on", "issue_date");
  after("maturity_date", "accepted_on");
  return faults;
}

const reached = (stage: typeof lcStages[number], holds: Sql) => sql`when ${holds} then ${stage}`;
const stageSql = sql`case when l.type = 'TT' then null ${
  join([
    reached("matched", sql`l.bill_of_entry_matched_on is not null`),
    reached("retired", sql`l.retired_on is not null`),
    reached("accepted", sql`l.accepted_on is not null`),
    reached("lodged", sql`l.lodged_on is not null`),
    reached("documents_received", sql`l.documents_received_on is not null`),
    reached("amended", sql`l.amended_on is not null`),
    reached("issued", sql`l.issue_date is not null`),
    reached("application", sql`coalesce(l.applied_on::text, l.lcaf_number) is not null`),
  ], " ")
} else 'proforma' end`;

/** @param open that it has not ended @param unsent that the goods have not left */
const warningsSql = (open: Sql, unsent: Sql) => ({ today }: Reader) => {
  const past = (day: Sql) => sql`${day} < ${today}::date`;
  const soon = (day: Sql) =>
    sql`${day} between ${today}::date and ${today}::date + ${SOON}::integer`;
  const unpaid = sql`l.retired_on is null`;
  return sql`(select coalesce(json_agg(w.warning), '[]'::json) from (values
    ('expired', ${open} and ${past(sql`l.expiry_date`)}),
    ('expires_soon', ${open} and ${soon(sql`l.expiry_date`)}),
    ('shipment_overdue', ${unsent} and ${past(sql`l.latest_shipment_date`)}),
    ('ships_soon', ${unsent} and ${soon(sql`l.latest_shipment_date`)}),
    ('overdue', ${open} and ${unpaid} and ${past(sql`l.maturity_date`)}),
    ('matures_soon', ${open} and ${unpaid} and ${soon(sql`l.maturity_date`)}),
    ('tt_above_limit', ${open} and l.type = 'TT' and l.currency = 'USD' and l.guarantee is null
      and l.amount > (select tt_advance_limit_usd from settings)),
    ('loan_due', exists (select from lc_loans n where n.lc_tt_id = l.id
      and n.due_on <= ${today}::date + ${SOON}::integer and n.amount > (
        select coalesce(sum(k.principal), 0) from lc_loan_payments k where k.loan_id = n.id)))) as w (warning, holds)
    where w.holds)`;
};

const step = (says: string, example: string) => date(says, { example, entry: "optional" as const });

/**
 * The steps of an LC as its bank counts them, beside its status. Source: docs/imports.md, "LC, TT and DP".
 */
export const lcSteps = (open: Sql, unsent: Sql) => ({
  stage: word(lcStages, "How far it is at the bank; null for a TT.", {
    example: "accepted",
    nullable: true,
    sql: stageSql,
  }),
  warnings: shaped(z.array(z.enum(lcWarnings)), "What is to be looked after now.", {
    example: ["matures_soon" as const],
    sql: warningsSql(open, unsent),
  }),
  lcaf_number: text("The number of the application form (LCAF).", {
    example: "LCAF-2026-118",
    max: 100,
    entry: "optional",
  }),
  insurance_cover_note: text("The cover note of the marine insurance.", {
    example: "MC/DHK/2026/0451",
    max: 100,
    entry: "optional",
  }),
  guarantee: text("The supplier's guarantee for a payment in advance.", {
    example: "BG-2026-88, ICBC",
    entry: "optional",
  }),
  applied_on: step("The day it was applied for.", "2026-01-12"),
  amended_on: step("The day of its last amendment.", "2026-02-03"),
  documents_received_on: step("The day the documents came to our bank.", "2026-03-20"),
  lodged_on: step("The day the bank lodged them (PAD).", "2026-03-22"),
  accepted_on: step("The day we accepted a usance bill.", "2026-03-24"),
  maturity_date: step("The day the bill is to be paid.", "2026-09-20"),
  retired_on: step("The day the documents were retired.", "2026-09-20"),
  bill_of_entry_matched_on: step("The day the bank matched the bill of entry.", "2026-10-02"),
});
