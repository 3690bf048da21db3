import sql from "sql-template-tag";
import { z } from "zod";
import type { Actor } from "../access/access.ts";
import { addDays } from "../business/calendar.ts";
import { invalid } from "../errors.ts";
import { readOpaque, writeOpaque } from "../records/opaque.ts";

/** Changes are kept a little longer than tokens live. */
export const TOKEN_DAYS = 90;

const xid = z.string().regex(/^\d{1,19}$/);

/** What every token of a round says, whatever it goes on from. */
export const roundFields = {
  /** the database that the transactions' numbers belong to */
  db: z.string().max(60),
  user: z.int().nullable(),
  role: z.string().max(40),
  /** the business day on which the round began */
  day: z.iso.date(),
  /** the last row that was given out: its kind's place, and its id; only within a round */
  after: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
};

const shape = z.object({
  ...roundFields,
  /** everything up to this transaction is on the phone; null: nothing yet, a full round */
  since: xid.nullable(),
  /** where the next round begins; only within a round */
  horizon: xid.optional(),
});
export type SyncToken = z.output<typeof shape>;

/** A token as phones keep it: opaque to them. It only says where to go on, never what may be read. */
export function writeToken(token: SyncToken): string {
  return writeOpaque(token);
}

/** @throws Refusal `invalid_fields` for what is no token of ours */
export function readToken(text: string): SyncToken {
  return readTokenOf(shape, text);
}

/** @throws Refusal `invalid_fields` for what is no token of that shape */
export function readTokenOf<S extends z.ZodType>(shape: S, text: string): z.output<S> {
  const token = readOpaque(shape, text);
  if (token !== undefined) return token;
  throw invalid({ since: "is not a token of this list: leave it out to begin anew" });
}

/** SQL: what names the database whose transactions are counted. */
export const thisDatabase = sql`concat((select system_identifier from pg_control_system()), '/',
  (select oid from pg_database where datname = current_database()))`;

/**
 * Whether a caller may go on from its token. After a change of user or role another part of the records
 * is his; what is older than the changes that we keep would have gaps.
 */
export function goesOn(
  { user, role, day }: Pick<SyncToken, "user" | "role" | "day">,
  actor: Actor,
): boolean {
  return user === actor.userId && role === actor.role && day <= actor.today &&
    day >= addDays(actor.today, -TOKEN_DAYS);
}
