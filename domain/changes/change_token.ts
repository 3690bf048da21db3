import { z } from "zod";
import type { Actor } from "../access/access.ts";
import { addDays } from "../business/calendar.ts";
import { invalid } from "../errors.ts";
import { readOpaque, writeOpaque } from "../records/opaque.ts";
import { TOKEN_DAYS } from "../phones/sync_token.ts";

/** PostgreSQL's own form: `xmin:xmax:running,running`. */
const snapshot = z.string().regex(/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/);

const shape = z.object({
  /** the database that the transactions' numbers belong to */
  db: z.string().max(60),
  user: z.int().nullable(),
  role: z.string().max(40),
  /** the kinds that were asked for */
  kinds: z.string().max(1000),
  /** the business day on which the round began */
  day: z.iso.date(),
  /** what the round before has seen; null: nothing, this one brings everything */
  since: snapshot.nullable(),
  /** what this round sees; only within a round */
  until: snapshot.optional(),
  /** the last record that was given out: its kind's place, and its id */
  after: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
});
export type ChangeToken = z.output<typeof shape>;

/** A token as programs keep it. It only says where to go on, never what may be read. */
export function writeToken(token: ChangeToken): string {
  return writeOpaque(token);
}

/** @throws Refusal `invalid_fields` for what is no token of ours, or one for other kinds */
export function readToken(text: string, kinds: string): ChangeToken {
  const token = readOpaque(shape, text);
  if (!token) throw invalid({ since: "is not a token of this list: leave it out to begin anew" });
  if (token.kinds !== kinds) {
    throw invalid({ kinds: "must be the same as when since was given out" });
  }
  return token;
}

/**
 * Whether a program may go on from its token. For another user or role other records are his; what is
 * older than the changes that are kept would have gaps.
 */
export function goesOn({ user, role, day }: ChangeToken, actor: Actor): boolean {
  return user === actor.userId && role === actor.role && day <= actor.today &&
    day >= addDays(actor.today, -TOKEN_DAYS);
}
