import { date } from "../../kit/mod.ts";

/** A day and what else there is to say of it, in a line. */
export const dayAnd = (day: string, ...more: (string | null)[]) =>
  [date(day), ...more].filter(Boolean).join(" · ");
