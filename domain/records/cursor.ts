import { invalid } from "../errors.ts";
import * as field from "./fields.ts";

export type SortType = "text" | "bigint" | "numeric" | "date" | "timestamptz";

/** Where a page ended: the sort, the value it was at, and the row. Opaque to callers. */
export function writeCursor(sort: string, value: string, id: number): string {
  return new TextEncoder().encode(JSON.stringify([sort, value, id]))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

const clockPattern = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/**
 * Whether PostgreSQL will be able to read a cursor's sort value as its type; asked first, because a
 * cursor may be anything that somebody made up.
 */
const readable: Record<SortType, (value: string) => boolean> = {
  text: (value) => !value.includes("\0"),
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  numeric: (value) => /^-?\d+(\.\d+)?$/.test(value),
  date: field.isDay,
  timestamptz: (value) => field.isDay(value.slice(0, 10)) && clockPattern.test(value.slice(10)),
};

/** @throws Refusal `invalid_fields` on what this list did not give out for this sort */
export function readCursor(cursor: string, sort: string, type: SortType) {
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" }));
    const [madeFor, value, id] = JSON.parse(text) as unknown[];
    if (
      madeFor === sort && typeof value === "string" && readable[type](value) &&
      Number.isSafeInteger(id)
    ) return { value, id: id as number };
  } catch {
    // falls through to the refusal
  }
  throw invalid({ cursor: "is not a cursor of this list and sort" });
}
