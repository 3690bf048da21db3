import pg from "pg";
import { Decimal } from "../money/decimal.ts";

const typeParsers = new Map<number, (text: string) => unknown>([
  [20, Number], // int8: ids and counts, all below 2^53
  [114, readJson], // json
  [3802, readJson], // jsonb
  [1082, (text) => text], // date stays YYYY-MM-DD
  [1184, readInstant], // timestamptz
  [1700, (text) => new Decimal(text)], // numeric
]);

export const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    typeParsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text"),
};

/** As PostgreSQL writes an instant where the session is in UTC; another zone is converted. */
const instantInUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** RFC 3339 in UTC to the millisecond; what is smaller is cut off. */
export function readInstant(text: string): string {
  const parts = instantInUtc.exec(text);
  if (!parts) return new Date(text).toISOString();
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? "").padEnd(3, "0").slice(0, 3)}Z`;
}

/** A number that is no safe integer, or text that looks like one. */
const mayBeFraction = /(^|[:[,])\s*-?(\d+[.eE]|\d{16})/;

/** JSON with every fraction exact; whole numbers stay numbers (ids, counts). */
export function readJson(text: string): unknown {
  return mayBeFraction.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
}

function exactNumber(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== "number") return value;
  const source = context?.source ?? String(value);
  const whole = Number.isSafeInteger(value) && /^-?\d+(\.0+)?$/.test(source);
  return whole ? value : new Decimal(source);
}
