import { date } from "../../kit/mod.ts";

/** A day and what else there is to say of it, in a line. */
export const dayAnd = (day: string | null, ...more: (string | null)[]) =>
  [day && date(day), ...more].filter(Boolean).join(" · ");
