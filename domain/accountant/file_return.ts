import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { addMonths, monthOf } from "../business/calendar.ts";
import type { Db, Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import { lockPeriods } from "../journal/period.ts";
import { type Decimal, decimal } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import { parse } from "../records/input.ts";
import { type ReportQuery, reportRows } from "../reports/report.ts";
import vatReturn from "../reports/vat_return.ts";
import type { FiledReturnDetail, newReturn, NoteLine } from "./filed_return.ts";
import { findFiledReturn } from "./find_filed_returns.ts";

/**
 * Keeps the return of VAT of a month as it is filed: every note, what is to be paid, what is carried on. Final; a
 * correction is a whole return again, with its reason. Source: docs/vat.md, "Filing".
 *
 * @throws Refusal `forbidden`, `invalid_fields` on a month that is not over, on `carried_in` that is not known, and
 * on `reason` where a month is filed again; `duplicate_reference` where nothing changed since
 */
export async function fileReturn(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof newReturn>,
): Promise<FiledReturnDetail> {
  allow(actor, "books.write");
  const { from, to } = monthOf(`${input.period}-01`);
  if (to >= actor.today) throw invalid({ period: `ends on ${to}: it is not over` });
  const filed_on = input.filed_on ?? actor.today;
  if (filed_on > actor.today) throw invalid({ filed_on: "is after today" });
  if (filed_on <= to) throw invalid({ filed_on: `must be after ${to}, the period's end` });
  await lockPeriods(tx); // so that each entry of the month is in the return or in `late_entries`
  await tx.query(sql`select from settings for no key update`);
  await tx.query(sql`lock table vat_rates in share mode`); // notes are sorted by the rates that are kept
  const before = await latestOf(tx, from);
  if (before && !input.reason) {
    throw invalid({
      reason: `is required: ${input.period} was filed as ${before.reference_no}`,
    });
  }
  const carried_in = input.carried_in ?? await carriedInto(tx, from);
  const { notes, payable } = await notesOf(tx, actor, { from, to });
  if (before && same(before.notes, notes) && carried_in.eq(before.carried_in)) {
    throw conflict("duplicate_reference", `${before.reference_no} says the same already.`, {
      id: before.id,
      reference_no: before.reference_no,
    });
  }
  const amendment = before ? before.amendment + 1 : 0;
  const reference_no = await nextNumber(tx, "VRT", filed_on);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into vat_returns (reference_no, period, amendment, reason, filed_on, submission_number, notes, rates,
      payable, carried_in, created_at, updated_at, created_by)
    values (${reference_no}, ${from}, ${amendment}, ${before ? input.reason : null}, ${filed_on}, ${
    input.submission_number ?? null
  }, ${JSON.stringify(notes)}::jsonb, ${
    ratesUntil(to)
  }, ${payable}, ${carried_in}, ${actor.now}, ${actor.now}, ${actor.userId})
    returning id`);
  await audit(tx, actor, {
    action: "vat_return.file",
    entity: "vat_return",
    entityId: id,
    reference_no,
    after: { ...input, amendment, payable, carried_in },
  });
  return await findFiledReturn(tx, actor, id);
}

interface Latest {
  id: number;
  reference_no: string;
  amendment: number;
  notes: NoteLine[];
  carried_in: Decimal;
  carried_out: Decimal;
}

async function latestOf(tx: Tx, period: string): Promise<Latest | undefined> {
  const [found] = await tx.query<[Latest?]>(sql`
    select id, reference_no, amendment, notes, carried_in, carried_out from vat_returns
    where period = ${period}::date order by amendment desc limit 1`);
  return found;
}

/** @throws Refusal `invalid_fields` where the month before was not filed, but an earlier one was */
async function carriedInto(tx: Tx, period: string): Promise<Decimal> {
  const before = await latestOf(tx, addMonths(period, -1));
  if (before) return before.carried_out;
  const [earlier] = await tx.query(
    sql`select from vat_returns where period < ${period}::date limit 1`,
  );
  if (!earlier) return decimal("0");
  throw invalid({ carried_in: "is required: the return of the month before was not filed" });
}

/** Notes that say what is carried in and out. */
export const carried = [52, 65];

/** SQL: every set of rates that a month ending on this day is sorted by, and those before it. */
export const ratesUntil = (to: string): Sql =>
  sql`(select coalesce(jsonb_agg(jsonb_build_array(valid_from, standard_percent, trade_percent)
    order by valid_from), '[]') from vat_rates where valid_from <= ${to}::date)`;

/** The notes of a month by the books, without what was carried; local currency. */
export async function notesOf(
  db: Db,
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<{ notes: NoteLine[]; payable: Decimal }> {
  const query = parse(vatReturn.query, { from, to, limit: "200" }) as ReportQuery;
  const { data } = await reportRows(db, actor, vatReturn, query);
  const notes = (data as unknown as NoteLine[]).filter(({ note }) => !carried.includes(note))
    .map(({ note, title, value, vat }) => ({ note, title, value, vat }));
  const payable = notes.find(({ note }) => note === 34)?.vat ?? 0; // no note at all: nothing is due
  return { notes, payable: decimal(String(payable)) };
}

function same(one: NoteLine[], other: NoteLine[]): boolean {
  return one.length === other.length && one.every(({ note, value, vat }, at) => {
    const beside = other[at];
    return note === beside.note && String(value) === String(beside.value) &&
      String(vat) === String(beside.vat);
  });
}
