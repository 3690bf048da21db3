import { z } from "zod";
import type { Actor } from "../access/access.ts";
import { addDays } from "../business/calendar.ts";
import { invalid } from "../errors.ts";
import { readOpaque, writeOpaque } from "../records/opaque.ts";

/** Changes are kept a little longer than tokens live. */
export const TOKEN_DAYS = 90;

const xid = z.string().regex(/^\d{1,19}$/);

const shape = z.object({
  /** the database that the transactions' numbers belong to */
  db: z.string().max(60),
  user: z.int().nullable(),
  role: z.string().max(40),
  /** the business day on which the round began */
  day: z.iso.date(),
  /** everything up to this transaction is on the phone; null: nothing yet, a full round */
  since: xid.nullable(),
  /** where the next round begins; only within a round */
  horizon: xid.optional(),
  /** the last row that was given out: its kind's place, and its id */
  after: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
});
export type SyncToken = z.output<typeof shape>;

/** A token as phones keep it: opaque to them. It only says where to go on, never what may be read. */
export function writeToken(token: SyncToken): string {
  return writeOpaque(token);
}

/** @throws Refusal `invalid_fields` for what is no token of ours */
export function readToken(text: string): SyncToken {
  const token = readOpaque(shape, text);
  if (token) return token;
  throw invalid({ since: "is not a token of this list: leave it out to begin anew" });
}

/**
 * Whether a phone may go on from its token. After a change of user or role another part of the records
 * is his; what is older than the changes that we keep would have gaps.
 */
export function goesOn({ user, role, day }: SyncToken, actor: Actor): boolean {
  return user === actor.userId && role === actor.role && day <= actor.today &&
    day >= addDays(actor.today, -TOKEN_DAYS);
}
