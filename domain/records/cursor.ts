import { z } from "zod";
import { invalid } from "../errors.ts";
import * as field from "./fields.ts";
import { readOpaque, writeOpaque } from "./opaque.ts";

export type SortType = "text" | "bigint" | "numeric" | "date" | "timestamptz";

const place = z.tuple([z.string(), z.string(), z.int()]);

/** Where a page ended: the sort, the value it was at, and the row. Opaque to callers. */
export function writeCursor(sort: string, value: string, id: number): string {
  return writeOpaque([sort, value, id]);
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
  const [madeFor, value, id] = readOpaque(place, cursor) ?? [];
  if (madeFor !== sort || value === undefined || id === undefined || !readable[type](value)) {
    throw invalid({ cursor: "is not a cursor of this list and sort" });
  }
  return { value, id };
}
