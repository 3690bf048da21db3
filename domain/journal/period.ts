import sql from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";

interface Period {
  closed_through: string | null;
  books_start: string | null;
  backdate_days: number;
  /** the earliest day for who may not backdate freely */
  earliest: string;
  first_open_day: string | null;
}

/** Waits for whoever posts, closes or files, and lets none of them begin before this transaction has ended. */
export async function lockPeriods(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('back-office periods', 0))`);
}

/**
 * The day a document counts for: `asked`, or today. Not after today, not before the books begin, in no
 * closed period; sales, store and service backdate only so many days. That nothing slips into a period
 * while it is being closed, the database holds where the entry is written.
 * Source: docs/books.md, "Periods and dates".
 *
 * @param field the request's name for the day, for the refusal
 * @throws Refusal `date_in_future`, `before_books_start`, `backdated_too_far` on the field; `period_closed`
 */
export async function judgeDay(
  tx: Tx,
  actor: Actor,
  asked: string | undefined,
  field: string,
  { opening = false } = {},
): Promise<string> {
  if (asked === undefined || asked === actor.today) return actor.today;
  if (asked > actor.today) {
    throw invalid({ [field]: `must not be after today, ${actor.today}` }, "date_in_future");
  }
  const { closed_through, books_start, earliest, first_open_day } = await findPeriod(tx, actor);
  if (!opening && books_start !== null && asked < books_start) {
    throw invalid(
      { [field]: `must not be before ${books_start}, when the books begin` },
      "before_books_start",
    );
  }
  if (closed_through !== null && asked <= closed_through) {
    throw conflict(
      "period_closed",
      `the books are closed through ${closed_through}; the first open day is ${first_open_day}.`,
      { first_open_day },
    );
  }
  if (asked < earliest && !may(actor, "dates.backdate")) {
    throw invalid(
      { [field]: `must not be before ${earliest}: the role ${actor.role} may go back no further` },
      "backdated_too_far",
    );
  }
  return asked;
}

async function findPeriod(tx: Tx, actor: Actor): Promise<Period> {
  const [period] = await tx.query<[Period]>(sql`
    select closed_through, books_start, backdate_days, ${actor.today}::date - backdate_days as earliest,
      closed_through + 1 as first_open_day
    from settings`);
  return period;
}

/**
 * The day of what follows a document, such as a void, a return or a reversal: `asked`, or today, and never
 * before the document's own, which is `the` in the refusal. A document of after today is of before the
 * books had periods. @throws as `judgeDay`; Refusal `invalid_fields` on the field
 */
export async function judgeLaterDay(
  tx: Tx,
  actor: Actor,
  asked: string | undefined,
  own: string,
  { field = "date", the = "the document's own day" } = {},
): Promise<string> {
  const day = await judgeDay(tx, actor, asked, field);
  if (day >= own) return day;
  if (asked === undefined) return own;
  throw invalid({ [field]: `must not be before ${own}, ${the}` });
}

/** Writes what the database keeps out of a closed period. @throws Refusal `period_closed` */
export async function inOpenPeriod<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== "period_closed") throw error;
    const first_open_day = (error as { detail: string }).detail;
    throw conflict(
      "period_closed",
      `the books are closed; the first open day is ${first_open_day}.`,
      { first_open_day },
    );
  }
}

/** The days of many openings. @throws as `judgeOpeningDay` */
export async function judgeOpeningDays(
  tx: Tx,
  actor: Actor,
  days: (string | undefined)[],
  field: string,
): Promise<void> {
  const named = days.filter((day) => day !== undefined).sort();
  // what holds for the earliest and the latest holds for those between
  for (const day of new Set([named.at(0), named.at(-1)])) {
    await judgeOpeningDay(tx, actor, day, field);
  }
}

/**
 * The day of an opening balance. The books begin with the earliest that was named: takeovers are entered
 * in any order. Without a day it is today, and says nothing of the beginning. @throws as `judgeDay`
 */
export async function judgeOpeningDay(
  tx: Tx,
  actor: Actor,
  asked: string | undefined,
  field: string,
): Promise<string> {
  const day = await judgeDay(tx, actor, asked, field, { opening: true });
  if (asked !== undefined) {
    await tx.query(sql`
      update settings set books_start = ${day} where books_start is null or books_start > ${day}`);
  }
  return day;
}
