import { z } from "zod";
import { invalid } from "../errors.ts";
import { readTokenOf, roundFields } from "../phones/sync_token.ts";

/** PostgreSQL's own form: `xmin:xmax:running,running`. */
const snapshot = z.string().regex(/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/);

/** As a program keeps it. It only says where to go on, never what may be read. */
const shape = z.object({
  ...roundFields,
  /** the kinds that were asked for */
  kinds: z.string().max(1000),
  /** what the round before has seen; null: nothing, this one brings everything */
  since: snapshot.nullable(),
  /** what this round sees; only within a round */
  until: snapshot.optional(),
});
export type ChangeToken = z.output<typeof shape>;

/** How a token names the kinds that were asked for; all of them: "". */
export const kindsText = (kinds: readonly string[] = []) => kinds.toSorted().join(",");

/** @throws Refusal `invalid_fields` for what is no token of ours, or one for other kinds */
export function readToken(text: string, kinds: string): ChangeToken {
  const token = readTokenOf(shape, text);
  if (token.kinds !== kinds) {
    throw invalid({ kinds: "must be the same as when since was given out" });
  }
  return token;
}
